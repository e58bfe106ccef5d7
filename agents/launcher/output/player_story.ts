/** A player over a whole league, for people to read at a terminal. */
import { violationText } from '../../../SHARED/contracts/violations.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import {
  type FaultGroup,
  type Latency,
  type PlayerStory,
  type SeenBreach,
  timesOf,
} from '../../league_manager/public/story_of_player.ts';
import { printable, table } from './columns.ts';
import { counted, durationText, modelText } from './text.ts';

/** The story for people to read; on a terminal its tables fit so many columns. */
export function playerText(story: PlayerStory, players: number, columns?: number): string {
  const { player, matches, latencies, faults, failed_attempts, guarded, model, violations } = story;
  const { player_id, display_name, rank, points, games_played, wins, draws, losses, technical_losses } = player;
  const forfeited = technical_losses === 0 ? '' : `, ${technical_losses} of them by forfeit`;
  const played = `${games_played} played: ${wins} won, ${draws} drawn, ${losses} lost${forfeited}`;
  const own = new Set(faults.flatMap((fault) => fault.matches));
  const both = matches.filter((match) => outcomeIn(match, own) === BOTH).length;
  const moves = Object.values(guarded).reduce((sum, count) => sum + count, 0);
  const human = player.kind === undefined ? '' : ` (${player.kind})`;
  return [
    `${player_id} ${printable(display_name)}${human}: rank ${rank} of ${players} with ${counted(points, 'point')}; ${played}${both === 0 ? '' : `; ${counted(both, 'match')} both players forfeited`}\n`,
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
    model === null ? '' : `\nIt ${modelText(model)}.\n`,
    breachesText(violations),
    matches.length === 0 ? '' : `\n${matchTable(matches, own, columns)}`,
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

function breachText({ match_id = 'seen by the manager', kind, count, example }: SeenBreach): string {
  const first = example === undefined ? '' : `: ${example}`;
  return `  ${printable(`${match_id}  ${violationText(kind)}  ${counted(count, 'time')}${first}`)}\n`;
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

const BOTH = 'both forfeited';

/**
 * What became of a match, given those that the player forfeited itself. One that neither player has won is a draw by play
 * alone; what it counts for otherwise is for the league to say.
 */
function outcomeIn({ match_id, outcome, termination }: JsonObject, own: ReadonlySet<string>): string {
  if (outcome === 'not won by either') return termination === 'normal' ? 'drawn' : BOTH;
  return outcome === 'lost' && own.has(String(match_id)) ? 'forfeited' : String(outcome);
}

function matchTable(matches: readonly JsonObject[], own: ReadonlySet<string>, columns: number | undefined): string {
  return table(
    ['Match', 'Against', 'Outcome', 'Points', 'Why'],
    matches.map((match) => {
      const { match_id, opponent_id, opponent_name, points, reason, annulled } = match;
      return [
        ...[String(match_id), `${opponent_id} ${opponent_name}`, outcomeIn(match, own)],
        Number(points),
        [String(reason), annulled === undefined ? '' : `counts in no table: ${annulled}`].filter(Boolean).join('; '),
      ];
    }),
    columns,
  );
}
