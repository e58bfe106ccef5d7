import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, isJsonArray, isJsonObject, JSON_LIMITS, type Json, parseJson, sameJson } from './json.ts';

describe('a stranger’s JSON', () => {
  test('is read when it is in order', () => {
    expect(parseJson('{"a":[1,"x",null,true]}')).toEqual({ ok: true, value: { a: [1, 'x', null, true] } });
  });

  test.each(['', '{', '{"a":}', 'undefined', '{"a":1}}', "{'a':1}", '\u0000'])(
    'is refused when it is none: %j',
    (text) => {
      expect(parseJson(text)).toMatchObject({ error: { kind: 'syntax' } });
    },
  );

  test.each(['__proto__', 'constructor', 'prototype'])('may not have the key %s, at any depth', (key) => {
    expect(parseJson(`{"${key}":1}`)).toMatchObject({ error: { kind: 'forbidden_key' } });
    expect(parseJson(`[{"a":{"${key}":{}}}]`)).toMatchObject({ error: { kind: 'forbidden_key' } });
    expect(parseJson(`{"a":"${key}"}`)).toMatchObject({ ok: true });
  });

  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const wide = (keys: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, 1])));
  test.each([
    ['depth', nested(JSON_LIMITS.depth), nested(JSON_LIMITS.depth + 1)],
    ['keys', wide(JSON_LIMITS.keys), wide(JSON_LIMITS.keys + 1)],
    [
      'length of a string',
      `"${'x'.repeat(JSON_LIMITS.stringLength)}"`,
      `"${'x'.repeat(JSON_LIMITS.stringLength + 1)}"`,
    ],
    ['items', `[${Array(JSON_LIMITS.items).fill(1)}]`, `[${Array(JSON_LIMITS.items + 1).fill(1)}]`],
  ])('has a limit of %s', (_, most, tooMuch) => {
    expect(parseJson(most).ok).toBe(true);
    expect(parseJson(tooMuch)).toMatchObject({ error: { kind: 'limit' } });
  });

  test('nested a hundred thousand deep is refused without harm', () => {
    expect(parseJson(nested(100_000))).toMatchObject({ error: { kind: 'limit' } });
  });

  test('may be given other limits', () => {
    expect(parseJson('[[1]]', { ...JSON_LIMITS, depth: 1 })).toMatchObject({ error: { kind: 'limit' } });
  });
});

describe('the canonical text', () => {
  test('has sorted keys and no spaces', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'é"' }], a: true })).toBe('{"a":true,"b":[1,{"c":"é\\"","d":null}]}');
  });

  test('does not depend on the order of keys, and says everything', () => {
    const reversed = (value: Json): Json => {
      if (isJsonArray(value)) return value.map(reversed);
      if (!isJsonObject(value)) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, inner]) => [key, reversed(inner)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as Json;
        expect(canonicalJson(reversed(json))).toBe(canonicalJson(json));
        expect(JSON.parse(canonicalJson(json))).toEqual(json);
        expect(sameJson(json, reversed(json))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  test('leaves out what is not there', () => {
    expect(canonicalJson({ a: 1, b: undefined } as unknown as Json)).toBe('{"a":1}');
  });
});

test('two values are the same or they are not', () => {
  expect(sameJson({ a: [1] }, { a: [1] })).toBe(true);
  expect(sameJson({ a: [1] }, { a: [2] })).toBe(false);
  expect(sameJson(1, '1')).toBe(false);
  expect(sameJson(undefined, undefined)).toBe(true);
  expect(sameJson(undefined, null)).toBe(false);
  expect(sameJson(null, undefined)).toBe(false);
});

test('objects and lists are told apart', () => {
  expect([{}, [], null, 'x', 7].map(isJsonObject)).toEqual([true, false, false, false, false]);
  expect([{}, [], null, 'x', 7].map(isJsonArray)).toEqual([false, true, false, false, false]);
});
