import { describe, expect, test } from 'vitest';
import { seededEntropy } from '../../SHARED/core/entropy.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import type { Disk } from '../../SHARED/league_sdk/disk/disk.ts';
import { USUAL_LOGS } from '../../SHARED/league_sdk/logs/logs.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { judge } from '../../SHARED/testing/shipped_games.ts';
import { tableOf } from './league/state.ts';
import { ids, LEAGUE } from './testing/rehearsal.ts';
import { MANAGER, type Parts, type Plays, paths, stage } from './testing/rehearsal_stage.ts';

const plays: Plays = ({ player_a, player_b }) => ({
  moves: [{ [player_a as string]: 'even', [player_b as string]: 'odd' }],
});
const staged = () => stage({ clock: fakeClock(), judge, plays });
const FOUR = ids('P', 4);
const TWO = ids('REF', 2);

/** The same disk, but for what is said to be different. */
function effectsOn(from: ReturnType<typeof staged>, disk: Disk): Parts {
  return { effects: { clock: from.clock, disk, transport: from.wire, entropy: seededEntropy(99), logs: USUAL_LOGS } };
}

describe('a manager that is started again', () => {
  test('in the middle of a league goes on where it was, and ends it', async () => {
    const on = staged();
    const first = unwrap(await on.start());
    let quiet = true;
    const later: Plays = (order) => (quiet && order['round_id'] === 2 ? undefined : plays(order));
    for (const id of TWO) {
      await on.referee(id, later);
      await on.register(id);
    }
    await on.assemble(FOUR, []);
    await on.startLeague();
    await on.clock.advance(5_000);
    expect(first.league).toMatchObject({ phase: 'RUNNING_LEAGUE' });
    expect(first.league.rounds.size).toBe(2);
    await first.stop('for a while');

    quiet = false;
    on.arrivals.length = 0;
    const second = unwrap(await on.start());
    expect(tableOf(second.league)).toEqual(tableOf(first.league));
    expect(second.league.run_id).toBe(first.league.run_id);
    expect(await on.clock.runUntil(second.ended)).toBe('the league is complete');
    const orders = on
      .ofType('RUN_MATCH')
      .map(({ to, message }) => `${to} ${message['match_id']} ${message['assignment_epoch']}`);
    expect(orders.slice(0, 2).toSorted()).toEqual(['REF01 R2M1 1', 'REF02 R2M2 1']);
    expect(on.heardBy('P01')[0]).toBe('ROUND_ANNOUNCEMENT');
    expect([...second.league.tallies.values()].map(({ played }) => played)).toEqual([3, 3, 3, 3]);
    expect((await on.logged()).map(({ event_type }) => event_type)).toContain('LEAGUE_RESUMED');
  });

  test('after any line of its ledger ends the league with the same table', async () => {
    const settings = { seed: 'demo' };
    const whole = staged();
    const finished = unwrap(await whole.start({ settings }));
    await whole.assemble(FOUR, TWO);
    await whole.startLeague();
    await whole.clock.runUntil(finished.ended);
    const lines = ((await whole.disk.read(paths.ledger(LEAGUE))) ?? '').trimEnd().split('\n');
    const secret = (await whole.disk.read(paths.secret(LEAGUE))) ?? '';
    expect(lines.length).toBeGreaterThan(15);
    for (let count = 1; count < lines.length; count++) {
      const on = staged();
      await on.disk.replace(paths.ledger(LEAGUE), `${lines.slice(0, count).join('\n')}\n`);
      await on.disk.replace(paths.secret(LEAGUE), secret);
      for (const [id, given] of whole.given) on.given.set(id, given);
      for (const id of TWO) await on.referee(id);
      for (const id of FOUR) await on.agent(id);
      const again = unwrap(await on.start({ settings }));
      for (const id of [...TWO, ...FOUR]) if (!again.league.agents.has(id)) await on.register(id);
      if (again.league.phase === 'WAITING_FOR_REGISTRATIONS') await on.startLeague();
      await on.clock.runUntil(again.ended);
      expect(tableOf(again.league), `after ${count} lines`).toEqual(tableOf(finished.league));
    }
  });

  test('that died between its last line and its last words says them', async () => {
    const whole = staged();
    const finished = unwrap(await whole.start());
    await whole.assemble(['P01', 'P02'], ['REF01']);
    await whole.startLeague();
    await whole.clock.runUntil(finished.ended);
    const on = staged();
    const lines = ((await whole.disk.read(paths.ledger(LEAGUE))) ?? '').trimEnd().split('\n');
    expect(lines.pop()).toContain('"end_told"');
    expect(lines.at(-1)).toContain('"league_closed"');
    await on.disk.replace(paths.ledger(LEAGUE), `${lines.join('\n')}\n`);
    await on.disk.replace(paths.secret(LEAGUE), (await whole.disk.read(paths.secret(LEAGUE))) ?? '');
    for (const id of ['REF01', 'P01', 'P02']) await on.agent(id);
    const again = unwrap(await on.start());
    expect(await on.clock.runUntil(again.ended)).toBe('the league is complete');
    const end = ['LEAGUE_STANDINGS_UPDATE', 'ROUND_COMPLETED', 'LEAGUE_COMPLETED', 'SHUTDOWN_COMMAND'];
    for (const id of ['REF01', 'P01', 'P02']) expect(on.heardBy(id)).toEqual(end);
  });

  test('waits until everybody is there again, wherever that is', async () => {
    const on = staged();
    const first = unwrap(await on.start());
    await on.referee('REF01', () => undefined);
    await on.register('REF01');
    for (const id of ['P01', 'P02']) await on.register(id);
    await on.startLeague();
    await first.stop('for a while');
    const second = unwrap(await on.start());
    on.arrivals.length = 0;
    await on.clock.advance(10_000);
    expect(on.ofType('RUN_MATCH')).toEqual([]);
    await on.agent('P01 elsewhere', {}, 'memory:elsewhere');
    expect(await on.register('P01', { contact_endpoint: 'memory:elsewhere' })).toMatchObject({ player_id: 'P01' });
    await on.clock.advance(10_000);
    expect(on.ofType('RUN_MATCH')).toEqual([]);
    await on.agent('P02');
    await on.clock.advance(2_000);
    expect(on.ofType('RUN_MATCH').map(({ message }) => message['player_a_endpoint'])).toEqual(['memory:elsewhere']);
    await second.stop('enough');
  });

  test('does not wait longer than agents have to come back', async () => {
    const on = await withoutP02({}, 29_999);
    expect(on.heardBy('P01')).toEqual([]);
    await on.clock.advance(2);
    expect(on.heardBy('P01')).toEqual(['ROUND_ANNOUNCEMENT']);
    await on.second.stop('enough');
  });

  /** A league of two that is under way; P02 does not come back when its manager does, a while ago. */
  async function withoutP02(parts: Parts, waitedMs = 60_000) {
    const on = staged();
    const first = unwrap(await on.start());
    const listener = await on.referee('REF01', () => undefined);
    await on.register('REF01');
    await on.assemble(['P01'], []);
    await on.register('P02');
    await on.startLeague();
    await first.stop('for a while');
    on.arrivals.length = 0;
    const second = unwrap(await on.start(parts));
    await on.clock.advance(waitedMs);
    return { ...on, second, listener };
  }
  const UNLIMITED = { resumeMs: Number.POSITIVE_INFINITY };

  test('tells who is waited for, and goes on without them when the operator says so', async () => {
    const on = await withoutP02(UNLIMITED);
    const look = async () => (await on.call('get_status', {}))['result'] as JsonObject;
    const missing = { agent_id: 'P02', display_name: 'Agent P02', reason: 'unreachable' };
    expect(await look()).toMatchObject({ status: 'running', waiting_for: { total: 1, agents: [missing] } });
    expect(on.ofType('RUN_MATCH')).toEqual([]);
    expect(await on.startLeague()).toMatchObject({ would_forfeit: [{ agent_id: 'P02', reason: 'unreachable' }] });
    await on.clock.advance(20_000);
    expect(on.ofType('RUN_MATCH')).not.toEqual([]);
    expect(await look()).not.toHaveProperty('waiting_for');
    expect(await on.startLeague()).toMatchObject({ would_forfeit: [] });
    await on.second.stop('enough');
    const rolls = (await on.logged()).filter(({ event_type }) => event_type.startsWith('ROLL_'));
    expect(rolls.map(({ event_type, details }) => [event_type, details['reason'], details['agents']])).toEqual([
      ['ROLL_CALLED', undefined, ['P02']],
      ['ROLL_ENDED', 'the operator said go', ['P02']],
    ]);
  });

  test('gives a match that came to nothing meanwhile to no referee before they are back', async () => {
    const on = await withoutP02(UNLIMITED);
    const result = { details: { termination: 'referee_fault' } };
    const report = { league_id: LEAGUE, match_id: 'R1M1', assignment_epoch: 1, result };
    expect(await on.say('MATCH_RESULT_REPORT', report, on.tokenOf('REF01'))).toMatchObject({ status: 'voided' });
    await on.clock.advance(60_000);
    expect(on.second.league.matches.get('R1M1')?.epoch).toBe(2);
    expect(on.ofType('RUN_MATCH')).toEqual([]);
    await on.agent('P02');
    await on.register('P02');
    await on.clock.advance(1_000);
    expect(on.ofType('RUN_MATCH').map(({ message }) => message['assignment_epoch'])).toEqual([2]);
    await on.second.stop('enough');
  });

  test('waits for those who are missing also where a league starts by itself', async () => {
    const file = { participants: { min_players: 2, max_players: 10, auto_start_players: 2 } };
    const on = await withoutP02({ ...UNLIMITED, file });
    await on.register('P01');
    await on.clock.advance(20_000);
    expect(on.ofType('RUN_MATCH')).toEqual([]);
    await on.agent('P02');
    await on.register('P02');
    await on.clock.advance(1);
    expect(on.ofType('RUN_MATCH')).not.toEqual([]);
    await on.second.stop('enough');
  });

  test('asks a player at once that takes its seat back by name and place', async () => {
    const on = await withoutP02(UNLIMITED);
    await on.agent('P02');
    on.given.delete('P02');
    const { status } = await on.register('P02');
    await on.clock.advance(1);
    expect([status, on.ofType('RUN_MATCH').length]).toEqual(['ACCEPTED', 1]);
    await on.second.stop('enough');
  });

  test('says of a missing referee no word of forfeits', async () => {
    const on = await withoutP02(UNLIMITED);
    await on.second.stop('for a while');
    await on.listener.close();
    const third = unwrap(await on.start(UNLIMITED));
    await on.clock.advance(1_000);
    expect(third.awaited()?.named.map(({ agent_id }) => agent_id)).toEqual(['P02', 'REF01']);
    const { would_forfeit } = (await on.startLeague()) as { would_forfeit: readonly JsonObject[] };
    expect(would_forfeit.map(({ agent_id }) => agent_id)).toEqual(['P02']);
    await on.clock.runUntil(third.stop('enough'));
  });

  test('and is stopped while it waits, waits for nobody any more', async () => {
    const on = await withoutP02(UNLIMITED);
    expect(on.second.awaited()).toMatchObject({ total: 1 });
    await on.second.stop('enough');
    expect(on.second.awaited()).toBeUndefined();
    expect(on.clock.scheduled).toBe(0);
    expect(on.ofType('RUN_MATCH')).toEqual([]);
  });

  test('and finds all of its agents alive, goes on within a second', async () => {
    const on = staged();
    const first = unwrap(await on.start());
    await on.referee('REF01', () => undefined);
    await on.register('REF01');
    await on.assemble(['P01', 'P02'], []);
    await on.startLeague();
    await first.stop('for a while');
    on.arrivals.length = 0;
    const second = unwrap(await on.start(UNLIMITED));
    await on.clock.advance(1_000);
    expect(on.ofType('RUN_MATCH')).toHaveLength(1);
    await second.stop('enough');
  });

  test('goes on at once where it is told not to wait', async () => {
    const on = await withoutP02({ resumeMs: 0 });
    expect(on.ofType('RUN_MATCH')).not.toEqual([]);
    await on.second.stop('enough');
  });

  test('keeps its secrets: what agents hold is still good', async () => {
    const on = staged();
    const first = unwrap(await on.start());
    await on.register('P01');
    await first.stop('for a while');
    unwrap(await on.start());
    expect(await on.say('LEAGUE_QUERY', { query_type: 'GET_PLAYER_STATS' }, on.tokenOf('P01'))).toMatchObject({
      success: true,
    });
    const before = on.given.get('P01');
    expect(await on.register('P01')).toMatchObject({ manager_token: before?.manager_token });
    expect(on.given.get('P01')?.auth_token).not.toBe(before?.auth_token);
  });

  test('after the end has nothing to do, also when it is asked to start', async () => {
    const on = staged();
    const first = unwrap(await on.start());
    await on.assemble(['P01', 'P02'], ['REF01']);
    await on.startLeague();
    await on.clock.runUntil(first.ended);
    on.arrivals.length = 0;
    const second = unwrap(await on.start());
    const { sequence } = second.league;
    expect(await on.startLeague()).toMatchObject({ status: 'completed', matches_completed: 1 });
    await on.clock.advance(60_000);
    expect(on.arrivals).toEqual([]);
    expect(second.league.sequence).toBe(sequence);
  });

  test('writes its files again when they are gone', async () => {
    const on = staged();
    const first = unwrap(await on.start());
    await on.register('P01');
    await first.stop('for a while');
    const { standings } = JSON.parse((await on.disk.read(paths.standings(LEAGUE))) ?? '');
    for (const path of [paths.standings(LEAGUE), paths.rounds(LEAGUE), paths.agentsView(LEAGUE)])
      await on.disk.remove(path);
    const manager = unwrap(await on.start());
    await on.clock.advance(1_000);
    const again = JSON.parse((await on.disk.read(paths.standings(LEAGUE))) ?? '');
    expect(again).toMatchObject({ standings, sequence: manager.league.sequence });
    expect(await on.disk.read(paths.agentsView(LEAGUE))).toContain('P01');
  });
});

describe('a manager does not start', () => {
  test('where another one is at work, and leaves that one in peace', async () => {
    const on = staged();
    unwrap(await on.start());
    const second = await on.start({ listen: 'memory:other' });
    expect(second).toMatchObject({ ok: false, error: { code: 'DATA_INIT_FAILED' } });
    expect(second.ok ? '' : second.error.detail).toMatch(/^another manager is using \/data\/leagues\//);
    expect(await on.register('P01')).toMatchObject({ status: 'ACCEPTED' });
  });

  test('where somebody else listens, and lets go of its data', async () => {
    const on = staged();
    const squatter = unwrap(await on.wire.listen(MANAGER, async () => '{}'));
    expect(await on.start()).toMatchObject({ ok: false, error: { code: 'PORT_IN_USE' } });
    await squatter.close();
    expect((await on.start()).ok).toBe(true);
  });

  test('on a damaged ledger, and says where', async () => {
    const on = staged();
    const first = unwrap(await on.start());
    await on.register('P01');
    await first.stop('for a while');
    const text = (await on.disk.read(paths.ledger(LEAGUE))) ?? '';
    await on.disk.replace(paths.ledger(LEAGUE), text.replace('Agent P01', 'Agent X01'));
    const again = await on.start();
    expect(again).toMatchObject({ ok: false, error: { code: 'DATA_INIT_FAILED' } });
    expect(again.ok ? '' : again.error.detail).toMatch(/is damaged at line 3: /);
  });

  test('on a disk that fails, and leaves nothing locked', async () => {
    const on = staged();
    for (const broken of [paths.ledger(LEAGUE), paths.secret(LEAGUE)]) {
      const disk: Disk = {
        ...on.disk,
        read: async (path) => (path === broken ? Promise.reject(new Error(`cannot read ${path}`)) : on.disk.read(path)),
      };
      const failed = await on.start(effectsOn(on, disk));
      expect(failed).toEqual({ ok: false, error: { code: 'DATA_INIT_FAILED', detail: `cannot read ${broken}` } });
    }
    expect((await on.start()).ok).toBe(true);
  });
});
