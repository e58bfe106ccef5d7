import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { intBetween } from '../../core/random.ts';
import { normalQuantile, wilsonInterval } from '../../core/statistics.ts';
import { markdownTable } from '../generate/markdown.ts';
import { checkFigures, grouped, mathematicsOf, percent, rounded } from './document.ts';
import { atLeast, drawShares, moreOfDecided, pointsAt, toNumber } from './mathematics.ts';

const GAMES = 100;
const HALF = { of: 1n, in: 2n };

test('the rules of the game are told without a figure', () => {
  expect(checkFigures(mathematicsOf('The game'), [])).toEqual({ missing: [], uncomputed: [] });
});

test('what can be won is what is computed', () => {
  const shares = [0, 1 / 4, 1 / 2, 3 / 4, 1].map((d) => [
    rounded(d),
    percent(d / 2),
    percent(d / 2),
    percent(1 - d),
    rounded(pointsAt(d), 3),
  ]);
  const statements = [
    markdownTable(['*d*', 'won', 'lost', 'drawn', 'points a match, for each'], shares),
    `against a random player one wins ${percent(1 / 4)}, loses ${percent(1 / 4)} and draws ${percent(1 / 2)} of the matches`,
    `Nobody wins more than ${percent(1 / 2)} of the matches`,
  ];
  expect(checkFigures(mathematicsOf('What can be won'), statements)).toEqual({ missing: [], uncomputed: [] });
});

test('the chances of the claim are exact', () => {
  const least = 61;
  const ofAll = toNumber(atLeast(least, GAMES, { of: 1n, in: 4n }));
  const exponent = Math.floor(Math.log10(ofAll));
  const decided = percent(toNumber(atLeast(least, GAMES, HALF)));
  const rows = [
    [`won of ${GAMES} matches against a random player`, `${rounded(ofAll / 10 ** exponent, 1)} in 10^${-exponent}`],
    [`won of ${GAMES} decided matches, draws left out and played again`, decided],
    [`won of the decided ones among ${GAMES} matches`, percent(toNumber(moreOfDecided(60, GAMES)))],
    [`won of ${GAMES} matches against a player one never draws with (*d* = 1)`, decided],
  ];
  const statements = [
    'Document 004',
    'a win rate over 60 % against a random agent over 100 games',
    `More than 60 % of ${GAMES} is at least ${least}`,
    markdownTable(['what is counted', 'chance of more than 60 %'], rows),
  ];
  expect(checkFigures(mathematicsOf('The claim of the specification'), statements)).toEqual({
    missing: [],
    uncomputed: [],
  });
});

test('the intervals are Wilson’s', () => {
  const intervals = [0, 25, 50, 61, 100].map((hits) => {
    const { low, high } = wilsonInterval(hits, GAMES);
    return [`${hits} of ${GAMES}`, `${percent(low)} to ${percent(high)}`];
  });
  const statements = [
    'a 95 % interval',
    'one true share in twenty lies outside',
    `*z* = ${rounded(normalQuantile(0.975))}`,
    markdownTable(['seen', 'interval'], intervals),
  ];
  expect(checkFigures(mathematicsOf('Intervals'), statements)).toEqual({ missing: [], uncomputed: [] });
});

test('the shares of the draw are counted', () => {
  const shares = drawShares(48, 10);
  const rows = [...new Set(shares)].map((share) => {
    const numbers = shares.flatMap((each, side) => (each === share ? [side + 1] : []));
    return [numbers.join(', '), grouped(share)];
  });
  const evens = shares.filter((_, side) => side % 2 === 1).reduce((sum, share) => sum + share, 0n);
  expect(evens * 2n).toBe(2n ** 48n);
  const statements = [
    'SHA-256',
    `2^48 = ${grouped(2n ** 48n)} values`,
    markdownTable(['number', 'values of *k* for each'], rows),
    `${grouped(evens)} values give an even number and as many an odd one`,
  ];
  expect(checkFigures(mathematicsOf('The draw'), statements)).toEqual({ missing: [], uncomputed: [] });
});

describe('the check of figures', () => {
  test('finds a figure that is not what was computed, and one that nobody computed', () => {
    const report = checkFigures('Half of it, 50 %,\nis drawn. It takes 12.5 points and\n1,225 matches.', [
      'Half of it, 50 %, is drawn',
      '13.5 points',
    ]);
    expect(report).toEqual({
      missing: ['13.5 points'],
      uncomputed: [expect.stringContaining('12.5'), expect.stringContaining('1,225')],
    });
  });
});

test('the draw of the product changes its number exactly where the shares say', () => {
  let below = 0n;
  for (const [side, share] of drawShares(48, 10).entries()) {
    const draw = (k: bigint) => intBetween(() => Number(k) / 2 ** 48, 1, 10);
    expect([draw(below), draw(below + share - 1n)]).toEqual([side + 1, side + 1]);
    below += share;
  }
  expect(below).toBe(2n ** 48n);
});

test('every section of the document is looked at by one of these tests', () => {
  const text = readFileSync(new URL('../../../doc/MATHEMATICAL_FOUNDATIONS.md', import.meta.url), 'utf8');
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const tests = readdirSync(folder).filter((name) => /\.test\.ts$/.test(name));
  const said = tests.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  expect(headings.length).toBeGreaterThan(5);
  expect(headings.filter((heading) => !said.includes(`mathematicsOf('${heading}')`))).toEqual([]);
});
