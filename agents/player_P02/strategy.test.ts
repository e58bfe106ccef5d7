import { expect, test } from 'vitest';
import { strategyLaws } from '../player/strategies/strategy_laws.ts';
import type { Strategy } from '../player/strategy.ts';
import { duel, meetings, moveOf, practiceMatch, practiceTurn } from '../player/testing/practice.ts';
import { strategy } from './strategy.ts';

strategyLaws(strategy);

const playing = (order: readonly string[]): Strategy => ({
  name: 'cycle',
  decide: ({ history }) => order[history.length % order.length] as string,
});

test.each([
  { theirs: ['odd', 'even', 'odd', 'even', 'odd', 'even'], plays: 'even', order: 2 },
  { theirs: ['odd', 'odd', 'even', 'odd', 'odd', 'even', 'odd', 'odd'], plays: 'odd', order: 2 },
  { theirs: ['odd', 'odd', 'odd', 'even', 'odd'], plays: 'even', order: 1 },
  { theirs: ['even', 'even', 'odd'], plays: 'odd', order: 0 },
])('Beta answers $theirs by what came after the last $order', async ({ theirs, plays, order }) => {
  const choice = await strategy.decide(practiceTurn({ history: meetings(...theirs) }));
  expect(choice).toMatchObject({ move: plays, reasoning: expect.stringContaining(`after its last ${order}:`) });
});

test.each([[[]], [['odd']], [['odd', 'even']]])('%j is too little to go by', async (theirs) => {
  const history = meetings(...theirs);
  expect(await moveOf(strategy, practiceTurn({ history, random: () => 0 }))).toBe('even');
  expect(await moveOf(strategy, practiceTurn({ history, random: () => 0.99 }))).toBe('odd');
});

test('what others do says nothing about the opponent', async () => {
  const history = Array.from({ length: 9 }, () => practiceMatch({ opponent_id: 'P03', opponent_choice: 'odd' }));
  expect(await moveOf(strategy, practiceTurn({ history, random: () => 0.99 }))).toBe('odd');
});

test.each([[['odd', 'even']], [['odd', 'odd', 'even']], [['odd', 'odd', 'even', 'even']]])(
  'Beta soon stops drawing with somebody who repeats %j, and wins no more than half',
  async (order) => {
    const { wins, draws } = await duel(strategy, playing(order), 400);
    expect(draws).toBeLessThan(10);
    expect(wins / 400).toBeCloseTo(0.5, 1);
  },
);
