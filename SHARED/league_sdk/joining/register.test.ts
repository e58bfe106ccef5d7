import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { refusal } from '../../contracts/errors.ts';
import { CONTRACTS } from '../../contracts/index.ts';
import { later, systemClock } from '../../core/clock.ts';
import { seededEntropy } from '../../core/entropy.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { unwrap } from '../../core/result.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { memoryDisk } from '../disk/memory_disk.ts';
import { errorEnvelope, refusalText } from '../messaging/envelope.ts';
import { makePeer } from '../messaging/peer.ts';
import { registerPlayer } from '../spec/register_player.ts';
import { httpTransport } from '../transport/http/http.ts';
import { memoryNetwork } from '../transport/memory.ts';
import { openCredentials } from './credentials.ts';
import { type Applicant, OUR_ABILITIES, register, selfOf } from './register.ts';

const MANAGER = 'memory:LM01';
const RUNNING = { league_id: 'league_2025_even_odd', run_id: 'run_20250115T101500' };
const NO_SUCH_METHOD = { error: { code: -32601, message: 'Method not found' } };

const APPLICANTS: { readonly [R in 'player' | 'referee']: Applicant } = {
  player: {
    role: 'player',
    meta: { ...OUR_ABILITIES, display_name: 'Agent Alpha', game_types: ['even_odd'], contact_endpoint: 'memory:P01' },
  },
  referee: {
    role: 'referee',
    meta: { ...OUR_ABILITIES, display_name: 'Referee', game_types: ['even_odd'], contact_endpoint: 'memory:REF01' },
  },
};
const ANSWERS = { player: CONTRACTS.LEAGUE_REGISTER_RESPONSE, referee: CONTRACTS.REFEREE_REGISTER_RESPONSE };
const IDS = { player: 'P01', referee: 'REF01' };

/** A manager that answers `get_status` and registrations as it is told, and everything it was asked. */
async function stage(role: 'player' | 'referee', status: JsonObject = RUNNING) {
  const clock = fakeClock();
  const disk = memoryDisk();
  const transport = memoryNetwork({ clock }).transport();
  const asked: JsonObject[] = [];
  const { conversation_id: _, ...example } = ANSWERS[role].example;
  let answer: JsonObject = { ...example };
  let ownId: number | undefined;
  const listening = await transport.listen(MANAGER, async (text) => {
    const { method, params, id } = JSON.parse(text) as { method: string; params: JsonObject; id: Json };
    if (method !== 'get_status') asked.push(params);
    const said = method === 'get_status' ? status : { conversation_id: params['conversation_id'] as Json, ...answer };
    const envelope = { jsonrpc: '2.0', id: method === 'get_status' ? id : (ownId ?? id) };
    return JSON.stringify({ ...envelope, ...(said === NO_SUCH_METHOD ? said : { result: said }) });
  });
  unwrap(listening);
  const credentials = openCredentials(role, { disk, clock, root: '/data' });
  const tools = {
    peer: makePeer({ transport, clock, sender: () => 'somebody' }),
    manager: { id: 'LM01', address: MANAGER, dialect: 'rpc' },
    clock,
    entropy: seededEntropy(1),
    credentials,
  } as const;
  return {
    ...{ clock, disk, transport, asked, tools, credentials },
    join: () => clock.runUntil(register(APPLICANTS[role], tools)),
    answerWith(changes: JsonObject): void {
      answer = { ...answer, ...changes };
    },
    answerWithId(id: number): void {
      ownId = id;
    },
    /** As the plain documents have it: nothing but the type and these fields. */
    answerOnlyWith(fields: JsonObject): void {
      answer = { message_type: ANSWERS[role].head.type, ...fields };
    },
  };
}

describe.each(['player', 'referee'] as const)('a %s', (role) => {
  test('is given what the manager gives', async () => {
    const s = await stage(role);
    expect(unwrap(await s.join())).toEqual({
      seeded: false,
      noted: [],
      running: RUNNING,
      admission: {
        agent_id: IDS[role],
        ...RUNNING,
        filed_as: RUNNING.league_id,
        auth_token: ANSWERS[role].example['auth_token'],
        manager_token: ANSWERS[role].example['manager_token'],
        manager: MANAGER,
      },
    });
  });

  test('that kept it comes back with it, as the one it was', async () => {
    const s = await stage(role);
    const { admission } = unwrap(await s.join());
    unwrap(await s.credentials.keep(admission, selfOf(APPLICANTS[role])));
    await s.join();
    expect(s.asked[1]).toMatchObject({
      auth_token: admission.auth_token,
      [`${role}_meta`]: { [`${role}_id`]: IDS[role] },
    });
  });

  test('waits for a manager that is not there yet, says so once, and not for ever', async () => {
    const s = await stage(role);
    const lines: string[] = [];
    const manager = { id: 'LM01', address: 'memory:LM02', dialect: 'rpc' } as const;
    const waiting = { ms: 30_000, tell: (line: string) => lines.push(line) };
    const joining = register(APPLICANTS[role], { ...s.tools, manager, waiting });
    await s.clock.advance(29_000);
    const told = 'waiting for the league manager at memory:LM02, 30 s at most; Ctrl-C ends it';
    expect(lines).toEqual([told]);
    const answer = (text: string) => s.transport.send(MANAGER, text, later(s.clock.monotonic(), 1_000));
    const late = await s.transport.listen('memory:LM02', async (text) => unwrap(await answer(text)).text ?? '');
    expect(unwrap(await s.clock.runUntil(joining)).admission.agent_id).toBe(IDS[role]);
    await unwrap(late).close();
    const begun = s.clock.monotonic();
    const inVain = await s.clock.runUntil(register(APPLICANTS[role], { ...s.tools, manager, waiting }));
    expect(inVain).toMatchObject({ error: { detail: expect.stringContaining('memory:LM02 does not answer') } });
    expect(s.clock.monotonic() - begun).toBe(30_000);
    expect(lines).toEqual([told, told]);
  });

  test('hears of a seeded league from the manager’s status', async () => {
    const s = await stage(role, { ...RUNNING, seeded: true });
    expect(unwrap(await s.join()).seeded).toBe(true);
  });

  test('asks again who is overloaded, and not who refuses for good', async () => {
    const s = await stage(role);
    s.answerWith({ message_type: 'LEAGUE_ERROR', error_code: 'E014', error_description: 'later' });
    expect(await s.join()).toMatchObject({ error: { code: 'REGISTRATION_FAILED' } });
    expect(s.asked).toHaveLength(3);
    // All attempts are one registration, and the manager can tell.
    expect(new Set(s.asked.map(({ conversation_id }) => conversation_id)).size).toBe(1);
    s.answerWith({ error_code: 'E006', error_description: 'never' });
    expect(await s.join()).toMatchObject({
      error: { detail: `the league manager at ${MANAGER} did not register this ${role}: E006 never` },
    });
    expect(s.asked).toHaveLength(4);
  });

  test('is turned away by `status: "error"`, and taken in by "registered", in an envelope as well', async () => {
    const s = await stage(role);
    s.answerWith({ status: 'registered' });
    expect(unwrap(await s.join()).admission.agent_id).toBe(IDS[role]);
    s.answerOnlyWith({ status: 'error', error_message: 'the hall is full' });
    expect(await s.join()).toMatchObject({
      error: { code: 'REGISTRATION_REJECTED', detail: expect.stringContaining('the hall is full') },
    });
    expect(s.asked).toHaveLength(2);
  });

  test('that is rejected hears why and what to do', async () => {
    const s = await stage(role);
    s.answerWith({ status: 'REJECTED', reason: 'Invalid endpoint', detail: 'nobody answers there' });
    const { display_name } = APPLICANTS[role].meta;
    expect(await s.join()).toEqual({
      ok: false,
      error: {
        code: 'REGISTRATION_REJECTED',
        rejection: 'INVALID_ENDPOINT',
        detail: `the league manager rejected ${display_name}: Invalid endpoint (nobody answers there); listen at an address the league manager can call: --host ADDRESS, or network.base_host in system.json`,
      },
    });
  });
});

describe.each(['player', 'referee'] as const)('a %s at a manager of other making', (role) => {
  const id = `${role}_id`;

  test.each([
    { says: 'its status alone', with: { status: 'ACCEPTED' } },
    { says: 'it in lower case', with: { status: 'accepted' } },
    { says: 'success', with: { status: 'success' } },
    { says: 'accepted: true', with: { accepted: true } },
    { says: 'success: true', with: { success: true } },
    { says: 'null wherever it has nothing to say', with: { status: 'ACCEPTED', [id]: null, auth_token: null } },
    { says: 'a league_id that is no text', with: { status: 'ACCEPTED', league_id: 7, run_id: 3 } },
    { says: 'a time stamp in a form of its own', with: { status: 'ACCEPTED', timestamp: '20261115T012552Z' } },
  ])('that says $says is in, and goes by its own name', async ({ with: fields }) => {
    const s = await stage(role, NO_SUCH_METHOD);
    s.answerOnlyWith(fields);
    const { admission, noted } = unwrap(await s.join());
    expect(admission).toMatchObject({
      agent_id: role === 'player' ? 'Agent_Alpha' : 'Referee',
      filed_as: 'league_at_memory_LM01',
      auth_token: undefined,
      manager_token: undefined,
    });
    expect(noted).toEqual(expect.arrayContaining([`no ${id}`, 'no auth_token', `it goes by ${admission.agent_id}`]));
    expect(s.asked).toHaveLength(1);
  });

  test('that gives an id and no status is in, under whichever name the answer goes', async () => {
    const s = await stage(role, NO_SUCH_METHOD);
    s.answerOnlyWith({ message_type: 'REGISTRATION_RESPONSE', [id]: 'X7' });
    expect(unwrap(await s.join())).toMatchObject({
      admission: { agent_id: 'X7' },
      noted: ['no league_id', 'no auth_token'],
    });
  });

  test('that answers in another conversation, or with an id of its own, is in, and it is noted', async () => {
    const s = await stage(role);
    s.answerWith({ conversation_id: 'mine' });
    s.answerWithId(1_000_000);
    expect(unwrap(await s.join()).noted).toEqual(['another conversation_id', 'another id']);
  });

  test.each([
    { says: 'rejected', with: { status: 'rejected', reason: 'full' } },
    { says: 'an error beside its status', with: { status: 'error', error: 'full', message_type: null } },
    { says: 'accepted: false', with: { accepted: false, reason: 'full' } },
  ])('that says $says is out, and is not asked again', async ({ with: fields }) => {
    const s = await stage(role, NO_SUCH_METHOD);
    s.answerOnlyWith(fields);
    expect(await s.join()).toMatchObject({
      error: { code: 'REGISTRATION_REJECTED', detail: expect.stringContaining(': full') },
    });
    expect(s.asked).toHaveLength(1);
  });

  test.each([{}, { status: 'pending' }, { status: 7 }])('that says %j says nothing', async (fields) => {
    const s = await stage(role, NO_SUCH_METHOD);
    s.answerOnlyWith(fields);
    expect(await s.join()).toMatchObject({ error: { code: 'REGISTRATION_FAILED' } });
  });
});

describe('a manager on HTTP that knows no get_status', () => {
  /** A server that answers `get_status` with a status and a text, and registrations as the documents have it, or so too. */
  async function atServer(status: number, text: string, refusesAll = false) {
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const { method, id } = JSON.parse(body) as { method: string; id: number };
      const isLook = refusesAll || method === 'get_status';
      response.writeHead(isLook ? status : 200, { 'content-type': isLook ? 'text/html' : 'application/json' });
      response.end(
        isLook ? text : JSON.stringify({ jsonrpc: '2.0', id, result: { status: 'ACCEPTED', player_id: 'P07' } }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const transport = httpTransport({ clock: systemClock });
    onTestFinished(() => transport.close());
    const manager = {
      id: 'LM01',
      address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
      dialect: 'rpc',
    } as const;
    const peer = makePeer({ transport, clock: systemClock, sender: () => 'somebody' });
    const patience = { attempts: 1 };
    return register(APPLICANTS.player, { peer, manager, clock: systemClock, entropy: seededEntropy(1), patience });
  }

  test.each([
    [400, '{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":1}'],
    [404, '<!doctype html><title>404 Not Found</title>'],
    [405, ''],
    [422, '{"detail":[{"msg":"field required"}]}'],
    [500, '{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"},"id":null}'],
    [200, '<html>hello</html>'],
  ])('and answers %i %s is there, and takes the player in', async (status, text) => {
    expect(unwrap(await atServer(status, text)).admission.agent_id).toBe('P07');
  });

  test.each([429, 503])('and answers %i has no time, and is asked again', async (status) => {
    expect(await atServer(status, '')).toMatchObject({
      error: { code: 'REGISTRATION_FAILED', detail: expect.stringContaining(`does not answer: HTTP ${status}`) },
    });
  });

  test.each([404, 503])('and refuses with %i is told by the sentence of its refusal alone', async (status) => {
    const failed = await atServer(status, refusalText(status, 'there is no league "nope" here'), true);
    expect(failed).toMatchObject({
      error: { detail: expect.stringMatching(/: HTTP \d+: there is no league "nope" here(; is it running[^{]*)?$/) },
    });
  });

  test('and refuses with a code of the league, which its status does not say, is told by both', async () => {
    const text = JSON.stringify(errorEnvelope(null, 'INVALID_REQUEST', refusal('E012', 'no such token')));
    expect(await atServer(403, text, true)).toMatchObject({
      error: { detail: expect.stringMatching(/: E012 HTTP 403: no such token$/) },
    });
  });
});

test.each([
  { role: 'player', what: 'the newest token' },
  { role: 'referee', what: 'none' },
] as const)('to a manager that does not say what is running a $role shows $what', async ({ role }) => {
  const s = await stage(role, NO_SUCH_METHOD);
  const { admission } = unwrap(await s.join());
  unwrap(await s.credentials.keep(admission, selfOf(APPLICANTS[role])));
  await s.join();
  expect(s.asked[1]?.['auth_token']).toBe(role === 'player' ? admission.auth_token : undefined);
  expect(s.asked[1]?.[`${role}_meta`]).not.toHaveProperty(`${role}_id`);
});

describe('registering a player in one call', () => {
  const info = APPLICANTS.player.meta as Parameters<typeof registerPlayer>[1];

  test('with a store is registering the same player again', async () => {
    const s = await stage('player');
    const tools = { ...s.tools, transport: s.transport, store: { disk: s.disk, clock: s.clock, root: '/data' } };
    const first = unwrap(await registerPlayer(MANAGER, info, tools));
    unwrap(await registerPlayer(MANAGER, info, tools));
    expect(s.asked.map(({ auth_token }) => auth_token)).toEqual([undefined, first.auth_token]);
  });

  test('without a store leaves nothing behind', async () => {
    const s = await stage('player');
    unwrap(await registerPlayer(MANAGER, info, { ...s.tools, transport: s.transport }));
    expect(s.disk.files().size).toBe(0);
  });

  test('at a manager that gives no token comes to nothing', async () => {
    const s = await stage('player');
    s.answerWith({ auth_token: null });
    expect(await registerPlayer(MANAGER, info, { ...s.tools, transport: s.transport })).toEqual({
      ok: false,
      error: { code: 'REGISTRATION_FAILED', detail: 'the league manager accepted P01 but gave it no token' },
    });
  });

  test('on a disk that takes nothing comes to nothing', async () => {
    const s = await stage('player');
    const disk = { ...s.disk, replace: () => Promise.reject(new Error('the disk is full')) };
    const store = { disk, clock: s.clock, root: '/data' };
    expect(await registerPlayer(MANAGER, info, { ...s.tools, transport: s.transport, store })).toMatchObject({
      error: { code: 'DATA_INIT_FAILED' },
    });
  });
});
