import { expect, test } from 'vitest';
import type { Clock, Monotonic } from '../../../SHARED/core/clock.ts';
import { connectFour } from '../../../SHARED/games/connect_four.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { bout, roundRobin } from '../testing/bout.ts';
import { moveOf, practiceTurn } from '../testing/practice.ts';
import { always } from './always.ts';
import { fourAhead, lookingAt } from './four_ahead.ts';
import { random } from './random.ts';
import { strategyLaws } from './strategy_laws.ts';

strategyLaws(fourAhead);

/** The turn of O on a board that is drawn from its top row down; empty rows at the top may be left out. */
function turnOn(rows: readonly string[], parts = {}) {
  const drawn = [...Array(6 - rows.length).fill('.......'), ...rows].join('');
  const board = [...drawn].map((sign) => (sign === '.' ? null : sign));
  const moves = [0, 1, 2, 3, 4, 5, 6].filter((column) => board[column] === null);
  return practiceTurn({ game_type: 'connect_four', view: { board, your_mark: 'O' }, moves, ...parts });
}

/** A clock that moves on by a millisecond at every look, and counts how often it was waited for. */
function busyClock() {
  let elapsed = 0;
  const clock: Clock & { polls: number } = {
    ...fakeClock(),
    polls: 0,
    monotonic: () => elapsed++ as Monotonic,
    async poll() {
      clock.polls += 1;
    },
  };
  return { clock, elapsed: () => elapsed };
}

test.each([
  ['takes a win rather than block', 6, ['X.....O', 'X.....O', 'X.X...O']],
  ['blocks a column', 0, ['X......', 'X.....O', 'X.X...O']],
  ['blocks a row', 3, ['O.O....', 'XXX...O']],
  ['blocks a diagonal', 3, ['..XO...', '.XOX...', 'XOXO...']],
] as const)('it %s, even without time', async (_, column, rows) => {
  expect(await moveOf(fourAhead, turnOn(rows, { timeLeftMs: 0 }))).toBe(column);
});

test('it makes two threats at once where it can', async () => {
  expect([1, 4]).toContain(await moveOf(fourAhead, turnOn(['..X....', '..OO..X'])));
});

test('it does not fill the cell below one that the opponent is waiting for', async () => {
  expect(await moveOf(fourAhead, turnOn(['XXX....', 'OXO....']))).not.toBe(3);
});

test('it stops long before its time is up, and lets others have a turn meanwhile', async () => {
  const { clock, elapsed } = busyClock();
  const tireless = lookingAt('tireless', Number.POSITIVE_INFINITY);
  await tireless.decide(turnOn([], { clock, timeLeftMs: 100 }));
  expect(elapsed()).toBeGreaterThan(40);
  expect(elapsed()).toBeLessThan(60);
  expect(clock.polls).toBeGreaterThan(20);
});

test('it thinks no longer once everything is decided', async () => {
  const { clock, elapsed } = busyClock();
  const tireless = lookingAt('tireless', Number.POSITIVE_INFINITY);
  const choice = await tireless.decide(turnOn(['..X....', '..OO..X'], { clock, timeLeftMs: 1_000_000 }));
  expect(choice).toMatchObject({ reasoning: expect.stringMatching(/^worth 99\d\d, looking 2 moves ahead/) });
  expect(elapsed()).toBeLessThan(20);
});

test('chance wins less than one game in twenty', async () => {
  const { wins } = await bout(connectFour, [lookingAt('keen', 2_000), random], 40);
  expect(wins).toBeGreaterThan(38);
});

test('a league ranks by how far one looks', async () => {
  const table = await roundRobin(connectFour, [random, lookingAt('hasty', 30), always, lookingAt('keen', 3_000)], 6);
  expect(table.slice(0, 2).map(({ name }) => name)).toEqual(['keen', 'hasty']);
});

test('where no board is to be seen it plays at random', async () => {
  const turn = practiceTurn({ game_type: 'connect_four', moves: [0, 1] });
  expect(await fourAhead.decide(turn)).toMatchObject({ reasoning: expect.stringMatching(/at random$/) });
});
