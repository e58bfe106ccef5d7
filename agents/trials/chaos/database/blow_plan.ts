/** The plan of a kill test of a league in a database: what is struck, how and for how long, made from a seed. */
import { intBetween, pick, type Random, seeded } from '../../../../SHARED/core/random.ts';

/**
 * The manager that has the league, one that stands by, and the others; of a league that hosts play, the host whose
 * manager has it, and the other one.
 */
export type Target = 'leader' | 'standby' | 'host' | 'other host' | 'referee' | 'player' | 'database';
/**
 * SIGKILL; SIGSTOP beyond the lease, and SIGCONT; either of a host with its managers, or of the host alone; connections
 * to the database ended, or without a byte in either direction; no space for tables.
 */
export type Way = 'killed' | 'killed alone' | 'frozen' | 'frozen alone' | 'cut off' | 'silenced' | 'full';

interface BlowKind {
  readonly target: Target;
  readonly way: Way;
  /** In so many of all blows, to the sum of them. */
  readonly share: number;
  /** How long it lasts, from and to: of a killed process, until it is started again. */
  readonly ms: readonly [number, number];
}

export const BLOWS: readonly BlowKind[] = [
  { target: 'leader', way: 'killed', share: 5, ms: [0, 800] },
  // Longer than the lease of a manager.
  { target: 'leader', way: 'frozen', share: 3, ms: [5_000, 7_000] },
  { target: 'leader', way: 'cut off', share: 2, ms: [0, 2_000] },
  { target: 'leader', way: 'silenced', share: 2, ms: [3_500, 6_000] },
  { target: 'standby', way: 'killed', share: 2, ms: [0, 800] },
  { target: 'standby', way: 'frozen', share: 1, ms: [5_000, 7_000] },
  { target: 'referee', way: 'killed', share: 4, ms: [0, 800] },
  { target: 'referee', way: 'frozen', share: 1, ms: [3_000, 4_000] },
  { target: 'player', way: 'killed', share: 2, ms: [0, 800] },
  { target: 'database', way: 'killed', share: 2, ms: [0, 2_500] },
  { target: 'database', way: 'full', share: 1, ms: [1_000, 3_000] },
];

export interface Blow extends Pick<BlowKind, 'target' | 'way'> {
  /** The victim among its kind, as a share of those that are there. */
  readonly which: number;
  /** Whether the league is to have got further since the last blow; otherwise it is hit while it recovers. */
  readonly afterProgress: boolean;
  readonly delayMs: number;
  readonly ms: number;
}

const DELAY_MS = 400;

/** The blows of a run; the same number and seed give the same plan. */
export function blowPlan(blows: number, seed: number): readonly Blow[] {
  const random = seeded(seed);
  const drawn = BLOWS.flatMap((kind) => Array.from({ length: kind.share }, () => kind));
  return Array.from({ length: blows }, () => oneBlow(random, pick(random, drawn)));
}

function oneBlow(random: Random, { target, way, ms: [from, to] }: BlowKind): Blow {
  return {
    target,
    way,
    which: random(),
    afterProgress: random() < 0.7,
    delayMs: intBetween(random, 0, DELAY_MS),
    ms: intBetween(random, from, to),
  };
}

const HOSTS: { readonly [T in Target]?: Target } = { leader: 'host', standby: 'other host' };

const ALONE: { readonly [W in Way]?: Way } = { killed: 'killed alone', frozen: 'frozen alone' };

/** The same blow to a league that hosts play: to the whole machine of a host, or half the time to that process alone. */
export function onHosts(blow: Blow): Blow {
  const target = HOSTS[blow.target];
  if (target === undefined) return blow;
  return { ...blow, target, way: (blow.which < 0.5 ? ALONE[blow.way] : undefined) ?? blow.way };
}
