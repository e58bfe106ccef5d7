/** `league manager`: one League Manager in this process. */
import { MANAGER_ID } from '../../../SHARED/contracts/fields.ts';
import { systemClock } from '../../../SHARED/core/clock.ts';
import type { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import { PLAYING } from '../../gateway/tools.ts';
import { type ManagerOptions, startManager } from '../../league_manager/manager.ts';
import { statusOf } from '../../league_manager/public/queries.ts';
import { Front, standbyManager, type Term } from '../hosting/standby.ts';
import { hostedConfig } from '../hosting/submit.ts';
import { Announcer, onTheWire } from '../live/announcer.ts';
import { readerOf } from '../live/own_reader.ts';
import { type Flags, Mistake, usage } from '../options.ts';
import { keptText } from '../output/roll_news.ts';
import { ASKED_TO_END, childOfLauncher, note, untilEnded } from '../processes/child.ts';
import { tellOf } from '../processes/follow_run.ts';
import { notedRun } from '../processes/roster.ts';
import { atHost, listenAt, managerFor, managerOfConfig } from '../world/addresses.ts';
import { archive, earlierRun, runIn } from '../world/archive.ts';
import { gamesOf } from '../world/games.ts';
import { seatsOf } from '../world/gateway.ts';
import {
  configOf,
  DATABASE_URL,
  ledgersIn,
  logsOf,
  machine,
  need,
  networkOf,
  placesOf,
  queueIn,
  recordsOf,
  sharedLedgersIn,
  withRecords,
} from '../world/installation.ts';
import {
  boardsBy,
  isAtTerminal,
  judgeOf,
  playerPatience,
  resumeWaitMs,
  settingsOf,
  tellIgnored,
} from '../world/league_setup.ts';
import { leagueWeb } from '../world/league_web.ts';
import { ManagerCatalog } from '../world/manager_catalog.ts';
import { mcpLayer } from '../world/mcp_catalogs.ts';
import { managerChoice, WIRE_SWITCHES, type Wires, wireOf } from '../world/wires.ts';
import { callerCheck, openAddresses, portOf, uncertified } from '../world/wires_http.ts';

/** The configuration of a league that was submitted: its league file is the one in the database. */
async function hostedLoader(flags: Flags): Promise<ConfigLoader> {
  const league_id = flags.text('league') ?? '';
  const queue = queueIn(flags);
  const submission = await queue.submission(league_id);
  await queue.end();
  if (submission === undefined) throw usage(`${league_id} was not submitted; submit it with: npx league submit FILE`);
  return hostedConfig(flags, league_id, submission.file);
}

/** Leads a league from this process, or stands by until it does. */
export async function managerCommand(flags: Flags): Promise<number> {
  const premises = await premisesOf(flags);
  const { shelf, league_id, child, wires, world } = premises;
  if (flags.has('standby')) await standingBy(flags, premises);
  else {
    // A finished run makes room for the next; an unfinished one goes on where it was, and so does one whose end was not told.
    const earlier = await earlierRun(shelf, league_id);
    if (earlier.state === 'damaged' && !flags.has('fresh')) throw new Mistake(earlier.why);
    // A launcher has made room itself. One that goes on must begin nothing: the league may have ended while it looked.
    if (child.launched && earlier.state === 'finished') {
      await earlier.held.ledger.close();
      throw new Mistake(`${league_id} is over; there is nothing to go on with`);
    }
    const isOver = earlier.state === 'finished' || (earlier.state !== 'none' && flags.has('fresh'));
    if (isOver) {
      await checkPort(wires).catch(async (problem: unknown) => {
        await earlier.held?.ledger.close();
        throw problem;
      });
      await archive(shelf, league_id, earlier);
    }
    await lead(flags, premises, isOver || earlier.held === undefined ? {} : { held: earlier.held });
  }
  await wires.close();
  await world.disk.close();
  return 0;
}

/** A port that is taken is told before a league is put away for one that cannot begin. */
async function checkPort({ transport, addressOf }: Wires): Promise<void> {
  const at = addressOf(MANAGER_ID);
  if (/^https?:/.test(at) && portOf(at) !== 0) await need(await transport.listen(at, async () => '')).close();
}

/** A supervisor, or a person, decided to start a process so long before it began, on a busy machine. */
const DECIDED_MS = 2_000;

async function standingBy(flags: Flags, premises: Premises): Promise<void> {
  const { shelf, league_id, wires, front, callers, shared: store } = premises;
  if (store === undefined) throw usage(`--standby needs a database: --ledger URL, or ${DATABASE_URL}`);
  const contrary = ['fresh', ...WIRE_SWITCHES].find((name) => flags.has(name));
  if (contrary !== undefined) throw usage(`--standby and --${contrary} contradict each other; leave out one of them`);
  const { transport } = wires;
  const at = wires.addressOf(MANAGER_ID);
  if (portOf(at) === 0) throw usage('--standby needs a port that others can know: --port PORT');
  // A database that goes away is waited for; one that was never there is a mistake.
  await store.leader(league_id);
  const begun = systemClock.now().getTime() - process.uptime() * 1_000;
  const tell = (line: string) => tellOf(flags)(`${line}\n`);
  await standbyManager({
    ...{ clock: systemClock, store, league_id, transport, at, front, callers, tell },
    async lead(term) {
      const run = runIn(term.held);
      if (term.leaderless !== undefined || run.state !== 'finished') {
        await lead(flags, premises, term);
        return true;
      }
      const isJustOver = Date.parse(run.held.newest.at(-1)?.at ?? '') > begun - DECIDED_MS;
      // It was started for that league, as by a supervisor, and another one is for the operator to begin.
      if (isJustOver) {
        tell(`${league_id} ended while this manager started; start it once more for the next one.`);
        await run.held.ledger.close();
      } else await archive(shelf, league_id, run);
      return isJustOver;
    },
  });
}

type Premises = Awaited<ReturnType<typeof premisesOf>>;

/** What is settled before a league is opened, and holds however often it is. */
async function premisesOf(flags: Flags) {
  const wire = managerChoice(flags);
  const loader = flags.has('hosted') ? await hostedLoader(flags) : configOf(flags);
  const known = await networkOf(loader);
  const places = placesOf(flags);
  const settings = await settingsOf(flags, loader, wire.schemes);
  const games = await gamesOf(flags, loader);
  const { league_id } = settings.config;
  const here = machine();
  const records = await recordsOf(flags, loader, here.disk);
  const logs = await logsOf(flags, loader);
  const world = { ...here, logs: logs.league_manager, records };
  const store = ledgersIn(places, world.disk);
  const { network, security } = need(await loader.loadSystem());
  const port = flags.number('port', 0, 65_535);
  const at = atHost(listenAt(await managerFor(flags, loader), network.base_host, port), flags.text('host'));
  const front = new Front();
  const usual = await managerOfConfig(loader);
  const shared = sharedLedgersIn(places);
  const callers = callerCheck();
  // Where no other machine has the league's secret, nobody passes on.
  const serving = { rest: front.rest, callers: shared === undefined ? undefined : callers };
  const wires = wireOf(wire.name).open({
    of: 'manager',
    id: MANAGER_ID,
    at,
    settings: known,
    serving,
    ends: wire.ends,
  });
  return {
    ...{ loader, known, places, settings, games, league_id, logs, world, store, network, security, front, shared },
    ...{ usual, callers, wires, child: childOfLauncher(), shelf: { ...places, store, disk: world.disk } },
  };
}

/** Runs the manager of a league until it has ended; a term that it has lost ends without a word. */
async function lead(flags: Flags, premises: Premises, term: Partial<Term>): Promise<void> {
  const { loader, places, settings, league_id, world, store, front, shared, callers, wires, child } = premises;
  const { league_manager } = need(await loader.loadAgents());
  const exhibits = await exhibit(premises);
  const { web, seats, catalog, shown } = exhibits;
  // An address that is listened at already passes on until there is a league to be seen.
  if (term.onListening === undefined) front.show(web.rest);
  const isByHand = (await notedRun(store, league_id)) === undefined;
  const resumeMs = resumeWaitMs(flags, settings.limits, { isByHand, isAtTerminal: isAtTerminal() });
  const isTakeOver = term.leaderless !== undefined;
  const announcer = new Announcer({ flags, ...premises });
  // Agents of a league that is taken over have not gone.
  const going = { ...(term.held === undefined ? {} : { held: term.held }), resumeMs: isTakeOver ? 0 : resumeMs };
  const manager = need(await startManager({ ...managerOptions(flags, premises, { exhibits, announcer }), ...going }));
  announcer.manager = manager;
  // Before the first of them has registered again.
  const kept = isTakeOver ? '' : keptText(manager.league);
  const league = { ...shown, ...manager };
  const feed = web.show(league);
  catalog.show(manager, feed);
  if (term.isLost?.() !== true) front.show(web.rest);
  await Promise.race([seats.open(manager), manager.ended]);
  if (shared !== undefined) {
    callers.trust((await store.document(league_id, 'secret').read())?.trim() ?? '');
    // One that has lost the league by now ends of itself.
    await shared.announce(league_id, manager.address).catch(() => undefined);
  }
  term.onListening?.(manager.address);
  child.say({ said: 'listening', address: manager.address });
  const open = settings.config.kind === 'class' ? await openAddresses(wires.addressOf(MANAGER_ID)) : [];
  if (open.length > 0) note(`league: ${onTheWire(open)}`);
  const odd = uncertified(manager.address);
  if (odd !== undefined) note(`league: ${odd}`);
  if (!child.launched) {
    await tellIgnored(loader, { effects: world, places, tell: tellOf(flags), settings });
    const opened = { kept, term, resumeMs, reader: readerOf(league, feed) };
    announcer.opened(manager, { display_name: league_manager.display_name, ...opened });
  }
  if (term.signal === undefined) await untilEnded([manager], wires.ended);
  else {
    const end = () => void manager.stop(ASKED_TO_END);
    term.signal.addEventListener('abort', end, { once: true });
    if (term.signal.aborted) end();
    await manager.ended;
  }
  child.say({ said: 'ended', why: await manager.ended, status: { ...statusOf(manager.league) } });
  await announcer.clear();
  web.close();
  const failure = manager.failure();
  if (term.isLost?.() === true) return;
  if (failure !== undefined) throw new Mistake(`${failure}; what was acknowledged is kept, and it goes on from there`);
  if (!child.launched) await announcer.ended(manager, world.disk);
}

/** What is to be had at the manager's address beside the league's messages: page, seats, tools. */
async function exhibit({ loader, settings, games, league_id, places, network, security, ...premises }: Premises) {
  const { logs, world, store, wires } = premises;
  const { game_type } = settings.config;
  const { display_name, description } = need(await loader.getGame(game_type));
  const web = leagueWeb({ ...world, readers: network.max_readers });
  const { transport, addressOf } = wires.beside();
  const seats = seatsOf({
    ...{ places, store, league_id, game_types: games.types, addressOf },
    effects: { ...world, logs: logs.player, transport },
    ...playerPatience(need(await loader.limits({ role: 'player' }))),
    moveMs: settings.limits.moveMs,
    matchMs: settings.limits.maxMatchMs,
    rules: need(games.gameOf(game_type, settings.config.options)),
    limits: {
      seats: security.max_seats,
      seatsPerAddress: security.max_seats_per_address,
      joinsPerMin: security.max_joins_per_min_per_address,
    },
    countsThisMachine: settings.config.kind === 'class',
    game: `${display_name}: ${description}`,
    onTrouble: (line) => void process.stderr.write(`league: ${line}\n`),
  });
  const shown = {
    ...world,
    disk: withRecords(places, world.disk),
    data: places.data,
    game: { display_name, description },
    boardsOf: boardsBy(games),
  };
  const catalog = new ManagerCatalog({ ...shown, moreTools: () => seats.tools, moreInstructions: PLAYING });
  const mcp = mcpLayer('league_manager', { ...world, parts: catalog.parts, network });
  return { web, seats, catalog, shown, transport: wires.through(mcp, seats.outlasting) };
}

/** What the manager of these premises is started with. */
function managerOptions(
  flags: Flags,
  { known, places, settings, games, league_id, world, store, shared, wires, child }: Premises,
  { exhibits, announcer }: { readonly exhibits: Awaited<ReturnType<typeof exhibit>>; readonly announcer: Announcer },
): ManagerOptions {
  const { transport, seats, web } = exhibits;
  const operatorToken = flags.text('operator-token') ?? process.env['LEAGUE_OPERATOR_TOKEN'];
  const isClass = settings.config.kind === 'class';
  return {
    effects: { ...world, transport },
    ...{ places, settings, judge: judgeOf(games), ledgers: store },
    network: known.network,
    rateLimits: known.rateLimits,
    listen: wires.addressOf(MANAGER_ID),
    ...(shared === undefined ? {} : { onShutDown: () => shared.standDown(league_id) }),
    ...(operatorToken === undefined ? {} : { operatorToken }),
    onUnreadable: (line) => announcer.unreadable(line),
    async lastLook() {
      await seats.linger(settings.limits.lingerMs, () => announcer.lingers());
      await web.lastLook();
    },
    // By hand, an operator waits as long as it takes; a launcher has called all agents already.
    // In a class, players come when they come.
    ...(child.launched
      ? { registrationTimeoutMs: isClass || flags.has('hosted') ? undefined : settings.limits.registrationMs }
      : { onGameFault: note, onPaused: (why) => announcer.paused(why) }),
  };
}
