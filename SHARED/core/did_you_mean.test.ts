import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDistance, nearest } from './did_you_mean.ts';

describe('did you mean', () => {
  test('finds the word that was meant, and none where nothing is near', () => {
    const known = ['move_timeout_sec', 'game_join_timeout_sec', 'max_retries'];
    expect(nearest('move_timeot_sec', known)).toBe('move_timeout_sec');
    expect(nearest('MAX_RETRY', known)).toBe('max_retries');
    expect(nearest('colour', known)).toBeUndefined();
    expect(nearest('anything', [])).toBeUndefined();
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
