import { expect, test } from 'vitest';
import { err, ok, unwrap } from './result.ts';

test('a value is unwrapped, a failure is thrown with what it was', () => {
  expect(unwrap(ok(7))).toBe(7);
  expect(() => unwrap(err({ code: 'E007' }))).toThrow('unexpected failure: {"code":"E007"}');
});
