import { expect, test } from 'vitest';
import { seeded } from '../../../SHARED/core/random.ts';
import { moveOf, practiceTurn } from '../testing/practice.ts';
import { random } from './random.ts';
import { strategyLaws } from './strategy_laws.ts';

strategyLaws(random);

test('every move has its turn', async () => {
  const turn = practiceTurn({ moves: ['rock', 'paper', 'scissors'], random: seeded(5) });
  const played = new Set(await Promise.all(Array.from({ length: 30 }, () => moveOf(random, turn))));
  expect(played).toEqual(new Set(['rock', 'paper', 'scissors']));
});
