/** The arithmetic behind doc/MATHEMATICAL_FOUNDATIONS.md, exact where it can be: its figures are computed, never typed. */

/** A chance as a fraction, so that sums of many of them lose nothing. */
export interface Fraction {
  readonly of: bigint;
  readonly in: bigint;
}

/** The number of ways to choose some of several things. */
export function choose(things: number, some: number): bigint {
  let ways = 1n;
  for (let taken = 0; taken < some; taken++) ways = (ways * BigInt(things - taken)) / BigInt(taken + 1);
  return ways;
}

/** The chance that at least `least` of `trials` succeed, each with the same chance. Exact. */
export function atLeast(least: number, trials: number, chance: Fraction): Fraction {
  let ways = 0n;
  for (let hits = least; hits <= trials; hits++) {
    ways += choose(trials, hits) * chance.of ** BigInt(hits) * (chance.in - chance.of) ** BigInt(trials - hits);
  }
  return { of: ways, in: chance.in ** BigInt(trials) };
}

/**
 * The chance to win more than `percent` of the decided matches, when each of `games` is decided with chance 1/2 and a
 * decided one is won with chance 1/2. Exact; a series without a decided match wins nothing.
 */
export function moreOfDecided(percent: number, games: number): Fraction {
  const half = { of: 1n, in: 2n };
  let ways = 0n;
  for (let decided = 1; decided <= games; decided++) {
    const won = atLeast(Math.floor((decided * percent) / 100) + 1, decided, half);
    // Everything over 4^games: 2^games ways of being decided, and 2^decided of winning, made up to 2^games.
    ways += choose(games, decided) * won.of * 2n ** BigInt(games - decided);
  }
  return { of: ways, in: 4n ** BigInt(games) };
}

/** The nearest number a fraction can be told as; tiny ones keep their digits. */
export function toNumber(fraction: Fraction): number {
  const DIGITS = 60n;
  return Number((fraction.of * 10n ** DIGITS) / fraction.in) / Number(10n ** DIGITS);
}

/** The points for a match in the leagues we ship. */
export const POINTS = { win: 3, draw: 1, loss: 0 };

/** The points a match of Even/Odd brings each player on average, when the choices differ with this chance. */
export function pointsAt(difference: number): number {
  return (difference / 2) * (POINTS.win + POINTS.loss) + (1 - difference) * POINTS.draw;
}

/**
 * The number of the 2^bits numbers x = k / 2^bits that have floor(sides · x) = 0, 1, … : the exact shares of a draw.
 */
export function drawShares(bits: number, sides: number): readonly bigint[] {
  const all = 2n ** BigInt(bits);
  const firstOf = (side: number) => (BigInt(side) * all + BigInt(sides) - 1n) / BigInt(sides);
  return Array.from({ length: sides }, (_, side) => firstOf(side + 1) - firstOf(side));
}

/** One match as one of its players remembers it. */
export interface Meeting {
  readonly mine: string;
  readonly theirs: string;
  readonly result: 'WIN' | 'LOSS' | 'DRAW';
}

/** A way to play, as chances: what is chosen after these meetings, and how likely. */
export type Chooser = (past: readonly Meeting[]) => readonly { readonly move: string; readonly chance: number }[];

interface Branch {
  readonly chance: number;
  readonly first: readonly Meeting[];
  readonly second: readonly Meeting[];
}

/**
 * The number of meetings to walk, and whether to tell wins from losses: half the branches where no player depends on
 * them.
 */
export interface Walk {
  readonly meetings: number;
  readonly resultsMatter: boolean;
}

/**
 * The chance that two players choose differently when they meet for the first time, the second, …, by walking through
 * everything that can happen. Exact, since all chances are powers of 1/2; the number of branches grows with each coin.
 */
export function differences(first: Chooser, second: Chooser, { meetings, resultsMatter }: Walk): readonly number[] {
  let branches: readonly Branch[] = [{ chance: 1, first: [], second: [] }];
  const chances: number[] = [];
  for (let meeting = 0; meeting < meetings; meeting++) {
    branches = branches.flatMap((branch) => afterOneMore(branch, [first, second], resultsMatter));
    chances.push(branches.filter(isDecided).reduce((sum, { chance }) => sum + chance, 0));
  }
  return chances;
}

function isDecided({ first }: Branch): boolean {
  return first.at(-1)?.result !== 'DRAW';
}

function afterOneMore(
  branch: Branch,
  [first, second]: readonly [Chooser, Chooser],
  resultsMatter: boolean,
): readonly Branch[] {
  return first(branch.first).flatMap((mine) =>
    second(branch.second).flatMap((theirs): readonly Branch[] => {
      const chance = branch.chance * mine.chance * theirs.chance;
      const extend = (share: number, result: Meeting['result'], opposite: Meeting['result']): Branch => ({
        chance: chance * share,
        first: [...branch.first, { mine: mine.move, theirs: theirs.move, result }],
        second: [...branch.second, { mine: theirs.move, theirs: mine.move, result: opposite }],
      });
      if (mine.move === theirs.move) return [extend(1, 'DRAW', 'DRAW')];
      if (!resultsMatter) return [extend(1, 'WIN', 'LOSS')];
      return [extend(0.5, 'WIN', 'LOSS'), extend(0.5, 'LOSS', 'WIN')];
    }),
  );
}

/** The mean of some numbers. */
export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
