import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { unwrap } from '../core/result.ts';
import { exampleBody } from '../testing/example_service.ts';
import type { Contract } from './contract.ts';
import { dialectOf } from './dialects/detect.ts';
import * as contracts from './index.ts';
import { CONTRACTS, type MessageType } from './index.ts';

const TYPES = Object.keys(CONTRACTS) as MessageType[];
const SAID = { sender: 'referee:REF01', timestamp: '2025-01-15T10:15:00.000Z', conversation_id: 'conv-1' };

/** GAME_JOIN_ACK is built by buildGameJoinAck. */
function nameOf(type: string): string {
  return `build${type.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
}

type Build = (fields: JsonObject) => ReturnType<typeof contracts.buildGameJoinAck>;

function builderOf(type: MessageType): Build {
  return (contracts as unknown as { readonly [name: string]: Build })[nameOf(type)] as Build;
}

function without(fields: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));
}

test('there is a builder for every message, and for none that is not', () => {
  const names = Object.keys(contracts).filter((name) => name.startsWith('build'));
  expect(names.sort()).toEqual([...TYPES.map(nameOf), 'buildParityChoice'].sort());
});

describe.each(TYPES)('%s', (type) => {
  const fields = { ...SAID, ...exampleBody(type) };
  const required = (CONTRACTS[type] as Contract).body.required ?? [];

  test('is built from its fields, envelope and all', () => {
    const built = unwrap(builderOf(type)(fields));
    expect(built).toEqual({ protocol: 'league.v2', message_type: type, ...fields });
  });

  test.each([...Object.keys(SAID), ...required])('without %s is E003', (field) => {
    expect(builderOf(type)(without(fields, field))).toMatchObject({ ok: false, error: { code: 'E003' } });
  });

  test('with a wrong value is E002, with a local time E021', () => {
    expect(builderOf(type)({ ...fields, conversation_id: '' })).toMatchObject({ ok: false, error: { code: 'E002' } });
    const local = { ...fields, timestamp: '2025-01-15T10:15:00+02:00' };
    expect(builderOf(type)(local)).toMatchObject({ ok: false, error: { code: 'E021' } });
  });
});

test('the example of the player’s document, translated, says what the document shows', () => {
  const message = contracts.buildParityChoice({
    league_id: 'league_2025_even_odd',
    round_id: 1,
    match_id: 'R1M1',
    player_id: 'P01',
    choice: 'even',
    conversation_id: '880e8400-e29b-41d4-a716-446655440003',
    timestamp: '2025-12-20T10:00:10.000Z',
  });
  const shown = new URL('../testing/fixtures/spec_examples/flat/parity_choice.json', import.meta.url);
  expect(dialectOf('flat').write(unwrap(message) as unknown as JsonObject)).toMatchObject(
    JSON.parse(readFileSync(shown, 'utf8')),
  );
});
