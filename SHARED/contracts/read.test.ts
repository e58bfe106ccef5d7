import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import type { Contract } from './contract.ts';
import { CONTRACTS } from './index.ts';
import { check, pickKnown, readMessage, usableIn } from './read.ts';

const FILLED = { timestamp: () => '2025-01-15T10:15:00.000Z', conversation_id: () => 'c' };

/** A value with a field too many in each of its objects. */
function crowded(value: Json): Json {
  if (isJsonArray(value)) return value.map(crowded);
  if (!isJsonObject(value)) return value;
  const inner = Object.entries(value).map(([name, field]) => [name, crowded(field)] as const);
  return { ...Object.fromEntries(inner), bonus: 999 };
}

describe.each(Object.entries(CONTRACTS) as [string, Contract][])('%s', (_type, contract) => {
  const { example, body } = contract;
  const token = contract.head.method === undefined ? {} : { auth_token: 'secret' };

  test('is read as it is when it has no field too many', () => {
    expect(readMessage(contract, { ...example, ...token }, FILLED)).toEqual({
      ok: true,
      value: { ...example, ...token },
    });
  });

  test('is read without the fields nobody asked for, at any depth', () => {
    const { bonus: _bonus, ...inner } = crowded(example) as JsonObject;
    const envelope = Object.fromEntries(Object.entries(example).filter(([name]) => !(name in body.properties)));
    const read = { ok: true, value: { ...envelope, ...(pickKnown(body, inner) as JsonObject), ...token } };
    // A field too many outside must not be what makes those inside be looked for.
    expect(readMessage(contract, { ...inner, ...token }, FILLED)).toEqual(read);
    expect(readMessage(contract, { ...(crowded(example) as JsonObject), ...token }, FILLED)).toEqual(read);
  });
});

test('what is none of the words it may be is told which they are', () => {
  const query = { ...CONTRACTS.LEAGUE_QUERY.example, query_type: 'FOO' };
  expect(check(CONTRACTS.LEAGUE_QUERY.schema, query)).toMatchObject({
    error: {
      code: 'E002',
      detail: 'query_type must be one of "GET_STANDINGS", "GET_SCHEDULE", "GET_NEXT_MATCH", "GET_PLAYER_STATS"',
    },
  });
  const other = { ...CONTRACTS.LEAGUE_QUERY.example, message_type: 'FOO' };
  expect(check(CONTRACTS.LEAGUE_QUERY.schema, other)).toMatchObject({
    error: { detail: 'message_type must be "LEAGUE_QUERY"' },
  });
});

describe('a name that is registered', () => {
  const { example, schema } = CONTRACTS.LEAGUE_REGISTER_REQUEST;
  const named = (display_name: string) =>
    check(schema, { ...example, player_meta: { ...(example['player_meta'] as JsonObject), display_name } });

  test.each([
    'a\nb',
    'a\r',
    '\tb',
    'a\u0000',
    '\u001b[31mred',
    '\u009b31m',
    'a\u2028b',
    '\u202eecila',
    '\u2066x',
    'a\u200fb',
  ])('has no control character: not %j', (name) =>
    expect(named(name)).toMatchObject({ ok: false, error: { detail: /display_name/ } }),
  );

  test.each(['Agent Alpha', 'אליס', 'نیم‌فاصله', '👩‍👩‍👧', 'Zoë "Z" O’Neil <b>', '名前'])(
    'may be in any script: %s',
    (name) => expect(named(name)).toMatchObject({ ok: true }),
  );
});

describe('what can be used of a message', () => {
  const Row = Type.Object({ id: Type.String(), points: Type.Optional(Type.Integer()) });
  const schema = Type.Object({
    name: Type.String(),
    round: Type.Optional(Type.Integer()),
    place: Type.Optional(Type.Object({ row: Row, note: Type.Optional(Type.String()) })),
    rows: Type.Optional(Type.Array(Row)),
  });
  test.each([
    ['all of one that fits', { name: 'a', round: 1 }, { name: 'a', round: 1 }],
    ['no field of the wrong type, and none that is unknown', { name: 'a', round: 'one', more: 1 }, { name: 'a' }],
    [
      'a part without its own wrong fields',
      { place: { row: { id: 'x', points: 'many' }, note: 7 } },
      { place: { row: { id: 'x' } } },
    ],
    ['no part that lacks what it needs', { name: 'a', place: { row: { points: 3 } } }, { name: 'a' }],
    [
      'the entries of a list that fit, each as far as it does',
      { rows: [{ id: 'x', points: 'many' }, { points: 1 }, 'y', { id: 'z', points: 2 }] },
      { rows: [{ id: 'x' }, { id: 'z', points: 2 }] },
    ],
    ['no list that is none', { rows: 'x' }, {}],
  ])('is %s', (_what, said, usable) => {
    expect(usableIn(schema, said)).toEqual(usable);
  });
});
