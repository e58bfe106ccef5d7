import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { unwrap } from '../core/result.ts';
import { exampleBody } from '../testing/example_service.ts';
import { BUILDER_NAMES, type BuilderName, build, type FieldsOf, flatBuilders } from './builders.ts';
import type { Contract } from './contract.ts';
import { type All, CONTRACTS, type MessageType } from './index.ts';

const TYPES = Object.keys(CONTRACTS) as MessageType[];
const SAID = { sender: 'referee:REF01', timestamp: '2025-01-15T10:15:00.000Z', conversation_id: 'conv-1' };

const built = (type: MessageType, fields: JsonObject) => build(type, fields as unknown as FieldsOf<All[MessageType]>);

function without(fields: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !names.includes(field)));
}

describe.each(TYPES)('%s', (type) => {
  const fields = { ...SAID, ...exampleBody(type) };
  const required = (CONTRACTS[type] as Contract).body.required ?? [];

  test('is built from its fields, envelope and all', () => {
    expect(unwrap(built(type, fields))).toEqual({ protocol: 'league.v2', message_type: type, ...fields });
  });

  test.each([...Object.keys(SAID), ...required])('without %s is E003', (field) => {
    expect(built(type, without(fields, field))).toMatchObject({ ok: false, error: { code: 'E003' } });
  });

  test('with a wrong value is E002, with a local time E021', () => {
    expect(built(type, { ...fields, conversation_id: '' })).toMatchObject({ ok: false, error: { code: 'E002' } });
    const local = { ...fields, timestamp: '2025-01-15T10:15:00+02:00' };
    expect(built(type, local)).toMatchObject({ ok: false, error: { code: 'E021' } });
  });
});

describe('the builders that the documents name', () => {
  const EXAMPLES = new URL('../testing/fixtures/spec_examples/flat/', import.meta.url);
  const NOW = '2025-12-20T10:00:10.000Z';
  const builders = flatBuilders({ now: () => new Date(NOW) });
  const names = Object.keys(BUILDER_NAMES) as BuilderName[];
  const shown = (name: BuilderName): JsonObject =>
    JSON.parse(readFileSync(new URL(`${name.slice('build_'.length)}.json`, EXAMPLES), 'utf8')) as JsonObject;

  test('are those of the messages that are shown there', () => {
    expect(names.map((name) => `${name.slice('build_'.length)}.json`).sort()).toEqual(readdirSync(EXAMPLES).sort());
  });

  test('the call in the player’s document is taken as it stands, and gives the message that is shown', () => {
    const message = builders.build_parity_choice({
      league_id: 'league_2025_even_odd',
      round_id: 1,
      match_id: 'R1M1',
      player_id: 'P01',
      choice: 'even',
      conversation_id: '880e8400-e29b-41d4-a716-446655440003',
    });
    expect(unwrap(message)).toEqual(shown('build_parity_choice'));
  });

  test.each(names)('%s makes the message of its document from the fields that are shown', (name) => {
    const message = shown(name);
    const fields = without(message, 'protocol', 'message_type', 'timestamp');
    expect(unwrap(builders[name](fields))).toEqual({ ...message, timestamp: NOW });
  });

  test.each(names)('%s does not take nonsense', (name) => {
    expect(builders[name]({ conversation_id: 7, status: [] }).ok).toBe(false);
  });

  test('a field that is missing is E003', () => {
    const call = without(shown('build_parity_choice'), 'protocol', 'message_type', 'choice');
    expect(builders.build_parity_choice(call)).toMatchObject({ ok: false, error: { code: 'E003' } });
  });
});
