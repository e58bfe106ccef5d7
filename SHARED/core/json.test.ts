import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOf } from '../league_sdk/transport/http/incoming.ts';
import {
  canonicalJson,
  cut,
  isJsonArray,
  isJsonObject,
  JSON_LIMITS,
  type Json,
  parseJson,
  sameJson,
  strictText,
} from './json.ts';

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

  const LONE = 'a string is not well-formed Unicode: half of a surrogate pair stands alone';
  test.each([
    ['{"params":{"display_name":"Ev\\ud800il"}}', `${LONE}, at params.display_name`],
    ['{"params":{"display_name":"Ev\\uDC00il"}}', `${LONE}, at params.display_name`],
    ['[{"a b":["x","\\ude00\\ud83d"]}]', `${LONE}, at [0]["a b"][1]`],
    ['"\\uD83D"', LONE],
    [JSON.stringify({ name: 'raw' }).replace('raw', '\ud83d'), `${LONE}, at name`],
    ['{"a":{"\\udfff":1}}', 'a key is not well-formed Unicode: half of a surrogate pair stands alone, at a'],
  ])('is refused where half a character stands alone: %j', (text, detail) => {
    expect(parseJson(text)).toEqual({ ok: false, error: { kind: 'ill_formed', detail } });
  });

  test('has pairs of surrogates, escaped or not, and words that only look like one', () => {
    const texts = ['{"a":"\\ud83d\\ude00"}', '{"a":"😀"}', '{"a":"\\\\ud800"}', '{"a":"\\\\ud83d"}'];
    expect(texts.map((text) => parseJson(text).ok)).toEqual([true, true, true, true]);
  });

  test.each([
    ['{"a":1,"a":1}', 'the key "a" is there twice'],
    ['{"a":1 , "a" \n:2}', 'the key "a" is there twice'],
    ['{"\\u0061":1,"a":2}', 'the key "a" is there twice'],
    ['{"params":{"list":[0,{"x":":","y":{},"x":"\\":"}]},"x":1}', 'the key "x" is there twice, at params.list[1]'],
    ['{"a" :":","b":[{"c":1},{"c":1,"c":2}]}', 'the key "c" is there twice, at b[1]'],
    ['{"\\\\":1,"\\\\":2}', 'the key "\\\\" is there twice'],
  ])('is refused when an object has a key twice: %j', (text, detail) => {
    expect(parseJson(text)).toEqual({ ok: false, error: { kind: 'duplicate_key', detail } });
  });

  test('has the same key in two objects, and texts that look like keys', () => {
    const texts = [
      '[{"a":1},{"a":1}]',
      '{"a":{"a":{"a":"a"}}}',
      '{"a":":","b":": \\"b\\":","c":[":",":"]}',
      '{"a":"\\"a\\":1,\\"a\\":2"}',
      '{"" :1}',
    ];
    for (const text of texts) expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  test('is read as JSON.parse reads it whenever its keys are all different', () => {
    const spaced = (value: Json, space: string): string => {
      if (isJsonArray(value)) return `[${value.map((item) => spaced(item, space)).join(`${space},`)}]`;
      if (!isJsonObject(value)) return JSON.stringify(value);
      const members = Object.entries(value).map(
        ([key, inner]) => `${JSON.stringify(key)}${space}:${spaced(inner, space)}`,
      );
      return `{${members.join(`,${space}`)}}`;
    };
    const text = fc.string({ unit: fc.constantFrom('"', ':', ',', '{', '}', '\\', ' ', 'a', '😀') });
    const value = fc.letrec((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, text, fc.integer(), tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 5 }),
      object: fc.dictionary(text, tie('value'), { maxKeys: 5 }),
    })).value as fc.Arbitrary<Json>;
    fc.assert(
      fc.property(value, fc.constantFrom('', ' ', '\n\t'), (given, space) => {
        const written = spaced(given, space);
        expect(parseJson(written)).toEqual({ ok: true, value: JSON.parse(written) });
        if (!isJsonObject(given) || Object.keys(given).length === 0) return;
        const again = `${written.slice(0, -1)},${JSON.stringify(Object.keys(given)[0])}${space}:0}`;
        expect(parseJson(again)).toMatchObject({ error: { kind: 'duplicate_key' } });
      }),
      { numRuns: 300 },
    );
  });

  test('may begin with a byte order mark, and with one only', () => {
    expect(parseJson('\ufeff{"a":1}')).toEqual({ ok: true, value: { a: 1 } });
    expect(parseJson('\ufeff\ufeff{}')).toMatchObject({ error: { kind: 'syntax' } });
    expect(parseJson('{}\ufeff')).toMatchObject({ error: { kind: 'syntax' } });
  });

  test('says where a limit or a forbidden key is, in a few words however long the keys are', () => {
    expect(parseJson(`{"a":[{"b":${long(JSON_LIMITS.stringLength + 1)}}]}`)).toEqual({
      ok: false,
      error: { kind: 'limit', detail: 'a string is longer than 4096 characters, at a[0].b' },
    });
    const deep = `${`{"${'k'.repeat(4_000)}":`.repeat(10)}{"__proto__":1}${'}'.repeat(10)}`;
    const refused = parseJson(deep);
    expect(refused.ok ? '' : refused.error.detail.length).toBeLessThan(300);
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
    // RFC 8259 leaves it to the reader, and RFC 7493 forbids it: one name, two values, and no telling which was meant.
    const refused = of('y_').filter(({ text }) => !parseJson(text).ok);
    expect(refused.map(({ name }) => name)).toEqual([
      'y_object_duplicated_key.json',
      'y_object_duplicated_key_and_value.json',
    ]);
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

  test('sorts keys as texts also where they are numbers, which objects have in an order of their own', () => {
    const inner = { b: 1, a: JSON.parse('{"9":1,"10":2,"a":{"2":[{"1":0}],"12":3},"__proto__":4}') as Json };
    expect(canonicalJson(inner)).toBe('{"a":{"10":2,"9":1,"__proto__":4,"a":{"12":3,"2":[{"1":0}]}},"b":1}');
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

describe('the beginning of a text', () => {
  test('is the text itself where that is short enough', () => {
    expect([cut('abc', 3), cut('', 0), cut('😀', 2)]).toEqual(['abc', '', '😀']);
  });

  test('ends between two characters', () => {
    expect(cut('x😀y', 2)).toBe('x');
    expect(cut('x😀y', 3)).toBe('x😀');
    expect(cut('\ud83d\ud83d', 1)).toBe('\ud83d');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, most) => {
        const start = cut(text, most);
        expect(text.startsWith(start)).toBe(true);
        expect(start.isWellFormed()).toBe(true);
        expect(start.length).toBeGreaterThanOrEqual(Math.min(text.length, most) - 1);
        expect(start.length).toBeLessThanOrEqual(most);
      }),
    );
  });
});

test('a text of JSON for a file has nothing that a strict reader refuses', () => {
  expect(strictText(JSON.stringify({ '\ud800': 'a\udc00b\\', c: '\\ud800 😀' }))).toBe(
    JSON.stringify({ '\ufffd': 'a\ufffdb\\', c: '\\ud800 😀' }),
  );
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('\\', '"', 'u', 'd', '8', '\ud83d', '\ude00') }), (text) => {
      expect(JSON.parse(strictText(JSON.stringify(text)))).toBe(text.toWellFormed());
    }),
  );
});
