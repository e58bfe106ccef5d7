import fc from 'fast-check';
import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import type { Contract } from './contract.ts';
import { compiledFits, type SchemaNode } from './fits.ts';
import { CONTRACTS } from './index.ts';

const ALL = Object.entries(CONTRACTS) as [string, Contract][];

/** The schema with no room for fields it does not name, wherever it names any. */
function closed(node: SchemaNode): SchemaNode {
  const { properties, items, anyOf } = node;
  const inner = Object.entries(properties ?? {}).map(([name, field]) => [name, closed(field)] as const);
  return {
    ...node,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(inner) }),
    ...(properties === undefined || node.additionalProperties !== undefined ? {} : { additionalProperties: false }),
    ...(items === undefined ? {} : { items: closed(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(closed) }),
  };
}

const ODD: readonly (Json | undefined)[] = [
  ...[undefined, null, true, false, 0, 1, -1, 0.5, 1e21, Number.MAX_SAFE_INTEGER, '', 'x', 'P01', 'p01 ', 'R1M1'],
  ...['even', 'acknowledged', 'rpc', 'x'.repeat(65), 'x'.repeat(129), 'é'.repeat(128), '😀'.repeat(64), '\n', '-1'],
  ...['2025-01-15T10:15:00Z', '2025-13-15T10:15:00Z', 'f'.repeat(64), 'F'.repeat(64), 'f'.repeat(63), '9'.repeat(16)],
  ...[[], {}, [null], [{}], { P01: 'even' }, { P01: 1, P02: 0 }, [{ P01: 'even' }], { ['a\nb']: 'x' }],
];
const odd = fc.oneof(fc.constantFrom(...ODD), fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>);

/** A value with one part of it at any depth changed, dropped or added. */
function changed(value: Json, choose: (most: number) => number, other: Json | undefined): Json | undefined {
  const keys = isJsonObject(value) ? Object.keys(value) : [];
  const count = isJsonArray(value) ? value.length : keys.length;
  const which = choose(count + 2);
  if (which >= count + 1) return other;
  if (isJsonArray(value)) {
    if (which === count) return [...value, (value[0] ?? other ?? null) as Json];
    return value.map((item, i) => (i === which ? (changed(item, choose, other) ?? null) : item));
  }
  if (!isJsonObject(value)) return other;
  if (which === count) return { ...value, bonus: (other ?? null) as Json };
  const key = keys[which] as string;
  const part = changed(value[key] as Json, choose, other);
  if (part !== undefined || choose(2) === 0) return { ...value, [key]: part as Json };
  const { [key]: _dropped, ...rest } = value;
  return rest;
}

describe.each(ALL)('%s', (_type, { schema, body, example }) => {
  const shapes: readonly [TSchema, boolean, TSchema][] = [
    [schema, true, closed(schema as SchemaNode) as TSchema],
    [schema, false, schema],
    [body, false, body],
  ];

  test('its example fits at once', () => {
    const inner = Object.fromEntries(Object.entries(example).filter(([name]) => name in body.properties));
    expect(compiledFits(schema as SchemaNode, true)(example)).toBe(true);
    expect(compiledFits(schema as SchemaNode, false)(example)).toBe(true);
    expect(compiledFits(body as SchemaNode, false)(inner)).toBe(true);
  });

  test('whatever fits keeps to the schema, and hardly anything else does', () => {
    for (const [given, isExact, judged] of shapes) {
      const fits = compiledFits(given as SchemaNode, isExact);
      const checker = Compile(judged);
      const property = fc.property(
        odd,
        fc.infiniteStream(fc.nat()),
        fc.integer({ min: 1, max: 2 }),
        (other, many, n) => {
          const choose = (most: number) => (many.next().value as number) % most;
          let value: Json | undefined = example;
          for (let i = 0; i < n; i++) value = changed((value ?? null) as Json, choose, other);
          if (fits(value)) expect(checker.Check(value), JSON.stringify(value)).toBe(true);
          // A field that is there and undefined takes the closer look.
          const sent = JSON.parse(JSON.stringify(value ?? null)) as Json;
          // So do characters outside of the first plane, which count twice.
          const text = JSON.stringify(sent);
          if (!/[\ud800-\udfff]/.test(text)) expect(fits(sent), text).toBe(checker.Check(sent));
        },
      );
      fc.assert(property, { numRuns: 150 });
    }
  });
});

test('what stands behind a name with an end of line is checked like the rest', () => {
  const { schema, example } = CONTRACTS.MATCH_RESULT_REPORT as Contract;
  const scored = (score: Json) => ({ ...example, result: { ...(example['result'] as JsonObject), score } });
  const checks = [compiledFits(schema as SchemaNode, true), (value: unknown) => Compile(schema).Check(value)];
  for (const check of checks) {
    expect(check(scored({ ['a\nb']: 1 }))).toBe(true);
    expect(check(scored({ ['a\nb']: 'x' }))).toBe(false);
  }
});

/** The records below a schema, by their patterns of names. */
function recordsIn(node: unknown): readonly (readonly [string, SchemaNode])[] {
  if (typeof node !== 'object' || node === null) return [];
  const { patternProperties = {} } = node as SchemaNode;
  return [...Object.entries(patternProperties), ...Object.values(node).flatMap(recordsIn)];
}

test('no record of a message leaves the values of some names unchecked', () => {
  const records = ALL.flatMap(([, { schema }]) => recordsIn(schema));
  const checked = records.filter(([, { type, anyOf }]) => type !== undefined || anyOf !== undefined);
  expect(checked.length).toBeGreaterThan(0);
  for (const [pattern] of checked) expect(new RegExp(pattern, 'u').test('a\nb'), pattern).toBe(true);
});

describe('what it does not understand fits nothing', () => {
  test.each([
    [Type.String({ format: 'email' }), 'a@b.c'],
    [Type.Integer({ exclusiveMinimum: 0 }), 1],
    [Type.Number({ multipleOf: 2 }), 2],
    [Type.Array(Type.String(), { uniqueItems: true }), ['a']],
    [Type.Object({ a: Type.String() }, { additionalProperties: Type.String() }), { a: 'a' }],
    [Type.Object({ a: Type.String() }, { maxProperties: 2 }), { a: 'a' }],
    [Type.Record(Type.String({ pattern: '^a$' }), Type.String()), { a: 'a' }],
    [Type.Intersect([Type.Object({ a: Type.String() })]), { a: 'a' }],
    [Type.Refine(Type.String(), () => false), 'a'],
    [{ type: 'strange' }, 'a'],
    [{ const: { a: 1 } }, { a: 1 }],
  ] as [TSchema, Json][])('%j', (schema, value) => {
    expect(compiledFits(schema as SchemaNode, false)(value)).toBe(false);
  });
});

test('a text is long enough by its characters, not by the halves of pairs', () => {
  const fits = compiledFits({ type: 'string', minLength: 2, maxLength: 4 } as SchemaNode, false);
  const checker = Compile(Type.String({ minLength: 2, maxLength: 4 }));
  for (const text of ['', 'a', '😀', 'ab', '😀😀', '😀😀😀', 'abcd', 'abcde', '😀😀😀😀😀']) {
    if (fits(text)) expect(checker.Check(text), text).toBe(true);
  }
  expect(fits('abcd')).toBe(true);
  expect(fits('😀')).toBe(false);
});

test('a name that no schema should have is a name like any other', () => {
  const strange = Type.Object({ '"] || (evil = 1) //': Type.String(), 'a b': Type.Optional(Type.Literal('"')) });
  const fits = compiledFits(strange as SchemaNode, true);
  const value: JsonObject = { '"] || (evil = 1) //': 'x', 'a b': '"' };
  expect(fits(value)).toBe(true);
  expect(fits({ ...value, 'a b': 'x' })).toBe(false);
});
