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
import { durationText, modelText } from './match_story.ts';
import { counted } from './text.ts';

/** The story for people to read. */
export function playerText(story: PlayerStory, players: number): string {
  const { player, matches, latencies, faults, failed_attempts, guarded, model, violations } = story;
  const { player_id, display_name, rank, points, games_played, wins, draws, losses, technical_losses } = player;
  const forfeited = technical_losses === 0 ? '' : `, ${technical_losses} of them by forfeit`;
  const played = `${games_played} played: ${wins} won, ${draws} drawn, ${losses} lost${forfeited}`;
  const moves = Object.values(guarded).reduce((sum, count) => sum + count, 0);
  const human = player.kind === undefined ? '' : ` (${player.kind})`;
  return [
    `${player_id} ${printable(display_name)}${human}: rank ${rank} of ${players} with ${counted(points, 'point')}; ${played}\n`,
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

/** A match that neither player has won is a draw by play alone; what it counts for otherwise is for the league to say. */
function unwon(termination: string): string {
  return termination === 'normal' ? 'drawn' : 'both forfeit';
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
