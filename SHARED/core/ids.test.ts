import { expect, test } from 'vitest';
import { byNaturalOrder, isId } from './ids.ts';

test.each(['P01', 'REF01', 'R1M1', 'a', '0', 'league_2025-even', 'x'.repeat(64)])('%s is an id', (text) => {
  expect(isId(text)).toBe(true);
});

test.each(['', '_a', '-a', '../x', 'a/b', 'a b', 'P01\n', 'é', 'x'.repeat(65), 'a.b', 7, null, undefined])(
  '%j is none',
  (text) => {
    expect(isId(text)).toBe(false);
  },
);

test('digits count as numbers', () => {
  const ids = ['P10', 'P2', 'P01', 'R2M1', 'R10M1', 'R1M10', 'R1M2', 'P', 'Q'];
  expect([...ids].sort(byNaturalOrder)).toEqual(['P', 'P01', 'P2', 'P10', 'Q', 'R1M2', 'R1M10', 'R2M1', 'R10M1']);
});

test('the order is total: of two different ids one comes first, whichever is asked for', () => {
  const ids = ['P1', 'P01', 'P001', 'p1', 'P1a', '1', 'P', '', 'P01P'];
  for (const a of ids) {
    for (const b of ids) {
      expect(Math.sign(byNaturalOrder(a, b)) + Math.sign(byNaturalOrder(b, a))).toBe(0);
      expect(byNaturalOrder(a, b) === 0).toBe(a === b);
    }
  }
});
