import { expect, test } from 'vitest';
import { meetings, moveOf, practiceMatch, practiceTurn } from '../testing/practice.ts';
import { mirror } from './mirror.ts';
import { strategyLaws } from './strategy_laws.ts';

strategyLaws(mirror);

test('it plays what the opponent played last', async () => {
  expect(await moveOf(mirror, practiceTurn({ history: meetings('even', 'odd') }))).toBe('odd');
  expect(await moveOf(mirror, practiceTurn({ history: meetings('odd', 'even') }))).toBe('even');
});

test('it copies only the opponent at the table, and only moves it made', async () => {
  const history = [
    ...meetings('odd', null),
    practiceMatch({ opponent_id: 'P03', opponent_choice: 'even' }),
    practiceMatch({ game_type: 'another', opponent_choice: 'even' }),
  ];
  expect(await moveOf(mirror, practiceTurn({ history }))).toBe('odd');
});
