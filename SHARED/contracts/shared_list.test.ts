import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../core/json.ts';
import { messageText, sharedList, withOwnEntries } from './shared_list.ts';

test('the text of a message is that of JSON.stringify, the first time and every other', () => {
  const message = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue(), { minLength: 6 })));
  fc.assert(
    fc.property(message, (value) => {
      for (const _ of [1, 2]) expect(messageText(value as JsonObject)).toBe(JSON.stringify(value));
    }),
  );
});

test('the text of lists that have much in common is that of JSON.stringify', () => {
  const list = fc.array(fc.jsonValue(), { minLength: 1, maxLength: 12 });
  const own = fc.array(fc.tuple(fc.nat(), fc.jsonValue()), { maxLength: 4 });
  fc.assert(
    fc.property(list, fc.array(own), (entries, all) => {
      const common = sharedList(entries as Json[]);
      for (const changes of [[], ...all]) {
        const places = new Map(changes.map(([place, entry]) => [place % (entries.length + 1), entry as Json]));
        const mine = withOwnEntries(
          common,
          [...places].sort(([a], [b]) => a - b),
        );
        const message = { to: 'P01', mine, end: true };
        expect(messageText(message)).toBe(JSON.stringify(message));
        for (const [place, entry] of places) expect(mine[place]).toBe(entry);
      }
    }),
  );
});

test('fields without a value are left out beside a common list as well', () => {
  const list = sharedList(Array.from({ length: 9 }, (_, i) => ({ i })));
  const message = { list, absent: undefined } as unknown as JsonObject;
  expect(messageText(message)).toBe(JSON.stringify({ list }));
});

test('an entry that messages have in common is written once, an entry of its own for each', () => {
  let written = 0;
  const toJSON = () => ++written;
  const entries = Array.from({ length: 8 }, () => ({ toJSON }) as unknown as JsonObject);
  const list = sharedList(entries);
  expect(messageText({ to: 'P01', list })).toBe('{"to":"P01","list":[1,2,3,4,5,6,7,8]}');
  expect(messageText({ to: 'P02', list })).toBe('{"to":"P02","list":[1,2,3,4,5,6,7,8]}');
  expect(messageText({ to: 'P03', list: withOwnEntries(list, [[7, entries[0] as JsonObject]]) })).toBe(
    '{"to":"P03","list":[1,2,3,4,5,6,7,9]}',
  );
});

test('neither a common list nor one with entries of its own can be changed, nor the list they were made of', () => {
  const given = [1, 2, 3, 4, 5, 6, 7, 8];
  const common = sharedList(given);
  const mine = withOwnEntries(common, [[0, 9]]);
  for (const list of [common, mine]) expect(() => list.push(9)).toThrow(TypeError);
  given.push(9);
  expect(common).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(mine).toEqual([9, 2, 3, 4, 5, 6, 7, 8]);
});
