import { type TSchema, Type } from 'typebox';
import { expect, test } from 'vitest';
import { check } from '../../contracts/read.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { portable } from './serve_mcp.ts';

const plain = (schema: TSchema) => JSON.parse(JSON.stringify(schema)) as JsonObject;
const VALUES: readonly Json[] = ['x', 1, true, null, [1, 'x'], { a: 1, b: { c: null } }];

test('what may be anything names every type, and keeps its description', () => {
  const schema = portable(plain(Type.Object({ move: Type.Unknown({ description: 'The move.' }) })));
  expect(schema).toMatchObject({
    properties: { move: { description: 'The move.', anyOf: [{ type: 'string' }, {}, {}, {}, {}, {}] } },
  });
  for (const move of VALUES) expect(check(schema as unknown as TSchema, { move }).ok).toBe(true);
});

test('a record of anything is an object that may have any member', () => {
  const schema = portable(plain(Type.Record(Type.String(), Type.Unknown(), { description: 'Facts.' })));
  expect(schema).toEqual({ type: 'object', description: 'Facts.', additionalProperties: true });
});

test('it reaches into lists and unions', () => {
  const free = Type.Record(Type.String(), Type.Unknown());
  const text = JSON.stringify(
    portable(plain(Type.Object({ steps: Type.Array(free), either: Type.Union([free, Type.Null()]) }))),
  );
  expect(text).not.toContain('{}');
  expect(text.match(/"additionalProperties":true/g)).toHaveLength(2);
});

test('what says what it accepts stays as it is', () => {
  const schema = plain(
    Type.Object({
      id: Type.String({ pattern: '^P' }),
      counts: Type.Record(Type.String(), Type.Integer()),
      none: Type.Optional(Type.Object({})),
      kind: Type.Union([Type.Literal('a'), Type.Null()]),
    }),
  );
  expect(portable(schema)).toEqual(schema);
});
