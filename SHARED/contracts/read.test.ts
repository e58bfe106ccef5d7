import { describe, expect, test } from 'vitest';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../league_sdk/core/json.ts';
import type { Contract } from './contract.ts';
import { CONTRACTS } from './index.ts';
import { pickKnown, readMessage } from './read.ts';

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
