import { type TSchema, Type } from 'typebox';
import { expect, test } from 'vitest';
import { check } from '../../contracts/read.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { portable } from './serve_mcp.ts';

const plain = (schema: TSchema) => JSON.parse(JSON.stringify(schema)) as JsonObject;
const VALUES: readonly Json[] = ['x', 1, true, null, [1, 'x'], { a: 1, b: { c: null } }];

test('a member that may be anything is told in words, may be there, and need not', () => {
  const move = Type.Unknown({ description: 'The move.' });
  const id = Type.Integer();
  const schema = portable(plain(Type.Object({ id, move }, { additionalProperties: false, description: 'A turn.' })));
  expect(schema).toEqual({
    type: 'object',
    description: 'A turn. Also move: The move.',
    properties: { id: { type: 'integer' } },
    required: ['id'],
    additionalProperties: true,
  });
  for (const each of VALUES) expect(check(schema as unknown as TSchema, { id: 1, move: each }).ok).toBe(true);
});

test('so are unions of kinds, and lists of them', () => {
  const either = Type.Union([Type.String(), Type.Null()]);
  const inner = Type.Object({ either, list: Type.Array(Type.Unknown()) });
  expect(portable(plain(Type.Object({ inner })))).toEqual({
    type: 'object',
    properties: {
      inner: {
        type: 'object',
        description: 'Also either. Also list.',
        properties: {},
        additionalProperties: true,
      },
    },
    required: ['inner'],
  });
});

test('a record is an object that may have any member of its kind', () => {
  const free = Type.Record(Type.String(), Type.Unknown(), { description: 'Facts.' });
  expect(portable(plain(free))).toEqual({ type: 'object', description: 'Facts.', additionalProperties: true });
  const counts = Type.Record(Type.String(), Type.Integer());
  expect(portable(plain(counts))).toEqual({ type: 'object', additionalProperties: { type: 'integer' } });
});

test('values that are listed are texts, and say so', () => {
  const schema = portable(plain(Type.Object({ kind: Type.Enum(['a', 'b']), only: Type.Literal('c') })));
  expect(schema).toMatchObject({
    properties: { kind: { type: 'string', enum: ['a', 'b'] }, only: { type: 'string', enum: ['c'] } },
  });
});

test('what a text must look like is not shown', () => {
  const id = Type.String({ pattern: '^P', minLength: 1, maxLength: 9, description: 'Who.' });
  expect(portable(plain(Type.Object({ id })))).toMatchObject({
    properties: { id: { type: 'string', description: 'Who.' } },
  });
  expect(JSON.stringify(portable(plain(Type.Object({ id }))))).not.toMatch(/pattern|Length/);
});

test('what is of one kind everywhere stays as it is', () => {
  const schema = plain(
    Type.Object({
      count: Type.Integer({ minimum: 1, maximum: 3 }),
      rows: Type.Array(Type.Object({ on: Type.Boolean() }), { description: 'Rows.' }),
    }),
  );
  expect(portable(schema)).toEqual(schema);
});
