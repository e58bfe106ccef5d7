import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { Type as TypeBox } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { ROUTES } from './api/routes.ts';
import type { Contract } from './contract.ts';
import { spokenDialects } from './dialects/detect.ts';
import { FILES } from './files/index.ts';
import { CONTRACTS, contractByType } from './index.ts';
import { JUDGED_TYPES, judgedSchema } from './judged.ts';
import { READ_ONLY } from './read_only.ts';
import { type TSchema, Type } from './schema_builder.ts';
import { SEAT_METHODS } from './seat_methods.ts';
import { fits, fitsExactly, problemsOf } from './validator.ts';

/** As much of a JSON Schema as values are made from here. */
interface Node {
  readonly properties?: { readonly [name: string]: Node };
  readonly patternProperties?: { readonly [pattern: string]: Node };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly type?: string;
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
}

const ALL: readonly (readonly [string, TSchema])[] = [
  ...Object.entries(CONTRACTS).flatMap(([name, { schema, body }]: [string, Contract]) => [
    [name, schema] as const,
    [`${name}, its body`, body] as const,
  ]),
  ...spokenDialects().flatMap((dialect) =>
    JUDGED_TYPES.map(
      (type) => [`${type} as judged in ${dialect}`, judgedSchema(contractByType(type) as Contract, dialect)] as const,
    ),
  ),
  ...Object.entries(FILES).map(([name, { schema }]) => [`file ${name}`, schema] as const),
  ...Object.entries(ROUTES).flatMap(([name, { query, answer }]) => [
    [`query of ${name}`, query] as const,
    [`answer of ${name}`, answer] as const,
  ]),
  ...Object.entries({ ...READ_ONLY, ...SEAT_METHODS }).flatMap(([name, { params, result }]) => [
    [`params of ${name}`, params] as const,
    [`result of ${name}`, result] as const,
  ]),
];

const ODD: readonly (Json | undefined)[] = [
  ...[undefined, null, true, false, 0, 1, -1, 0.5, 1e21, Number.MAX_SAFE_INTEGER, '', 'x', 'P01', 'p01 ', 'R1M1'],
  ...['even', 'acknowledged', 'rpc', 'x'.repeat(65), 'x'.repeat(129), 'é'.repeat(128), '😀'.repeat(64), '\n', '-1'],
  ...['😀'.repeat(65), '\ud83d'.repeat(64), 'e\u0301'.repeat(33), '2025-01-15T10:15:00Z', '2025-13-15T10:15:00Z'],
  ...['f'.repeat(64), 'F'.repeat(64), 'f'.repeat(63), '9'.repeat(16), [], {}, [null], [{}], { P01: 'even' }],
  ...[{ P01: 1, P02: 0 }, [{ P01: 'even' }], { ['a\nb']: 'x' }, { constructor: 1 }, JSON.parse('{"__proto__":1}')],
  ...[{ 'a/b~c': 1 }, ['x', 'x'], Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`more_${n}`, n]))],
];
const odd = fc.oneof(fc.constantFrom(...ODD), fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>);

/** Values that keep to a schema, nearly all of them. */
function valuesFor(node: Node): fc.Arbitrary<Json> {
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.enum !== undefined) return fc.constantFrom(...node.enum);
  if (node.anyOf !== undefined) return fc.oneof(...node.anyOf.map(valuesFor));
  const { minimum: min = -1_000, maximum: max = min + 1_000_000, minLength = 0, maxLength = minLength + 20 } = node;
  switch (node.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
    case 'number':
      return fc.double({ min, max, noNaN: true });
    case 'string':
      if (node.pattern !== undefined) return fc.stringMatching(new RegExp(node.pattern, 'u'));
      return fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, minLength + 40) });
    case 'array':
      return fc.array(valuesFor(node.items ?? {}), { minLength: node.minItems ?? 0, maxLength: 3 });
    case 'object': {
      const { properties = {}, required = [], patternProperties } = node;
      const [[pattern, entry] = []] = Object.entries(patternProperties ?? {});
      const names =
        pattern === '^.*$' || pattern === undefined ? fc.string() : fc.stringMatching(new RegExp(pattern, 'u'));
      if (entry !== undefined) return fc.dictionary(names, valuesFor(entry), { maxKeys: 3 });
      const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, valuesFor(field)]));
      return fc.record(fields, { requiredKeys: [...required].filter((name) => name in fields) });
    }
    default:
      return fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Json>;
  }
}

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

/** The schema with no room for fields it does not name, wherever it names any. */
function closed(node: Node): Node {
  const { properties, items, anyOf, patternProperties } = node;
  const inside = (parts: { readonly [name: string]: Node }) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, closed(part)]));
  return {
    ...node,
    ...(properties === undefined ? {} : { additionalProperties: false, properties: inside(properties) }),
    ...(properties === undefined || node.additionalProperties === undefined
      ? {}
      : { additionalProperties: node.additionalProperties }),
    ...(patternProperties === undefined ? {} : { patternProperties: inside(patternProperties) }),
    ...(items === undefined ? {} : { items: closed(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(closed) }),
  };
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });

describe.each(ALL)('%s', (_name, schema) => {
  test('validator, TypeBox and ajv agree on values, and faults are told in the words of TypeBox', () => {
    const [theirs, theirsClosed] = [Compile(schema), Compile(closed(schema as Node) as TSchema)];
    const ajvSays = ajv.compile(schema);
    const given = fc.tuple(valuesFor(schema as Node), odd, fc.infiniteStream(fc.nat()), fc.integer({ min: 0, max: 3 }));
    const property = fc.property(given, ([valid, other, many, changes]) => {
      const choose = (most: number) => (many.next().value as number) % most;
      let value: Json | undefined = valid;
      for (let n = 0; n < changes; n++) value = changed((value ?? null) as Json, choose, other);
      expect(fits(schema, value)).toBe(theirs.Check(value));
      expect(fitsExactly(schema, value)).toBe(theirsClosed.Check(value));
      expect(problemsOf(schema, value)).toEqual(problemsOfTypeBox(schema, value));
      const text = JSON.stringify(value ?? null);
      // Ajv reads the member __proto__ of what it checks, which the suite forbids.
      if (!text.includes('__proto__')) expect(fits(schema, JSON.parse(text))).toBe(ajvSays(JSON.parse(text)));
    });
    fc.assert(property, { numRuns: 100 });
  });
});

const LISTED: readonly string[] = ['requiredProperties', 'additionalProperties', 'allowedValues', 'allowedValue'];

/** The problems as TypeBox tells them, with the parameters that ours have. */
function problemsOfTypeBox(schema: TSchema, value: unknown) {
  return Value.Errors(schema, value).map(({ keyword, schemaPath, instancePath, params, message }) => ({
    ...{ keyword, schemaPath, instancePath, message },
    params: Object.fromEntries(Object.entries(params).filter(([name]) => LISTED.includes(name))),
  }));
}

describe.each(Object.entries(CONTRACTS) as [string, Contract][])('%s', (_type, { schema, body, example }) => {
  test('its example fits exactly', () => {
    const inner = Object.fromEntries(Object.entries(example).filter(([name]) => name in body.properties));
    expect(fitsExactly(schema, example)).toBe(true);
    expect(fitsExactly(body, inner)).toBe(true);
  });
});

test('the schema builder builds the schemas that TypeBox builds', () => {
  const built = (by: typeof Type) => [
    ...[by.Array(by.Integer({ minimum: 1 }), { description: 'a' }), by.Boolean(), by.Enum(['a', 'b'], { title: 'b' })],
    ...[by.Literal('a'), by.Literal(true), by.Null(), by.Number({ maximum: 2 }), by.Object({})],
    by.Object({ a: by.Optional(by.Null()) }, { additionalProperties: false }),
    by.Object({ a: by.String(), b: by.Optional(by.Integer()), c: { ...by.Optional(by.Integer()) } }, { title: 'c' }),
    ...[by.Record(by.String(), by.Null()), by.Record(by.String({ pattern: '^a$' }), by.Null(), { maxProperties: 1 })],
    ...[by.Union([by.Null(), by.Integer()], { title: 'd' }), by.Unknown({ title: 'e' }), by.Unsafe({ title: 'f' })],
  ];
  expect(built(Type).map((schema) => JSON.stringify(schema))).toEqual(
    built(TypeBox).map((schema) => JSON.stringify(schema)),
  );
});

describe('a schema that the validator does not understand is thrown as a bug', () => {
  test.each([
    [Type.String({ format: 'email' })],
    [Type.Integer({ exclusiveMinimum: 0 })],
    [Type.Object({ a: Type.Number({ multipleOf: 2 }) })],
    [Type.Object({}, { additionalProperties: Type.String() })],
    [Type.Object({ constructor: Type.String() })],
    [{ type: 'strange' }],
    [{ type: ['string', 'null'] }],
    [{ $ref: '#' }],
    [{ const: { a: 1 } }],
    [{ toString: 1 }],
  ] as [TSchema][])('%j', (schema) => {
    for (const attempt of [fits, fitsExactly, problemsOf]) expect(() => attempt(schema, 'a')).toThrow(TypeError);
  });
});

describe('hostile values', () => {
  const closedShape = Type.Object({ a: Type.Optional(Type.Integer()) }, { additionalProperties: false });
  const scores = Type.Record(Type.String({ pattern: '^[\\s\\S]*$' }), Type.Integer());

  test('names of Object.prototype are names like any other', () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
      const value = JSON.parse(`{"a":1,${JSON.stringify(name)}:"x"}`) as JsonObject;
      expect(fits(closedShape, value), name).toBe(false);
      expect(problemsOf(closedShape, value).at(-1)?.params, name).toEqual({ additionalProperties: [name] });
      expect(fits(scores, value), name).toBe(false);
      expect(fits(scores, JSON.parse(`{${JSON.stringify(name)}:2}`)), name).toBe(true);
      expect(fits(Type.Object({ [`${name}_`]: Type.Integer() }), {}), name).toBe(false);
    }
  });

  test('a value nested a hundred thousand times is judged without a deep stack', () => {
    let deep: Json = 1;
    for (let n = 0; n < 100_000; n++) deep = n % 2 === 0 ? [deep] : { a: deep };
    for (const [, schema] of ALL) {
      expect(() => fits(schema, deep)).not.toThrow();
      expect(problemsOf(schema, deep).length).toBeLessThanOrEqual(8);
    }
  });

  test('no more than eight problems of a million are told', () => {
    const list = Array.from({ length: 1_000_000 }, () => 'x');
    expect(problemsOf(Type.Array(Type.Integer()), list)).toHaveLength(8);
    const wide = Object.fromEntries(list.slice(0, 100_000).map((_, n) => [`n${n}`, 'x']));
    expect(problemsOf(closedShape, wide)).toHaveLength(8);
    expect(problemsOf(scores, wide)).toHaveLength(8);
  });

  test('a text is long enough by its characters, not by the halves of pairs', () => {
    const short = Type.String({ minLength: 2, maxLength: 4 });
    for (const text of ['', 'a', '😀', '\ud83d', 'abcde', '😀😀😀😀😀']) expect(fits(short, text), text).toBe(false);
    for (const text of ['ab', '😀😀', '😀😀😀😀', '\ud83d\ud83d', 'abcd']) expect(fits(short, text), text).toBe(true);
    expect(fits(short, '😀'.repeat(10_000_000))).toBe(false);
  });

  test('an end of line in a name hides no value of a record', () => {
    expect(fits(scores, { 'a\nb': 1 })).toBe(true);
    expect(fits(scores, { 'a\nb': 'x' })).toBe(false);
  });
});

/** The records below a schema, by their patterns of names. */
function recordsIn(node: unknown): readonly (readonly [string, Node])[] {
  if (typeof node !== 'object' || node === null) return [];
  const { patternProperties = {} } = node as Node;
  return [...Object.entries(patternProperties), ...Object.values(node).flatMap(recordsIn)];
}

test('no record of a message leaves the values of some names unchecked', () => {
  const records = Object.values(CONTRACTS).flatMap(({ schema }: Contract) => recordsIn(schema));
  const checked = records.filter(([, { type, anyOf }]) => type !== undefined || anyOf !== undefined);
  expect(checked.length).toBeGreaterThan(0);
  for (const [pattern] of checked) expect(new RegExp(pattern, 'u').test('a\nb'), pattern).toBe(true);
});
