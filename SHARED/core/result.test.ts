import { expect, test } from 'vitest';
import { err, ok, reasonOf, stackOf, unwrap } from './result.ts';

test('a value is unwrapped, a failure is thrown with what it was', () => {
  expect(unwrap(ok(7))).toBe(7);
  expect(() => unwrap(err({ code: 'E007' }))).toThrow('unexpected failure: {"code":"E007"}');
});

test('what was thrown is told in its own words, an error or not, and where it has a stack', () => {
  const thrown = new Error('no room');
  expect([reasonOf(thrown), reasonOf('no room'), reasonOf(undefined)]).toEqual(['no room', 'no room', 'undefined']);
  expect(stackOf(thrown)).toMatch(/^Error: no room\n +at /);
  expect([stackOf(Object.assign(thrown, { stack: undefined })), stackOf(7)]).toEqual(['no room', '7']);
});
