import { describe, expect, test } from 'vitest';
import { seededEntropy, systemEntropy } from '../../../SHARED/core/entropy.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import { GAME, OPERATOR_TOKEN } from '../testing/rehearsal.ts';
import { stage } from '../testing/rehearsal_stage.ts';
import { codeDigest, newInviteCode } from './invite_codes.ts';

const [ADA, BEN] = ['K7QM-3XNP-A2DF-9WRT', 'AAAA-BBBB-CCCC-DDDD'];
const roster = [
  { name: 'Ada', code_sha256: codeDigest(ADA) },
  { name: 'Ben', code_sha256: codeDigest(BEN) },
];
const me = (name: string, more: JsonObject = {}) => ({
  display_name: name,
  game_types: [GAME],
  contact_endpoint: `memory:${name}`,
  ...more,
});

interface Shown {
  readonly bearer?: string;
  readonly code?: string;
  readonly auth_token?: string;
}

/** A manager of a class with a roster; players come as the test says. */
async function classroom(who: { names?: string[]; roster?: typeof roster } = { roster }) {
  const s = stage({ clock: fakeClock(), judge, plays: () => undefined });
  const participants = { min_players: 2, max_players: 100, ...who };
  const parts = { file: { kind: 'class', participants } } as const;
  const manager = unwrap(await s.start(parts));
  let last = 0;
  async function enter(player_meta: JsonObject, { auth_token, ...shown }: Shown = {}, address = 'memory') {
    const params = {
      protocol: 'league.v2',
      message_type: 'LEAGUE_REGISTER_REQUEST',
      sender: 'player:unregistered',
      timestamp: '2025-01-15T10:00:00Z',
      conversation_id: `c${++last}`,
      player_meta,
      ...(auth_token === undefined ? {} : { auth_token }),
    };
    const text = JSON.stringify({ jsonrpc: '2.0', method: 'register_player', params, id: last });
    const origin = { address, receivedAt: s.clock.monotonic(), ...shown };
    const said = JSON.parse((await s.clock.runUntil(manager.answer(text, origin))) ?? '{}') as JsonObject;
    return said['result'] as JsonObject;
  }
  return { ...s, manager, enter, parts, end: () => s.clock.runUntil(manager.stop('enough')) };
}

describe('a code', () => {
  test('can be read out, has no signs that look alike, and is never the same twice', () => {
    const codes = Array.from({ length: 2_000 }, () => newInviteCode(systemEntropy));
    expect(new Set(codes).size).toBe(2_000);
    for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}$/);
    const signs = new Set(codes.join('').replaceAll('-', ''));
    expect(signs.size).toBe(32);
    expect(newInviteCode(seededEntropy(1))).toBe(newInviteCode(seededEntropy(1)));
  });

  test('is the same however it is typed', () => {
    expect(codeDigest(' k7qm 3xnp-a2df9wrt')).toBe(codeDigest(ADA));
    expect(codeDigest(BEN)).not.toBe(codeDigest(ADA));
  });
});

describe('with a roster', () => {
  test.each<[string, JsonObject, Shown]>([
    ['as a field', { invite_code: ADA }, {}],
    ['as the bearer token of the request', {}, { bearer: ADA }],
    ['at the address of the manager', {}, { code: ADA }],
    ['typed by hand', { invite_code: ADA.toLowerCase().replaceAll('-', ' ') }, {}],
    ['beside a token of another league', {}, { bearer: ADA, auth_token: 'tok_old' }],
  ])('a player with a code is taken in: %s', async (_, meta, shown) => {
    const s = await classroom();
    expect(await s.enter(me('ada', meta), shown)).toMatchObject({ status: 'ACCEPTED', player_id: 'P01' });
    expect(s.manager.league.agents.get('P01')).toMatchObject({ code_sha256: codeDigest(ADA) });
    await s.end();
  });

  test('a player without a code, or with a wrong one, hears what to do', async () => {
    const s = await classroom();
    const none = await s.enter(me('eve'));
    expect(none).toMatchObject({ status: 'REJECTED', reason: 'Invite code required', error_code: 'E006' });
    expect(s.manager.objectionTo('eve')).toBe('NOT_INVITED');
    expect(none['detail']).toMatch(/^this league takes players by invite code: .*\?code=CODE behind/);
    const wrong = await s.enter(me('eve', { invite_code: 'AAAA-AAAA-AAAA-AAAA' }));
    expect(wrong['detail']).toMatch(/^the invite code is none of this league; look for a typing error/);
    await s.end();
  });

  test('a message without a token hears that it needs one, however often its address has the code', async () => {
    const s = await classroom();
    await s.enter(me('ada'), { code: ADA });
    const query = {
      ...{ protocol: 'league.v2', message_type: 'LEAGUE_QUERY', sender: 'player:P01', conversation_id: 'q' },
      ...{ timestamp: '2025-01-15T10:00:00Z', league_id: s.manager.league.league_id, query_type: 'GET_STANDINGS' },
    };
    const text = JSON.stringify({ jsonrpc: '2.0', method: 'league_query', params: query, id: 1 });
    const answers = new Set<unknown>();
    for (let i = 0; i < 200; i++) {
      const origin = { address: '10.0.0.7', receivedAt: s.clock.monotonic(), code: ADA };
      const said = JSON.parse((await s.clock.runUntil(s.manager.answer(text, origin))) ?? '{}') as JsonObject;
      answers.add((said['result'] as JsonObject)['error_code']);
    }
    expect([...answers]).toEqual(['E011']);
    await s.end();
  });

  test('one address may seat a whole class, and a code one player', async () => {
    const s = await classroom();
    expect(await s.enter(me('ada', { invite_code: ADA }), {}, '10.0.0.7')).toMatchObject({ status: 'ACCEPTED' });
    await s.agent('ada');
    expect(await s.enter(me('second', { invite_code: ADA }), {}, '10.0.0.7')).toMatchObject({
      status: 'REJECTED',
      reason: 'Invite code in use',
      detail: expect.stringContaining('P01 “ada”, which answers at memory:ada: end that player first'),
    });
    expect(await s.enter(me('ben', { invite_code: BEN }), {}, '10.0.0.7')).toMatchObject({ player_id: 'P02' });
    await s.end();
  });

  test('a player that is started again has its seat back, under another name and at another address too', async () => {
    const s = await classroom();
    const first = await s.enter(me('ada', { invite_code: ADA }));
    const again = await s.enter(me('ada', { invite_code: ADA }));
    expect(again).toMatchObject({ status: 'ACCEPTED', player_id: first['player_id'] });
    const elsewhere = await s.enter(me('ada2', { invite_code: ADA }));
    expect(elsewhere).toMatchObject({ status: 'ACCEPTED', player_id: first['player_id'] });
    expect(s.manager.league.agents.get('P01')).toMatchObject({ display_name: 'ada2', endpoint: 'memory:ada2' });
    expect(s.manager.league.agents.size).toBe(1);
    await s.end();
  });

  test('name, endpoint and address alone give no seat back that has a code', async () => {
    const s = await classroom();
    await s.enter(me('ada', { invite_code: ADA }));
    expect(await s.enter(me('ada'))).toMatchObject({ status: 'REJECTED', reason: 'Invite code required' });
    expect(await s.enter(me('ada', { invite_code: BEN }))).toMatchObject({ reason: 'Duplicate name' });
    await s.end();
  });

  test('a seat stays that of its code over a restart of the manager and after the start of the league', async () => {
    const s = await classroom();
    await s.enter(me('ada', { invite_code: ADA }));
    await s.enter(me('ben', { invite_code: BEN }));
    await s.end();
    const manager = unwrap(await s.start(s.parts));
    const named = [...manager.league.agents.values()].map(({ code_sha256 }) => code_sha256);
    expect(named).toEqual(roster.map(({ code_sha256 }) => code_sha256));
    await s.clock.runUntil(manager.stop('enough'));
  });

  test('the operator’s token brings players that need no code', async () => {
    const s = await classroom();
    expect(await s.enter(me('house'), { auth_token: OPERATOR_TOKEN })).toMatchObject({ status: 'ACCEPTED' });
    await s.end();
  });

  test('guesses are few from one address, and a right code never waits', async () => {
    const s = await classroom();
    const guess = () => s.enter(me('eve', { invite_code: newInviteCode(systemEntropy) }), {}, '10.0.0.66');
    for (let i = 0; i < 60; i++) expect((await guess())['error_code']).toBe('E006');
    expect(await guess()).toMatchObject({ message_type: 'LEAGUE_ERROR', error_code: 'E014' });
    expect(await s.enter(me('ada', { invite_code: ADA }), {}, '10.0.0.66')).toMatchObject({ status: 'ACCEPTED' });
    await s.end();
  });

  test('no code stands in the ledger or in a log', async () => {
    const s = await classroom();
    await s.enter(me('ada', { invite_code: ADA }), { bearer: ADA });
    await s.enter(me('eve', { invite_code: 'AAAA-AAAA-AAAA-AAAA' }));
    await s.end();
    const files = [...s.disk.files()].map(([path, text]) => `${path} ${text}`).join('\n');
    expect(files).toContain(codeDigest(ADA));
    expect(files).not.toContain(ADA);
    expect(files).not.toContain('AAAA-AAAA');
  });
});

test('a league that names its players takes those in, and the operator’s, and tells others so', async () => {
  const s = await classroom({ names: ['ada', 'ben'] });
  const rejected = await s.enter(me('eve'));
  expect(rejected).toMatchObject({ status: 'REJECTED', reason: 'Not a player of this league', error_code: 'E006' });
  expect(rejected['detail']).toMatch(/players that its file names/);
  expect([s.manager.objectionTo('eve'), s.manager.objectionTo('ben')]).toEqual(['NOT_NAMED', undefined]);
  expect(await s.enter(me('ada'))).toMatchObject({ status: 'ACCEPTED', player_id: 'P01' });
  expect(await s.enter(me('house'), { auth_token: OPERATOR_TOKEN })).toMatchObject({ status: 'ACCEPTED' });
  await s.end();
});

test('beside a roster, names are those of players that need no code, and nobody else has the name of one with a code', async () => {
  const s = await classroom({ names: ['ben'], roster });
  expect(await s.enter(me('ada'))).toMatchObject({ status: 'REJECTED', reason: expect.stringContaining('code') });
  expect([s.manager.objectionTo('ada'), s.manager.objectionTo('ben')]).toEqual(['NOT_INVITED', undefined]);
  expect(await s.enter(me('ben'))).toMatchObject({ status: 'ACCEPTED' });
  expect(await s.enter(me('ada', { invite_code: ADA }))).toMatchObject({ status: 'ACCEPTED' });
  await s.end();
});
