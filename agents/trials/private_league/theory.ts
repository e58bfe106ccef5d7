/** The arithmetic of a pairing before a game is played, and whether the games that were played agree with it. Pure. */
import { holds, wilsonInterval } from '../../../SHARED/core/statistics.ts';
import type { Tally } from './outings.ts';

/** The way a player chooses, as far as arithmetic needs to know. */
type Habit =
  /** Always tosses a coin. */
  | { readonly kind: 'coin' }
  | { readonly kind: 'fixed'; readonly move: string }
  /** The first time a coin, then what the opponent chose last. */
  | { readonly kind: 'copies' }
  /** A coin until it has seen this many choices, then the other thing than an opponent's habit. */
  | { readonly kind: 'opposes'; readonly seen: number }
  /** Stays after a win, shifts after a loss; after a draw, and at first, a coin. */
  | { readonly kind: 'stays' };

const COIN: Habit = { kind: 'coin' };

/**
 * Specialists of other games play this one at random. A player that is not named here is held to what holds for all.
 */
const HABITS: ReadonlyMap<string, Habit> = new Map<string, Habit>([
  ['random', COIN],
  ['perfect_tic_tac_toe', COIN],
  ['four_ahead', COIN],
  ['tit_for_tat', COIN],
  ['markov', COIN],
  ['slow', COIN],
  ['P04', COIN],
  ['always:even', { kind: 'fixed', move: 'even' }],
  ['always:odd', { kind: 'fixed', move: 'odd' }],
  ['mirror', { kind: 'copies' }],
  ['frequency', { kind: 'opposes', seen: 1 }],
  ['pattern', { kind: 'opposes', seen: 3 }],
  ['P01', { kind: 'opposes', seen: 1 }],
  ['P02', { kind: 'opposes', seen: 2 }],
  ['P03', { kind: 'stays' }],
]);

/**
 * The expected share of games in which two players that never met before choose differently, so that the number
 * decides: half of them are won, half lost, the other games drawn. Undefined where it depends on more than arithmetic
 * can say shortly.
 */
export function decidedShare(first: string, second: string, games: number): number | undefined {
  const [a, b] = [HABITS.get(first), HABITS.get(second)];
  if (a?.kind === 'coin' || b?.kind === 'coin') return 1 / 2;
  if (a === undefined || b === undefined) return undefined;
  return inOrder(a, b, games) ?? inOrder(b, a, games);
}

function inOrder(a: Habit, b: Habit, games: number): number | undefined {
  const mean = (chanceIn: (game: number) => number) =>
    Array.from({ length: games }, (_, index) => chanceIn(index + 1)).reduce((sum, chance) => sum + chance, 0) / games;
  if (b.kind === 'fixed') {
    if (a.kind === 'fixed') return a.move === b.move ? 0 : 1;
    if (a.kind === 'copies') return mean((game) => (game === 1 ? 1 / 2 : 0));
    if (a.kind === 'opposes') return mean((game) => (game <= a.seen ? 1 / 2 : 1));
  }
  // A win and a loss are equally likely and lead to opposite choices, and after a draw there is the coin.
  if (a.kind === 'stays' && (b.kind === 'fixed' || b.kind === 'copies')) return 1 / 2;
  // The winner stays and the loser joins it, so a decided game is followed by a draw, and a draw by two coins.
  if (a.kind === 'stays' && b.kind === 'stays') return mean((game) => (1 - (-1 / 2) ** game) / 3);
  return undefined;
}

/** A share that was seen beside the one that was expected. */
export interface Comparison {
  readonly what: string;
  readonly seen: number;
  readonly of: number;
  readonly expected: number;
}

/**
 * The figures that can be compared. Where nothing is known of the choices, the number is still drawn fairly: each
 * player wins half of the decided games.
 */
export function comparisonsOf({ games, won, drawn, lost }: Tally, share: number | undefined): readonly Comparison[] {
  if (share === undefined) return [{ what: 'won of those decided', seen: won, of: won + lost, expected: 1 / 2 }];
  return [
    { what: 'won', seen: won, of: games, expected: share / 2 },
    { what: 'drawn', seen: drawn, of: games, expected: 1 - share },
  ];
}

/** Whether the interval of this confidence around what was seen does not hold what was expected. */
export function isOutside({ seen, of, expected }: Comparison, confidence = 0.95): boolean {
  return !holds(wilsonInterval(seen, of, confidence), expected);
}

/** Whether chance alone can put it outside: where all or nothing is expected, only a bug can. */
export function isByChance({ expected }: Comparison): boolean {
  return expected > 0 && expected < 1;
}
