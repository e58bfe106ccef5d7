/** A league that disqualifies takes a player out at its first breach, and says so in its table. */
import { expect, test } from 'vitest';
import { later } from '../../SHARED/core/clock.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { fileLedgerStore } from '../../SHARED/league_sdk/ledger/file.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { judge } from '../../SHARED/testing/shipped_games.ts';
import { audit } from './audit/audit.ts';
import { LEAGUE } from './testing/rehearsal.ts';
import { type Claim, MANAGER, PLACES, stage } from './testing/rehearsal_stage.ts';

const plays = ({ player_a, player_b }: JsonObject): Claim => ({
  moves: [{ [player_a as string]: 'even', [player_b as string]: 'odd' }],
});
const VIOLATIONS = [{ player_id: 'P01', kind: 'crash', example: 'CHOOSE_PARITY_RESPONSE: it answered with an error' }];

/** A league of four in which the report of P01's match in a round names a breach of it. */
async function reported(violations: 'count' | 'disqualify', round = 1) {
  const on = stage({ clock: fakeClock(), judge, plays });
  const manager = unwrap(await on.start({ settings: { keep: true }, file: { violations } }));
  let told = false;
  await on.referee('REF01', (order) => {
    const names = [order['player_a'], order['player_b']];
    if (told || !names.includes('P01') || order['round_id'] !== round) return plays(order);
    told = true;
    const report = on.reportOf(order, plays(order)) as JsonObject & {
      readonly result: { readonly details: JsonObject };
    };
    const details = { ...report.result.details, violations: VIOLATIONS };
    void on.say('MATCH_RESULT_REPORT', { ...report, result: { ...report.result, details } }, on.tokenOf('REF01'));
    return undefined;
  });
  await on.register('REF01');
  await on.assemble(['P01', 'P02', 'P03', 'P04'], []);
  await on.startLeague();
  await on.clock.advance(60_000);
  return { on, manager };
}

test('under disqualify the first breach removes the player by the rule, with its reason in the table', async () => {
  const { manager } = await reported('disqualify');
  expect(manager.league.agents.get('P01')?.removed).toMatchObject({ by: 'rule', counted: false });
  const row = manager.rows().find(({ player_id }) => player_id === 'P01');
  expect(row).toMatchObject({ mark: 'disqualified', violations: { crash: 1 } });
  expect(row?.reason).toMatch(/^condition 6 of 8 \(crash\) in R\dM\d/);
  expect(manager.rows().at(-1)?.player_id).toBe('P01');
});

test('a breach in the report that ends the league disqualifies, and its champion is another', async () => {
  const { on, manager } = await reported('disqualify', 3);
  expect(manager.league.phase).toBe('LEAGUE_COMPLETE');
  expect(manager.league.agents.get('P01')?.removed).toMatchObject({ by: 'rule', counted: true });
  expect(manager.rows().at(-1)).toMatchObject({ player_id: 'P01', mark: 'disqualified' });
  expect(manager.league.champion).not.toBe('P01');
  const store = fileLedgerStore(on.disk, PLACES.data);
  expect(await audit({ store, disk: on.disk, data: PLACES.data, league_id: LEAGUE, judge })).toMatchObject({
    ok: true,
  });
});

test('under count it plays on, and the table has the number', async () => {
  const { manager } = await reported('count');
  expect(manager.league.agents.get('P01')?.removed).toBeUndefined();
  const row = manager.rows().find(({ player_id }) => player_id === 'P01');
  expect(row).toMatchObject({ violations: { crash: 1 } });
  expect(row).not.toHaveProperty('mark');
});

/** A league of three that disqualifies and waits for its start. */
async function merciless() {
  const on = stage({ clock: fakeClock(), judge, plays });
  const parts = { settings: { keep: true }, file: { violations: 'disqualify' as const } };
  const start = async () => unwrap(await on.start(parts));
  const manager = await start();
  await on.assemble(['P01', 'P02', 'P03'], ['REF01']);
  const meta = { display_name: 'Agent P02', contact_endpoint: 'memory:P02', game_types: ['even_odd'] };
  return { on, manager, start, meta };
}

test('what a stranger says in the name of a seat is not charged to it, nor what its token is used for', async () => {
  const { on, manager, meta } = await merciless();
  const forged = await on.say('LEAGUE_REGISTER_REQUEST', { player_meta: meta, sender: null });
  expect(forged).toMatchObject({ status: 'ACCEPTED', player_id: 'P02' });
  const asked = { query_type: 'GET_STANDINGS', sender: null };
  await on.say('LEAGUE_QUERY', asked, forged['auth_token'] as string);
  await on.clock.advance(1_000);
  expect(manager.league.agents.get('P02')?.removed).toBeUndefined();
  expect(manager.league.conduct.has('P02')).toBe(false);
});

test('a registration that makes a seat is charged to it', async () => {
  const { on, manager, meta } = await merciless();
  const newcomer = { ...meta, display_name: 'Agent P04', contact_endpoint: 'memory:P04' };
  await on.say('LEAGUE_REGISTER_REQUEST', { player_meta: newcomer, sender: null });
  await on.clock.advance(1_000);
  expect(manager.league.agents.get('P04')?.removed).toMatchObject({ by: 'rule' });
});

test('a player that was disqualified before the start keeps its row, and does not come back, not after a kill either', async () => {
  const { on, manager, start, meta } = await merciless();
  await on.say('LEAGUE_QUERY', { query_type: 'GET_STANDINGS', sender: null }, on.tokenOf('P02'));
  await on.clock.advance(1_000);
  expect(manager.rows().at(-1)).toMatchObject({ player_id: 'P02', mark: 'disqualified', played: 0 });
  const back = () => on.say('LEAGUE_REGISTER_REQUEST', { player_meta: meta });
  expect(await back()).toMatchObject({ status: 'REJECTED', reason: 'Removed from the league' });
  await manager.stop('killed');
  const again = await start();
  expect(await back()).toMatchObject({ status: 'REJECTED', reason: 'Removed from the league' });
  await on.startLeague();
  await on.clock.advance(60_000);
  expect(again.league.phase).toBe('LEAGUE_COMPLETE');
  expect(again.league.players).toEqual(['P01', 'P03']);
  expect(again.rows().at(-1)).toMatchObject({ player_id: 'P02', mark: 'disqualified' });
});

test.each([
  ['wrong_type', { query_type: 'GET_STANDINGS', conversation_id: 7 }],
  ['missing_field', {}],
  ['version', { query_type: 'GET_STANDINGS', protocol: 'league.v9' }],
  ['schema', { query_type: 'GET_STANDINGS', timestamp: 'yesterday' }],
])('a message that cannot be read is a breach of its token’s owner: %s', async (kind, body) => {
  const { on, manager } = await merciless();
  await on.say('LEAGUE_QUERY', body, on.tokenOf('P01'));
  await on.say('LEAGUE_QUERY', body, 'tok_of_a_stranger');
  await on.clock.advance(1_000);
  expect([...(manager.league.conduct.get('P01')?.kinds.keys() ?? [])]).toEqual([kind]);
  expect(manager.league.agents.get('P01')?.removed).toMatchObject({ by: 'rule' });
});

test('a refused registration without an envelope is on the terminal, with the name of each of its senders', async () => {
  const on = stage({ clock: fakeClock(), judge, plays });
  const shown: string[] = [];
  unwrap(await on.start({ file: { violations: 'disqualify' }, onUnreadable: (line) => void shown.push(line) }));
  for (const display_name of ['A2', 'A7']) {
    const body = JSON.stringify({ display_name, endpoint: `memory:${display_name}` });
    const reply = unwrap(await on.wire.send(MANAGER, body, later(on.clock.monotonic(), 1_000)));
    expect(reply.text).toMatch(/E003/);
  }
  expect(shown.map((line) => line.split(';')[0])).toEqual([
    expect.stringMatching(/sent LEAGUE_REGISTER_REQUEST of “A2” to \/mcp \(no envelope\) that cannot be read: E003, /),
    expect.stringMatching(/sent LEAGUE_REGISTER_REQUEST of “A7” to \/mcp \(no envelope\) that cannot be read: E003, /),
  ]);
});
