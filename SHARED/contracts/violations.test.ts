/** The table of breaches is that of document 004. */
import { expect, test } from 'vitest';
import { VIOLATION_KINDS, VIOLATIONS } from './violations.ts';

test('every one of the eight conditions of 004 has one kind, in its order', () => {
  expect(VIOLATION_KINDS.map((kind) => VIOLATIONS[kind].condition)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
