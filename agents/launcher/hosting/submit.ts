/** `league submit`, `league list` and `league cancel`: leagues that hosts run, as their operator sees them. */
import { join, resolve } from 'node:path';
import { isId } from '../../../SHARED/core/ids.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../../SHARED/core/json.ts';
import { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import type { LeagueConfig } from '../../../SHARED/league_sdk/config_models.ts';
import { diskBeside } from '../../../SHARED/league_sdk/disk/disk.ts';
import { type Flags, Mistake, usage } from '../options.ts';
import { table } from '../output/columns.ts';
import { counted, print } from '../output/text.ts';
import { HOST_PATHS } from '../world/addresses.ts';
import { archive, earlierRun } from '../world/archive.ts';
import {
  folder,
  type LeagueQueue,
  ledgersIn,
  machine,
  placesOf,
  type QueuedLeague,
  type QueueState,
  queueIn,
  type Submission,
} from '../world/installation.ts';
import { settingsOf } from '../world/league_setup.ts';
import { OVER_NETWORK } from '../world/wires.ts';
import { ownScheme } from '../world/wires_http.ts';
import { hasPage } from './front_door.ts';

/** The options of a manager that are kept with a league. */
const KEPT = ['seed', 'legs', 'max-rounds'] as const;

/** What is to be done about a league that is there already. */
const ALREADY: { readonly [S in QueueState]?: string } = {
  WAITING: 'waits already; cancel it first, or choose another league_id',
  RUNNING: 'is being played; cancel it first, or choose another league_id',
  OVER: 'is over; begin it anew with --fresh, or choose another league_id',
};

export async function submitCommand(flags: Flags): Promise<number> {
  const file = flags.operand('FILE');
  const given = await readSubmitted(file);
  if ('season_id' in given || 'divisions' in given)
    throw usage(`${file}: seasons were removed; submit a league file for each division, and one for the final`);
  const queue = queueIn(flags);
  const { config, ...submission } = await checkedLeague(flags, { file, given });
  await makeRoom(flags, queue, submission.league_id);
  const became = await queue.submit(submission, flags.has('fresh'));
  await queue.end();
  if (became !== 'submitted') throw usage(`${submission.league_id} ${ALREADY[became] ?? `is ${became}`}`);
  const { league_id } = submission;
  return print(flags, { league_id, state: 'WAITING' }, submittedText(config));
}

/** The object in a file that is to be submitted. */
async function readSubmitted(file: string): Promise<JsonObject> {
  const text = await machine().disk.read(resolve(file));
  if (text === undefined) throw usage(`there is no file ${file}; a league file is as those of config/leagues`);
  const parsed = parseJson(text, { depth: 32, keys: 100_000, stringLength: 100_000, items: 1_000_000 });
  if (!parsed.ok || !isJsonObject(parsed.value)) throw usage(`${file} is no object of JSON; a league file is one`);
  return parsed.value;
}

/** A league file as it is submitted, read and checked as its manager will do it; a mistake in it is one line. */
async function checkedLeague(
  flags: Flags,
  { file, given }: { readonly file: string; readonly given: JsonObject },
): Promise<Submission & { readonly config: LeagueConfig }> {
  const { league_id } = given;
  if (!isId(league_id)) throw usage(`${file}: league_id: must be there: letters, digits, _ and -, at most 64 of them`);
  if (HOST_PATHS.has(league_id))
    throw usage(`${file}: league_id: "${league_id}" is a path of every host; choose another`);
  const players = flags.number('players', 2, 10_000);
  const participants = isJsonObject(given['participants'] ?? {}) ? (given['participants'] as JsonObject) : {};
  const meant =
    players === undefined ? given : { ...given, participants: { ...participants, auto_start_players: players } };
  const text = `${JSON.stringify(meant, null, 2)}\n`;
  const loader = hostedConfig(flags, league_id, text);
  try {
    const { config } = await settingsOf(flags.with('league', league_id), loader, OVER_NETWORK.schemes);
    const settings = [
      ...flags.kept(KEPT).flatMap(([name, value]) => [`--${name}`, String(value)]),
      ...(flags.has('strict') ? ['--strict'] : []),
    ];
    return { league_id, game_type: config.game_type, file: text, settings, config };
  } catch (problem) {
    if (!(problem instanceof Mistake)) throw problem;
    throw new Mistake(problem.message.replaceAll(leaguePath(flags, league_id), file), problem.exitCode);
  }
}

/** The configuration of this installation, with a league file that came from elsewhere. */
export function hostedConfig(flags: Flags, league_id: string, text: string): ConfigLoader {
  const { disk } = machine();
  const path = leaguePath(flags, league_id);
  const both = diskBeside(disk, { read: async (asked) => (asked === path ? text : disk.read(asked)) });
  return new ConfigLoader(both, folder(flags, 'config'), process.env);
}

function leaguePath(flags: Flags, league_id: string): string {
  return join(folder(flags, 'config'), 'leagues', `${league_id}.json`);
}

/** A league that was played is gone on with where it was; one that is over is put away where that is asked for. */
async function makeRoom(flags: Flags, queue: LeagueQueue, league_id: string): Promise<void> {
  const known = await queue.find(league_id);
  if (known?.state === 'WAITING' || known?.state === 'RUNNING') return;
  const { disk } = machine();
  const places = placesOf(flags);
  const shelf = { ...places, disk, store: ledgersIn(places, disk) };
  const earlier = await earlierRun(shelf, league_id);
  if (flags.has('fresh')) {
    if (earlier.state === 'none') await earlier.held.ledger.close();
    else await archive(shelf, league_id, earlier);
    return;
  }
  await earlier.held?.ledger.close();
  if (earlier.state === 'damaged') throw new Mistake(earlier.why);
  if (earlier.state === 'finished') throw usage(`${league_id} ${ALREADY.OVER}`);
}

function submittedText({ league_id, participants: { auto_start_players } }: LeagueConfig): string {
  const at = `${ownScheme()}//HOST:8000/${league_id}/mcp`;
  const begins =
    auto_start_players === undefined
      ? `Start play with: npx league start --manager ${at}`
      : `It begins by itself when ${counted(auto_start_players, 'player')} are registered.`;
  return `${league_id} waits for a host (npx league host). Its players and referees register at ${at} of any host.\n${begins}\n`;
}

/** What the list says of a league, as JSON and as a row. */
function listed(queued: QueuedLeague) {
  const { submitted, changed, address, host: _, is_cancelled, ...league } = queued;
  // Of one that is over there is the page, or nothing.
  const path = hasPage(queued) ? '' : 'mcp';
  const isThere = address !== null && (league.state !== 'OVER' || hasPage(queued));
  const where = isThere ? `${address}/${league.league_id}/${path}` : null;
  return { ...league, is_ending: is_cancelled && league.state === 'RUNNING', where, submitted, since: changed };
}

export async function listCommand(flags: Flags): Promise<number> {
  const queue = queueIn(flags);
  const leagues = (await queue.list()).map(listed);
  await queue.end();
  const rows = leagues.map(({ league_id, state, matches_completed, total_matches, players, where, since, why }) => [
    league_id,
    state,
    total_matches === 0 ? '' : `${matches_completed}/${total_matches}`,
    players,
    since.toISOString().slice(0, 19).replace('T', ' '),
    [state === 'RUNNING' || state === 'OVER' ? where : null, why].filter((word) => word !== null).join('; '),
  ]);
  const head = ['League', 'State', 'Matches', 'Players', 'Since (UTC)', 'Where, and why'];
  const none = 'No league was submitted; submit one with: npx league submit FILE\n';
  return print(flags, leagues, rows.length === 0 ? none : table(head, rows));
}

const OVER: { readonly [S in QueueState]?: string } = {
  OVER: 'is over already',
  CANCELLED: 'is cancelled already',
};

const CANCELLED: { readonly [S in QueueState]?: string } = {
  WAITING: 'is cancelled, and never begins',
  RUNNING: 'is being ended by its host',
  FAILED: 'had failed, and is cancelled',
};

export async function cancelCommand(flags: Flags): Promise<number> {
  const queue = queueIn(flags);
  const league_id = flags.operand('ID');
  const before = await queue.cancel(league_id, flags.text('reason') ?? 'cancelled by its operator');
  await queue.end();
  if (before === undefined) throw usage(`there is no league ${league_id}; npx league list shows those that there are`);
  const over = OVER[before];
  if (over !== undefined) throw usage(`${league_id} ${over}`);
  return print(flags, { league_id, was: before }, `${league_id} ${CANCELLED[before] ?? ''}.\n`);
}
