/** `league class`: the folder of a class league, and the invite codes of the people who take part. */
import { join, resolve } from 'node:path';
import { toHex } from '../../../SHARED/core/hash.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../../SHARED/core/json.ts';
import { leagueIdOf } from '../../../SHARED/league_sdk/config_loader.ts';
import type { LeagueConfig } from '../../../SHARED/league_sdk/config_models.ts';
import { damageText, readLeague } from '../../league_manager/league/read_league.ts';
import type { League } from '../../league_manager/league/state.ts';
import { type Flags, Mistake, usage } from '../options.ts';
import { printable, table } from '../output/columns.ts';
import { shown } from '../output/results_text.ts';
import { counted } from '../output/text.ts';
import { managerOfConfig } from '../world/addresses.ts';
import {
  type ClassLeague,
  classConfig,
  codesIn,
  codesText,
  type Invited,
  invitationText,
  invite,
  namesIn,
} from '../world/class_folder.ts';
import { leagueIdIn } from '../world/games.ts';
import { configOf, folder, ledgersIn, machine, need, placesOf } from '../world/installation.ts';
import { addressesForOthers, portOf } from '../world/wires_http.ts';

const CODES = 'codes.csv';
const INVITATION = 'invitation.txt';
const LAST_PORT = 65_000;

/** Writes a folder that manager, referees and the operator's commands are started on with `--class DIR`. */
export async function classNewCommand(flags: Flags): Promise<number> {
  const typed = flags.operand('DIR');
  const dir = resolve(typed);
  const { disk, entropy } = machine();
  const present = (await disk.list(dir)).find((name) => name === 'config' || name === 'data');
  if (present !== undefined) throw usage(`${join(typed, present)} is there already; choose another folder`);
  const loader = configOf(flags, disk);
  const games = need(await loader.loadGamesRegistry());
  const game_type = flags.text('game') ?? games.games[0]?.game_type ?? '';
  need(await loader.getGame(game_type));
  const league: ClassLeague = {
    league_id: leagueIdOf(game_type),
    display_name: flags.text('name') ?? 'Class League',
    game_type,
    port: flags.number('port', 1, LAST_PORT) ?? DEFAULT_PORT,
    tls: Object.fromEntries(
      flags
        .kept(['tls-cert', 'tls-key', 'tls-ca'])
        .map(([name, file]) => [name.replace('-', '_'), resolve(String(file))]),
    ),
  };
  for (const [path, file] of Object.entries(classConfig(league, games)))
    await disk.replace(join(dir, 'config', path), json(file));
  // Made here, where the organiser can read it; the manager finds it in its place.
  const token = `op_${toHex(entropy.bytes(32))}`;
  const kept = ledgersIn({ ...placesOf(flags), data: join(dir, 'data') }, disk).document(
    league.league_id,
    'operator_token',
  );
  await kept.replace(`${token}\n`);
  const managers = addressesForOthers(league.port);
  await disk.replace(join(dir, INVITATION), invitationText(league, managers));
  await disk.close();
  const file = join(typed, 'config', 'leagues', `${league.league_id}.json`);
  process.stdout.write(`${league.display_name} is in ${shown(dir)}.

  Manager     ${managers.join('\n              ')}
  Your token  ${token}
              (for you alone; kept in ${shown(kept.where)}, and made anew for the next league)
  Invitation  ${join(typed, INVITATION)}
  Rules       ${file}
              "move_timeout_sec" is the time for a move, in seconds
              "violations" is "count"; "disqualify" takes a player out at its first breach of the protocol

Next:
  npx league class roster names.txt --class ${typed}   # one invite code for each name; leave it out to let anybody in
  npx league run --class ${typed}                      # manager and referees; players register
  npx league start --class ${typed}                    # in another terminal, when all are there
`);
  return 0;
}

const DEFAULT_PORT = 8_000;

/** Gives codes to the names of a file, or shows who has come. */
export async function classRosterCommand(flags: Flags): Promise<number> {
  const dir = flags.text('class');
  if (dir === undefined) throw usage('which class? name its folder with --class DIR');
  const { disk, entropy } = machine();
  const loader = configOf(flags, disk);
  const league_id = await leagueIdIn(flags, loader);
  const config = need(await loader.loadLeague(league_id));
  const list = flags.text('FILE');
  if (list === undefined) return showRoster(flags, config);
  const text = await disk.read(resolve(list));
  if (text === undefined) throw usage(`there is no file ${list}`);
  const names = namesIn(text);
  if (!names.ok) throw usage(`${list}: ${names.error}`);
  const codesFile = join(resolve(dir), CODES);
  const known = codesIn((await disk.read(codesFile)) ?? '');
  const former = (config.participants.roster ?? []).map(({ name }) => name);
  const unlisted = former.filter((name) => !names.value.includes(name));
  const isReplaced = flags.has('replace');
  const invited = isReplaced ? names.value : [...former, ...names.value.filter((name) => !former.includes(name))];
  const roster = invite(invited, config, { known, entropy });
  const [manager = ''] = addressesForOthers(portOf(await managerOfConfig(loader)));
  // The codes come first: a hash whose code is nowhere would be a place that cannot be taken.
  await disk.replace(codesFile, codesText(roster, manager), { secret: true });
  await writeRoster(flags, league_id, roster);
  await disk.close();
  if (flags.has('json')) process.stdout.write(json(roster.map(({ name, code = null }) => ({ name, code }))));
  else {
    process.stdout.write(`${table(
      ['Name', 'Invite code'],
      roster.map(({ name, code }) => [name, code ?? '(given out before)']),
    )}
${counted(roster.length, 'name')}, one seat each. The codes are in ${join(dir, CODES)}, their hashes in the league file.
A manager that runs reads them when it is started again.
`);
    if (unlisted.length > 0)
      process.stdout.write(
        isReplaced
          ? `Dropped, with their codes: ${unlisted.map(printable).join(', ')}.\n`
          : `${counted(unlisted.length, 'name')} of the roster before ${unlisted.length === 1 ? 'is' : 'are'} not in ${list} and kept; --replace drops them.\n`,
      );
  }
  return 0;
}

/** The league file as it is, with another roster. */
async function writeRoster(flags: Flags, league_id: string, roster: readonly Invited[]): Promise<void> {
  const { disk } = machine();
  const path = join(folder(flags, 'config'), 'leagues', `${league_id}.json`);
  const parsed = parseJson((await disk.read(path)) ?? '{}');
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Mistake(`${path} is no JSON object`);
  const file = parsed.value;
  const participants = isJsonObject(file['participants']) ? file['participants'] : {};
  const hashes = roster.map(({ name, code_sha256 }) => ({ name, code_sha256 }));
  await disk.replace(path, json({ ...file, participants: { ...participants, roster: hashes } }));
}

async function showRoster(flags: Flags, { league_id, participants: { roster } }: LeagueConfig): Promise<number> {
  if (roster === undefined)
    throw usage(
      `${league_id} has no roster, and takes any player; make one with: league class roster FILE --class DIR`,
    );
  const store = ledgersIn(placesOf(flags));
  const read = await readLeague(store, league_id);
  if (!read.ok) throw new Mistake(damageText(store, league_id, read.error));
  const rows = roster.map(({ name, code_sha256 }) => ({ name, ...seatOf(read.value, code_sha256) }));
  if (flags.has('json')) {
    process.stdout.write(json(rows));
    return 0;
  }
  const missing = rows.filter(({ player_id }) => player_id === null).length;
  process.stdout.write(
    table(
      ['Name', 'Player', 'Plays as', 'Endpoint'],
      rows.map(({ name, player_id, display_name, endpoint }) => [
        name,
        player_id ?? '–',
        display_name ?? '',
        endpoint ?? '',
      ]),
    ),
  );
  process.stdout.write(`\n${rows.length - missing} of ${counted(rows.length, 'name')} have a seat.\n`);
  return 0;
}

function seatOf(league: League | undefined, code_sha256: string) {
  const seat = [...(league?.agents.values() ?? [])].find((agent) => agent.code_sha256 === code_sha256);
  const { id: player_id = null, display_name = null, endpoint = null } = seat ?? {};
  return { player_id, display_name, endpoint };
}

function json(value: JsonObject | readonly JsonObject[]): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
