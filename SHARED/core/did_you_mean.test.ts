import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { didYouMean, editDistance } from './did_you_mean.ts';

describe('did you mean', () => {
  test('finds the word that was meant, and none where nothing is near', () => {
    const known = ['move_timeout_sec', 'game_join_timeout_sec', 'max_retries'];
    expect(didYouMean('move_timeot_sec', known)).toBe('move_timeout_sec');
    expect(didYouMean('MAX_RETRY', known)).toBe('max_retries');
    expect(didYouMean('colour', known)).toBeUndefined();
    expect(didYouMean('anything', [])).toBeUndefined();
    expect(didYouMean('jss', ['js'])).toBe('js');
    expect(didYouMean('go', ['python', 'js', 'ts']), 'nothing of it is left').toBeUndefined();
  });

  test('counts changed letters', () => {
    expect(editDistance('kitten', 'sitting')).toBe(3);
    expect(editDistance('', 'abc')).toBe(3);
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
      }),
    );
  });
});
