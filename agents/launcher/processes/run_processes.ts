/** A league of real processes: started together, registered in order, ended together. */
import { MANAGER_ID } from '../../../SHARED/contracts/fields.ts';
import type { RecordsPolicy } from '../../../SHARED/contracts/files/system.ts';
import { sleep, systemClock } from '../../../SHARED/core/clock.ts';
import { fromHere } from '../../../SHARED/core/thrown.ts';
import type { Settings } from '../../league_manager/settings.ts';
import { type Flags, Mistake } from '../options.ts';
import { DATABASE_URL, databaseOf, ledgersIn, machine } from '../world/installation.ts';
import { type Operator, operatorOf, operatorToken } from '../world/operator.ts';
import { isCommand } from '../world/strategies.ts';
import type { RunWires } from '../world/wires.ts';
import { arrivals, awaited, listeningWithin, type Missing, programOf } from './arrivals.ts';
import type { Hosting } from './host.ts';
import type { AwaySeat, PlayerSeat, Roster } from './roster.ts';
import { endAll, heldUp, type Spawned, spawnAgent } from './spawn.ts';

export interface ProcessRun {
  readonly operator: Operator;
  /** The manager's address, as called from here. */
  readonly manager: string;
  /** Whether the manager stays for the clients of its seats until it ends by itself. */
  isLingering(): boolean;
  /** Resolves when the manager has ended by itself. */
  readonly over: Promise<void>;
  /** Resolves with one line when the league cannot go on: no referee is left. */
  readonly hopeless: Promise<string>;
  /** Why the manager could not go on, once it has ended. */
  failure(): string | undefined;
  /** Ends the processes that are still there. */
  end(): Promise<void>;
}

export interface ProcessRunOptions {
  /** The wires they speak over; ended with the run. */
  readonly wires: RunWires;
  readonly flags: Flags;
  readonly roster: Roster;
  readonly settings: Pick<Settings, 'config' | 'limits'>;
  readonly data: string;
  /** data, logs and config folders as absolute paths, and the options of logs. */
  readonly folders: readonly (readonly [string, string])[];
  /** How they keep matches and histories; absent: in files. */
  readonly records?: RecordsPolicy;
  /** Ids of agents that are there already and are not started a second time; LM01 is the manager. */
  readonly present?: ReadonlySet<string>;
  /** How long a league that goes on waits for its players; absent: as long as its manager finds right. */
  readonly resumeMs?: number;
  /** Rejects when the league is not wanted any more. */
  readonly calledOff?: Promise<never>;
  /** Hears of every agent that does not come, or is lost on the way. */
  readonly warn: (line: string) => void;
  /** Hears what agents have to tell the user. */
  readonly onNote?: (line: string) => void;
}

/**
 * Starts all agents; resolves when all are registered, or all but those that hang or are gone while enough are left to
 * play without them. When it rejects, all have ended again.
 */
export async function startProcesses({
  wires,
  flags,
  roster,
  settings,
  data,
  folders,
  records = 'files',
  present = new Set(),
  resumeMs,
  calledOff = new Promise<never>(() => {}),
  warn,
  onNote = () => undefined,
}: ProcessRunOptions): Promise<ProcessRun> {
  const { config, limits } = settings;
  const { league_id } = config;
  const world = machine();
  const { manager, holder } = wires;
  const where = [...folders.flatMap(([flag, folder]) => [`--${flag}`, folder]), '--records', records];
  const seed = flags.text('seed');
  const seeded = seed === undefined ? [] : ['--seed', seed];
  const forfeits = flags.has('no-guard');
  const often = flags.kept(['legs', 'max-rounds']).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const switches = ['strict', 'keep'].filter((name) => flags.has(name)).map((name) => `--${name}`);
  // The manager and referees need the rules of a game; players need its name alone.
  const rules = flags.kept(['game']).flatMap(([, file]) => ['--game', String(file)]);
  const options = flags.texts('option').flatMap((option) => ['--option', option]);
  const game = rules.length === 0 ? undefined : config.game_type;
  const how = [...rules, ...options, ...often, ...seeded, ...switches];
  const patience = resumeMs === Number.POSITIVE_INFINITY ? ['--wait'] : [];
  const managerArgs = ['--league', league_id, ...wires.listening(roster.manager), ...how, ...patience, ...where];

  // By the environment, which no list of processes shows. Players have no business there, unless they show a token of it.
  const database = databaseOf(flags);
  const env = { [DATABASE_URL]: database };
  const playerEnv = config.participants.roster === undefined ? { [DATABASE_URL]: undefined } : env;

  const isSparing = roster.players.length > MANY_PLAYERS;
  // All agents start at once, since starting takes longest; none registers before it is told to.
  const lm = present.has(MANAGER_ID)
    ? undefined
    : spawnAgent('manager', 'agents/league_manager/main.ts', managerArgs, { holder, env, isSparing, onNote });
  const isMissing = ({ id }: { readonly id: string }) => !present.has(id);
  const referees = roster.referees.filter(isMissing).map((seat) => {
    const own =
      seat.id === 'REF01' || seat.id === 'REF02' ? `agents/referee_${seat.id}/main.ts` : 'agents/referee/main.ts';
    const args = [...identity(seat), ...rules, '--max-matches', String(seat.maxMatches)];
    return spawnAgent(`referee ${seat.id}`, own, args, { holder, env, onNote });
  });
  /** The players in a process of ours, where their strategies run in it. */
  const seatsOf = new Map<Spawned, readonly PlayerSeat[]>();
  const isProgram = ({ strategy }: PlayerSeat) => strategy !== undefined && isCommand(strategy);
  const missingPlayers = roster.players.filter(isMissing);
  const players =
    roster.hosts === undefined
      ? missingPlayers.map(ownProcess)
      : [...hosts(roster.hosts), ...missingPlayers.filter(isProgram).map(ownProcess)];
  const all = [...(lm === undefined ? [] : [lm]), ...referees, ...players];

  function hosts(count: number): readonly Spawned[] {
    return Array.from({ length: count }).flatMap((_, i) => {
      const mine = roster.players.filter((seat, p) => p % count === i && isMissing(seat) && !isProgram(seat));
      const hand: Hosting = { players: mine, wire: wires.name, game, manager, seed, folders, records, forfeits };
      const name = `players ${mine[0]?.id}, …`;
      if (mine.length === 0) return [];
      const hosting = spawnAgent(name, 'agents/launcher/processes/host.ts', [], {
        hand,
        holder,
        env: playerEnv,
        isCrowded: mine.length > CROWD,
        onNote,
      });
      seatsOf.set(hosting, mine);
      return [hosting];
    });
  }

  function ownProcess(seat: Roster['players'][number]): Spawned {
    if (isProgram(seat)) return ofProgram(seat);
    const playing = game === undefined ? [] : ['--game', game];
    const thinking = seat.strategy === undefined ? [] : ['--strategy', seat.strategy];
    const own = /^P0[1-4]$/.test(seat.id) ? `agents/player_${seat.id}/main.ts` : 'agents/player/main.ts';
    const how = [...playing, ...thinking, ...seeded, ...(forfeits ? ['--no-guard'] : [])];
    const args = [...identity(seat), ...how];
    const player = spawnAgent(`player ${seat.id}`, own, args, { holder, env: playerEnv, onNote });
    seatsOf.set(player, [seat]);
    return player;
  }

  function ofProgram({ id, name, address, strategy = '' }: PlayerSeat): Spawned {
    // Players that share a process share its port.
    const port = roster.hosts === undefined ? wires.listening(address) : ['--port', '0'];
    const words = ['--command', strategy, '--id', id, '--name', name, '--game', config.game_type, ...port];
    const args = [...words, ...wires.leading, ...where];
    const folder = flags.text('started-in');
    const program = spawnAgent(`player ${id}`, 'agents/player/main.ts', args, {
      folder,
      holder,
      env: playerEnv,
      onNote,
    });
    const others = new Set(roster.players.map((seat) => seat.id));
    return programOf({ id }, program, { ...world, clock: systemClock, data, league_id, others });
  }

  function identity(seat: Roster['players'][number] | Roster['referees'][number]): readonly string[] {
    const { id, name, address } = seat;
    const leading = 'manager' in seat ? ['--manager', seat.manager] : wires.leading;
    return ['--id', id, '--name', name, ...wires.listening(address), ...leading, ...where];
  }

  const away = roster.away.filter(isMissing);
  /** Agents of other machines that did not come. */
  let absent: readonly AwaySeat[] = [];
  const end = async () => {
    await endAll(all, 3_000, (ms) => sleep(systemClock, ms));
    wires.close();
  };
  const registerAll = async () => {
    if (lm !== undefined) await listeningWithin(lm, limits.registrationMs, systemClock);
    for (const { id, address } of away) warn(`waiting for ${id}, which registers from ${address}`);
    const waiting = awaited(away, {
      disk: world.disk,
      data,
      league_id,
      clock: systemClock,
      limitMs: limits.registrationMs,
    });
    const arrived = await arrivals([...referees, ...players], limits.registrationMs, systemClock);
    absent = await waiting;
    return arrived;
  };
  const goOnWithout = (missing: Missing) => {
    const strangers = (role: AwaySeat['role']) =>
      roster.away.filter((seat) => seat.role === role && !absent.includes(seat)).length;
    const playersLeft = players.reduce(
      (left, agent) => left - (missing.has(agent) ? (seatsOf.get(agent)?.length ?? 1) : 0),
      roster.players.length + strangers('player'),
    );
    const lostReferees = referees.filter((agent) => missing.has(agent)).length;
    const refereesLeft = roster.referees.length + strangers('referee') - lostReferees;
    const tooLate = absent.map(({ id }) => `${id} did not register within ${limits.registrationMs / 1_000} s`);
    const isEnough = playersLeft >= config.participants.min_players && refereesLeft > 0;
    if (missing.size + absent.length > 0 && !isEnough)
      throw new Mistake(`${[...missing.values(), ...tooLate].join('; ')}; too few are left to play without`);
    for (const line of tooLate) warn(`${line}; the league is played without it`);
    for (const [agent, line] of missing) {
      warn(`${line}; the league is played without it`);
      // One that holds a program takes it along.
      void endAll([agent], 3_000, (ms) => sleep(systemClock, ms));
    }
  };
  /** Two programs that show one token are one player to the manager. */
  const tellShared = async (present: readonly Spawned[]) => {
    const holders = new Map<string, Spawned>();
    for (const agent of present) {
      const id = await agent.registered;
      const first = holders.get(id);
      if (first === undefined) holders.set(id, agent);
      else
        warn(
          `${agent.name} has the seat of ${first.name}: it registered with the token, or the name and endpoint, of that one, which is out; the league is played without it`,
        );
    }
  };
  let missing: Missing;
  try {
    missing = await Promise.race([registerAll(), calledOff]);
    goOnWithout(missing);
    await tellShared(players.filter((agent) => !missing.has(agent)));
  } catch (problem) {
    await end();
    throw problem;
  }
  const store = ledgersIn({ data, database }, world.disk);
  const operator = operatorOf({ ...world, transport: wires.transport }, manager, () =>
    operatorToken(flags, store, league_id),
  );
  // Referees that were there already are watched by the launcher that started them.
  const isOnlyOurs = referees.length === roster.referees.length && !roster.away.some(({ role }) => role === 'referee');
  const hopeless =
    referees.length === 0 || !isOnlyOurs
      ? new Promise<string>(() => {})
      : Promise.all(referees.filter((agent) => !missing.has(agent)).map((referee) => referee.lost)).then((lines) =>
          lines.join('; '),
        );
  let failure: string | undefined;
  void lm?.lost.then((line) => {
    failure = line;
  });
  for (const agent of [...referees, ...players]) if (!missing.has(agent)) void agent.lost.then(warn);
  for (const [agent, seats] of seatsOf) {
    const strategies = new Set(seats.flatMap(({ strategy }) => (strategy === undefined ? [] : [fromHere(strategy)])));
    const plays = strategies.size === 0 ? '' : `; it plays ${[...strategies].join(', ')}`;
    void heldUp(agent, `a strategy never returns${plays}`, systemClock).then(warn);
  }
  for (const referee of referees)
    void heldUp(referee, `a rule of ${config.game_type} never returns`, systemClock).then(warn);
  const isLingering = () => lm?.isLingering() === true;
  const over = lm?.gone ?? untilSilent(operator);
  return { operator, manager, isLingering, over, hopeless, failure: () => failure, end };
}

/** More play a league that is long in memory too. */
const MANY_PLAYERS = 500;
/** More of them in one process wait for each other's files. */
const CROWD = 100;
const LOOK_EVERY_MS = 500;
/** A manager that is not ours is gone when it has missed this many pings in a row. */
const SILENCES = 4;

async function untilSilent(operator: Operator): Promise<void> {
  for (let silences = 0; silences < SILENCES; ) {
    await sleep(systemClock, LOOK_EVERY_MS);
    const answers = await operator.look('ping').then(
      () => true,
      () => false,
    );
    silences = answers ? 0 : silences + 1;
  }
}
