/** A player over a whole league: its results, its times against the limits, and every fault with what to change. */
import { type ModelTotals, modelSum } from '../../../SHARED/contracts/messages/result.ts';
import { VIOLATION_KINDS, type Violation } from '../../../SHARED/contracts/violations.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import type { Row } from '../tournament/standings.ts';
import { outcomeFor, type ToldMatch } from './public_match.ts';
import { faultStory, type StoryStep, stepsIn } from './story_of_match.ts';

/** One kind of breach by a player. */
export interface SeenBreach {
  readonly kind: Violation;
  readonly count: number;
  /** What was wrong the first time, and in which match, where that is known. */
  readonly example?: string | undefined;
  readonly match_id?: string | undefined;
}

/** How long answers took, in milliseconds; `limit_ms` is the shortest limit that held. */
export interface Latency {
  readonly asked_for: 'join' | 'move';
  readonly answers: number;
  readonly median_ms: number;
  readonly p95_ms: number;
  readonly max_ms: number;
  readonly limit_ms: number | null;
}

/** Faults of one kind. */
export interface FaultGroup {
  readonly cause: string;
  readonly error_code: string | null;
  readonly matches: readonly string[];
  /** Of the newest of them. */
  readonly sentence: string;
  readonly advice: string;
}

/** A language model over many matches: whose moves they were, what it spent, and the median time of its moves. */
export type ModelStory = Omit<ModelTotals, 'player_id' | 'latencies_ms'> & { readonly median_ms: number };

/** The story of a model over these matches of its player; null where there was none. */
export function modelStory(totals: readonly ModelTotals[]): ModelStory | null {
  const [first, ...rest] = totals;
  if (first === undefined) return null;
  const { player_id: _, latencies_ms, ...sum } = modelSum([first, ...rest]);
  const took = latencies_ms.toSorted((a, b) => a - b);
  return { ...sum, median_ms: took[Math.ceil(took.length / 2) - 1] ?? 0 };
}

/** Everything that is known of a player, as `--json` prints it. */
export interface PlayerStory {
  readonly player: Row;
  readonly matches: readonly JsonObject[];
  readonly latencies: readonly Latency[];
  readonly faults: readonly FaultGroup[];
  /** Attempts that came to nothing in matches that it did not forfeit. */
  readonly failed_attempts: readonly { readonly match_id: string; readonly sentence: string }[];
  /** Moves that were made for a strategy that failed, by match; empty where that is not known here. */
  readonly guarded: { readonly [match_id: string]: number };
  /** What the language model did that it says it thinks with; null where it names none. */
  readonly model: ModelStory | null;
  readonly violations: readonly SeenBreach[];
}

/** The story of a player, from its row of the table and its decided matches. */
export function playerStory(
  player: Row,
  decided: readonly ToldMatch[],
  names: ReadonlyMap<string, string>,
): PlayerStory {
  const { player_id } = player;
  const own = decided.map((match) => ({ match, steps: ownSteps(match, player_id) }));
  const faults = decided.flatMap((match) =>
    (match.result?.details.faults ?? [])
      .filter((fault) => fault.player_id === player_id)
      .map((fault) => ({ match_id: match.match_id, ...faultStory(fault) })),
  );
  const atFault = new Set(faults.map(({ match_id }) => match_id));
  return {
    player,
    matches: decided.map((match) => matchRow(match, player_id, names)),
    latencies: (['join', 'move'] as const).flatMap((asked_for) =>
      latencyOf(
        asked_for,
        own.flatMap(({ steps }) => steps),
      ),
    ),
    faults: [...Map.groupBy(faults, ({ cause, error_code }) => `${cause} ${error_code}`).values()].map((group) => {
      const { cause, error_code, sentence, advice } = group.at(-1) as (typeof faults)[number];
      return { cause, error_code, matches: group.map(({ match_id }) => match_id), sentence, advice };
    }),
    failed_attempts: own.flatMap(({ match: { match_id }, steps }) =>
      atFault.has(match_id) ? [] : steps.flatMap(({ fault }) => (fault === undefined ? [] : [{ match_id, ...fault }])),
    ),
    guarded: Object.fromEntries(
      decided.flatMap((match) => {
        const count = match.result?.details.guarded?.[player_id] ?? 0;
        return count === 0 ? [] : [[match.match_id, count]];
      }),
    ),
    model: modelStory(
      decided.flatMap((match) => match.result?.details.models ?? []).filter((model) => model.player_id === player_id),
    ),
    violations: breachesOf(player, decided),
  };
}

/** Match by match as referees reported them; then what the row counts beyond that, which the manager saw itself. */
function breachesOf({ player_id, violations = {} }: Row, decided: readonly ToldMatch[]): readonly SeenBreach[] {
  const reported = decided.flatMap(({ match_id, result }) =>
    (result?.details.violations ?? [])
      .filter((violation) => violation.player_id === player_id)
      .map(({ kind, example, count = 1 }) => ({ match_id, kind, example, count })),
  );
  const counts: { readonly [kind: string]: number } = violations;
  const beyond = VIOLATION_KINDS.map((kind) => {
    const ofKind = reported.filter((breach) => breach.kind === kind);
    return { kind, count: (counts[kind] ?? 0) - timesOf(ofKind) };
  });
  return [...reported, ...beyond.filter(({ count }) => count > 0)];
}

/** How often these breaches were seen. */
export function timesOf(breaches: readonly Pick<SeenBreach, 'count'>[]): number {
  return breaches.reduce((sum, { count }) => sum + count, 0);
}

function ownSteps({ result }: ToldMatch, own: string): readonly StoryStep[] {
  return result === undefined ? [] : stepsIn(result, undefined).filter(({ player_id }) => player_id === own);
}

function matchRow(match: ToldMatch, own: string, names: ReadonlyMap<string, string>): JsonObject {
  const { match_id, round_id, player_a, player_b, winner, result } = match;
  const opponent_id = player_a === own ? player_b : player_a;
  const points = result?.score[own] ?? 0;
  const outcome = outcomeFor(own, winner);
  const { reason = '', termination = '' } = result?.details ?? {};
  const opponent_name = names.get(opponent_id) ?? opponent_id;
  const worth = match.annulled === undefined ? {} : { annulled: match.annulled };
  return { match_id, round_id, opponent_id, opponent_name, outcome, points, termination, reason, ...worth };
}

function latencyOf(asked_for: 'join' | 'move', steps: readonly StoryStep[]): readonly Latency[] {
  const of = steps.filter(({ step }) => (step === 0) === (asked_for === 'join'));
  const took = of
    .flatMap(({ asked_ms, answered_ms }) => (answered_ms === null ? [] : [answered_ms - asked_ms]))
    .sort((a, b) => a - b);
  if (took.length === 0) return [];
  const limits = of.flatMap(({ asked_ms, deadline_ms }) => (deadline_ms === null ? [] : [deadline_ms - asked_ms]));
  const at = (share: number) => took[Math.ceil(share * took.length) - 1] as number;
  const limit_ms = limits.length === 0 ? null : Math.min(...limits);
  return [{ asked_for, answers: took.length, median_ms: at(0.5), p95_ms: at(0.95), max_ms: at(1), limit_ms }];
}
