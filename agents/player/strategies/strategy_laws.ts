/** The laws of every strategy that plays to win, run by each of them. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../SHARED/core/json.ts';
import { seeded } from '../../../SHARED/core/random.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { guard } from '../guard.ts';
import type { PastMatch, Strategy, Turn } from '../strategy.ts';
import { duel, meetings, practiceMatch, practiceTurn } from '../testing/practice.ts';
import { random } from './random.ts';

const openings: { readonly [name: string]: readonly Json[] } = {
  'one move': ['pass'],
  'two moves': ['even', 'odd'],
  'three moves': ['rock', 'paper', 'scissors'],
  'the cells of a board': [0, 1, 2, 3, 4, 5, 6, 7, 8],
  'moves that are objects': [
    { from: 'a1', to: 'a2' },
    { from: 'a1', to: 'a3' },
  ],
};

const pasts: { readonly [name: string]: readonly PastMatch[] } = {
  'no past': [],
  'a past of words': meetings('odd', 'odd', 'even', 'odd', 'odd', 'even', 'odd', 'odd'),
  'a past of cells': meetings(0, 4, 0, 4, 0),
  'a past of moves that are not legal now': meetings('lizard', 'spock', 'lizard', 'spock', 'lizard'),
  'a past of silence': meetings(null, null, null),
  'a past of forfeits': [practiceMatch({ result: 'TECHNICAL_LOSS', my_choice: null })],
  'a past in other games': [practiceMatch({ game_type: 'another', opponent_choice: 'odd' })],
  'a past with others': [practiceMatch({ opponent_id: 'P03', result: 'LOSS', my_choice: 'odd' })],
};

/** Declares the tests that every strategy for playing must pass; strategies for testing a league break them on purpose. */
export function strategyLaws(strategy: Strategy): void {
  const cases = Object.entries(openings).flatMap(([opening, moves]) =>
    Object.entries(pasts).map(([past, history]) => ({ opening, past, moves, history })),
  );

  describe(`the laws of ${strategy.name}`, () => {
    test.each(cases)('it plays a legal move in time: $opening, $past', async ({ moves, history }) => {
      const decision = await decide(strategy, { moves, history });
      expect(decision.fallback).toBeUndefined();
      expect(moves).toContainEqual(decision.move);
      expect(decision.reasoning).toMatch(/./);
    });

    test('the same turn and the same chance give the same move', async () => {
      for (const parts of cases) expect(await decide(strategy, parts)).toEqual(await decide(strategy, parts));
    });

    test('it wins a quarter, loses a quarter and draws half against chance, as everybody does', async () => {
      const matches = 1_000;
      const record = await duel(strategy, random, matches);
      expect(record.wins / matches).toBeCloseTo(0.25, 1);
      expect(record.losses / matches).toBeCloseTo(0.25, 1);
      expect(record.draws / matches).toBeCloseTo(0.5, 1);
    });
  });
}

function decide(strategy: Strategy, parts: Partial<Turn>) {
  const clock = fakeClock();
  const log = () => undefined;
  const turn = practiceTurn({ ...parts, clock, random: seeded(7) });
  return clock.runUntil(guard(strategy, { clock, log })(turn));
}
