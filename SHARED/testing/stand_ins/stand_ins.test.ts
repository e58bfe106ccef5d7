/** The stand-ins are witnesses, so they must be able to object: each is told something that its documents do not say. */
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Program, until } from '../../../agents/trials/testing/rehearsal.ts';
import { FLAT_PLAYER, registeredAt, standIn } from '../../../agents/trials/testing/stand_ins.ts';

interface Message {
  readonly [field: string]: unknown;
}
const V1_BASE = ['league_id', 'conversation_id'] as const;

const OF_A_MATCH = {
  ...{ league_id: 'league_2025_even_odd', round_id: 1, match_id: 'R1M1', sender: 'REF01' },
  ...{ conversation_id: '880e8400-e29b-41d4-a716-446655440003', timestamp: '2025-12-20T10:00:00.000Z' },
};
const flat = (message_type: string, body: Message = {}): Message => ({ protocol: 'league.v2', message_type, ...body });
const INVITATION = flat('GAME_INVITATION', { ...OF_A_MATCH, player_id: 'P01', opponent_id: 'P02' });
const RUN_MATCH = flat('RUN_MATCH', {
  ...{ league_id: 'league_2025_even_odd', round_id: 1, match_id: 'R1M1', referee_id: 'REF01', player_a: 'P01' },
  ...{ player_a_endpoint: 'http://127.0.0.1:9/mcp', player_b: 'P02', player_b_endpoint: 'http://127.0.0.1:9/mcp' },
});
const without = (field: string, { [field]: _, ...rest }: Message): Message => rest;

/** A manager that takes in everybody, in the words it is spoken to, and does nothing else. */
let manager: Server;
let address: string;
let asked: Message;

beforeAll(async () => {
  manager = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Message;
      response.end(JSON.stringify(admitted(asked)));
    });
  });
  await new Promise<void>((resolve) => manager.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(manager.address() as AddressInfo).port}/mcp`;
});
afterAll(() => new Promise((resolve) => manager.close(resolve)));

function admitted(request: Message): Message {
  const { protocol, message_type, referee_id } = request;
  const own = { protocol, message_type: String(message_type).replace('REQUEST', 'RESPONSE'), auth_token: 'tok_1' };
  if (protocol === 'league.v1') {
    const base = { ...request, sender: 'league_manager', player_meta: undefined };
    return { ...base, ...own, player_id: 'P01', status: 'ACCEPTED' };
  }
  const id = referee_id === undefined ? { player_id: 'P01', league_id: 'league_2025_even_odd' } : { referee_id };
  return { ...own, ...id, status: 'registered' };
}

/** The same in league.v1, as 004 has it. */
function v1(message: Message, body: Message): Message {
  const own = Object.fromEntries(V1_BASE.map((field) => [field, asked[field]]));
  const { player_id: _, opponent_id: __, ...base }: Message = { ...OF_A_MATCH, ...message };
  return { ...base, ...own, protocol: 'league.v1', sender: 'referee_REF01', ...body };
}
const GAME_INFO = { game_info: { game_type: 'even_odd', opponent_id: 'P02', timeout_seconds: 5 } };
const farewell = (inV1: boolean): Message =>
  inV1 ? v1(flat('SHUTDOWN_COMMAND'), { sender: 'league_manager' }) : flat('SHUTDOWN_COMMAND');

/** What is wrong with a message, and the message. */
type Wrong = { readonly [complaint: string]: Message };

const FLAT: Wrong = {
  'GAME_INVITATION: opponent_id': without('opponent_id', INVITATION),
  'GAME_INVITATION: protocol': { ...INVITATION, protocol: 'league.v1' },
  'GAME_INVITATION: timestamp': { ...INVITATION, timestamp: '2025-12-20T10:00:00+02:00' },
  jsonrpc: { jsonrpc: '2.0', method: 'notify_round', id: 1 },
};
const STAND_INS: { readonly [file: string]: () => Wrong } = {
  [FLAT_PLAYER.file]: () => FLAT,
  'flat_player.mjs': () => FLAT,
  'posting_player.mjs': () => FLAT,
  'v1_player.mjs': () => ({
    'GAME_INVITATION: round_id': v1(INVITATION, { ...GAME_INFO, round_id: undefined }),
    'GAME_INVITATION: league_id': v1(INVITATION, { ...GAME_INFO, league_id: 'league_2025_even_odd' }),
    'GAME_INVITATION: game_info': v1(INVITATION, { opponent_id: 'P02' }),
  }),
  'flat_referee.mjs': () => ({
    'RUN_MATCH: player_b_endpoint': without('player_b_endpoint', RUN_MATCH),
    'RUN_MATCH: referee_id': { ...RUN_MATCH, referee_id: 'REF02' },
  }),
};

test('stand-ins know nothing of ours: they import each other and what comes with their language', async () => {
  const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.mjs'));
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const text = await readFile(join(import.meta.dirname, file), 'utf8');
    const imports = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target]) => target);
    expect(
      imports.filter((target) => !/^(node:\w|\.\/\w+\.mjs$)/.test(target ?? '')),
      file,
    ).toEqual([]);
  }
});

describe('a stand-in', () => {
  let program: Program;
  afterEach(() => program?.end());

  const tell = async (at: string, message: Message): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    await fetch(at, { method: 'POST', headers, body: JSON.stringify(message) });
  };
  const admit = async (file: string): Promise<string> => {
    program = standIn(file, address, file === 'flat_referee.mjs' ? 'REF01' : 'P01');
    return registeredAt(program);
  };
  const isV1 = (file: string): boolean => file.startsWith('v1');

  test.each(Object.keys(STAND_INS))('%s has no complaint when all is well', async (file) => {
    const at = await admit(file);
    if (file.includes('_player'))
      await tell(at, isV1(file) ? v1(INVITATION, GAME_INFO) : { ...INVITATION, referee_endpoint: address });
    await tell(at, farewell(isV1(file)));
    expect(await program.ended()).toBe(0);
    expect(program.err()).toBe('');
  });

  test.each(Object.entries(STAND_INS))('%s objects to what its documents do not say', async (file, wrong) => {
    const at = await admit(file);
    for (const [complaint, message] of Object.entries(wrong())) {
      const before = program.err().length;
      await tell(at, message);
      await until(complaint, () => program.err().slice(before).includes(complaint) || undefined);
    }
    await tell(at, farewell(isV1(file)));
    expect(await program.ended()).toBe(1);
  });

  test('flat_manager.mjs objects to a registration without an endpoint', async () => {
    program = standIn('flat_manager.mjs');
    const [, at = ''] = await program.says(/listens at (http:\S+)/);
    await tell(at, flat('LEAGUE_REGISTER_REQUEST', { player_id: 'P01' }));
    await until('its complaint', () => program.err().includes('LEAGUE_REGISTER_REQUEST: endpoint') || undefined);
  });
});
