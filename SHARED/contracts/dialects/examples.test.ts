import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { unwrap } from '../../core/result.ts';
import { type Fields, fieldTables, violations } from '../../testing/field_tables.ts';
import type { Contract } from '../contract.ts';
import { contractByMethod, contractByType } from '../index.ts';
import { readMessage } from '../read.ts';
import { detectDialect, dialectOf, envelopeOf } from './detect.ts';
import { canonicalType } from './spellings.ts';

const EXAMPLES = new URL('../../testing/fixtures/spec_examples/', import.meta.url);
/** The template and the schema of a message are documentation, not messages. */
const NO_MESSAGES = ['base_message.schema.json', 'base_message_template.json'];

const files = (dialect: string) =>
  readdirSync(new URL(`${dialect}/`, EXAMPLES)).filter((name) => !NO_MESSAGES.includes(name));
const example = (dialect: string, name: string) =>
  JSON.parse(readFileSync(new URL(`${dialect}/${name}`, EXAMPLES), 'utf8')) as JsonObject;

/** The same value with every time written in one way. */
function normalised(value: Json): Json {
  if (isJsonArray(value)) return value.map(normalised);
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, normalised(inner)]));
  }
  const isTime = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value);
  return isTime ? new Date(value).toISOString() : value;
}

/** What a message says in the fields of a document, without what is added to it. */
function inTermsOf(fields: Fields, message: JsonObject): JsonObject {
  const said = Object.entries(message).filter(([name]) => fields[name] !== undefined);
  return Object.fromEntries(said.map(([name, value]) => [name, part(value, fields[name])]));
}

function part(value: Json, field: Fields[string] | undefined): Json {
  const { fields, items } = field ?? {};
  if (fields !== undefined && isJsonObject(value)) return inTermsOf(fields, value);
  if (items !== undefined && isJsonArray(value)) return value.map((entry) => inTermsOf(items, entry as JsonObject));
  return value;
}

test('all 38 messages of the specification are here', () => {
  expect(['rpc', 'flat', 'v1'].map((dialect) => files(dialect).length)).toEqual([11, 21, 6]);
});

describe('the rpc examples of the specification', () => {
  /** An answer's token goes no further (DECISIONS section 1): it is the only field that is not written again. */
  const LEFT_OUT: { readonly [name: string]: readonly string[] } = {
    'game_join_ack.json': ['auth_token'],
    'choose_parity_response.json': ['auth_token'],
  };
  /** Agents in the wild read it by this name alone (`choice_too`). */
  const ADDED: { readonly [name: string]: JsonObject } = { 'choose_parity_response.json': { choice: 'even' } };
  const { read, write } = dialectOf('rpc');

  test.each(files('rpc'))('%s is read, and written it says the same', (name) => {
    const wire = example('rpc', name);
    expect(envelopeOf(wire)).toBe('jsonrpc');
    const message = (wire['params'] ?? wire['result']) as JsonObject;
    const contract = contractByType(canonicalType(message['message_type'] as string)) as Contract;
    if (wire['method'] !== undefined) expect(contractByMethod(wire['method'] as string)).toBe(contract);

    const missing = () => expect.fail('the example lacks nothing');
    const canonical = unwrap(readMessage(contract, read(message), { timestamp: missing, conversation_id: missing }));
    const expected = Object.entries(message).filter(([field]) => !LEFT_OUT[name]?.includes(field));
    const added = ADDED[name] ?? {};
    expect(normalised(write(canonical))).toEqual(normalised({ ...Object.fromEntries(expected), ...added }));
  });
});

describe.each(['flat', 'v1'] as const)('the %s examples of the specification', (name) => {
  const dialect = dialectOf(name);
  const conversation = '880e8400-e29b-41d4-a716-446655440003';

  test.each(files(name))('%s is read, and written it says the same', (file) => {
    const wire = example(name, file);
    const now = (wire['timestamp'] ?? '2025-12-20T10:00:00.000Z') as string;
    expect(detectDialect(envelopeOf(wire), wire)).toBe(name);
    expect(dialect.lacks(wire)).toEqual([]);

    const contract = contractByType(canonicalType(wire['message_type'] as string)) as Contract;
    const hints = { me: 'P01', league_id: 'league_2025_even_odd', now: () => now, seed: () => '0f'.repeat(32) };
    const defaults = { timestamp: () => now, conversation_id: () => conversation };
    const canonical = unwrap(readMessage(contract, dialect.read(wire, hints), defaults));
    const again = dialect.write(canonical, { id: 'P01', echo: dialect.echoOf(wire) });

    const tables = fieldTables(name, wire['message_type'] as string);
    expect(tables).not.toEqual([]);
    for (const fields of tables) expect(inTermsOf(fields, again)).toEqual(normalised(wire));
    expect(violations(name, again)).toEqual([]);
  });
});
