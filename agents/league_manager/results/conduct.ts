/**
 * How agents keep to the protocol, as the manager sees it and as referees report it. Under `disqualify` the first breach
 * of a player removes it; under `count` it is counted, and nothing follows.
 */
import type { Contract } from '../../../SHARED/contracts/contract.ts';
import { addedLater, nameIn } from '../../../SHARED/contracts/dialects/wrappings.ts';
import { type ErrorCode, type Refusal, RPC_ERRORS } from '../../../SHARED/contracts/errors.ts';
import { CONTRACTS, type RequestType } from '../../../SHARED/contracts/index.ts';
import { breachIn, heardBreach, withExample } from '../../../SHARED/contracts/judged.ts';
import { EXAMPLE_LENGTH, VIOLATIONS, type Violation } from '../../../SHARED/contracts/violations.ts';
import { timestamp } from '../../../SHARED/core/clock.ts';
import { cut } from '../../../SHARED/core/json.ts';
import type { HeardMessage } from '../../../SHARED/league_sdk/messaging/serve.ts';
import type { Agent, League } from '../league/state.ts';
import type { LeagueTools } from '../league_tools.ts';
import { isOfMachine } from '../registration/endpoints.ts';
import { registers, type TokenBook } from '../registration/tokens.ts';
import type { Delivery } from '../telling/mailer.ts';

export interface ConductOptions extends LeagueTools {
  /** Tells whose a message is that could not be read. */
  readonly book: Pick<TokenBook, 'ownerOf'>;
  /** Takes a player out for good, by a rule of the league. */
  readonly disqualify: (agent: Agent, reason: string) => Promise<void>;
}

export type ConductWatch = ReturnType<typeof makeConductWatch>;

/**
 * Watches the agents of one league. Of a kind of breach the ledger has the first at once and later ones when their
 * number is a power of two: a million breaches of one kind are 20 events. A kill loses half of the repetitions at
 * most, and never a kind.
 */
export function makeConductWatch({ league, settings, clock, commit, log, book, disqualify }: ConductOptions) {
  const counts = new Map<string, number>();
  const leaving = new Set<string>();

  /** An agent broke a rule. */
  function note(agent_id: string, kind: Violation, example: string): void {
    if (!league.agents.has(agent_id)) return;
    const key = `${agent_id} ${kind}`;
    const count = (counts.get(key) ?? notedBefore(league, agent_id, kind)) + 1;
    counts.set(key, count);
    if (!Number.isInteger(Math.log2(count))) return;
    // The final table stands: everybody has been told the same, and what is broken after the end is in the log alone.
    if (league.phase !== 'LEAGUE_COMPLETE')
      void commit({ type: 'violation_noted', at: timestamp(clock), agent_id, kind, count, example });
    log('VIOLATION_NOTED', { agent_id, kind, condition: VIOLATIONS[kind].condition, count, example });
    enforce(agent_id);
  }

  /** An agent that is not registered broke a rule with its registration; further ones beyond the bounds are not kept. */
  function noteApplicant({ name, address }: Applicant, kind: Violation, example: string): void {
    const agent_id = `${name} (${address})`;
    if (league.agents.has(agent_id) || !(league.conduct.has(agent_id) || hasRoomFor(address))) return;
    const count = notedBefore(league, agent_id, kind) + 1;
    // Once for each kind: an applicant that tries for ever writes no ledger full.
    if (count > 1) return;
    const noted = { agent_id, kind, count, example };
    void commit({ type: 'violation_noted', at: timestamp(clock), ...noted, unregistered: true });
    log('VIOLATION_NOTED', { ...noted, condition: VIOLATIONS[kind].condition });
  }

  /** Whether one more applicant of this address is kept: one address may invent names, and leaves room for others. */
  function hasRoomFor(address: string): boolean {
    const applicants = [...league.conduct.keys()].filter((id) => !league.agents.has(id));
    if (applicants.length >= MOST_APPLICANTS) return false;
    if (isOfMachine(address, { machine: [] })) return true;
    return applicants.filter((id) => id.endsWith(` (${address})`)).length < MOST_OF_AN_ADDRESS;
  }

  /** Applies the league's rule to a player with a breach on its record. */
  function enforce(agent_id: string): void {
    const agent = league.agents.get(agent_id);
    const why = reasonAgainst(league, agent_id);
    if (settings.config.violations !== 'disqualify' || why === undefined || agent?.role !== 'player') return;
    if (agent.removed !== undefined) return;
    if (leaving.has(agent_id) || league.phase === 'LEAGUE_COMPLETE') return;
    leaving.add(agent_id);
    void disqualify(agent, why);
  }

  /** A message that was understood is judged as it came; of a registration nothing is kept but what is wrong with it. */
  function heard(agent_id: string, message: HeardMessage): void {
    const breach = heardBreach(message);
    if (breach !== undefined) note(agent_id, breach.kind, breach.detail);
    if (message.habits.length === 0) return;
    const habits = addedLater(message.habits, league.agents.get(agent_id)?.echo);
    if (habits.length > 0) void commit({ type: 'habits_noted', at: timestamp(clock), agent_id, habits });
  }

  /** A message that was not understood is a breach of the agent whose token it shows, or of an applicant. */
  function unread(
    token: string | undefined,
    message: HeardMessage,
    { code, detail }: Refusal,
    { address }: Pick<Applicant, 'address'>,
  ): void {
    const agent_id = token === undefined ? undefined : book.ownerOf(token);
    const kind = UNREADABLE.get(code);
    if (kind === undefined) return;
    const breach = heardBreach(message) ?? { kind, detail: cut(`${message.type}: ${detail}`, EXAMPLE_LENGTH) };
    if (agent_id !== undefined) note(agent_id, breach.kind, breach.detail);
    else if (registers(message.type))
      noteApplicant({ name: nameIn(message.wire) || 'an agent', address }, breach.kind, breach.detail);
  }

  /** An agent answered a message of the manager, or failed to. */
  function answered({ id, dialect }: Agent, type: RequestType, outcome: Delivery): void {
    if (!outcome.ok) {
      const { rpc_code, status = 0, detail } = outcome.error;
      const isException = rpc_code === RPC_ERRORS.INTERNAL_ERROR.code || status === 500;
      if (isException) note(id, 'crash', cut(`${type}: it answered with an error: ${detail}`, EXAMPLE_LENGTH));
      return;
    }
    const { received: wire, dialect: came = dialect } = outcome.value;
    if (wire === undefined) return;
    const breach = breachIn((CONTRACTS[type] as Contract).head.reply?.type ?? '', came, wire);
    if (breach !== undefined) note(id, breach.kind, withExample(breach.detail, wire));
  }

  return {
    ...{ note, noteApplicant, enforce, heard, unread, answered },
    /** Does what a manager that was killed had no time for. */
    catchUp(): void {
      for (const agent_id of league.conduct.keys()) enforce(agent_id);
    },
  };
}

/** The breach that a message is which cannot be read, by the code it is refused with, where its schema finds none. */
const UNREADABLE: ReadonlyMap<ErrorCode, Violation> = new Map([
  ['E002', 'schema'],
  ['E003', 'missing_field'],
  ['E018', 'version'],
  ['E021', 'schema'],
]);

/** An agent that was refused at its registration: the name it gives itself, and where it called from. */
export interface Applicant {
  readonly name: string;
  readonly address: string;
}

/** The most agents refused at their registration that a ledger has. */
const MOST_APPLICANTS = 100;
/** The most of them of one address other than this machine's. */
const MOST_OF_AN_ADDRESS = 10;

function notedBefore(league: League, agent_id: string, kind: Violation): number {
  return league.conduct.get(agent_id)?.noted.get(kind) ?? 0;
}

/** The condition of 004 that a player has broken first, in a sentence; undefined where it has broken none. */
export function reasonAgainst({ conduct }: League, agent_id: string): string | undefined {
  const [first] = conduct.get(agent_id)?.kinds ?? [];
  if (first === undefined) return undefined;
  const [kind, { example, match_id }] = first;
  const { condition, about } = VIOLATIONS[kind];
  const where = match_id === undefined ? '' : ` in ${match_id}`;
  return `condition ${condition} of 8 (${kind})${where}: ${about} ${example}`.slice(0, REASON_LENGTH);
}

/** A reason is told in tables and messages. */
const REASON_LENGTH = 300;
