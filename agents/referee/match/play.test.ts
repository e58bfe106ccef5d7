import { describe, expect, test } from 'vitest';
import type { Json } from '../../../SHARED/core/json.ts';
import { err, ok, unwrap } from '../../../SHARED/core/result.ts';
import { evenOdd } from '../../../SHARED/games/even_odd.ts';
import { type Game, GameFault, type Seat } from '../../../SHARED/games/game.ts';
import { ticTacToe } from '../../../SHARED/games/tic_tac_toe.ts';
import { gameOf } from '../../../SHARED/testing/shipped_games.ts';
import { type Ask, MOST_STEPS, play, type Turn } from './play.ts';

const players = ['P01', 'P02'];
const live = (move: Json) => ok({ take: () => move });

test('a simultaneous game asks both at once and takes one step', async () => {
  const asked: [Seat, Turn][] = [];
  const ask: Ask<never> = async (seat, turn) => {
    asked.push([seat, turn]);
    return live(seat === 0 ? 'even' : 'odd');
  };
  const { steps, end } = await play(evenOdd, { players, ask, random: () => 0 });
  expect(asked.map(([seat, { step, options }]) => ({ seat, step, options }))).toEqual([
    { seat: 0, step: 1, options: ['even', 'odd'] },
    { seat: 1, step: 1, options: ['even', 'odd'] },
  ]);
  expect(steps).toEqual([{ P01: 'even', P02: 'odd' }]);
  expect(end).toEqual(ok({ scores: [0, 1], facts: { drawn_number: 1, number_parity: 'odd' } }));
});

test('a game in turns asks one seat after the other, and counts the steps over both', async () => {
  const script = [0, 3, 1, 4, 2];
  const ask: Ask<never> = async (_seat, { step }) => live(script[step - 1] as number);
  const { steps, end } = await play(ticTacToe, { players, ask, random: () => 0 });
  expect(steps).toEqual([{ P01: 0 }, { P02: 3 }, { P01: 1 }, { P02: 4 }, { P01: 2 }]);
  expect(end).toMatchObject({ ok: true, value: { scores: [1, 0], facts: { winning_line: [0, 1, 2] } } });
});

test('moves are taken when all are in, not when they come', async () => {
  let first = 'even';
  const ask: Ask<never> = async (seat) => {
    if (seat === 0) return ok({ take: () => first });
    await Promise.resolve();
    first = 'odd';
    return live('odd');
  };
  const { steps } = await play(evenOdd, { players, ask, random: () => 0 });
  expect(steps).toEqual([{ P01: 'odd', P02: 'odd' }]);
});

test('a seat that fails ends the game; the move of the other stands in the last step', async () => {
  const ask: Ask<string> = async (seat) => (seat === 0 ? err('silent') : live('odd'));
  const { steps, end } = await play(evenOdd, { players, ask, random: () => 0 });
  expect(steps).toEqual([{ P02: 'odd' }]);
  expect(end).toEqual(err(['silent']));
});

test('when nobody moves there is no step', async () => {
  const ask: Ask<Seat> = async (seat) => err(seat);
  const { steps, end } = await play(evenOdd, { players, ask, random: () => 0 });
  expect(steps).toEqual([]);
  expect(end).toEqual(err([0, 1]));
});

describe('rules that fail', () => {
  const rules = unwrap(gameOf('tic_tac_toe', {}));
  const first: Ask<never> = async (_seat, { options }) => live(options[0] as Json);
  const failing = (parts: Partial<Game>) => play({ ...rules, ...parts }, { players, ask: first, random: () => 0 });

  test.each<[string, Partial<Game>, string]>([
    [
      'leave a seat no move',
      { moves: () => [] },
      'the game tic_tac_toe (SHARED/games/tic_tac_toe.ts) leaves seat 0 no move at step 1, and is not over',
    ],
    [
      'leave no seat to move',
      { status: () => ({ over: false, toMove: [] }) },
      'the game tic_tac_toe (SHARED/games/tic_tac_toe.ts) is not over at step 1, and no seat is to move',
    ],
    [
      'never end',
      { status: () => ({ over: false, toMove: [0] }), moves: () => [0], play: (state) => state, source: 'mine.ts' },
      `the game tic_tac_toe (mine.ts) is not over after ${MOST_STEPS} steps`,
    ],
  ])('and %s are a fault of the game', async (_, parts, sentence) => {
    await expect(failing(parts)).rejects.toThrow(GameFault);
    await expect(failing(parts)).rejects.toThrow(sentence);
  });

  test('for one seat ask no other', async () => {
    const asked: Seat[] = [];
    const ask: Ask<never> = async (seat) => {
      asked.push(seat);
      return live('even');
    };
    const moves = (_: Json, seat: Seat) => (seat === 0 ? ['even'] : []);
    await expect(play({ ...evenOdd, moves } as unknown as Game, { players, ask, random: () => 0 })).rejects.toThrow(
      'seat 1',
    );
    expect(asked).toEqual([]);
  });
});
