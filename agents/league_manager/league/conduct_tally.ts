/** How agents have kept to the protocol, counted from what referees report and what the manager saw itself. */
import type { MatchResult } from '../../../SHARED/contracts/messages/result.ts';
import type { Violation } from '../../../SHARED/contracts/violations.ts';
import type { Row } from '../tournament/standings.ts';

/** A kind of breach by one agent: how often, and the first time. */
export interface CountedBreach {
  readonly count: number;
  readonly example: string;
  /** The match it was first seen in; absent where the manager saw it. */
  readonly match_id?: string;
}

/** How an agent has kept to the protocol. */
export interface Conduct {
  /** Answers that referees judged. */
  messages: number;
  /** In the order in which they were first seen. */
  readonly kinds: Map<Violation, CountedBreach>;
  /** How many of them the manager saw itself. */
  readonly noted: Map<Violation, number>;
}

/** How agents have kept to the protocol, by their ids. */
export type Conducts = Map<string, Conduct>;

/** Counts what a referee says of how its players kept to the protocol; of others it has nothing to say. */
export function noteConduct(
  conducts: Conducts,
  seats: readonly string[],
  match_id: string,
  { messages, violations = [] }: MatchResult['details'],
): void {
  for (const id of seats) if (messages?.[id] !== undefined) conductOf(conducts, id).messages += messages[id];
  for (const { player_id, kind, example, count: times = 1 } of violations)
    if (seats.includes(player_id)) countBreach(conducts, player_id, kind, { count: times, example, match_id });
}

/** Counts what the manager saw itself: `count` is how often by now. */
export function noteSeen(conducts: Conducts, agent_id: string, { kind, count: times, example }: SeenBreach): void {
  const { noted } = conductOf(conducts, agent_id);
  countBreach(conducts, agent_id, kind, { count: times - (noted.get(kind) ?? 0), example });
  noted.set(kind, times);
}

type SeenBreach = Pick<CountedBreach, 'count' | 'example'> & { readonly kind: Violation };

function conductOf(conducts: Conducts, agent_id: string): Conduct {
  const known = conducts.get(agent_id) ?? { messages: 0, kinds: new Map(), noted: new Map() };
  conducts.set(agent_id, known);
  return known;
}

function countBreach(conducts: Conducts, agent_id: string, kind: Violation, breach: CountedBreach): void {
  const { kinds } = conductOf(conducts, agent_id);
  const known = kinds.get(kind);
  kinds.set(kind, known === undefined ? breach : { ...known, count: known.count + breach.count });
}

/** The table with what each player broke, where it broke anything. */
export function withBreaches(rows: readonly Row[], conducts: Conducts): readonly Row[] {
  return rows.map((row) => {
    const violations = breachesOf(conducts, row.player_id);
    return violations === undefined ? row : { ...row, violations };
  });
}

function breachesOf(conducts: Conducts, agent_id: string): Row['violations'] {
  const kinds = conducts.get(agent_id)?.kinds;
  if (kinds === undefined || kinds.size === 0) return undefined;
  return Object.fromEntries([...kinds].map(([kind, { count: times }]) => [kind, times]));
}
