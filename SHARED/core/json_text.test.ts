import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonObject, jsonText } from './json.ts';

test('the text of a message is that of JSON.stringify, the first time and every other', () => {
  const message = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue(), { minLength: 6 })));
  fc.assert(
    fc.property(message, (value) => {
      for (const _ of [1, 2]) expect(jsonText(value as JsonObject)).toBe(JSON.stringify(value));
    }),
  );
});

test('fields without a value are left out beside a long list as well', () => {
  const list = Array.from({ length: 9 }, (_, i) => ({ i }));
  const message = { list, absent: undefined } as unknown as JsonObject;
  expect(jsonText(message)).toBe(JSON.stringify({ list }));
});

test('an entry that two messages share is written once', () => {
  let written = 0;
  const toJSON = () => ++written;
  const list = Array.from({ length: 8 }, () => ({ toJSON }) as unknown as JsonObject);
  expect(jsonText({ to: 'P01', list })).toBe('{"to":"P01","list":[1,2,3,4,5,6,7,8]}');
  expect(jsonText({ to: 'P02', list: [...list] })).toBe('{"to":"P02","list":[1,2,3,4,5,6,7,8]}');
});
