/** `league watch`: shows a league as it is played, from its manager's address or from where its files are. */
import { resolve } from 'node:path';
import type { LeagueDocument, TableRow } from '../../../SHARED/contracts/api/league.ts';
import { sleep, systemClock } from '../../../SHARED/core/clock.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { pageOf, readerAt, type Unread } from '../live/reader.ts';
import { showLeague } from '../live/show.ts';
import { Flags, type FlagValue, Mistake, usage } from '../options.ts';
import { printable } from '../output/columns.ts';
import { championText, finalFiles, finalText } from '../output/results_text.ts';
import { counted, standingsText, statusText } from '../output/text.ts';
import { columnsOf, resumeLine, tellOf } from '../processes/follow_run.ts';
import { type Interruption, interruptible } from '../processes/interruption.ts';
import { placesOf } from '../world/installation.ts';
import { leagueSource, noFolder } from '../world/league_source.ts';
import { endpointIn } from '../world/wires_http.ts';

export function watchCommand(typed: Flags): Promise<number> {
  return interruptible((interruption) => watchLeague(typed, interruption));
}

/** A URL, or a host with a port; anything else is a folder. */
const URL_LIKE = /^[a-z]+:\/\/|^(\[[\da-f:.]+\]|[\w.-]+):\d+(\/|$)/i;
const OPTIONS = [
  'manager',
  'port-base',
  'league',
  'game',
  'data',
  'config',
  'class',
  'json',
  'quiet',
  'operator-token',
];
/** A league that no manager runs is looked for so often. */
const AGAIN_MS = 1_000;
/** The time a manager of this machine may be silent before its files are read. */
const SILENCE_MS = 3_000;

async function watchLeague(typed: Flags, interruption: Interruption): Promise<number> {
  const what = typed.operand('URL|DATA');
  if (URL_LIKE.test(what)) {
    const manager = endpointIn(what, 'manager');
    const { pathname } = new URL(manager);
    if (!/\/(mcp)?$/.test(pathname))
      throw usage(
        `no league is watched at ${printable(pathname)}; name its page ${pageOf(manager)} or its endpoint ${pageOf(manager)}mcp`,
      );
    return (await follow(typed, manager, { interruption, silenceMs: Number.POSITIVE_INFINITY })) ?? 0;
  }
  if (what !== '' && (await nodeDisk().list(resolve(what))).length === 0) throw noFolder(what);
  const data: readonly (readonly [string, FlagValue])[] = what === '' ? [] : [['data', resolve(what)]];
  const flags = new Flags([...typed.kept(OPTIONS), ...data]);
  let told = '';
  while (!interruption.isThere()) {
    const source = await leagueSource(flags);
    if (source.kind === 'manager') {
      const code = await follow(flags, source.where, { interruption, silenceMs: SILENCE_MS });
      if (code !== undefined) return code;
      continue;
    }
    const final = await finalFiles(nodeDisk(), placesOf(flags).data, source.league_id, Promise.resolve());
    if (final !== undefined) {
      if (!flags.has('json')) tellOf(flags, 'result')(finalText(final, undefined, columnsOf(flags)));
      return 0;
    }
    const text = `${statusText(await source.status())}no manager runs it now; it is waited for, or go on with: ${resumeLine(flags)}\n`;
    if (text !== told) tellOf(flags)(text);
    told = text;
    await Promise.race([sleep(systemClock, AGAIN_MS), interruption.promise]);
  }
  return 0;
}

interface Following {
  readonly interruption: Interruption;
  /** How long a manager may be silent before it is looked for elsewhere. */
  readonly silenceMs: number;
}

/** Follows the manager at an address to the end of its league; undefined when it has been silent for too long. */
async function follow(flags: Flags, manager: string, { interruption, silenceMs }: Following): Promise<0 | undefined> {
  const reader = readerAt(manager);
  const first = await reader.read('league');
  if (!first.ok) throw unread(manager, first.error);
  const { promise: over, resolve: end } = Promise.withResolvers<LeagueDocument | undefined>();
  const [isJson, isQuiet] = [flags.has('json'), flags.has('quiet')];
  let { value: league } = first;
  let heardAt = systemClock.monotonic();
  const show = showLeague({
    reader,
    clock: systemClock,
    page: pageOf(manager),
    // Of a league that is over the last word is all there is to see.
    ...(isJson || isQuiet || league.status === 'completed'
      ? {}
      : {
          stream: process.stdout,
          beside: [process.stderr],
          tell: (line: string) => void process.stdout.write(`${line}\n`),
        }),
    onLook(looked) {
      const now = systemClock.monotonic();
      if (looked.ok) {
        heardAt = now;
        league = looked.value.league;
        if (isJson) for (const event of looked.value.events) process.stdout.write(`${JSON.stringify(event)}\n`);
      }
      // A manager goes when everybody has been told the end, and that may be before it could be asked for it.
      const isGone = !looked.ok && league.matches.decided === league.matches.total;
      if (league.status === 'completed' || isGone) end(league);
      else if (!looked.ok && now - heardAt > silenceMs) end(undefined);
    },
  });
  const ended = await Promise.race([over, interruption.promise]);
  await show.end();
  if (ended === 'interrupted') return 0;
  if (ended === undefined) return undefined;
  if (!isJson) process.stdout.write(endText(ended, show.view()?.standings ?? [], columnsOf(flags)));
  return 0;
}

function unread(manager: string, { code, detail }: Unread): Mistake {
  if (code === 'SILENT') return new Mistake(`no manager answers at ${manager}: ${detail}`);
  return usage(`what answers at ${manager} is no manager whose league can be watched: ${detail}`);
}

/** The table of a league that is over, and who won. */
function endText(
  { champion, first_place, matches }: LeagueDocument,
  standings: readonly TableRow[],
  columns: number | undefined,
): string {
  const rows = standings.map(({ played, violations, ...row }) => ({
    ...row,
    games_played: played,
    ...(violations === 0 ? {} : { violations: { all: violations } }),
  }));
  const first = standings.find(({ player_id }) => player_id === champion?.player_id) ?? champion;
  const shared = first_place === null ? undefined : printable(first_place);
  const won = first === null ? '' : `Champion: ${championText(first, shared)}.\n`;
  return `\n${standingsText(rows, columns)}\n${won}${counted(matches.decided, 'match')}.\n`;
}
