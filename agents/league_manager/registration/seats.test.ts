import { describe, expect, test } from 'vitest';
import { dialectOf } from '../../../SHARED/contracts/dialects/detect.ts';
import { CONTRACTS } from '../../../SHARED/contracts/index.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import { GAME, LEAGUE } from '../testing/rehearsal.ts';
import { stage } from '../testing/rehearsal_stage.ts';

const VICTIM = { display_name: 'Victim', game_types: [GAME], contact_endpoint: 'memory:P01' };
const ELSEWHERE = { ...VICTIM, contact_endpoint: 'memory:thief' };

/** A manager with REF01 and P02 in their seats; everybody else comes as the test says. */
async function staged() {
  const s = stage({ clock: fakeClock(), judge, plays: () => undefined });
  const manager = unwrap(await s.start());
  await s.assemble(['P02'], ['REF01']);
  const enter = (player_meta: JsonObject, token?: string) =>
    s.clock.runUntil(s.say('LEAGUE_REGISTER_REQUEST', { player_meta }, token));
  const isGood = async (token: unknown) => {
    const asked = { league_id: LEAGUE, query_type: 'GET_NEXT_MATCH' };
    return (await s.say('LEAGUE_QUERY', asked, String(token)))['message_type'] === 'LEAGUE_QUERY_RESPONSE';
  };
  const ledger = async () => (await s.disk.read(`/data/leagues/${LEAGUE}/ledger.jsonl`)) ?? '';
  const end = () => s.clock.runUntil(manager.stop('enough'));
  return { ...s, manager, enter, isGood, ledger, end };
}

describe('the same name and endpoint again', () => {
  test('get the same id and another token, and the first token stays good', async () => {
    const s = await staged();
    await s.agent('P01');
    const first = await s.enter(VICTIM);
    expect(await s.isGood(first['auth_token'])).toBe(true);
    const second = await s.enter(VICTIM);
    expect(second).toMatchObject({ status: 'ACCEPTED', player_id: first['player_id'] });
    expect(second['auth_token']).not.toBe(first['auth_token']);
    expect(await s.isGood(second['auth_token'])).toBe(true);
    expect(await s.isGood(first['auth_token'])).toBe(true);
    await s.end();
  });

  test('get them after the start of the league too', async () => {
    const s = await staged();
    await s.agent('P01');
    const first = await s.enter(VICTIM);
    expect(await s.startLeague()).toMatchObject({ status: 'running' });
    expect(await s.enter(VICTIM)).toMatchObject({ status: 'ACCEPTED', player_id: first['player_id'] });
    await s.end();
  });

  test('write nothing when nothing is new, however often they come', async () => {
    const s = await staged();
    await s.agent('P01');
    await s.enter(VICTIM);
    const second = await s.enter(VICTIM);
    const before = await s.ledger();
    for (let i = 0; i < 50; i++) expect((await s.enter(VICTIM))['auth_token']).toBe(second['auth_token']);
    expect(await s.ledger()).toBe(before);
    await s.end();
  });

  test('do not change the way a player is called', async () => {
    const s = await staged();
    await s.agent('P01');
    const { player_id } = await s.enter(VICTIM);
    expect(await s.enter({ ...VICTIM, batches: true, version: '2' })).toMatchObject({ status: 'ACCEPTED', player_id });
    expect(s.manager.league.agents.get(String(player_id))).toMatchObject({ batches: false, version: '2' });
    await s.end();
  });

  test('do not change how a player is written to once the league plays', async () => {
    const s = await staged();
    await s.agent('P01');
    const { player_id } = await s.enter(VICTIM);
    expect(await s.startLeague()).toMatchObject({ status: 'running' });
    const seat = s.manager.league.agents.get(String(player_id));
    const spoiled = { ...VICTIM, game_types: ['chess'], dialects: ['flat'], player_id: 'x1' };
    expect(await s.enter(spoiled)).toMatchObject({ status: 'ACCEPTED', player_id });
    const { conversation_id: _, ...flat } = dialectOf('flat').write({
      ...CONTRACTS.LEAGUE_REGISTER_REQUEST.example,
      player_meta: VICTIM,
    }) as JsonObject;
    await s.clock.runUntil(
      s.manager.answer(JSON.stringify(flat), { address: 'memory', receivedAt: s.clock.monotonic() }),
    );
    expect(s.manager.league.agents.get(String(player_id))).toEqual({ ...seat, token_used: expect.any(Boolean) });
    await s.end();
  });

  test.each([
    ['do not change how a player is written to that has used its token', true],
    ['change how a player is written to that has never used a token: it may have been mended', false],
  ])('%s', async (_fact, isUsed) => {
    const s = await staged();
    await s.agent('P01');
    const message = { ...CONTRACTS.LEAGUE_REGISTER_REQUEST.example, player_meta: VICTIM };
    const habitual = JSON.stringify({ jsonrpc: '2.0', method: 'handle_message', params: { message }, id: 1 });
    const origin = { address: 'memory', receivedAt: s.clock.monotonic() };
    const said = await s.clock.runUntil(s.manager.answer(habitual, origin));
    const { auth_token = '', player_id } = (JSON.parse(said ?? '') as { readonly result: JsonObject }).result;
    const habits = () => s.manager.league.agents.get(String(player_id))?.echo?.habits ?? [];
    const registered = habits();
    expect(registered).toContain('message_param');
    if (isUsed) expect(await s.isGood(auth_token)).toBe(true);
    expect(await s.enter(VICTIM)).toMatchObject({ status: 'ACCEPTED', player_id });
    expect(habits()).toEqual(isUsed ? registered : []);
    expect(await s.isGood(auth_token)).toBe(true);
    expect(habits(), 'who uses the token is written to as it registered').toEqual(registered);
    expect(await s.enter(VICTIM, String(auth_token))).toMatchObject({ status: 'ACCEPTED', player_id });
    expect(habits(), 'with its token a mended player is written to as it registers').toEqual([]);
    await s.end();
  });

  test('do not give it the ticket of an open match', async () => {
    const s = await staged();
    await s.agent('P01');
    const first = await s.enter(VICTIM);
    await s.startLeague();
    const second = await s.enter(VICTIM);
    const ticketFor = async (token: unknown) => {
      const asked = { league_id: LEAGUE, query_type: 'GET_NEXT_MATCH' };
      const { data } = await s.say('LEAGUE_QUERY', asked, String(token));
      return ((data as JsonObject)['match'] as JsonObject)['ticket'];
    };
    expect([await ticketFor(second['auth_token']), await ticketFor(first['auth_token'])]).toEqual([
      undefined,
      expect.stringMatching(/^tkt_/),
    ]);
    await s.end();
  });
});

describe('a token that was given for name and endpoint', () => {
  test('does not move a seat that answers, nor rename it', async () => {
    const s = await staged();
    await s.agent('P01');
    await s.agent('thief');
    const first = await s.enter(VICTIM);
    const stolen = String((await s.enter(VICTIM))['auth_token']);
    const refused = {
      status: 'REJECTED',
      error_code: 'E015',
      detail: expect.stringMatching(/answers at its endpoint/),
    };
    expect(await s.enter(ELSEWHERE, stolen)).toMatchObject(refused);
    expect(await s.enter({ ...VICTIM, display_name: 'Loser' }, stolen)).toMatchObject(refused);
    expect(s.manager.league.agents.get(String(first['player_id']))).toMatchObject({
      display_name: 'Victim',
      endpoint: 'memory:P01',
    });
    expect(await s.enter(VICTIM, String(first['auth_token']))).toMatchObject({ status: 'ACCEPTED' });
    expect(await s.isGood(stolen)).toBe(false);
    await s.end();
  });

  test('moves a silent seat before the start, and the first token takes it back', async () => {
    const s = await staged();
    const first = await s.enter(VICTIM);
    const second = String((await s.enter(VICTIM))['auth_token']);
    await s.agent('thief');
    expect(await s.enter(ELSEWHERE, second)).toMatchObject({ status: 'REJECTED', error_code: 'E015' });
    await s.clock.advance(31_000);
    expect(await s.enter(ELSEWHERE, second)).toMatchObject({ status: 'ACCEPTED', player_id: first['player_id'] });
    await s.agent('P01');
    expect(await s.enter(VICTIM, String(first['auth_token']))).toMatchObject({ status: 'ACCEPTED' });
    expect(s.manager.league.agents.get(String(first['player_id']))?.endpoint).toBe('memory:P01');
    await s.end();
  });

  test('takes its place at another endpoint without any token, before the start, once the old one has been silent', async () => {
    const s = await staged();
    const listener = await s.agent('P01');
    const first = await s.enter(VICTIM);
    await s.agent('thief');
    const taken = { status: 'REJECTED', error_code: 'E016' };
    expect(await s.enter(ELSEWHERE)).toMatchObject(taken);
    await listener.close();
    expect(await s.enter(ELSEWHERE)).toMatchObject({ ...taken, detail: expect.stringMatching(/of silence, in 30 s/) });
    await s.clock.advance(31_000);
    expect(await s.enter(ELSEWHERE)).toMatchObject({ status: 'ACCEPTED', player_id: first['player_id'] });
    await s.end();
  });

  test('does not move a seat whose player is only starting again', async () => {
    const s = await staged();
    const listener = await s.agent('P01');
    const first = await s.enter(VICTIM);
    await listener.close();
    const stolen = String((await s.enter(VICTIM))['auth_token']);
    const refused = await s.enter(ELSEWHERE, stolen);
    expect(refused).toMatchObject({
      status: 'REJECTED',
      detail: expect.stringMatching(/after 30 s of silence, in 30 s/),
    });
    const again = await s.agent('P01');
    expect(await s.enter(VICTIM)).toMatchObject({ status: 'ACCEPTED', player_id: first['player_id'] });
    await again.close();
    await s.clock.advance(31_000);
    expect(await s.enter(ELSEWHERE, stolen)).toMatchObject({ status: 'REJECTED', error_code: 'E015' });
    await s.end();
  });

  test('does not move a seat that has answered in between: its silence begins anew', async () => {
    const s = await staged();
    const listener = await s.agent('P01');
    await s.enter(VICTIM);
    const stolen = String((await s.enter(VICTIM))['auth_token']);
    await listener.close();
    const refused = { status: 'REJECTED', error_code: 'E015' };
    expect(await s.enter(ELSEWHERE, stolen)).toMatchObject(refused);
    const again = await s.agent('P01');
    expect(await s.enter(ELSEWHERE, stolen)).toMatchObject(refused);
    await again.close();
    await s.clock.advance(31_000);
    expect(await s.enter(ELSEWHERE, stolen)).toMatchObject(refused);
    await s.end();
  });

  test('moves no seat once the league plays', async () => {
    const s = await staged();
    const listener = await s.agent('P01');
    await s.enter(VICTIM);
    await s.agent('P03');
    await s.register('P03');
    const second = String((await s.enter(VICTIM))['auth_token']);
    expect(await s.startLeague()).toMatchObject({ status: 'running' });
    await listener.close();
    expect(await s.enter(ELSEWHERE, second)).toMatchObject({ status: 'REJECTED', error_code: 'E015' });
    await s.end();
  });

  test('is told so again by a manager that was started again', async () => {
    const s = await staged();
    await s.agent('P01');
    await s.agent('thief');
    await s.enter(VICTIM);
    const stolen = String((await s.enter(VICTIM))['auth_token']);
    await s.end();
    const again = unwrap(await s.start());
    expect(await s.enter(ELSEWHERE, stolen)).toMatchObject({ status: 'REJECTED', error_code: 'E015' });
    await s.clock.runUntil(again.stop('enough'));
  });
});

describe('registering in a loop', () => {
  test('with the newest token and ever another endpoint comes to an end, and so does the ledger', async () => {
    const s = await staged();
    await s.agent('P01');
    let token = String((await s.enter(VICTIM))['auth_token']);
    const codes = new Map<unknown, number>();
    for (let i = 0; i < 600; i++) {
      const answer = await s.enter({ ...VICTIM, contact_endpoint: `memory:P01.${i % 2}` }, token);
      if (answer['status'] === 'ACCEPTED') token = String(answer['auth_token']);
      codes.set(answer['error_code'], (codes.get(answer['error_code']) ?? 0) + 1);
    }
    expect([...codes]).toEqual([
      [undefined, 30],
      ['E014', 570],
    ]);
    expect((await s.ledger()).length).toBeLessThan(30_000);
    await s.clock.advance(60_000);
    expect(await s.enter(VICTIM, token)).toMatchObject({ status: 'ACCEPTED' });
    await s.end();
  });

  test('without a token does not keep the seat’s own token from coming back', async () => {
    const s = await staged();
    await s.agent('P01');
    const first = await s.enter(VICTIM);
    const codes = new Set<unknown>();
    for (let i = 0; i < 100; i++) codes.add((await s.enter({ ...VICTIM, version: `${i % 2}` }))['error_code']);
    expect([...codes]).toEqual([undefined, 'E014']);
    expect(await s.enter(VICTIM, String(first['auth_token']))).toMatchObject({ status: 'ACCEPTED' });
    await s.end();
  });
});

describe('an agent that answers for its own registrations', () => {
  const OURS = { ...VICTIM, batches: true };

  test('keeps its seat from any other that knows its name and endpoint', async () => {
    const s = await staged();
    await s.agent('P01', { ping: () => ({ status: 'ok', registering: false }) });
    const first = await s.enter(OURS);
    expect(await s.enter(OURS)).toMatchObject({
      status: 'REJECTED',
      error_code: 'E016',
      detail: expect.stringMatching(/says that this registration is not its own/),
    });
    expect(await s.isGood(first['auth_token'])).toBe(true);
    await s.end();
  });

  test('gets a token that is as good as its first, which is dead once the new one is used', async () => {
    const s = await staged();
    await s.agent('P01', { ping: () => ({ status: 'ok', registering: true }) });
    await s.agent('P01.new');
    const first = await s.enter(OURS);
    expect(await s.isGood(first['auth_token'])).toBe(true);
    const second = String((await s.enter(OURS))['auth_token']);
    expect(await s.isGood(second)).toBe(true);
    expect(await s.isGood(first['auth_token'])).toBe(false);
    const moved = { ...OURS, contact_endpoint: 'memory:P01.new' };
    expect(await s.enter(moved, second)).toMatchObject({ status: 'ACCEPTED', player_id: first['player_id'] });
    await s.end();
  });

  test('is asked by the conversation in which it registers', async () => {
    const s = await staged();
    await s.agent('P01', { ping: () => ({ status: 'ok', registering: true }) });
    await s.enter(OURS);
    const asked = s.ofType('ping').length;
    await s.enter({ ...OURS });
    const { conversation_id } = s.ofType('ping')[asked]?.message ?? {};
    expect(conversation_id).toMatch(/^c\d+$/);
    await s.end();
  });
});
