import { describe, expect, test } from 'vitest';
import { holds, normalDistribution, normalQuantile, wilsonInterval } from './statistics.ts';

describe('the Wilson interval', () => {
  test.each([
    [0, 100, 0, 0.0369935],
    [25, 100, 0.1754521, 0.3430446],
    [50, 100, 0.4038315, 0.5961685],
    [100, 100, 0.9630065, 1],
    [8, 10, 0.4901625, 0.9433178],
    [1, 1, 0.2065493, 1],
  ])('of %i in %i is known', (successes, trials, low, high) => {
    const interval = wilsonInterval(successes, trials);
    expect(interval.low).toBeCloseTo(low, 6);
    expect(interval.high).toBeCloseTo(high, 6);
  });

  test('solves the equation it comes from: its bounds are as far off as the confidence says', () => {
    for (const [successes, trials, confidence] of [
      [3, 40, 0.95],
      [17, 60, 0.99],
      [59, 60, 0.9996],
    ] as const) {
      const z = normalQuantile((1 + confidence) / 2);
      const { low, high } = wilsonInterval(successes, trials, confidence);
      for (const bound of [low, high]) {
        const off = Math.abs(successes / trials - bound) / Math.sqrt((bound * (1 - bound)) / trials);
        expect(off).toBeCloseTo(z, 9);
      }
    }
  });

  test('ends exactly at 0 and 1 where nothing or everything succeeded', () => {
    expect(wilsonInterval(0, 7).low).toBe(0);
    expect(wilsonInterval(7, 7).high).toBe(1);
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });

  test('is wider the surer one wants to be', () => {
    expect(wilsonInterval(40, 100, 0.99).low).toBeLessThan(wilsonInterval(40, 100, 0.95).low);
    expect(wilsonInterval(40, 100, 0.99).high).toBeGreaterThan(wilsonInterval(40, 100, 0.95).high);
  });

  test.each([
    [-1, 10],
    [11, 10],
    [Number.NaN, 10],
  ])('of %d in %d does not exist', (successes, trials) => {
    expect(() => wilsonInterval(successes, trials)).toThrow(RangeError);
  });
});

test('an interval holds its own bounds and nothing beyond them', () => {
  const interval = { low: 0.25, high: 0.5 };
  expect([0.2, 0.25, 0.4, 0.5, 0.6].filter((value) => holds(interval, value))).toEqual([0.25, 0.4, 0.5]);
});

describe('the normal distribution', () => {
  test.each([
    [0, 0.5],
    [1, 0.8413447460685429],
    [-1.959963984540054, 0.025],
    [3, 0.9986501019683699],
    [-40, 0],
    [40, 1],
  ])('at %d is known', (at, probability) => {
    expect(normalDistribution(at)).toBeCloseTo(probability, 14);
  });

  test.each([
    [0.5, 0],
    [0.975, 1.959963984540054],
    [0.995, 2.5758293035489004],
    [0.01, -2.3263478740408408],
  ])('has its quantile of %d', (probability, quantile) => {
    expect(normalQuantile(probability)).toBeCloseTo(quantile, 12);
  });

  test.each([0, 1, -0.1, Number.NaN])('has no quantile of %d', (probability) => {
    expect(() => normalQuantile(probability)).toThrow(RangeError);
  });
});
