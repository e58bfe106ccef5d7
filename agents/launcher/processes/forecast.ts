/** The forecast of a run: arithmetic on its schedule, its game, and the leagues that doc/bench.json has measured. */
import { join } from 'node:path';
import { numberedId } from '../../../SHARED/core/ids.ts';
import { seeded } from '../../../SHARED/core/random.ts';
import { reasonOf } from '../../../SHARED/core/result.ts';
import { type Game, titleOf } from '../../../SHARED/games/game.ts';
import { playout } from '../../../SHARED/games/playout.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { freeBytes } from '../../../SHARED/league_sdk/disk/people_files.ts';
import type { BenchReport } from '../../../SHARED/tools/performance/bench_report.ts';
import { MAX_WHOLE_TABLE } from '../../league_manager/telling/broadcasts.ts';
import { formatOf } from '../../league_manager/tournament/formats.ts';
import { clockText } from '../live/view.ts';
import { Mistake } from '../options.ts';
import { counted } from '../output/text.ts';
import { need, ROOT, sampleOf } from '../world/installation.ts';
import { wireOf } from '../world/wires.ts';
import { MATCHES_AT_ONCE } from './roster.ts';
import { awayOf, type Stage } from './stage.ts';

type Run = Pick<Stage, 'settings' | 'games' | 'roster' | 'wire' | 'records' | 'logs' | 'places'>;
/** Size and cost of a run. `bytes` are those of messages with players; `seconds` include those in which players think. */
export type Forecast = Awaited<ReturnType<typeof forecastOf>>;

/** The forecast of a run whose players think for so many seconds about each move. */
export async function forecastOf({ settings, games, roster, wire, records, logs, places }: Run, moveSec = 0) {
  const { schedule, game_type, options } = settings.config;
  const players = roster.players.length + awayOf(roster, 'player');
  const ids = Array.from({ length: players }, (_, nth) => numberedId('P', nth + 1));
  const { rounds, matches } = formatOf(schedule, { players: ids, seatsMatter: settings.seatsMatter })?.outlook() ?? {};
  if (rounds === undefined || matches === undefined)
    throw new Mistake(`how long a league by "${schedule.algorithm}" is depends on its results`);
  const report = JSON.parse((await nodeDisk().read(join(ROOT, 'doc', 'bench.json'))) ?? '');
  const { leagues, foreign } = report as Required<BenchReport>;
  const { flag } = wireOf(wire);
  const bySize = (row: { readonly players: number }) => Math.abs(Math.log(players / row.players));
  // A league over another transport is less alike than one with other records, and that less than one of another size.
  const { per_second, disk_bytes, log_sample, log_bytes } = minBy(leagues.rows, (row) => {
    return (row.transport === flag ? 0 : 100) + (row.records === records.policy ? 0 : 50) + bySize(row);
  });
  // Above a number of players a broadcast has a part of the table alone: a row from the other side says little.
  const hasWholeTable = (count: number) => count <= MAX_WHOLE_TABLE;
  const { per_match } = minBy(foreign.rows, (row) => {
    return (hasWholeTable(row.players) === hasWholeTable(players) ? 0 : 100) + bySize(row);
  });
  const sample = sampleOf(logs) ?? 1;
  const whole = minBy(
    leagues.rows.filter((row) => row.log_sample === 1),
    bySize,
  );
  const logBytes = log_sample === sample ? mean(log_bytes) : mean(whole.log_bytes) / sample;
  const diskBytes = mean(disk_bytes) - mean(log_bytes) + logBytes;
  const { steps, moves } = lengthOf(need(games.gameOf(game_type, options)));
  // A match of Even/Odd has two moves; each further one is an exchange more.
  const work = (matches * (per_match.exchanges + moves - 2)) / per_match.exchanges;
  const atOnce = roster.referees.reduce((sum, { maxMatches }) => sum + maxMatches, 0);
  const away = awayOf(roster, 'referee');
  const groups = Math.ceil(matches / rounds / (atOnce + away * MATCHES_AT_ONCE));
  const thinking_seconds = rounds * groups * steps * moveSec;
  const [disk, free_disk] = [Math.round(work * diskBytes), await freeBytes(places.data)];
  return {
    ...{ players, referees: roster.referees.length + away, transport: flag, cores: leagues.machine.cores },
    ...{ rounds, matches, bytes: Math.round(work * per_match.bytes), disk, free_disk: free_disk ?? null },
    ...{ seconds: work / mean(per_second) + thinking_seconds, thinking_seconds, fits: disk <= (free_disk ?? disk) },
  };
}

/** The moves of a match by random play, and the steps of the longest; all moves of a step are made at the same time. */
function lengthOf(game: Game) {
  try {
    const tries = Array.from({ length: 20 }, (_, nth) =>
      playout(game, { chance: seeded(nth), whims: seeded(nth + 20) }),
    );
    const moves = tries.flatMap(({ scenes }) => scenes).reduce((sum, { toMove }) => sum + toMove.length, 0);
    return { steps: Math.max(...tries.map(({ scenes }) => scenes.length)), moves: moves / tries.length };
  } catch (thrown) {
    throw new Mistake(`${titleOf(game)} failed in a trial match: ${reasonOf(thrown)}`);
  }
}

/** The row with the lowest measure; there is one row at least. */
function minBy<Row>(rows: readonly Row[], measure: (row: Row) => number): Row {
  return rows.reduce((best, row) => (measure(row) < measure(best) ? row : best));
}

const mean = (figures: readonly number[]) => figures.reduce((sum, figure) => sum + figure, 0) / figures.length;

/** The lines of a forecast for people. */
export function forecastText(forecast: Forecast): string {
  const { rounds, matches, bytes, disk, free_disk, seconds, thinking_seconds, cores, fits } = forecast;
  const freeText = free_disk === null ? '' : `, of ${sizeText(free_disk)} that are free`;
  const thinking =
    thinking_seconds === 0
      ? 'plus the time that players think (league plan --move-sec S adds it)'
      : `of which players think for ${spanText(thinking_seconds)}`;
  return [
    `  ${counted(matches, 'match')} in ${counted(rounds, 'round')}\n`,
    `  about ${sizeText(bytes)} of messages with players, and ${sizeText(disk)} on disk${freeText}\n`,
    `  about ${spanText(seconds)} as measured on ${counted(cores, 'core')}, ${thinking}\n`,
    fits ? '' : '  It does not fit on the disk; play fewer rounds with --max-rounds.\n',
  ].join('');
}

const LONG_SEC = 60;

/** The forecast of a run that takes more than a minute or more than the disk has; empty for others, and where it is not known. */
export async function longRunText(run: Run): Promise<string> {
  const forecast = await forecastOf(run).catch(() => undefined);
  return forecast === undefined || (forecast.seconds < LONG_SEC && forecast.fits) ? '' : forecastText(forecast);
}

/** 12 seconds, 8:16 min, 1:02:05 h. */
function spanText(seconds: number): string {
  if (seconds < LONG_SEC - 1) return counted(Math.max(1, Math.round(seconds)), 'second');
  return `${clockText(seconds)} ${Math.round(seconds) < 3_600 ? 'min' : 'h'}`;
}

/** 12 KB, 3.4 GB. */
function sizeText(bytes: number): string {
  const power = Math.min(3, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1_000 ** power;
  return `${value.toFixed(value < 10 ? 1 : 0)} ${['', 'KB', 'MB', 'GB'][power]}`;
}
