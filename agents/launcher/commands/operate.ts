/** The operator's commands about a league: what it does next, which agents take part, how it stands, and whether it is as it was played. */

import { HABIT_NAMES } from '../../../SHARED/contracts/dialects/habits.ts';
import { REJECTIONS } from '../../../SHARED/contracts/errors.ts';
import type { Message } from '../../../SHARED/contracts/index.ts';
import { later } from '../../../SHARED/core/clock.ts';
import { isId } from '../../../SHARED/core/ids.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { type Audited, audit } from '../../league_manager/audit/audit.ts';
import { readerAt } from '../live/reader.ts';
import { type Flags, Mistake, usage } from '../options.ts';
import {
  counted,
  type Known,
  print,
  quoted,
  scheduleText,
  sourceText,
  standingsText,
  statusText,
} from '../output/text.ts';
import { columnsOf, operatorLine, resumeLine } from '../processes/follow_run.ts';
import { recomputingIn } from '../processes/recomputing.ts';
import { notedRun } from '../processes/roster.ts';
import { gamesOf } from '../world/games.ts';
import { configOf, ledgersIn, need, placesOf, placeText, systemEffects, withRecords } from '../world/installation.ts';
import { judgeOf } from '../world/league_setup.ts';
import { type LeagueSource, leagueInFolder, leagueSource, managerIn, operatorIn } from '../world/league_source.ts';

export async function startCommand(flags: Flags): Promise<number> {
  const operator = await operatorIn(flags);
  const { league_id } = await operator.look('get_status');
  const status = await operator.ask('START_LEAGUE', { league_id: String(league_id) });
  if (status.status === 'error') {
    throw new Mistake(`the manager at ${await managerIn(flags)} says that ${league_id} is in error; its log says why`);
  }
  return told(flags, status);
}

/** What the manager says of the league after a command, below a line of the command's own. */
function told(flags: Flags, status: Message<'LEAGUE_STATUS'>, line = ''): number {
  const go = operatorLine('unpause', flags, flags.text('manager'));
  return print(flags, status, `${line}${statusText({ ...status } as JsonObject, { go })}`);
}

/** `league remove`, `suspend` and `readmit`: the operator's word on one agent. */
export function agentCommand(action: 'remove' | 'suspend' | 'readmit') {
  return async (flags: Flags): Promise<number> => {
    const agent_id = flags.operand('ID');
    if (!isId(agent_id)) throw usage(`"${agent_id}" is no id; an id is like P03 or REF01`);
    const reason = flags.text('reason');
    if (reason === undefined)
      throw usage(`league ${action} needs a reason: league ${action} ${agent_id} --reason TEXT`);
    const endpoint = flags.text('endpoint');
    const operator = await operatorIn(flags);
    const { league_id } = await operator.look('get_status');
    const body = { league_id: String(league_id), agent_id, action, reason };
    const status = await operator.ask('AGENT_COMMAND', endpoint === undefined ? body : { ...body, endpoint });
    const done = { remove: 'removed', suspend: 'suspended', readmit: 'readmitted' }[action];
    return told(flags, status, `${agent_id} is ${done}.\n`);
  };
}

/** `league add`: registers a player that never registers itself. */
export async function addCommand(flags: Flags): Promise<number> {
  const url = flags.operand('URL');
  const at = URL.parse(url);
  if (at === null || !/^https?:$/.test(at.protocol))
    throw usage(`"${url}" is no address; write it as http://host:port/mcp`);
  const habits = flags.texts('habit').map((name) => {
    const known = HABIT_NAMES.find((habit) => habit === name);
    if (known === undefined) throw usage(`there is no habit "${name}"; the habits are ${HABIT_NAMES.join(', ')}`);
    return known;
  });
  const operator = await operatorIn(flags);
  const { game_type, players } = await operator.look('get_status');
  const { transport, clock } = systemEffects('agent');
  const knocked = await transport.knock(url, later(clock.monotonic(), KNOCK_MS));
  if (!knocked.ok) throw new Mistake(`nothing listens at ${url}: ${knocked.error.detail}; start the player first`);
  const meta = { contact_endpoint: url, game_types: [String(game_type)], ...(habits.length === 0 ? {} : { habits }) };
  const ask = (display_name: string) =>
    operator.ask('LEAGUE_REGISTER_REQUEST', { player_meta: { display_name, ...meta } });
  const typed = flags.text('name');
  // Everybody is told the name: it does not say the address.
  let nth = Number(players ?? 0) + 1;
  let answer = await ask(typed ?? `Player ${nth}`);
  for (let tries = 1; typed === undefined && answer.reason === TAKEN && tries < TRIES; tries++)
    answer = await ask(`Player ${++nth}`);
  const display_name = typed ?? `Player ${nth}`;
  if (answer.status === 'REJECTED') throw new Mistake(`not added: ${answer.reason}: ${answer.detail}`);
  const { auth_token: _, manager_token: __, ...shown } = answer;
  return print(flags, shown, `${answer.player_id} is “${display_name}” at ${url}.\n`);
}

const TAKEN = REJECTIONS.DUPLICATE_NAME.reason;
/** The number of names tried for a player that is added without one. */
const TRIES = 20;
/** How long an address that is added has to take a connection. */
const KNOCK_MS = 5_000;

/** `league pause` and `league unpause`. */
export function pauseCommand(action: 'pause' | 'unpause') {
  return async (flags: Flags): Promise<number> => {
    const operator = await operatorIn(flags);
    const { league_id } = await operator.look('get_status');
    const reason = flags.text('reason');
    const body = { league_id: String(league_id), action };
    const status = await operator.ask('PAUSE_COMMAND', reason === undefined ? body : { ...body, reason });
    return told(flags, status);
  };
}

export async function statusCommand(flags: Flags): Promise<number> {
  const source = await leagueSource(flags);
  const status = await source.status();
  const go = operatorLine('unpause', flags, source.kind === 'manager' ? source.where : undefined);
  const known: Known = (agent_id) => {
    const agent = source.league?.agents.get(agent_id);
    return agent && { name: agent.display_name, address: agent.endpoint };
  };
  const text = `${statusText(status, { go, known, awaited: await awaitedIn(source, status) })}${sourceText(source, (await canGoOn(flags, source, status)) ? resumeFrom(flags, source) : undefined)}`;
  return print(flags, status, text);
}

/** Whether `league resume` plays a league; before play it does so with those that it began. */
async function canGoOn(flags: Flags, { league_id }: LeagueSource, { status }: JsonObject): Promise<boolean> {
  if (status !== 'waiting') return status === 'running';
  return (await notedRun(ledgersIn(placesOf(flags)), league_id)) !== undefined;
}

/** The players that long matches wait for, by match; of one whose referee does not say it, nothing. */
async function awaitedIn({ kind, where }: LeagueSource, { long_matches }: JsonObject) {
  if (kind !== 'manager' || long_matches === undefined) return new Map();
  const open = await readerAt(where).read('matches', { status: 'RUNNING' });
  const rows = open.ok ? open.value.rows.filter(({ waits_for }) => waits_for.length > 0) : [];
  return new Map(rows.map(({ match_id, waits_for }) => [match_id, waits_for] as const));
}

/** The command that goes on with a league, as it can be pasted. */
function resumeFrom(flags: Flags, { league_id, where }: LeagueSource): string {
  if (placesOf(flags).database !== undefined) return resumeLine(flags.with('league', league_id));
  const isTyped = flags.text('class') !== undefined || flags.text('config') !== undefined;
  return isTyped ? resumeLine(flags) : `npx league resume --league ${league_id} --data ${quoted(where)}`;
}

export async function standingsCommand(flags: Flags): Promise<number> {
  const rows = await (await leagueSource(flags)).standings();
  return print(flags, rows, standingsText(rows, columnsOf(flags)));
}

export async function scheduleCommand(flags: Flags): Promise<number> {
  const schedule = await (await leagueSource(flags)).schedule();
  if (schedule.ok) return print(flags, schedule.value, scheduleText(schedule.value));
  return print(flags, schedule.error, `${String(schedule.error['error_description'] ?? 'no schedule yet')}\n`);
}

export async function stopCommand(flags: Flags): Promise<number> {
  const answer = await (await operatorIn(flags)).ask('SHUTDOWN_COMMAND', { reason: 'the operator stopped the league' });
  return print(flags, answer, 'The manager ends, and tells its agents to.\n');
}

/** Ends with 0 when all is as it was played, with 1 and the first difference when not. */
export async function verifyCommand(flags: Flags): Promise<number> {
  const places = placesOf(flags);
  const disk = withRecords(places, systemEffects('agent').disk);
  const { data } = places;
  const loader = configOf(flags, disk);
  const store = ledgersIn(places, disk);
  const league_id = await leagueInFolder(flags, store);
  const noted = flags.text('game') === undefined ? await notedRun(store, league_id) : undefined;
  const judge = judgeOf(await gamesOf(noted ?? flags, loader));
  const { games } = need(await loader.loadGamesRegistry());
  const recomputing = recomputingIn({
    games: games.map(({ game_type, rules_module }) => ({ game_type, rules_module })),
    judge,
  });
  const isAnywhere = places.database !== undefined;
  const [where, from] = [placeText(places), isAnywhere ? '--ledger' : '--data'];
  const audited = await audit({ store, disk, data, league_id, judge, recomputing, isAnywhere }).finally(
    recomputing.end,
  );
  if (audited === undefined)
    throw usage(`there is no ledger of ${league_id} in ${where}; name another with ${from} or --league`);
  if (flags.has('json')) {
    const found = audited.ok ? audited.value : { first_difference: audited.error };
    const answer = { verified: audited.ok, league_id, where, ...found };
    process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    return audited.ok ? 0 : 1;
  }
  const which = `${league_id} in ${where}`;
  if (!audited.ok) throw new Mistake(`${which}: first difference: ${audited.error.where}: ${audited.error.what}`);
  process.stdout.write(report(audited.value, which));
  return 0;
}

function report({ events, phase, recomputed, onTrust, records, views, notes }: Audited, which: string): string {
  const rows = [
    ['League', which],
    ['Ledger', `${counted(events, 'event')}, each tied to the one before; ${STAGES[phase]}`],
    ['Results', `${counted(recomputed, 'result')} recomputed from moves and seed, ${onTrust} taken on trust`],
    [
      'Records',
      records === 0
        ? 'none here to be compared'
        : `${counted(records, 'match record')} as reported, each with the seed that was promised`,
    ],
    ['Views', `${counted(views, 'file')} as the ledger says`],
    ...notes.map((note) => ['Note', note] as const),
  ];
  return `${rows.map(([name, text]) => `${(name as string).padEnd(10)} ${text}`).join('\n')}\nAll is as it was played.\n`;
}

const STAGES = {
  WAITING_FOR_REGISTRATIONS: 'not started',
  RUNNING_LEAGUE: 'not over yet',
  LEAGUE_COMPLETE: 'over',
} as const;
