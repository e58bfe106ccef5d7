/** Habits at a manager: remembered with the agent, told in the status, and violations by their names. */
import { describe, expect, test } from 'vitest';
import { later } from '../../SHARED/core/clock.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { fileLedgerStore } from '../../SHARED/league_sdk/ledger/file.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { judge } from '../../SHARED/testing/shipped_games.ts';
import { audit } from './audit/audit.ts';
import { GAME, LEAGUE } from './testing/rehearsal.ts';
import { type Claim, MANAGER, PLACES, stage } from './testing/rehearsal_stage.ts';

const plays = ({ player_a, player_b }: JsonObject): Claim => ({
  moves: [{ [player_a as string]: 'even', [player_b as string]: 'odd' }],
});
const staged = () => stage({ clock: fakeClock(), judge, plays });
type Staged = ReturnType<typeof staged>;

const player_meta = { display_name: 'Odd One', game_types: [GAME], contact_endpoint: 'memory:P09' };
const MESSAGE = { protocol: 'league.v2', message_type: 'LEAGUE_REGISTER_REQUEST', player_meta };

/** A registration by a message type as its method; its answer. */
async function registerOddly(on: Staged, params: JsonObject = MESSAGE): Promise<JsonObject> {
  return on.call('LEAGUE_REGISTER_REQUEST', params);
}

async function verified(on: Staged) {
  const store = fileLedgerStore(on.disk, PLACES.data);
  return audit({ store, disk: on.disk, data: PLACES.data, league_id: LEAGUE, judge });
}

/** A league of two in which the report of the match tells habits of P01. */
async function reported(...habits: readonly string[]) {
  const on = staged();
  const manager = unwrap(await on.start({ settings: { keep: true } }));
  await on.referee('REF01', (order) => {
    const report = on.reportOf(order, plays(order)) as JsonObject & {
      readonly result: { readonly details: JsonObject };
    };
    const details = { ...report.result.details, habits: { P01: habits, P77: habits } };
    void on.say('MATCH_RESULT_REPORT', { ...report, result: { ...report.result, details } }, on.tokenOf('REF01'));
    return undefined;
  });
  await on.register('REF01');
  await on.assemble(['P01', 'P02'], []);
  await on.startLeague();
  await on.clock.advance(60_000);
  return { on, manager };
}

describe('habits', () => {
  test('of a registration are remembered with the agent, over a restart too, and the ledger verifies', async () => {
    const on = staged();
    const first = unwrap(await on.start());
    expect((await registerOddly(on))['result']).toMatchObject({ status: 'ACCEPTED', player_id: 'P01' });
    expect(first.league.agents.get('P01')?.echo).toEqual({ habits: ['types_as_methods'] });
    await first.stop('for a while');
    const second = unwrap(await on.start());
    expect(second.league.agents.get('P01')?.echo).toEqual({ habits: ['types_as_methods'] });
    expect(await verified(on)).toMatchObject({ ok: true });
  });

  test('are told by get_status for each agent that has any', async () => {
    const on = staged();
    unwrap(await on.start());
    await on.assemble(['P01'], []);
    expect((await on.call('get_status', {}))['result']).not.toHaveProperty('speaks');
    await registerOddly(on);
    expect((await on.call('get_status', {}))['result']).toMatchObject({
      speaks: [{ agent_id: 'P02', dialect: 'rpc', habits: ['types_as_methods'] }],
    });
  });

  test('that a referee reports are noted once, of its own players, and survive a restart and a return', async () => {
    const { on, manager } = await reported('own_ids');
    expect(manager.league.phase).toBe('LEAGUE_COMPLETE');
    expect(manager.league.agents.get('P01')?.echo).toEqual({ habits: ['own_ids'] });
    expect(manager.league.agents.get('P02')?.echo).toBeUndefined();
    expect(await verified(on)).toMatchObject({ ok: true });
    await on.register('P01');
    expect(manager.league.agents.get('P01')?.echo).toEqual({ habits: ['own_ids'] });
  });

  test('that a lying referee reports do not change the envelope or the method a player is written to in', async () => {
    const lies = ['message_param', 'types_as_methods', 'tool_calls', 'other_move_names'];
    const { on, manager } = await reported(...lies, 'nested_copies', 'status_joins', 'lower_types');
    expect(manager.league.phase).toBe('LEAGUE_COMPLETE');
    expect(manager.league.agents.get('P01')?.echo).toEqual({
      habits: ['lower_types', 'status_joins', 'nested_copies'],
    });
    expect(await verified(on)).toMatchObject({ ok: true });
  });

  test('of a later request are noted unless they would change what is written to the agent', async () => {
    const on = staged();
    const manager = unwrap(await on.start());
    await on.assemble(['P01'], []);
    const query = {
      protocol: 'league.v2',
      message_type: 'LEAGUE_QUERY',
      query_type: 'GET_STANDINGS',
      league_id: LEAGUE,
    };
    const said = { ...query, auth_token: on.tokenOf('P01'), timestamp: '2025-01-15T10:15:00+00:00' };
    for (let i = 0; i < 3; i++) await on.call('LEAGUE_QUERY', said);
    await on.clock.advance(1_000);
    expect(manager.league.agents.get('P01')?.echo).toEqual({ habits: ['offset_times'] });
    await manager.stop('enough');
    expect(await verified(on)).toMatchObject({ ok: true });
  });

  test('are counted as breaches that begin with their names where nothing follows from breaches', async () => {
    const on = staged();
    const manager = unwrap(await on.start());
    await registerOddly(on);
    const { kinds } = manager.league.conduct.get('P01') ?? {};
    expect([...(kinds ?? [])].map(([kind, { example }]) => [kind, example])).toEqual([
      ['schema', expect.stringMatching(/^habit types_as_methods: /)],
    ]);
    expect(manager.league.agents.get('P01')?.removed).toBeUndefined();
  });
});

describe('under disqualify', () => {
  const file = { violations: 'disqualify' } as const;

  test('a habit is refused by its name, and the applicant is on record, once, also after a restart', async () => {
    const on = staged();
    const first = unwrap(await on.start({ file }));
    for (let i = 0; i < 3; i++) {
      const { error } = (await registerOddly(on)) as { readonly error: JsonObject };
      expect(error).toMatchObject({ code: -32601 });
      expect(JSON.stringify(error)).toContain('habit types_as_methods: ');
    }
    expect(first.league.agents.size).toBe(0);
    await first.stop('for a while');
    const { league } = unwrap(await on.start({ file }));
    const [[who, { kinds }] = ['', { kinds: new Map() }]] = [...league.conduct];
    expect(who).toBe('Odd One (memory)');
    expect([...kinds.values()]).toEqual([{ count: 1, example: expect.stringMatching(/^habit types_as_methods: /) }]);
    expect(await verified(on)).toMatchObject({ ok: true });
  });

  test('a habit that was always taken disqualifies at once', async () => {
    const on = staged();
    const manager = unwrap(await on.start({ file }));
    const odd = { ...player_meta, protocol_version: 'league.v2' };
    await on.call('register_player', { ...MESSAGE, player_meta: odd });
    await on.clock.advance(1_000);
    expect(manager.league.agents.get('P01')?.removed?.reason).toContain('odd_version: ');
  });

  test('of applicants that were refused a hundred are on record', async () => {
    const on = staged();
    const manager = unwrap(await on.start({ file }));
    for (let i = 0; i < 120; i++)
      await registerOddly(on, { ...MESSAGE, player_meta: { ...player_meta, display_name: `Odd ${i}` } });
    expect(manager.league.conduct.size).toBe(100);
  });
});

test('a registration without a name is refused with the field that is missing, and is on record', async () => {
  const on = staged();
  const manager = unwrap(await on.start());
  const { display_name: _, ...nameless } = player_meta;
  const text = JSON.stringify({
    jsonrpc: '2.0',
    method: 'register_player',
    params: { ...MESSAGE, player_meta: nameless },
    id: 1,
  });
  const reply = unwrap(await on.wire.send(MANAGER, text, later(on.clock.monotonic(), 1_000)));
  expect(reply.text).toContain('missing required field: player_meta.display_name');
  expect([...manager.league.conduct.keys()]).toEqual(['an agent (memory)']);
});

test.each([
  ['an unknown method', { jsonrpc: '2.0', method: 'join_me', params: {}, id: 1 }, 'sent join_me '],
  ['no envelope', { hello: 'world' }, 'sent something '],
  [
    'a malformed registration',
    { jsonrpc: '2.0', method: 'register_player', params: { player_meta: {} }, id: 1 },
    'sent LEAGUE_REGISTER_REQUEST ',
  ],
])('%s is shown with its address, and its sender is told what would have been right', async (_, body, line) => {
  const on = staged();
  const shown: string[] = [];
  unwrap(await on.start({ onUnreadable: (text) => void shown.push(text) }));
  const reply = unwrap(await on.wire.send(MANAGER, JSON.stringify(body), later(on.clock.monotonic(), 1_000)));
  const right = 'a player registers by POST /mcp, method register_player';
  expect(reply.text).toContain(right);
  expect(shown).toEqual([expect.stringContaining(`memory ${line}`)]);
  expect(shown[0]).toContain(right);
  await on.clock.advance(2_000);
  const refused = (await on.logged()).filter(({ event_type }) => event_type === 'MESSAGE_REFUSED');
  expect(refused).toMatchObject([{ details: { address: 'memory', reason: expect.stringContaining(right) } }]);
});

test('a registration that the rules refuse is shown with its address, name, wrapping and reason', async () => {
  const on = staged();
  const shown: string[] = [];
  unwrap(await on.start({ onUnreadable: (text) => void shown.push(text) }));
  const player_meta = {
    display_name: 'P01 League',
    version: '1.0.0',
    game_types: ['chess'],
    contact_endpoint: 'memory:P01',
  };
  const params = { protocol: 'league.v2', message_type: 'LEAGUE_REGISTER_REQUEST', player_meta };
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'LEAGUE_REGISTER_REQUEST', params, id: 1 });
  const reply = unwrap(await on.wire.send(MANAGER, body, later(on.clock.monotonic(), 1_000)));
  expect(reply.text).toContain('REJECTED');
  expect(shown).toEqual([
    expect.stringMatching(
      /^memory sent LEAGUE_REGISTER_REQUEST of “P01 League” to \/mcp \(rpc, methods as types\) which is refused: E\d{3}, /,
    ),
  ]);
});
