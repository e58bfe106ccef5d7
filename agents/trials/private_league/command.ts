/** `league private-league`: plays every strategy against the opponents that matter, and writes down how it went. */
import { resolve } from 'node:path';
import { systemClock, timestamp } from '../../../SHARED/core/clock.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { Flags } from '../../launcher/options.ts';
import { shown } from '../../launcher/output/results_text.ts';
import { CODE_EXTENSION, configOf, need, ROOT } from '../../launcher/world/installation.ts';
import { settingsOf } from '../../launcher/world/league_setup.ts';
import { coverageByFolder } from './coverage.ts';
import { wholeField } from './entrants.ts';
import { ownPlayerCommand } from './own_player.ts';
import { reportText } from './report.ts';
import { playPrivateLeague } from './run.ts';
import { openSchemaBook } from './schema_book.ts';
import { surprisesIn } from './surprises.ts';
import { wireTap } from './wire_tap.ts';

const GAMES = 100;
const SEED = 2025;
const LARGEST_SEED = 2 ** 32 - 1;
/** The most failures that are told on the terminal; the document has more. */
const SHOWN = 3;

/** 0 when nothing happened that must not happen, else 1; the document is written in both cases. */
export async function privateLeagueCommand(flags: Flags): Promise<number> {
  const count = flags.number('games', 1, 10_000) ?? GAMES;
  const player = flags.text('player');
  if (player !== undefined) return ownPlayerCommand(flags, player, count);
  const seed = flags.number('seed', 0, LARGEST_SEED) ?? SEED;
  const out = resolve(flags.text('out') ?? resolve(CODE_EXTENSION === '.ts' ? `${ROOT}doc` : '.', 'TEST_RESULTS.md'));
  const disk = nodeDisk();
  const loader = configOf(flags, disk);
  const { players } = need(await loader.loadAgents());
  const field = await wholeField(players.map(({ player_id }) => player_id));
  const book = await openSchemaBook(disk, resolve(ROOT, 'doc', 'schemas'));
  const { games: registry } = need(await loader.loadGamesRegistry());
  const [first, ...others] = registry.map(({ game_type }) => settingsOf(new Flags([['game', game_type]]), loader, []));
  if (first === undefined) throw new Error('there is no game');

  const results = await playPrivateLeague({
    field,
    games: count,
    seed,
    settings: await first,
    otherGames: await Promise.all(others),
    tap: () => wireTap(book),
    tell: (line) => process.stderr.write(`  ${line}\n`),
  });

  const measured = await disk.read(resolve(ROOT, 'coverage', 'coverage-summary.json'));
  const text = reportText(results, {
    date: timestamp(systemClock).slice(0, 'yyyy-mm-dd'.length),
    command: commandFor(count, seed),
    seed,
    games: count,
    types: book.types,
    coverage: measured === undefined ? undefined : coverageByFolder(measured, ROOT),
  });
  await disk.replace(out, text);
  await disk.close();
  process.stdout.write(`Wrote ${shown(out)}.\n`);
  const surprises = surprisesIn(results);
  for (const surprise of surprises.slice(0, SHOWN)) process.stderr.write(`league: ${surprise}\n`);
  if (surprises.length > SHOWN) process.stderr.write(`league: and ${surprises.length - SHOWN} more\n`);
  return surprises.length === 0 ? 0 : 1;
}

/** The command line that gets the same document; the file it was written to makes no difference to it. */
function commandFor(count: number, seed: number): string {
  const words = [...(count === GAMES ? [] : ['--games', count]), ...(seed === SEED ? [] : ['--seed', seed])];
  return ['npm run private-league', ...(words.length === 0 ? [] : ['--', ...words])].join(' ');
}
