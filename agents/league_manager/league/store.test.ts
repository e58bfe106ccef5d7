import { expect, test } from 'vitest';
import { folded, registration, waiting } from '../testing/rehearsal.ts';
import { apply, tableOf } from './state.ts';
import { memoByEvent } from './store.ts';

test('a table is ranked once for everybody who asks between two events', () => {
  const league = folded(waiting(4));
  let ranked = 0;
  const rows = memoByEvent(league, () => {
    ranked++;
    return tableOf(league);
  });
  expect(ranked).toBe(0);
  const first = rows();
  for (let i = 0; i < 100; i++) expect(rows()).toBe(first);
  expect(ranked).toBe(1);
});

test('after an event it is what the event made of it', () => {
  const league = folded(waiting(2));
  const rows = memoByEvent(league, () => tableOf(league));
  expect(rows()).toHaveLength(2);
  apply(league, registration('P03'));
  expect(rows().map(({ player_id }) => player_id)).toEqual(['P01', 'P02', 'P03']);
});

test('what could not be worked out is tried again', () => {
  const league = folded(waiting(2));
  let isReady = false;
  const value = memoByEvent(league, () => {
    if (!isReady) throw new Error('not yet');
    return 'there';
  });
  expect(value).toThrow('not yet');
  isReady = true;
  expect(value()).toBe('there');
});
