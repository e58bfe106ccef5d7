/** How a league ended: read from the files it left, as JSON for programs and as text for people. */
import { join, relative } from 'node:path';
import {
  type RoundEntry,
  RoundsFile,
  RoundsSlice,
  StandingsFile,
} from '../../../SHARED/contracts/files/league_data.ts';
import { sleep, systemClock } from '../../../SHARED/core/clock.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import type { Places } from '../../../SHARED/league_sdk/effects.ts';
import { readDocument } from '../../../SHARED/league_sdk/files/document.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import { type ModelStory, modelStory } from '../../league_manager/public/story_of_player.ts';
import { sharedFirst } from '../../league_manager/tournament/standings.ts';
import { Mistake } from '../options.ts';
import { type LedgerPlace, need, placeText } from '../world/installation.ts';
import { printable } from './columns.ts';
import { counted, modelText, resultsText, standingsText, type TableRow } from './text.ts';

export interface Final {
  readonly standings: StandingsFile;
  readonly rounds: RoundsFile;
}

/** The most matches that are shown one by one, and the most players. */
const SHOW_MATCHES = 30;
const SHOW_PLAYERS = 100;
const LOOK_EVERY_MS = 5;

/** The last files of a league, which the manager writes just before it ends; undefined if it ended without them. */
export async function finalFiles(
  disk: Disk,
  data: string,
  league_id: string,
  managerOver: Promise<void>,
): Promise<Final | undefined> {
  const paths = dataPaths(data);
  let ended = false;
  void managerOver.then(() => {
    ended = true;
  });
  for (;;) {
    const lastLook = ended;
    const standings = need(await readDocument(disk, paths.standings(league_id), StandingsFile));
    const rounds = need(await readDocument(disk, paths.rounds(league_id), RoundsFile));
    if (standings !== undefined && rounds !== undefined && isComplete(standings, rounds))
      return { standings, rounds: { ...rounds, rounds: [...(await earlierRounds(rounds)), ...rounds.rounds] } };
    if (lastLook) return undefined;
    await sleep(systemClock, LOOK_EVERY_MS);
  }

  /**
   * Of a long league: what lies in slices, each of which is named by the round after the last of the one before, up to
   * the first of `rounds.json`. Where they are not all there as one run left them, a mistake says of which file.
   */
  async function earlierRounds({ run_id, rounds: [newer] }: RoundsFile): Promise<readonly RoundEntry[]> {
    const earlier: RoundEntry[] = [];
    const end = newer?.round_id ?? 1;
    for (let first = 1; first < end; first = earlier.length + 1) {
      const path = paths.roundsFrom(league_id, first);
      const slice = need(await readDocument(disk, path, RoundsSlice));
      if (slice === undefined) throw new Mistake(`${path}: it is missing; ${ANEW}`);
      if (slice.run_id !== run_id) throw new Mistake(`${path}: it is of another run; delete it, and ${ANEW}`);
      const { last_round, rounds } = slice;
      const isInOrder = rounds.every(({ round_id }, i) => round_id === first + i);
      if (!isInOrder || last_round < first || last_round >= end || rounds.length !== last_round - first + 1)
        throw new Mistake(`${path}: it is not the rounds from ${first} to one before ${end}; delete it, and ${ANEW}`);
      earlier.push(...rounds);
    }
    return earlier;
  }
}

const ANEW = 'the manager writes it anew at its next start';

function isComplete(standings: StandingsFile, { rounds, total_rounds }: RoundsFile): boolean {
  const newest = rounds.at(-1);
  const isLast = newest?.round_id === total_rounds && newest.status === 'COMPLETED';
  return isLast && standings.rounds_completed === total_rounds;
}

/** One JSON document: standings, champion, matches, and the seconds this command played; null if it did not play. */
export function finalJson(final: Final, seconds?: number): string {
  return `${JSON.stringify({ ...finalDocument(final), seconds: seconds ?? null }, null, 2)}\n`;
}

/** The same for a program, without the seconds. */
export function finalDocument({ standings, rounds }: Final) {
  const first = firstIn(standings.standings);
  const { league_id, run_id, seeded } = standings;
  const champion = first && { player_id: first.player_id, display_name: first.display_name, points: first.points };
  const matches = rounds.rounds.flatMap((round) => round.matches);
  return {
    league_id,
    run_id,
    seeded,
    standings: withGuarded({ standings, rounds }),
    champion: champion ?? null,
    matches,
  };
}

type FinalRow = StandingsFile['standings'][number] & TableRow & { readonly model?: ModelStory };

/** The rows of the table, each with the moves that were made in place of its strategy, where there are any, and its language model. */
function withGuarded({ standings, rounds }: Final): FinalRow[] {
  const counts = new Map<string, number>();
  const matches = rounds.rounds.flatMap((round) => round.matches);
  const models = Map.groupBy(
    matches.flatMap((match) => match.models ?? []),
    ({ player_id }) => player_id,
  );
  for (const { player_a, player_b, guarded = {} } of matches)
    for (const id of [player_a, player_b]) counts.set(id, (counts.get(id) ?? 0) + (guarded[id] ?? 0));
  return standings.standings.map((row) => {
    const guarded = counts.get(row.player_id) ?? 0;
    const model = modelStory(models.get(row.player_id) ?? []);
    return { ...row, ...(guarded === 0 ? {} : { guarded }), ...(model === null ? {} : { model }) };
  });
}

const GUARDED = '  Guarded: moves made in place of a strategy that failed; --no-guard lets it forfeit instead.\n';

/** How long a command played, and how many matches were decided before. */
export interface Played {
  readonly seconds: number;
  readonly decidedBefore: number;
}

/** Results of a small league, the table, the champion; on a terminal the tables fit its columns. */
export function finalText({ standings, rounds }: Final, played?: Played, columns?: number): string {
  const rows = withGuarded({ standings, rounds });
  const matches = rounds.rounds.reduce((sum, round) => sum + round.matches.length, 0);
  const first = firstIn(rows);
  const parts = [
    matches <= SHOW_MATCHES ? `\n${resultsText(rounds, columns)}` : '',
    `\n${standingsText(rows.slice(0, SHOW_PLAYERS), columns)}`,
    rows.length > SHOW_PLAYERS ? `  … and ${rows.length - SHOW_PLAYERS} more in standings.json\n` : '',
    rows.some(({ guarded = 0 }) => guarded > 0) ? GUARDED : '',
    ...rows
      .slice(0, SHOW_PLAYERS)
      .map(({ player_id, model }) => (model === undefined ? '' : `  ${player_id} ${modelText(model)}.\n`)),
    first === undefined ? '' : `\nChampion: ${championText(first, sharedFirst(rows, printable))}.\n`,
    `${counted(matches, 'match')}${playedText(matches, played)}${standings.seeded === true ? ', with seeded draws' : ''}.\n`,
  ];
  return parts.join('');
}

function playedText(matches: number, played: Played | undefined): string {
  if (played === undefined) return '';
  const seconds = `${played.seconds.toFixed(2)} s`;
  if (played.decidedBefore === 0) return ` in ${seconds} with start-up`;
  return `, ${matches - played.decidedBefore} of them in the ${seconds} since it went on`;
}

/** The first that takes part to the end. */
function firstIn(rows: StandingsFile['standings']): StandingsFile['standings'][number] | undefined {
  const [first] = rows;
  return first?.mark === 'removed' || first?.mark === 'disqualified' ? undefined : first;
}

/** A champion, and the points where they are known. */
export type Champion = Pick<TableRow, 'display_name' | 'player_id'> & Partial<Pick<TableRow, 'points'>>;

/** The first of the order; where others are equal in everything that counts, that is said, with a few of them. */
export function championText({ display_name, player_id, points }: Champion, shared: string | undefined): string {
  const scored = points === undefined ? '' : ` with ${counted(points, 'point')}`;
  const won = `${printable(display_name)} (${player_id})${scored}`;
  return shared === undefined ? won : `${won}, by id alone: ${shared}`;
}

/** The folders of a league's files as far as there are any, for people to read, and the command that shows its page again. */
export async function whereText(
  places: Places & LedgerPlace,
  league_id: string,
  replay: string,
  areLogsLossy = false,
): Promise<string> {
  const matches = places.database === undefined ? await matchesText(places.data, league_id) : placeText(places);
  return `
Standings  ${shown(dataPaths(places.data).standings(league_id))}
${matches === undefined ? '' : `Matches    ${matches}\n`}Logs       ${shown(places.logs)}/${areLogsLossy ? ' (lines are missing)' : ''}
Page       ${replay}
`;
}

/** Where the records of matches are; undefined where none is kept here. */
async function matchesText(data: string, league_id: string): Promise<string | undefined> {
  const folder = dataPaths(data).matches(league_id);
  const names = await nodeDisk().list(folder);
  if (names.some((name) => name.endsWith('.json'))) return `${shown(folder)}/`;
  return names.includes('segments') ? `${shown(join(folder, 'segments'))}/ (compressed)` : undefined;
}

/** A path as the user would type it. */
export function shown(path: string): string {
  if (path.includes('://')) return path;
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') || fromHere === '' ? path : fromHere;
}
