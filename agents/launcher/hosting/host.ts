/** `league host`: runs leagues that were submitted, as many as it has room for, and shows all of them at one port. */
import { sleep, systemClock } from '../../../SHARED/core/clock.ts';
import { systemEntropy, uuid } from '../../../SHARED/core/entropy.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { reasonOf } from '../../../SHARED/core/result.ts';
import type { SharedLedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { refusalText } from '../../../SHARED/league_sdk/messaging/envelope.ts';
import type { Flags } from '../options.ts';
import { counted } from '../output/text.ts';
import { type Interruption, interruptible } from '../processes/interruption.ts';
import { atHost, listenAt, managerFor } from '../world/addresses.ts';
import {
  configOf,
  databaseOf,
  folder,
  machine,
  need,
  networkOf,
  type Progress,
  placesOf,
  type QueuedLeague,
  queueIn,
  sharedLedgersIn,
} from '../world/installation.ts';
import { operatorOf, operatorToken } from '../world/operator.ts';
import { networkTransport, passingOn, portOf } from '../world/wires_http.ts';
import { FrontDoor } from './front_door.ts';
import { Managers } from './managers.ts';
import { pastLeagues, pastReader } from './past_leagues.ts';

/** The interval in which a host renews its lease, looks for leagues, and asks its managers how far they are. */
const TICK_MS = 500;
/** A host that has not renewed its lease for so long may have lost its leagues. */
const LEASE_MS = 2_500;

export async function hostCommand(flags: Flags): Promise<number> {
  const queue = queueIn(flags);
  // Requests of strangers have connections of their own: the lease never waits for them.
  const visitorQueue = queueIn(flags);
  const loader = configOf(flags);
  const known = await networkOf(loader);
  const { network } = need(await loader.loadSystem());
  const places = placesOf(flags);
  const room = flags.number('leagues', 1, 10_000) ?? 16;
  const id = uuid(systemEntropy);
  const typed = flags.text('host');
  const port = flags.number('port', 0, 65_535) ?? portOf(await managerFor(flags, loader));
  const effects = { ...machine(), transport: networkTransport('agent', known) };
  const store = sharedLedgersIn(places) as SharedLedgerStore;
  const tell = (line: string) => void process.stderr.write(`league: ${line}\n`);
  const say = (line: string) => void (flags.has('quiet') || process.stdout.write(`${line}\n`));
  let renewedAt = Number.NEGATIVE_INFINITY;
  let isDraining = false;

  const read = pastReader(flags, visitorQueue, network.max_readers);
  const past = pastLeagues({ clock: systemClock, read, tell });
  const door = new FrontDoor({
    clock: systemClock,
    passing: passingOn(),
    look: visitorQueue.live,
    find: visitorQueue.find,
    past: past.show,
    secretOf: async (league_id) => (await store.document(league_id, 'secret').read())?.trim(),
    isReady: () => !isDraining && systemClock.monotonic() - renewedAt < LEASE_MS,
  });
  const wires = networkTransport('manager', known, undefined, { rest: door.rest });
  const at = atHost(listenAt(undefined, network.base_host, port), typed).replace(/mcp$/, '');
  // A database that cannot be reached, or is none, is a mistake of the user now and a trouble that passes later.
  await queue.live();
  const listener = need(await wires.listen(at, async () => refusalText(404, door.leagues())));
  const address = listener.address.replace(/\/$/, '');
  const managers = new Managers({
    ...{ clock: systemClock, queue, tell, at: typed, data: places.data, logs: places.logs },
    isLed: async (league_id) => (await store.leader(league_id)) !== undefined,
    database: databaseOf(flags) ?? '',
    config: folder(flags, 'config'),
    heapMb: flags.number('memory', 64, 1_000_000) ?? 512,
    heard: (league_id, status) => noted(league_id, progressIn(status)),
    async settled(league_id, state, why) {
      if (await queue.settle(id, league_id, state, why))
        say(`${league_id} ${SETTLED[state]}${why === undefined ? '.' : `: ${why}`}`);
    },
  });
  say(`Host listens at ${address} and takes up to ${counted(room, 'league')}; each is at ${address}/<league_id>/mcp.`);

  const told = new Map<string, string>();
  /** Asks a manager how far it is, and ends one whose league is cancelled. */
  async function look({ league_id, manager, is_cancelled, why }: QueuedLeague): Promise<void> {
    if (manager === null || !managers.has(league_id)) return;
    const operator = operatorOf(effects, manager, () => operatorToken(flags, store, league_id));
    if (is_cancelled) await operator.ask('SHUTDOWN_COMMAND', { reason: why ?? 'the league is cancelled' });
    await noted(league_id, progressIn(await operator.look('get_status')));
  }

  async function noted(league_id: string, progress: Progress): Promise<void> {
    const text = JSON.stringify(progress);
    if (told.get(league_id) !== text) await queue.note(id, league_id, progress);
    told.set(league_id, text);
  }

  const looking = new Set<string>();
  function lookOnce(league: QueuedLeague): void {
    const { league_id } = league;
    if (looking.has(league_id)) return;
    looking.add(league_id);
    // A manager that does not answer is started again when it has died, and asked again in any case.
    const over = () => void looking.delete(league_id);
    void look(league).then(over, over);
  }

  async function tick(): Promise<void> {
    await queue.renew(id, address);
    renewedAt = systemClock.monotonic();
    for (const league_id of isDraining ? [] : await queue.take(id, room - managers.count)) {
      say(`${league_id} is taken.`);
      managers.start(league_id);
    }
    const live = await queue.live();
    const mine = live.filter(({ host, state }) => host === id && state === 'RUNNING');
    for (const league of mine) {
      managers.start(league.league_id);
      lookOnce(league);
    }
    // Another host has taken it, because this one was not heard of for too long.
    for (const league_id of managers.leagues)
      if (!mine.some((league) => league.league_id === league_id)) void managers.giveUp(league_id);
    await door.show(live);
  }

  await interruptible(async (interruption) => {
    let trouble: string | undefined;
    // The tick that is under way takes nothing more.
    void interruption.promise.then(() => {
      isDraining = true;
    });
    while (!interruption.isThere()) {
      const problem = await tick().then(() => undefined, reasonOf);
      if (problem !== undefined && problem !== trouble) tell(`${problem}; it is tried again`);
      trouble = problem;
      await waited(interruption);
    }
    say(`Host gives up ${counted(managers.count, 'league')}.`);
    await Promise.all(managers.leagues.map((league_id) => managers.giveUp(league_id)));
  });
  await queue.retire(id).catch((problem: unknown) => tell(reasonOf(problem)));
  past.close();
  await listener.close();
  await Promise.all([queue.end(), visitorQueue.end()]);
  say('Host ended.');
  return 0;
}

const SETTLED = {
  WAITING: 'is given up, and waits for another host',
  RUNNING: 'is being played',
  OVER: 'is over',
  CANCELLED: 'is cancelled',
  FAILED: 'has failed',
} as const;

async function waited({ promise }: Interruption): Promise<void> {
  await Promise.race([promise, sleep(systemClock, TICK_MS)]);
}

function progressIn(status: JsonObject): Progress {
  const number = (name: string) => Number(status[name] ?? 0);
  return {
    matches_completed: number('matches_completed'),
    total_matches: number('total_matches'),
    players: number('players'),
    is_playing: status['status'] === 'running',
  };
}
