import { expect, test } from 'vitest';
import { ticTacToe } from '../../../SHARED/games/tic_tac_toe.ts';
import { bout, roundRobin } from '../testing/bout.ts';
import { moveOf, practiceTurn } from '../testing/practice.ts';
import { always } from './always.ts';
import { perfectTicTacToe } from './perfect_tic_tac_toe.ts';
import { random } from './random.ts';
import { strategyLaws } from './strategy_laws.ts';

strategyLaws(perfectTicTacToe);

const turnOn = (signs: string, your_mark = 'X') => {
  const board = [...signs].map((sign) => (sign === '.' ? null : sign));
  const moves = [...board.keys()].filter((cell) => board[cell] === null);
  return practiceTurn({ game_type: 'tic_tac_toe', view: { board, your_mark }, moves });
};

test.each([
  ['XX.OO....', 'X', 2],
  ['XX.OO...X', 'O', 5],
  ['XX..O....', 'O', 2],
  ['X...O...X', 'O', [1, 3, 5, 7]],
  ['XO.......', 'X', [3, 4, 6]],
])('on %s %s plays %j', async (board, mark, cells) => {
  expect([cells].flat()).toContain(await moveOf(perfectTicTacToe, turnOn(board, mark)));
});

test('against chance it never loses 500 games, and wins most', async () => {
  const { losses, wins } = await bout(ticTacToe, [perfectTicTacToe, random], 500);
  expect(losses).toBe(0);
  expect(wins).toBeGreaterThan(450);
});

test('nobody wins between two of its kind', async () => {
  expect(await bout(ticTacToe, [perfectTicTacToe, perfectTicTacToe], 100)).toMatchObject({ draws: 100 });
});

test('a league ranks it first', async () => {
  const table = await roundRobin(ticTacToe, [always, random, perfectTicTacToe], 40);
  expect(table[0]?.name).toBe('perfect_tic_tac_toe');
});

test.each([
  ['no board', {}, [0, 1]],
  ['moves that are no cells', { board: Array(9).fill(null), your_mark: 'X' }, ['a', 'b']],
])('with %s it plays at random', async (_, view, moves) => {
  const turn = practiceTurn({ game_type: 'tic_tac_toe', view, moves });
  expect(await perfectTicTacToe.decide(turn)).toMatchObject({ reasoning: expect.stringMatching(/at random$/) });
});
