/**
 * The plan of a kill test: victims, times and ways to come back, made from a seed before anything runs, so that it can
 * be made again.
 */
import { intBetween, pick, type Random, seeded } from '../../../SHARED/core/random.ts';

export type Role = 'manager' | 'referee' | 'player';
export const ROLES: readonly Role[] = ['manager', 'referee', 'player'];

export interface Kill {
  readonly role: Role;
  /**
   * The victim among its role, as a share of the agents that are there: 0 is the first of them, just below 1 the last.
   */
  readonly which: number;
  /** Whether the league is to have got further since the last kill; otherwise it is hit while it recovers. */
  readonly afterProgress: boolean;
  readonly delayMs: number;
  /** How long the victim stays away. */
  readonly pauseMs: number;
  /** By its own command, or by `league resume`, which starts all that are missing. */
  readonly comesBack: 'own command' | 'resume';
  /** Whether a referee besides is stopped for longer than its lease, and wakes up as if nothing had happened. */
  readonly freezes: boolean;
  /**
   * Where players were started by hand and the victim is a manager: all of them go down with it, and the last is back
   * after this time. 0: none does.
   */
  readonly blackoutMs: number;
}

/** 40 % managers, 40 % referees, 20 % players. */
const VICTIMS: readonly Role[] = ['manager', 'manager', 'referee', 'referee', 'player'];
const DELAY_MS = 400;
const PAUSE_MS = 800;
const BLACKOUT_MS = 5_000;

/** The kills of a run; the same number and seed give the same plan. */
export function killPlan(kills: number, seed: number): readonly Kill[] {
  const random = seeded(seed);
  return Array.from({ length: kills }, () => oneKill(random));
}

function oneKill(random: Random): Kill {
  return {
    role: pick(random, VICTIMS),
    which: random(),
    afterProgress: random() < 0.7,
    delayMs: intBetween(random, 0, DELAY_MS),
    pauseMs: random() < 0.5 ? 0 : intBetween(random, 1, PAUSE_MS),
    comesBack: pick(random, ['own command', 'own command', 'own command', 'resume'] as const),
    freezes: random() < 0.1,
    blackoutMs: random() < 0.5 ? 0 : intBetween(random, 1_000, BLACKOUT_MS),
  };
}
