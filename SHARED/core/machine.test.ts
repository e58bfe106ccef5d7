import { expect, test } from 'vitest';
import { next, type Table } from './machine.ts';

const DOOR: Table<'open' | 'shut', 'push' | 'pull'> = { open: { push: 'shut' }, shut: { pull: 'open' } };

test('an event leads where the table says', () => {
  expect(next(DOOR, 'open', 'push')).toEqual({ ok: true, value: 'shut' });
  expect(next(DOOR, 'shut', 'pull')).toEqual({ ok: true, value: 'open' });
});

test('an event a state does not know leads nowhere and says so', () => {
  expect(next(DOOR, 'open', 'pull')).toEqual({
    ok: false,
    error: { code: 'ILLEGAL_TRANSITION', state: 'open', event: 'pull' },
  });
});

test('a state that is not in the table knows no event', () => {
  expect(next(DOOR, 'ajar' as 'open', 'push').ok).toBe(false);
});
