/** A simulated world: machines, wires and agents of production code, and the supervisor that restarts the dead ones. */

import type { RecordsPolicy } from '../../../SHARED/contracts/files/system.ts';
import type { Clock } from '../../../SHARED/core/clock.ts';
import { type Entropy, seededEntropy } from '../../../SHARED/core/entropy.ts';
import { intBetween, type Random, seeded } from '../../../SHARED/core/random.ts';
import type { LeagueConfig, Limits } from '../../../SHARED/league_sdk/config_models.ts';
import { ledgerFile } from '../../../SHARED/league_sdk/ledger/file.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import { atSeveral } from '../../../SHARED/league_sdk/transport/several_addresses.ts';
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import { byzantine, deaf, lying, stealSeats, THIEF } from './bad_agents.ts';
import { makeLinks } from './database/connection.ts';
import { startServer } from './database/server.ts';
import type { DatabaseWorld } from './database/trouble.ts';
import { type Machine, machine } from './disk.ts';
import { habitual } from './habits.ts';
import { type Death, Incarnation } from './incarnation.ts';
import { ledgerIn } from './ledger_text.ts';
import { faultyNetwork, type Network } from './network.ts';
import { DATA, type Parts, recordsOn, SMALL_LOGS } from './parts.ts';
import type { Cast, Plan } from './plan.ts';
import { makeStarter } from './starting.ts';
import { agentIn, newTrace, type Trace } from './trace.ts';

export interface WorldOptions {
  readonly seed: number;
  readonly random: Random;
  readonly clock: Clock;
  readonly cast: Cast;
  readonly plan: Plan;
  readonly config: LeagueConfig;
  readonly limits: Limits;
  readonly parts: Parts;
  readonly records: RecordsPolicy;
  /** The managers that stand by for each other, where the ledger is in a database; absent: there is one, with files. */
  readonly managers?: readonly string[] | undefined;
  /** Hears that the league pauses until its operator starts it again. */
  readonly onPaused: () => void;
}

/** An agent over all its lives. */
export interface Agent {
  /** The world's name for it, and its machine. */
  readonly home: string;
  /** Its id; a referee that the manager no longer knows comes again under another one. */
  id: string;
  readonly role: 'league_manager' | 'referee' | 'player';
  readonly machine: Machine;
  lives: number;
  /** Its address, now or when it will listen. */
  address: string;
  skewMs: number;
  present: Incarnation | undefined;
  /** Whether it comes after the start. */
  readonly isLate: boolean;
  /** Whether it has ever been at work. */
  started: boolean;
  /** The time it stays away after its next death. */
  awayMs: number;
  /** Whether its process goes back to standing by. */
  hasStoodBy: boolean;
}

export interface World {
  readonly trace: Trace;
  readonly network: Network;
  /** The wires as agents have them that know all managers. */
  transport(by: Incarnation): Transport;
  /** What the ledger is in, where it is in no file. */
  readonly database: DatabaseWorld | undefined;
  /** The manager that leads, or led last. */
  leader(): string;
  /** The ledger as it is safe. */
  ledgerText(): string | undefined;
  readonly agents: ReadonlyMap<string, Agent>;
  /** The number of times each kind of fault was injected. */
  readonly faults: ReadonlyMap<string, number>;
  readonly entropy: Entropy;
  count(fault: string): void;
  /** Starts all agents; an agent that dies is started again. */
  begin(): void;
  /**
   * Starts another manager at the address and on the folder of one that lives, on a host that sees no lock of it; both go
   * on from here.
   */
  startSecond(manager: Agent): void;
  /** No more lying, no more throwing rules. */
  calmDown(): void;
  /** Resolves when the manager has ended because the league is complete. */
  readonly over: Promise<void>;
}

/** Between a start that failed and the next, in a world of patient people. */
const AGAIN_MS = 2_000;

export function makeWorld(options: WorldOptions): World {
  const { seed, random, clock, cast, plan, config, parts, records } = options;
  const trace = newTrace();
  const faults = new Map<string, number>();
  const count = (fault: string) => void faults.set(fault, (faults.get(fault) ?? 0) + 1);
  const network = faultyNetwork({ clock, random, trace, rates: plan.wires, count });
  const entropy = seededEntropy(seed);
  const agents = new Map<string, Agent>();
  const { promise: over, resolve: leagueIsOver } = Promise.withResolvers<void>();
  let calm = plan.untilMs === 0;
  const active = () => !calm;
  const start = makeStarter({ ...options, active, count });
  const { managers } = options;
  const database = managers === undefined ? undefined : openDatabase();

  function openDatabase(): DatabaseWorld {
    const chance = seeded(Math.imul(seed, 0x85ebca6b));
    const own = { clock, random: chance, trace, count };
    const ledgerPath = ledgerFile(DATA, config.league_id);
    const server = startServer({ ...own, statements: parts.statements, ledgerPath });
    return { server, links: makeLinks({ ...own, server }) };
  }

  function transport(by: Incarnation): Transport {
    const wires = network.transport(by);
    if (managers === undefined) return wires;
    const addresses = managers.map((home) => `memory:${home}`);
    return atSeveral(wires, addresses, by.clock);
  }

  function leader(): string {
    return agentIn(database?.server.holder ?? 'LM01');
  }

  function ledgerText(): string | undefined {
    if (database !== undefined) return database.server.ledgerText(config.league_id);
    const manager = agents.get('LM01') as Agent;
    return ledgerIn(manager.machine.files.files(), config.league_id)?.text;
  }

  function add(id: string, role: Agent['role']): void {
    const own = machine({ clock, random, trace, tears: plan.tears, count });
    const address = `memory:${id}`;
    agents.set(id, {
      home: id,
      id,
      role,
      machine: own,
      lives: 0,
      address,
      skewMs: 0,
      present: undefined,
      isLate: plan.late.has(id),
      started: false,
      awayMs: 0,
      hasStoodBy: false,
    });
  }
  for (const id of managers ?? ['LM01']) add(id, 'league_manager');
  for (const id of cast.referees) add(id, 'referee');
  for (const id of [...cast.players, ...plan.late.keys()]) add(id, 'player');

  function live(agent: Agent): void {
    const life = `${agent.home}#${++agent.lives}`;
    const present: Incarnation = new Incarnation({ clock, life, skewMs: () => agent.skewMs, onDeath });
    agent.present = present;
    const disk = agent.machine.disk(present);
    const effects = {
      clock: present.clock,
      entropy,
      transport: manners(agent, present, transport(present)),
      disk,
      logs: records === 'files' ? USUAL_LOGS : { ...USUAL_LOGS, limits: SMALL_LOGS },
      ...(records === 'files' ? {} : { records: recordsOn(records, disk) }),
    };
    const given = parts.effects(agent.id, effects);
    const own = agent.role === 'league_manager' ? database?.links.database(present) : undefined;
    if (own !== undefined) trace.note({ kind: 'fault', at: clock.monotonic(), what: `stands by: ${life}`, where: '' });
    void start({ ...agent, database: own }, given).then((started) => {
      if (!present.lives) return;
      if (!started.ok) {
        trace.note({
          kind: 'fault',
          at: clock.monotonic(),
          what: `did not start: ${started.error.detail}`,
          where: life,
        });
        present.exit();
        hangUp(present);
        if (started.error.code === 'REGISTRATION_REJECTED' && agent.role === 'referee') rename(agent);
        agent.machine.files.unlockAll();
        again(AGAIN_MS);
        return;
      }
      if (agent.isLate && !agent.started) count('late-comer');
      agent.started = true;
      void started.value.ended.then((reason) => ended(agent, present, reason));
    });

    /** A life that another has taken the place of is not followed by a third. */
    function again(ms: number): void {
      if (agent.present === present) clock.after(ms, () => live(agent));
    }

    function onDeath(death: Death): void {
      count(death);
      agent.hasStoodBy = false;
      network.died(present, death);
      database?.links.died(present, death);
      if (death === 'power cut' && agent.present === present) agent.machine.powerCut();
      else agent.machine.files.unlockAll();
      const ledger = agent.role === 'league_manager' ? ledgerText() : undefined;
      trace.note({ kind: 'fault', at: clock.monotonic(), what: death, where: life, ledger });
      const awayMs = agent.awayMs === 0 ? intBetween(random, 20, 3_000) : agent.awayMs;
      agent.awayMs = 0;
      if (agent.role !== 'league_manager' && plan.moves && !calm && random() < 0.5) {
        count('moved');
        agent.address = `memory:${agent.id}.${agent.lives}`;
      }
      // The manager of a league that is over is not started again.
      if (ledger?.includes('"type":"end_told"')) leagueIsOver();
      else if (awayMs !== Number.POSITIVE_INFINITY) again(awayMs);
    }
  }

  /** No manager takes it back without its token, which it lost before it was safe: it comes as a new agent. */
  function rename(agent: Agent): void {
    agent.id = `REF${90 + agents.size + agent.lives}`;
    agent.address = `memory:${agent.id}`;
  }

  /** What a process had open ends with it. */
  function hangUp(present: Incarnation): void {
    network.died(present, 'killed');
    database?.links.died(present, 'killed');
  }

  function ended(agent: Agent, present: Incarnation, reason: string): void {
    if (!present.lives) return;
    trace.note({ kind: 'fault', at: clock.monotonic(), what: `ended: ${reason}`, where: present.life });
    present.exit();
    if (database !== undefined && agent.role === 'league_manager') hangUp(present);
    agent.machine.files.unlockAll();
    if (agent.role !== 'league_manager') return;
    if (reason.startsWith('the league is complete')) leagueIsOver();
    else {
      count('manager stopped itself');
      agent.hasStoodBy = true;
      const ledger = ledgerText();
      trace.note({ kind: 'fault', at: clock.monotonic(), what: 'stopped itself', where: present.life, ledger });
      if (ledger?.includes('"type":"end_told"')) leagueIsOver();
      else if (agent.present === present) clock.after(AGAIN_MS, () => live(agent));
    }
  }

  function manners(agent: Agent, present: Incarnation, wires: Transport) {
    if (agent.id === plan.liar) return lying(wires, { random, active, count });
    if (agent.id === plan.deaf) return deaf(wires, { active, count });
    const habits = plan.habits.get(agent.id);
    if (habits !== undefined) return habitual(wires, habits, count);
    if (plan.nuisances.get(agent.id) !== 'byzantine') return wires;
    return byzantine(wires, {
      random,
      active,
      count,
      clock: present.clock,
      others: () => [...agents.values()].map((each) => each.address),
    });
  }

  return {
    trace,
    network,
    transport,
    database,
    leader,
    ledgerText,
    agents,
    faults,
    entropy,
    count,
    begin() {
      for (const agent of agents.values()) {
        if (agent.role === 'league_manager') live(agent);
        else if (agent.isLate) clock.after(plan.late.get(agent.home) ?? 0, () => live(agent));
        else clock.after(intBetween(random, 5, 60), () => live(agent));
      }
      if (!plan.thief) return;
      const thief = new Incarnation({ clock, life: `${THIEF}#1`, skewMs: () => 0, onDeath: () => undefined });
      const victims = () => [...agents.values()].filter(({ role, started }) => role === 'player' && started);
      void stealSeats(transport(thief), { random, active, count, clock, victims });
    },
    startSecond(agent) {
      // In a database it would be one more that stands by.
      if (database !== undefined || agent.present === undefined || !network.evict(agent.present)) return;
      count('second manager');
      agent.machine.files.unlockAll();
      live(agent);
    },
    calmDown() {
      calm = true;
    },
    over,
  };
}
