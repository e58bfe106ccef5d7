/** A player over a whole league: its results, its times against the limits, and every fault with what to change. */
import { VIOLATION_KINDS, violationText } from '../../../SHARED/contracts/violations.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { outcomeFor, type ToldMatch } from '../../league_manager/public/public_match.ts';
import type { Row } from '../../league_manager/tournament/standings.ts';
import type { SeenBreach } from './grades.ts';
import { durationText, faultStory, type StoryStep, stepsIn } from './match_story.ts';
import { counted, printable, table } from './text.ts';

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
interface FaultGroup {
  readonly cause: string;
  readonly error_code: string | null;
  readonly matches: readonly string[];
  /** Of the newest of them. */
  readonly sentence: string;
  readonly advice: string;
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

function timesOf(breaches: readonly Pick<SeenBreach, 'count'>[]): number {
  return breaches.reduce((sum, { count }) => sum + count, 0);
}

function breachText({ match_id = 'seen by the manager', kind, count, example }: SeenBreach): string {
  const first = example === undefined ? '' : `: ${example}`;
  return `  ${printable(`${match_id}  ${violationText(kind)}  ${counted(count, 'time')}${first}`)}\n`;
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

/** A match that neither player has won is a draw by play alone; what it counts for otherwise is for the league to say. */
function unwon(termination: string): string {
  return termination === 'normal' ? 'drawn' : 'both forfeit';
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

/** The story for people to read. */
export function playerText(story: PlayerStory, players: number): string {
  const { player, matches, latencies, faults, failed_attempts, guarded, violations } = story;
  const { player_id, display_name, rank, points, games_played, wins, draws, losses, technical_losses } = player;
  const forfeited = technical_losses === 0 ? '' : `, ${technical_losses} of them by forfeit`;
  const played = `${games_played} played: ${wins} won, ${draws} drawn, ${losses} lost${forfeited}`;
  const moves = Object.values(guarded).reduce((sum, count) => sum + count, 0);
  return [
    `${player_id} ${printable(display_name)}: rank ${rank} of ${players} with ${counted(points, 'point')}; ${played}\n`,
    player.mark === undefined ? '' : `It is ${player.mark}: ${printable(player.reason ?? 'no reason is known')}\n`,
    latencies.length === 0 ? '' : `\nTimes of its answers\n${latencyTable(latencies)}`,
    forfeitsText(faults),
    failed_attempts.length === 0
      ? ''
      : `\n${counted(failed_attempts.length, 'attempt')} came to nothing without a forfeit\n`,
    ...failed_attempts.slice(-SHOWN).map(({ match_id, sentence }) => `  ${match_id}  ${printable(sentence)}\n`),
    moves === 0
      ? ''
      : `\n${counted(moves, 'move')} made for a strategy that failed, in ${Object.keys(guarded).join(', ')}\n`,
    breachesText(violations),
    matches.length === 0 ? '' : `\n${matchTable(matches)}`,
  ].join('');
}

/** Of long lists the newest are printed; `--json` has all. */
const SHOWN = 20;

function latencyTable(latencies: readonly Latency[]): string {
  return table(
    ['Asked to', 'Answers', 'Median', '95 %', 'Longest', 'Limit'],
    latencies.map(({ asked_for, answers, median_ms, p95_ms, max_ms, limit_ms }) => [
      ...[asked_for, answers, durationText(median_ms), durationText(p95_ms), durationText(max_ms)],
      limit_ms === null ? '' : durationText(limit_ms),
    ]),
  );
}

/** Every kind of forfeit with what to change, or that there was none. */
export function forfeitsText(faults: readonly FaultGroup[]): string {
  return faults.length === 0 ? '\nNo match was forfeited.\n' : `\nForfeits\n${faults.map(faultText).join('')}`;
}

/** The newest breaches of the protocol, and how many there were; empty where there was none. */
export function breachesText(violations: readonly SeenBreach[]): string {
  if (violations.length === 0) return '';
  const newest = violations.slice(-SHOWN).map(breachText).join('');
  return `\n${counted(timesOf(violations), 'violation')} of the protocol\n${newest}`;
}

function faultText({ cause, error_code, matches, sentence, advice }: FaultGroup): string {
  const code = error_code === null ? '' : ` (${error_code})`;
  const shown = matches.slice(-SHOWN).join(', ');
  return `  ${matches.length} × ${cause.replaceAll('_', ' ')}${code} in ${shown}: ${printable(sentence)}\n      To change: ${advice}\n`;
}

function matchTable(matches: readonly JsonObject[]): string {
  return table(
    ['Match', 'Against', 'Outcome', 'Points', 'Why'],
    matches.map(({ match_id, opponent_id, opponent_name, outcome, points, termination, reason, annulled }) => [
      ...[
        String(match_id),
        `${opponent_id} ${opponent_name}`,
        outcome === 'not won by either' ? unwon(String(termination)) : String(outcome),
      ],
      Number(points),
      [String(reason), annulled === undefined ? '' : `counts in no table: ${annulled}`].filter(Boolean).join('; '),
    ]),
  );
}
