/**
 * Runs one seed: a whole league of the production code in a stormy world, and what the trace and the disks say of it.
 * Any league can be played; that no choice leaks (I5) is checked of Even/Odd alone, whose choices are words no other
 * message has.
 */

import type { RecordsPolicy } from '../../../SHARED/contracts/files/system.ts';
import { sleep } from '../../../SHARED/core/clock.ts';
import { numberedId } from '../../../SHARED/core/ids.ts';
import { seeded } from '../../../SHARED/core/random.ts';
import { reasonOf } from '../../../SHARED/core/result.ts';
import type { LeagueConfig, Limits } from '../../../SHARED/league_sdk/config_models.ts';
import { ledgerFile } from '../../../SHARED/league_sdk/ledger/file.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { check, type Figures, type Violation } from './checks/check.ts';
import { makeTrouble, troublePlan } from './database/trouble.ts';
import { operatorOf } from './operator.ts';
import { DATA, IN_SEGMENTS, type Parts, PRODUCTION } from './parts.ts';
import { calm, planFor } from './plan.ts';
import { storm } from './storm.ts';
import { agentIn, type TraceEvent } from './trace.ts';
import { makeWorld, type World } from './world.ts';

/** A league that pauses is looked after by its operator so soon. */
const OPERATOR_LOOKS_MS = 5_000;

export interface SimulationOptions {
  readonly seed: number;
  readonly players: number;
  readonly referees: number;
  readonly config: LeagueConfig;
  readonly limits: Limits;
  /** Whether anything goes wrong at all; absent: it does. */
  readonly faults?: boolean;
  /** Absent: those of production. */
  readonly parts?: Parts;
  /** Whether the ledger of each league is in many short segments. */
  readonly segmented?: boolean;
  /** How matches and histories are kept; absent: in files. */
  readonly records?: RecordsPolicy;
  /** What the ledger is in; absent: files. In a database there are several managers, one of which leads. */
  readonly ledger?: 'files' | 'postgres';
}

/** The outcome of a league, without its trace and its disks. */
export interface Outcome {
  readonly seed: number;
  /** A hash over everything that was sent, answered, written and done, with its time: two runs are the same when theirs are. */
  readonly hash: string;
  readonly virtualMs: number;
  /** The classes of faults that were on. */
  readonly classes: readonly string[];
  /** How often each kind of fault was injected. */
  readonly faults: ReadonlyMap<string, number>;
  readonly figures: Figures;
  /** The first invariant that does not hold. */
  readonly violation: Violation | undefined;
}

export interface Simulated extends Outcome {
  readonly events: readonly TraceEvent[];
  /** Every file that was left behind, by agent. */
  readonly files: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** The managers that stand by for each other. */
const MANAGERS = ['LM01', 'LM02', 'LM03'] as const;
const START = '2025-01-15T10:00:00.000Z';
/** Without faults a round of the longest game takes less. */
const CALM_ROUND_MS = 5_000;
/** An agent that is still at work when the manager has gone may finish. */
const GRACE_MS = 15_000;
/** The faults and the run have streams of their own: a seed means the same storm for any version of the code. */
const STORM = 0x5eed;

/** Plays one league to its end, or until it should have ended. */
export async function simulate(options: SimulationOptions): Promise<Simulated> {
  const { seed, limits, records = 'files', segmented = false } = options;
  const parts = options.parts ?? (segmented ? IN_SEGMENTS : PRODUCTION);
  const clock = fakeClock(START);
  const number = (prefix: string) => (_: unknown, i: number) => numberedId(prefix, i + 1);
  const cast = {
    referees: Array.from({ length: options.referees }, number('REF')),
    players: Array.from({ length: options.players }, number('P')),
  };
  const chance = seeded(Math.imul(seed, 0x9e3779b1) ^ STORM);
  const plan = options.faults === false ? calm(chance) : planFor(chance, cast, isMerciless(seed));
  const managers = options.ledger === 'postgres' ? MANAGERS.slice(0, 2 + (seed % 2)) : undefined;
  const troubles =
    managers === undefined || options.faults === false
      ? { troubles: [], classes: [] }
      : troublePlan(seeded(Math.imul(seed, 0xc2b2ae35)), plan.untilMs, managers);
  const onPaused = (): void => {
    world.count('paused');
    void sleep(clock, OPERATOR_LOOKS_MS).then(() => operator.startLeague());
  };
  const participants = {
    ...options.config.participants,
    ...(plan.late.size === 0 ? {} : { late_places: plan.late.size }),
  };
  const violations = isMerciless(seed) ? 'disqualify' : options.config.violations;
  const config = { ...options.config, participants, violations };
  const world: World = makeWorld({
    seed,
    random: seeded(seed),
    clock,
    cast,
    plan,
    config,
    limits,
    parts,
    records,
    managers,
    onPaused,
  });

  const operator = operatorOf(world, { config, limits, clock });

  const rounds = options.players + plan.late.size - 1 + ((options.players + plan.late.size) % 2);
  // Twice what a fault-free league may take by its deadlines, from the end of the storm on.
  const stormyMs = 2 * rounds * (limits.maxMatchMs + limits.leaseMs + 60_000) + plan.untilMs;
  const boundMs = options.faults === false ? rounds * CALM_ROUND_MS : stormyMs;
  let ended = false;
  let trouble: string | undefined;
  async function run(): Promise<void> {
    const endStorm = storm(world, plan, clock, operator);
    const { database } = world;
    const endTrouble =
      database === undefined ? () => {} : makeTrouble(world, database, troubles, { untilMs: plan.untilMs, clock });
    const calmDown = (): void => {
      endStorm();
      endTrouble();
    };
    world.begin();
    // Not waited for: the answer may get lost, and the league may be over before it is asked again.
    void operator.startLeague();
    await world.over;
    ended = clock.monotonic() <= boundMs;
    if (!ended) trouble = `it ended at ${clock.monotonic()}`;
    // What is still open now has nothing to wait for.
    calmDown();
    await sleep(clock, GRACE_MS);
  }
  await clock.runUntil(run(), boundMs + GRACE_MS).catch((cause: unknown) => {
    trouble = reasonOf(cause);
  });

  const files = new Map([...world.agents.values()].map((agent) => [agent.home, agent.machine.files.files()]));
  const manager = agentIn(world.database?.server.writer ?? 'LM01');
  if (world.database !== undefined)
    files.set(
      manager,
      new Map([...(files.get(manager) ?? []), [ledgerFile(DATA, config.league_id), world.ledgerText() ?? '']]),
    );
  const { trace, faults } = world;
  const evidence = {
    events: trace.events,
    manager,
    files,
    config,
    limits,
    plan,
    records,
    ended,
    trouble,
    boundMs,
    endMs: clock.monotonic(),
  };
  const { violation, figures } = await check(evidence);
  return {
    seed,
    hash: trace.hash(),
    virtualMs: clock.monotonic(),
    classes: [...plan.classes, ...troubles.classes],
    faults,
    figures,
    violation,
    events: trace.events,
    files,
  };
}

/** Whether the league of this seed takes players out at their first breach: every eighth does. */
export function isMerciless(seed: number): boolean {
  return seed % 8 === 5;
}
