/** I6: who loses by silence was silent until its own deadline, who loses by an answer gave it, and every reason is there. */
import type { JsonObject } from '../../../../SHARED/league_sdk/core/json.ts';
import type { MatchDecided } from '../../../league_manager/events.ts';
import type { TraceEvent } from '../trace.ts';
import { broken, type Case, type Check, fieldIn, isHonest, typeIn, type Violation } from './evidence.ts';

interface Attempt {
  readonly sent_ms: number;
  readonly deadline_ms: number;
  readonly settled_ms: number;
  readonly lag_ms: number;
  readonly error_code: string;
}
interface Call {
  readonly at: number;
  /** When a good answer reached the referee's machine. */
  answered?: number;
}

export const fairness: Check = (of) => {
  const calls = callsIn(of);
  for (const { event } of of.ledger) {
    if (event.type !== 'match_decided') continue;
    const { faults, termination, status } = event.result.details;
    if (
      (status === 'TECHNICAL_LOSS') !== faults.length > 0 ||
      termination === 'referee_fault' ||
      termination === 'manager_fault'
    )
      return broken('I6', `${event.match_id} is ${status} by ${termination} with ${faults.length} faults`);
    for (const fault of faults) {
      const wrong = unfounded(of, event, fault, calls);
      if (wrong !== undefined)
        return broken('I6', `${fault.player_id} lost ${event.match_id} by ${fault.cause}: ${wrong}`);
    }
  }
  return unheard(of, calls);
};

/** A player that was told it had been silent, and had not. */
function unheard(of: Case, calls: ReadonlyMap<string, readonly Call[]>): Violation | undefined {
  for (const event of of.events) {
    if (event.kind !== 'sent' || typeIn(event.text) !== 'GAME_ERROR' || !isHonest(of, event.life)) continue;
    const { text, at, life } = event;
    const player_id = fieldIn(text, 'affected_player') ?? '';
    const error_code = fieldIn(text, 'error_code') ?? '';
    if (!SILENCE.has(error_code) || !isHonest(of, player_id)) continue;
    const awaited = fieldIn(text, 'action_required') ?? '';
    const limitMs = limitOf(of, awaited);
    const key = `${senderOf(text)} ${fieldIn(text, 'match_id')} ${player_id} ${awaited}`;
    const last = calls.get(key)?.findLast((call) => call.at < at);
    if (last?.answered !== undefined && last.answered < last.at + limitMs - ROUNDING_MS)
      return broken(
        'I6',
        `${life} called ${player_id} silent at ${at} (${key}), whose answer to the call of ${last.at} had come at ${last.answered}`,
      );
  }
  return undefined;
}

/** Nothing came, or nobody was there. */
const SILENCE: ReadonlySet<string> = new Set(['E001', 'E009']);

function limitOf({ limits }: Case, awaited: string): number {
  return awaited === 'GAME_JOIN_ACK' ? limits.joinMs : limits.moveMs;
}

function senderOf(text: string): string {
  return fieldIn(text, 'sender')?.replace('referee:', '') ?? '';
}

/** What is wrong with a fault that the ledger holds against a player. */
function unfounded(
  of: Case,
  { match_id, referee_id }: MatchDecided,
  fault: { readonly player_id: string; readonly cause: string; readonly evidence: JsonObject },
  calls: ReadonlyMap<string, readonly Call[]>,
): string | undefined {
  const { player_id, cause, evidence } = fault;
  if (typeof evidence['detail'] !== 'string' || evidence['detail'] === '') return 'no reason is given';
  if (cause === 'invalid_choice' || cause === 'declined') {
    return typeof evidence['answer'] === 'string' && evidence['answer'] !== '' ? undefined : 'its answer is not kept';
  }
  if (cause !== 'timeout' && cause !== 'unreachable') return 'that is no fault of a player';
  const attempts = evidence['attempts'] as unknown as readonly Attempt[];
  if (attempts.length === 0) return 'no attempt is on record';
  const limitMs = limitOf(of, String(evidence['awaited']));
  for (const { sent_ms, deadline_ms, settled_ms, lag_ms, error_code } of attempts) {
    // An earlier one may have come to nothing by an answer.
    if (!SILENCE.has(error_code)) continue;
    if (settled_ms < deadline_ms || typeof lag_ms !== 'number')
      return `settled at ${settled_ms}, before its deadline at ${deadline_ms}`;
    if (deadline_ms - sent_ms < limitMs - ROUNDING_MS)
      return `it had ${deadline_ms - sent_ms} ms instead of ${limitMs}`;
    if (!isHonest(of, player_id)) continue;
    const heard = calls.get(`${referee_id} ${match_id} ${player_id} ${String(evidence['awaited'])}`) ?? [];
    const good = heard.find(
      ({ at, answered }) =>
        answered !== undefined &&
        at >= sent_ms - ROUNDING_MS &&
        at < deadline_ms &&
        answered < deadline_ms - ROUNDING_MS,
    );
    if (good !== undefined) return `its answer had come at ${good.answered}, before its deadline at ${deadline_ms}`;
  }
  return undefined;
}

/** The evidence is in whole milliseconds, and a message takes a moment to leave. */
const ROUNDING_MS = 60;

/** Every question to a player, with the good answer it got, by referee, match, player and what was awaited. */
function callsIn({ events }: Case): ReadonlyMap<string, readonly Call[]> {
  const calls = new Map<string, Call[]>();
  const open = new Map<number, Call>();
  for (const event of events) {
    if (event.kind === 'sent') {
      const awaited = AWAITED.get(typeIn(event.text) ?? '');
      if (awaited === undefined) continue;
      const key = `${senderOf(event.text)} ${fieldIn(event.text, 'match_id')} ${fieldIn(event.text, 'player_id')} ${awaited}`;
      const call: Call = { at: event.at };
      open.set(event.call, call);
      calls.set(key, [...(calls.get(key) ?? []), call]);
    } else if (event.kind === 'heard') {
      const call = open.get(event.call);
      if (call !== undefined && isGood(event)) call.answered = event.landed;
    }
  }
  return calls;
}

const AWAITED = new Map([
  ['GAME_INVITATION', 'GAME_JOIN_ACK'],
  ['CHOOSE_PARITY_CALL', 'CHOOSE_PARITY_RESPONSE'],
]);

function isGood({ text = '' }: Extract<TraceEvent, { kind: 'heard' }>): boolean {
  const type = typeIn(text);
  if (type === 'GAME_JOIN_ACK') return !text.includes('"accept":false');
  return type === 'CHOOSE_PARITY_RESPONSE' && /"parity_choice":"(even|odd)"/.test(text);
}
