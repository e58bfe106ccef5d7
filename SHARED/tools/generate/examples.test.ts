import { describe, expect, test } from 'vitest';
import type { Contract } from '../../contracts/contract.ts';
import { detectDialect, envelopeOf } from '../../contracts/dialects/detect.ts';
import { idIn } from '../../contracts/dialects/dialect.ts';
import { CONTRACTS, contractByMethod } from '../../contracts/index.ts';
import type { JsonObject } from '../../core/json.ts';
import { DIALECTS, exampleFiles, exampleMessage, exampleOf, examplePath } from './examples.ts';
import { isTaken, readAs } from './reading.ts';

const FILES = exampleFiles();
const MESSAGES = (Object.values(CONTRACTS) as Contract[]).map((contract) => ({ type: contract.head.type, contract }));
/** What a reader learns beside what was said: whom it is for, and where it belongs. */
const LEARNT = new Set(['league_id', 'round_id', 'match_id', 'player_id']);

describe.each(DIALECTS)('examples in %s', (dialect) => {
  test.each(MESSAGES)('$type is there, and is read as the message it was written from', ({ contract }) => {
    const body = JSON.parse(FILES.get(examplePath(contract, dialect)) ?? 'null') as JsonObject;
    const message = (dialect === 'rpc' ? (body['params'] ?? body['result']) : body) as JsonObject;
    expect(detectDialect(envelopeOf(body), message)).toBe(dialect);
    expect(isTaken(contract, dialect, message)).toBe(true);

    const { protocol: _, sender, ...content } = exampleMessage(contract);
    const read = readAs(contract, dialect, message) as JsonObject;
    const timestamp = dialect === 'rpc' ? '2025-01-15T10:15:00Z' : content['timestamp'];
    expect(read).toMatchObject({ ...content, timestamp });
    expect(idIn(String(read['sender']))).toBe(idIn(String(sender)));
    const more = Object.keys(read).filter((field) => !(field in exampleMessage(contract)) && !LEARNT.has(field));
    expect(more).toEqual([]);
  });

  test('what goes wrong most often has one too', () => {
    for (const name of [
      'errors/invalid_move',
      'errors/missing_required_field',
      'registration/player_register_rejected',
    ])
      expect(FILES.has(`message_examples/${name}${dialect === 'rpc' ? '' : `.${dialect}`}.json`)).toBe(true);
  });
});

test('nothing else is there', () => {
  expect(FILES.size).toBe(DIALECTS.length * (MESSAGES.length + 3));
});

describe('a request of JSON-RPC', () => {
  const requests = MESSAGES.filter(({ contract }) => contract.head.method !== undefined);

  test.each(requests)('$type goes by its method, and has an id where something is awaited', ({ contract }) => {
    const { method, id } = exampleOf(contract);
    expect(contractByMethod(String(method))).toBe(contract);
    expect(id === undefined).toBe(contract.head.reply === undefined);
  });

  test('carries a token wherever one is needed', () => {
    const bare = requests.filter(({ contract }) => exampleMessage(contract)['auth_token'] === undefined);
    expect(bare.map(({ type }) => type)).toEqual(['REFEREE_REGISTER_REQUEST', 'LEAGUE_REGISTER_REQUEST']);
  });
});
