import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Compile } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { fromHex, sha256 } from '../core/hash.ts';
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { chanceStream, intBetween } from '../core/random.ts';
import { exampleOf } from '../tools/generate/examples.ts';
import { fieldRows } from '../tools/generate/fields.ts';
import { plain, type Schema, writtenSchema } from '../tools/generate/schemas.ts';
import type { Contract } from './contract.ts';
import { rpc } from './dialects/rpc.ts';
import { canonicalType } from './dialects/spellings.ts';
import { DRAW_COMMITMENT, DRAW_SEED } from './fields.ts';
import { CONTRACTS, contractByMethod, contractByType } from './index.ts';
import { merelyAcknowledges, pickKnown, readMessage } from './read.ts';
import { READ_ONLY } from './read_only.ts';

const ALL: readonly Contract[] = Object.values(CONTRACTS);
const REQUESTS = ALL.filter(({ head }) => head.method !== undefined);
const SCHEMAS = join(import.meta.dirname, '..', '..', 'doc', 'schemas');

/** An example says everything itself. */
const nothingMissing = {
  timestamp: () => expect.fail('the timestamp is there'),
  conversation_id: () => expect.fail('the conversation_id is there'),
};
const read = (of: Contract, wire: JsonObject) => readMessage(of, wire, nothingMissing);
const codeOf = (of: Contract, wire: JsonObject) => {
  const message = read(of, wire);
  return message.ok ? 'read' : message.error.code;
};

/** A copy with another value at a place, or without any. */
function changed(value: Json, [key, ...rest]: readonly string[], to: Json | undefined): Json {
  if (key === undefined) return to as Json;
  const inside = (value as JsonObject)[key] as Json;
  if (Array.isArray(value)) return value.map((item, i) => (String(i) === key ? changed(item, rest, to) : item));
  const { [key]: _, ...others } = value as JsonObject;
  return rest.length === 0 && to === undefined ? others : { ...others, [key]: changed(inside, rest, to) };
}

/** Every field of an example that its schema names, with its place and its own schema. */
function places(
  schema: Schema,
  value: Json,
  path: readonly string[] = [],
): { path: readonly string[]; schema: Schema; required: boolean }[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => places(schema.items ?? {}, item, [...path, String(i)]));
  const named = schema.properties === undefined ? schema.anyOf?.find(({ properties }) => properties) : schema;
  if (!isJsonObject(value) || named?.properties === undefined) return [];
  return Object.entries(named.properties)
    .filter(([name]) => value[name] !== undefined)
    .flatMap(([name, field]) => [
      { path: [...path, name], schema: field, required: named.required?.includes(name) ?? false },
      ...places(field, value[name] as Json, [...path, name]),
    ]);
}

test('there are as many messages as the list of contracts has names', () => {
  expect(ALL).toHaveLength(34);
  expect(Object.keys(CONTRACTS)).toEqual(ALL.map(({ head }) => head.type));
});

describe.each(ALL.map((contract) => ({ type: contract.head.type, contract })))('$type', ({ contract }) => {
  const { head, example, body } = contract;
  const fields = places(plain(body), example);

  test('its example is read as it is', () => {
    expect(read(contract, example)).toEqual({ ok: true, value: example });
  });

  test('each of its required fields is missed', () => {
    const required = fields.filter((field) => field.required);
    for (const { path } of required) {
      const name = path.join('.');
      expect([name, codeOf(contract, changed(example, path, undefined) as JsonObject)]).toEqual([name, 'E003']);
    }
    expect(required.map(({ path }) => path.join('.'))).toEqual(
      expect.arrayContaining([...(plain(body).required ?? [])]),
    );
  });

  test('a field of the wrong type is refused', () => {
    const typed = fields.filter(
      ({ schema: { type, enum: options, anyOf, const: constant } }) => type ?? options ?? anyOf ?? constant,
    );
    for (const { path, schema } of typed) {
      const wrong = (schema.properties ?? schema.patternProperties ?? schema.anyOf) ? 7 : { wrong: true };
      const code = codeOf(
        contract,
        changed(example, path, schema.anyOf === undefined ? wrong : [[wrong]]) as JsonObject,
      );
      expect([path.join('.'), code]).toEqual([path.join('.'), 'E002']);
    }
  });

  test('a field nobody knows is dropped', () => {
    expect(read(contract, { ...example, surprise: 1 })).toEqual({ ok: true, value: example });
  });

  test.each([
    '2025-01-15T12:15:00+02:00',
    '2025-01-15 10:15:00',
    '2025-02-30T10:15:00Z',
    '2025-01-15T24:00:00Z',
    '',
    7,
  ])('the timestamp %j is refused', (timestamp) => {
    expect(codeOf(contract, { ...example, timestamp })).toBe('E021');
  });

  test('a zero offset passes for Z in answers alone', () => {
    const code = codeOf(contract, { ...example, timestamp: '2025-01-15T10:15:00+00:00' });
    expect(code).toBe(head.method === undefined ? 'read' : 'E021');
  });

  test('a protocol nobody knows is refused, none is missed, league.v1 is read', () => {
    expect(codeOf(contract, { ...example, protocol: 'league.v3' })).toBe('E018');
    expect(codeOf(contract, { ...example, protocol: 2 })).toBe('E018');
    expect(codeOf(contract, changed(example, ['protocol'], undefined) as JsonObject)).toBe('E003');
    expect(codeOf(contract, { ...example, protocol: 'league.v1' })).toBe('read');
  });

  test('what is missing of the envelope is filled in', () => {
    const { sender: _, timestamp: __, conversation_id: ___, ...bare } = example;
    const defaults = { timestamp: () => '2025-01-01T00:00:00.000Z', conversation_id: () => 'new' };
    expect(readMessage(contract, bare, defaults)).toMatchObject({
      value: { sender: 'unknown', timestamp: '2025-01-01T00:00:00.000Z', conversation_id: 'new' },
    });
  });

  test('a token is taken from requests alone, unless the answer is about it', () => {
    const message = read(contract, { ...example, auth_token: 'token' });
    const taken = head.method !== undefined || 'auth_token' in body.properties;
    expect(message).toMatchObject({ ok: true });
    expect(message.ok && message.value.auth_token).toBe(taken ? 'token' : undefined);
  });

  test('every field is described', () => {
    const rows = fieldRows(writtenSchema(contract));
    expect(rows.filter(({ about }) => about === '').map(({ path }) => path)).toEqual([]);
  });

  test('its published schema accepts what is written, and nothing beside it', () => {
    const published = JSON.parse(readFileSync(join(SCHEMAS, `${head.type.toLowerCase()}.json`), 'utf8'));
    const checker = Compile(published);
    const { params, result } = exampleOf(contract);
    const written = (params ?? result) as JsonObject;
    expect(checker.Errors(written)).toEqual([true, []]);
    expect(checker.Check({ ...written, surprise: 1 })).toBe(false);
    expect(checker.Check(rpc.write(example))).toBe(true);
    expect(published).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: head.type });
  });
});

describe('requests and answers', () => {
  test('every method carries one message', () => {
    const methods = [...REQUESTS.map(({ head }) => head.method), ...Object.keys(READ_ONLY)];
    expect(new Set(methods).size).toBe(methods.length);
    for (const request of REQUESTS) expect(contractByMethod(request.head.method ?? '')).toBe(request);
    expect(contractByMethod('nothing')).toBeUndefined();
    expect(contractByType('NOTHING')).toBeUndefined();
  });

  test('every answer exists, has no method and goes the way back', () => {
    for (const { head } of REQUESTS.filter(({ head: { reply } }) => reply !== undefined)) {
      const answer = contractByType(head.reply?.type ?? '')?.head;
      expect(answer?.method).toBeUndefined();
      expect(answer?.from).toEqual(expect.arrayContaining([...head.to]));
      for (const field of head.reply?.ownFields ?? []) {
        expect(Object.keys(contractByType(head.reply?.type ?? '')?.body.properties ?? {})).toContain(field);
      }
    }
  });

  test('every message that has no method answers something', () => {
    const answers = new Set(REQUESTS.map(({ head }) => head.reply?.type));
    const lost = ALL.filter(({ head }) => head.method === undefined && !answers.has(head.type));
    expect(lost.map(({ head }) => head.type)).toEqual([]);
  });

  test('six answers say only that something was heard', () => {
    expect(ALL.filter(merelyAcknowledges).map(({ head }) => head.type)).toEqual([
      'SHUTDOWN_ACK',
      'ROUND_ANNOUNCEMENT_ACK',
      'STANDINGS_UPDATE_ACK',
      'ROUND_COMPLETED_ACK',
      'LEAGUE_COMPLETED_ACK',
      'GAME_OVER_ACK',
    ]);
  });

  test('methods, answers and limits are those that were decided', () => {
    const rows = REQUESTS.map(({ head }) =>
      [head.type, head.method, head.reply?.type ?? 'none', (head.reply?.withinMs ?? 0) / 1_000].join(' '),
    );
    expect(rows.sort()).toEqual(
      [
        'REFEREE_REGISTER_REQUEST register_referee REFEREE_REGISTER_RESPONSE 10',
        'LEAGUE_REGISTER_REQUEST register_player LEAGUE_REGISTER_RESPONSE 10',
        'START_LEAGUE start_league LEAGUE_STATUS 10',
        'AGENT_COMMAND command_agent LEAGUE_STATUS 10',
        'PAUSE_COMMAND pause_league LEAGUE_STATUS 10',
        'LEAGUE_QUERY league_query LEAGUE_QUERY_RESPONSE 10',
        'ROUND_ANNOUNCEMENT notify_round ROUND_ANNOUNCEMENT_ACK 10',
        'RUN_MATCH run_match RUN_MATCH_ACK 10',
        'GAME_INVITATION handle_game_invitation GAME_JOIN_ACK 5',
        'CHOOSE_PARITY_CALL choose_parity CHOOSE_PARITY_RESPONSE 30',
        'GAME_MOVE_CALL game_move GAME_MOVE_RESPONSE 30',
        'GAME_OVER notify_match_result GAME_OVER_ACK 5',
        'GAME_ERROR notify_game_error none 0',
        'MATCH_RESULT_REPORT report_match_result MATCH_RESULT_ACK 10',
        'LEAGUE_STANDINGS_UPDATE update_standings STANDINGS_UPDATE_ACK 10',
        'ROUND_COMPLETED notify_round_completed ROUND_COMPLETED_ACK 10',
        'LEAGUE_COMPLETED notify_league_completed LEAGUE_COMPLETED_ACK 10',
        'LEAGUE_ERROR notify_league_error none 0',
        'SHUTDOWN_COMMAND shutdown SHUTDOWN_ACK 10',
      ].sort(),
    );
  });
});

describe('the lists of the specification', () => {
  test.each([
    [
      '004, all 18',
      'REFEREE_REGISTER_REQUEST REFEREE_REGISTER_RESPONSE LEAGUE_REGISTER_REQUEST LEAGUE_REGISTER_RESPONSE ROUND_ANNOUNCEMENT ROUND_COMPLETED LEAGUE_COMPLETED GAME_INVITATION GAME_JOIN_ACK CHOOSE_PARITY_CALL CHOOSE_PARITY_RESPONSE GAME_OVER MATCH_RESULT_REPORT LEAGUE_STANDINGS_UPDATE LEAGUE_ERROR GAME_ERROR LEAGUE_QUERY LEAGUE_QUERY_RESPONSE',
    ],
    ['004, required', 'PARITY_CHOICE TIMEOUT_ERROR INVALID_MOVE_ERROR'],
    [
      '002',
      'ROUND_ANNOUNCEMENT_ACK MATCH_RESULT_ACK STANDINGS_UPDATE_ACK ROUND_COMPLETED_ACK LEAGUE_COMPLETED_ACK GAME_OVER_ACK',
    ],
    ['001 and 003', 'START_LEAGUE LEAGUE_STATUS RUN_MATCH RUN_MATCH_ACK'],
  ])('%s: every name is known', (_, names) => {
    expect(names.split(' ').filter((name) => contractByType(canonicalType(name)) === undefined)).toEqual([]);
  });
});

test('the examples tell one match whose draw can be checked', () => {
  const seed = CONTRACTS.GAME_OVER.example['draw_seed'];
  expect(seed).toBe(DRAW_SEED);
  expect(sha256(fromHex(DRAW_SEED), 'R1M1')).toBe(DRAW_COMMITMENT);
  expect(CONTRACTS.RUN_MATCH.example).toMatchObject({ draw_seed: DRAW_SEED, draw_commitment: DRAW_COMMITMENT });
  const drawn_number = intBetween(chanceStream(DRAW_SEED), 1, 10);
  expect(CONTRACTS.GAME_OVER.example).toMatchObject({ game_result: { drawn_number, winner_player_id: 'P01' } });
});

test('what a schema leaves open is kept, and fields of what may be null are known as well', () => {
  const { champion, ...rest } = CONTRACTS.LEAGUE_COMPLETED.example;
  const told = { ...rest, champion: { ...(champion as JsonObject), surprise: 1 } };
  expect(pickKnown(CONTRACTS.LEAGUE_COMPLETED.body, told)).toMatchObject({ champion });
  expect(pickKnown(CONTRACTS.LEAGUE_COMPLETED.body, told)).not.toMatchObject({ champion: { surprise: 1 } });
  const over = changed(CONTRACTS.GAME_OVER.example, ['game_result', 'final_board'], 'XOX') as JsonObject;
  expect(pickKnown(CONTRACTS.GAME_OVER.body, over)).toMatchObject({ game_result: { final_board: 'XOX' } });
  expect(pickKnown(CONTRACTS.GAME_OVER.body, 'no object')).toBe('no object');
});
