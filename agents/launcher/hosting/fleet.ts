/** `league referee --database`: referees in one process, each of which serves whichever league needs one. */
import { join } from 'node:path';
import { sleep, systemClock } from '../../../SHARED/core/clock.ts';
import { systemEntropy, uuid } from '../../../SHARED/core/entropy.ts';
import { reasonOf } from '../../../SHARED/core/result.ts';
import type { Effects } from '../../../SHARED/league_sdk/effects.ts';
import type { Address, Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import { startReferee } from '../../referee/referee.ts';
import { type Flags, usage } from '../options.ts';
import { counted } from '../output/text.ts';
import { drainSecondsOf } from '../processes/agent_process.ts';
import { note } from '../processes/child.ts';
import { type InterruptionOfWork, interruptible } from '../processes/interruption.ts';
import { hostTowards, listenAt } from '../world/addresses.ts';
import { gamesOf, gameTypesOf } from '../world/games.ts';
import {
  type Assignment,
  configOf,
  type FleetReferee,
  fleetIn,
  ledgersIn,
  logsOf,
  machine,
  need,
  networkOf,
  nickname,
  placesOf,
  recordsOf,
} from '../world/installation.ts';
import { refereePatience } from '../world/league_setup.ts';
import { appointing } from '../world/operator.ts';
import { WIRE_SWITCHES } from '../world/wires.ts';
import { networkTransport } from '../world/wires_http.ts';
import { type ServedLeague, serveInTurn } from './fleet_slot.ts';

/** Options of a referee of one league, which the fleet chooses itself. */
const NOT_OF_FLEET = ['id', 'name', 'port', 'manager', ...WIRE_SWITCHES, 'dialect', 'operator-token'] as const;
/** The time for which a manager that cannot be reached is waited for elsewhere: its new address is known within a look. */
const MOVING_MS = 2_500;
/** The number of leagues one process serves at once, unless said otherwise. */
const SLOTS = 4;
/** The most referees of the fleet that one league has, unless said otherwise. */
const PER_LEAGUE = 8;

export async function fleetCommand(flags: Flags): Promise<number> {
  const odd = NOT_OF_FLEET.find((name) => flags.has(name) || flags.text(name) !== undefined);
  if (odd !== undefined)
    throw usage(
      `--${odd} and --database contradict each other: a referee of the fleet serves one league after the other`,
    );
  const fleet = fleetIn(flags);
  const loader = configOf(flags);
  const defaults = need(await loader.loadDefaults('referee'));
  const limits = need(await loader.limits({ role: 'referee' }));
  const { network } = need(await loader.loadSystem());
  const { gameOf } = await gamesOf(flags, loader);
  const game_types = await gameTypesOf(flags, loader, undefined);
  const places = placesOf(flags);
  const here = machine();
  const records = await recordsOf(flags, loader, here.disk);
  const effects = { ...here, records, logs: (await logsOf(flags, loader)).referee };
  const known = await networkOf(loader);
  const store = ledgersIn(places, here.disk);
  const max_concurrent_matches =
    flags.number('max-matches', 1, 10_000) ?? defaults.default_settings.max_concurrent_matches;
  const slots = flags.number('leagues', 1, 100) ?? SLOTS;
  const perLeague = flags.number('per-league', 1, 1_000) ?? PER_LEAGUE;
  const drainSeconds = drainSecondsOf(flags, limits.maxMatchMs);
  const say = (line: string) => void process.stdout.write(`${line}\n`);

  /** Registers with the manager of a league, as any referee does. */
  async function serve(slot: number, { league_id, manager }: Assignment): Promise<ServedLeague | undefined> {
    if (manager === null) return undefined;
    const managerAt = new ManagerAddress(manager);
    const transport = towards(networkTransport('agent', known, manager), manager, managerAt);
    const host = hostTowards(manager, network.base_host, flags.text('host'));
    const own = join('fleet', `${league_id}-${slot}`);
    const started: Awaited<ReturnType<typeof startReferee>> = await startReferee({
      ...{ gameOf, game_types, max_concurrent_matches, manager, onGameFault: note, ...refereePatience(limits) },
      effects: { ...effects, transport } satisfies Effects,
      places: { data: join(places.data, own), logs: join(places.logs, own) },
      display_name: `Referee ${nickname()}`,
      listen: listenAt(undefined, host, 0),
      operator_token: appointing(flags, store, league_id),
      // Its place is for another league, or for another try.
      onOutcast: () => void (started.ok && started.value.stop('it is taken in no more')),
    });
    if (!started.ok) {
      note(`league: ${league_id} did not take a referee: ${started.error.detail}`);
      return undefined;
    }
    const agent = started.value;
    say(`Referee ${agent.id} serves ${league_id}.`);
    void agent.ended.then((why) => say(`Referee ${agent.id} has left ${league_id}: ${why}.`));
    return { league_id, agent, moveTo: (address) => managerAt.moveTo(address) };
  }

  let trouble: string | undefined;
  /** The league to be served; `unknown` where the database does not say, which is told once. */
  async function assigned(self: FleetReferee): Promise<Assignment | 'unknown' | undefined> {
    try {
      const assignment = await fleet.assign(self);
      trouble = undefined;
      return assignment;
    } catch (problem) {
      // A match that is being played needs no database; it is asked again soon.
      const line = reasonOf(problem);
      if (line !== trouble) note(`league: ${line}; it is tried again`);
      trouble = line;
      return 'unknown';
    }
  }

  async function serveSlot(slot: number, interruption: InterruptionOfWork): Promise<void> {
    const self = { referee: uuid(systemEntropy), game_types, max_concurrent_matches, perLeague };
    await serveInTurn({
      ...{ clock: systemClock, interruption, drainMs: drainSeconds * 1_000, tell: note },
      assigned: () => assigned(self),
      leave: () => fleet.leave(self.referee).catch(() => undefined),
      serve: (assignment) => serve(slot, assignment),
    });
  }

  // A database that goes away is waited for; one that was never there is a mistake.
  await store.leagues();
  say(`Referees for up to ${counted(slots, 'league')} at once wait for leagues that need one.`);
  await interruptible(async (interruption) => {
    void interruption.promise.then(() =>
      say(`Referees end when their matches under way are over, within ${drainSeconds} s.`),
    );
    await Promise.all(Array.from({ length: slots }, (_, slot) => serveSlot(slot, interruption)));
  });
  await fleet.end();
  await effects.disk.close();
  return 0;
}

/** Where the manager of a league is, which hosts may change. */
class ManagerAddress {
  #now: Address;
  #moved = Promise.withResolvers<void>();

  constructor(first: Address) {
    this.#now = first;
  }

  get now(): Address {
    return this.#now;
  }

  moveTo(address: Address): void {
    if (address === this.#now) return;
    this.#now = address;
    const { resolve } = this.#moved;
    this.#moved = Promise.withResolvers();
    resolve();
  }

  /** Resolves when it is elsewhere, at the latest after a while. */
  async moved(): Promise<void> {
    await Promise.race([this.#moved.promise, sleep(systemClock, MOVING_MS)]);
  }
}

/** Wires by which a manager is found at its first address, wherever it is by now; one that is gone may have moved. */
function towards(wires: Transport, first: Address, managerAt: ManagerAddress): Transport {
  async function send(...[, text, deadline, how]: Parameters<Transport['send']>): ReturnType<Transport['send']> {
    for (;;) {
      const at = managerAt.now;
      const sent = await wires.send(at, text, deadline, how);
      const isGone = !sent.ok && sent.error.code === 'UNREACHABLE' && systemClock.monotonic() < deadline;
      if (isGone) await managerAt.moved();
      if (!isGone || managerAt.now === at) return sent;
    }
  }
  return {
    ...wires,
    send: (to, ...what) => (to === first ? send(to, ...what) : wires.send(to, ...what)),
    knock: (to, deadline) => wires.knock(to === first ? managerAt.now : to, deadline),
  };
}
