import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOf } from '../league_sdk/transport/http/intake.ts';
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
  const long = (length: number) => `"${'x'.repeat(length)}"`;
  const named = (length: number) => `{${long(length)}:1}`;
  const list = (items: number) => `[${Array(items).fill(1)}]`;
  test.each([
    ['depth', JSON_LIMITS.depth, nested],
    ['keys', JSON_LIMITS.keys, wide],
    ['length of a string', JSON_LIMITS.stringLength, long],
    ['length of a key', JSON_LIMITS.stringLength, named],
    ['items', JSON_LIMITS.items, list],
  ])('has a limit of %s, which is %i', (_, limit, make) => {
    expect([limit - 1, limit].map((size) => parseJson(make(size)).ok)).toEqual([true, true]);
    expect(parseJson(make(limit + 1))).toMatchObject({ error: { kind: 'limit' } });
  });

  test('nested a hundred thousand deep is refused without harm', () => {
    expect(parseJson(nested(100_000))).toMatchObject({ error: { kind: 'limit' } });
  });

  test('may be given other limits', () => {
    expect(parseJson('[[1]]', { ...JSON_LIMITS, depth: 1 })).toMatchObject({ error: { kind: 'limit' } });
  });
});

describe('the JSON test suite', () => {
  const folder = new URL('../testing/fixtures/suites/JSONTestSuite/test_parsing/', import.meta.url);
  const cases = readdirSync(folder).map((name) => ({
    name,
    text: textOf(readFileSync(new URL(encodeURIComponent(name), folder))),
  }));
  const of = (kind: string) => cases.filter(({ name }) => name.startsWith(kind));

  test('is read where it is valid, refused where it is not, and breaks nothing where nobody knows', () => {
    expect([of('y_').length, of('n_').length, of('i_').length]).toEqual([95, 188, 35]);
    expect(of('y_').filter(({ text }) => !parseJson(text).ok)).toEqual([]);
    const kinds = of('n_').map(({ text }) => {
      const parsed = parseJson(text);
      return parsed.ok ? 'read' : parsed.error.kind;
    });
    expect(new Set(kinds)).toEqual(new Set(['syntax']));
    for (const { text } of of('i_')) expect(parseJson(text)).toHaveProperty('ok');
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
