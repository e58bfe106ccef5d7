import { expect, test } from 'vitest';
import { FairSlots } from './fair_share.ts';

/** Takes so many places and says what became of the last. */
function taking(places: FairSlots, subnet: string, count: number, isStream = false) {
  let last: ReturnType<FairSlots['take']> = 'here';
  for (let taken = 0; taken < count; taken++) last = places.take(subnet, isStream);
  return last;
}

test('one household has its share, and what it leaves is for others', () => {
  const places = new FairSlots(10);
  expect(taking(places, 'a', 6)).toBeTypeOf('function');
  expect(places.take('a', false)).toBe('caller');
  expect(taking(places, 'b', 4)).toBeTypeOf('function');
  expect(places.take('c', false)).toBe('here');
});

test('streams leave room for everything else, of one household and of all', () => {
  const places = new FairSlots(20);
  expect(taking(places, 'a', 6, true)).toBeTypeOf('function');
  expect(places.take('a', true)).toBe('caller');
  expect(places.take('a', false)).toBeTypeOf('function');
  expect(taking(places, 'b', 4, true)).toBeTypeOf('function');
  expect(places.take('c', true)).toBe('here');
  expect(places.take('c', false)).toBeTypeOf('function');
});

test('a place that is given back can be taken again', () => {
  const places = new FairSlots(2);
  const leave = places.take('a', true);
  expect(places.take('a', true)).toBe('caller');
  if (typeof leave === 'function') leave();
  expect(places.take('a', true)).toBeTypeOf('function');
});
