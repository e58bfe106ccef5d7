/** Faults of referees: which answers to an order make a referee unusable, and how often reports and rules failed. */

import type { JsonObject } from '../../../SHARED/core/json.ts';
import type { Result } from '../../../SHARED/core/result.ts';
import type { AskOutcome, CallError } from '../../../SHARED/league_sdk/messaging/peer.ts';

/** The number of refused reports in a row after which a referee gets no further match. */
export const REFUSED_REPORTS = 3;
/** The most different rule faults that are counted. */
const MAX_RULE_FAULTS = 100;

/** Error codes by which a referee says that it cannot read its order; the next one would be the same. */
const UNREADABLE_ORDER: ReadonlySet<string | undefined> = new Set(['E002', 'E003', 'E018', 'E021']);
const NO_SUCH_METHOD = -32_601;

/** A referee's answer to RUN_MATCH. */
type OrderReply = Result<AskOutcome<'RUN_MATCH'>, CallError>;

/** Finds the reason why a referee that answers like this cannot be given matches; undefined where it can. */
export function findIncompatibility(reply: OrderReply): string | undefined {
  if (reply.ok)
    return reply.value.kind === 'answer' && !hasKnownStatus(reply.value.received) ? refusalReason(reply) : undefined;
  const { code, rpc_code, error_code, detail } = reply.error;
  if (code === 'INVALID_REPLY') return `its answer to RUN_MATCH cannot be read: ${detail}`;
  const isUnknown = rpc_code === NO_SUCH_METHOD || UNREADABLE_ORDER.has(error_code);
  return code === 'ERROR_REPLY' && isUnknown ? `it does not know RUN_MATCH: ${detail}` : undefined;
}

/** Whether an order was answered in the words of the documents. */
function hasKnownStatus({ status }: JsonObject = {}): boolean {
  return status === 'acknowledged' || status === 'refused';
}

/** Whether a referee says that it ends soon, and takes no further match. */
export function isLeaving(reply: OrderReply): boolean {
  return reply.ok && reply.value.kind === 'answer' && reply.value.message.leaving === true;
}

/** The reason why a referee does not run a match it was asked to run. */
export function refusalReason(reply: OrderReply): string {
  if (!reply.ok) return reply.error.detail;
  if (reply.value.kind !== 'answer') return 'it gave no acknowledgement';
  const { status, reason } = reply.value.message;
  const word = reply.value.received?.['status'];
  return reason ?? (status === 'refused' ? 'it refused' : `it answered RUN_MATCH with the status "${word}"`);
}

interface RefusedReports {
  readonly count: number;
  /** The reason of the last refusal. */
  readonly reason: string;
}

interface RuleFault {
  readonly count: number;
  readonly referees: ReadonlySet<string>;
}

/** Counts faults since the manager started, and excludes referees by them. */
export class RefereeFaultCounter {
  readonly #refusedReports = new Map<string, RefusedReports>();
  /** Referees whose answers to orders cannot be used, with the reason. */
  readonly #incompatibleReferees = new Map<string, string>();
  readonly #ruleFaults = new Map<string, RuleFault>();

  /** Counts a refused report, and returns how many in a row that makes. */
  countRefusedReport(referee_id: string, reason: string): number {
    const count = (this.#refusedReports.get(referee_id)?.count ?? 0) + 1;
    this.#refusedReports.set(referee_id, { count, reason });
    return count;
  }

  /** Excludes a referee whose answer to an order cannot be used: one answer is enough. */
  noteIncompatible(referee_id: string, reason: string): void {
    this.#incompatibleReferees.set(referee_id, reason);
  }

  /** Counts a fault of the rules: how often it happened, and how many referees reported it. */
  countRuleFault(fault: string, referee_id: string): { readonly count: number; readonly referees: number } {
    const before = this.#ruleFaults.get(fault);
    const referees = new Set([...(before?.referees ?? []), referee_id]);
    const count = (before?.count ?? 0) + 1;
    if (before !== undefined || this.#ruleFaults.size < MAX_RULE_FAULTS)
      this.#ruleFaults.set(fault, { count, referees });
    return { count, referees: referees.size };
  }

  /** Forgets the faults of one referee. */
  forgive(referee_id: string): void {
    this.#refusedReports.delete(referee_id);
    this.#incompatibleReferees.delete(referee_id);
  }

  /** Forgets the faults of all referees; those of the rules stay. */
  forgiveAll(): void {
    this.#refusedReports.clear();
    this.#incompatibleReferees.clear();
  }

  isExcluded(referee_id: string): boolean {
    const refused = this.#refusedReports.get(referee_id)?.count ?? 0;
    return this.#incompatibleReferees.has(referee_id) || refused >= REFUSED_REPORTS;
  }

  /** The referees that get no further match, with the reason. */
  excludedReferees(): readonly { readonly referee_id: string; readonly reason: string }[] {
    const incompatible = [...this.#incompatibleReferees].map(([referee_id, reason]) => ({ referee_id, reason }));
    const refused = [...this.#refusedReports]
      .filter(([id, { count }]) => count >= REFUSED_REPORTS && !this.#incompatibleReferees.has(id))
      .map(([referee_id, { count, reason }]) => ({
        referee_id,
        reason: `${count} of its reports in a row were refused, the last one: ${reason}`,
      }));
    return [...incompatible, ...refused];
  }

  /** The referees whose newest reports were refused, with the number in a row and the last reason. */
  refusedReports(): readonly { readonly referee_id: string; readonly refused: number; readonly reason: string }[] {
    return [...this.#refusedReports].map(([referee_id, { count, reason }]) => ({ referee_id, refused: count, reason }));
  }
}
