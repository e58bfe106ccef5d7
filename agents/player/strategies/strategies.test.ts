import { expect, test } from 'vitest';
import { unwrap } from '../../../SHARED/core/result.ts';
import { strategies, strategyOf } from './strategies.ts';

test('every strategy answers to its name', () => {
  expect([...strategies.keys()]).toEqual([
    'random',
    'frequency',
    'pattern',
    'mirror',
    'always',
    'perfect_tic_tac_toe',
    'four_ahead',
    'tit_for_tat',
    'markov',
    'slow',
    'timeout',
    'invalid',
    'crash',
  ]);
  for (const name of strategies.keys()) expect(unwrap(strategyOf(name)).name).toBe(name);
});

test('always can be told what to play', () => {
  expect(unwrap(strategyOf('always:odd')).name).toBe('always:odd');
});

test('only those for testing a league go unguarded', () => {
  const unguarded = [...strategies.values()].filter((strategy) => strategy.unguarded).map(({ name }) => name);
  expect(unguarded).toEqual(['timeout', 'invalid', 'crash']);
});

test('a slip of the pen is answered with what was meant', () => {
  expect(strategyOf('frequncy')).toEqual({
    ok: false,
    error: {
      code: 'UNKNOWN_STRATEGY',
      detail:
        'no strategy is called "frequncy"; did you mean "frequency"? known: random, frequency, pattern, mirror, always, perfect_tic_tac_toe, four_ahead, tit_for_tat, markov, slow, timeout, invalid, crash, llm, always:<move>',
    },
  });
});

test.each(['minimax', 'always:', 'random:even', ''])('%j is not a strategy', (name) => {
  expect(strategyOf(name)).toMatchObject({ ok: false, error: { code: 'UNKNOWN_STRATEGY' } });
});
