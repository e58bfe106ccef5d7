/** Estimates a probability from a count of successes: confidence intervals and the normal distribution. Pure. */

/** Two bounds, both included. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Wilson's score interval for a chance of which `successes` of `trials` were seen: it lies within 0 and 1 and is never
 * empty, also where nothing or everything succeeded. Without a trial nothing is known, so it is all of 0 to 1.
 */
export function wilsonInterval(successes: number, trials: number, confidence = 0.95): Interval {
  if (!(successes >= 0 && successes <= trials)) throw new RangeError(`${successes} of ${trials} cannot have succeeded`);
  if (trials === 0) return { low: 0, high: 1 };
  const z = normalQuantile((1 + confidence) / 2);
  const share = successes / trials;
  const weight = z ** 2 / trials;
  const middle = (share + weight / 2) / (1 + weight);
  const half = (z * Math.sqrt((share * (1 - share)) / trials + weight / (4 * trials))) / (1 + weight);
  // The ends are exact, and rounding must not make them a little less so.
  return { low: successes === 0 ? 0 : middle - half, high: successes === trials ? 1 : middle + half };
}

/** Whether a number lies within an interval. */
export function holds({ low, high }: Interval, value: number): boolean {
  return low <= value && value <= high;
}

/** So far out nothing is left that a double could tell from 0 or 1. */
const FAR = 9;

/** The probability that a standard normal variable is at most this. */
export function normalDistribution(at: number): number {
  if (Math.abs(at) > FAR) return at < 0 ? 0 : 1;
  let term = at;
  let sum = at;
  for (let odd = 3; Math.abs(term) > Math.abs(sum) * Number.EPSILON; odd += 2) {
    term *= at ** 2 / odd;
    sum += term;
  }
  return 0.5 + (sum * Math.exp(-(at ** 2) / 2)) / Math.sqrt(2 * Math.PI);
}

/** The quantile of the standard normal distribution: 1.96 for 97.5 %. */
export function normalQuantile(probability: number): number {
  if (!(probability > 0 && probability < 1)) throw new RangeError(`${probability} lies not between 0 and 1`);
  let [low, high] = [-FAR, FAR];
  let middle = 0;
  // Between two neighbours there is no other number.
  while (middle !== low && middle !== high) {
    if (normalDistribution(middle) < probability) low = middle;
    else high = middle;
    middle = (low + high) / 2;
  }
  return middle;
}
