import { describe, expect, test } from 'vitest';
import { sleep } from '../../SHARED/core/clock.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { judge } from '../../SHARED/testing/shipped_games.ts';
import { AT, ids, LEAGUE, OPERATOR_TOKEN } from './testing/rehearsal.ts';
import { ACKNOWLEDGE, silence } from './testing/rehearsal_cast.ts';
import { type Plays, paths, stage } from './testing/rehearsal_stage.ts';

/** The first seat says even and the second odd, so that every match has a winner. */
const plays: Plays = ({ player_a, player_b }) => ({
  moves: [{ [player_a as string]: 'even', [player_b as string]: 'odd' }],
});

const staged = () => stage({ clock: fakeClock(), judge, plays });
const FOUR = ids('P', 4);
const TWO = ids('REF', 2);
const OVER = 'the league is complete';

describe('a whole league', () => {
  test('goes its course: everybody hears everything in order, and then the manager ends', async () => {
    const { clock, start, assemble, startLeague, heardBy, disk, logged } = staged();
    const manager = unwrap(await start());
    await assemble(FOUR, TWO);
    expect(await startLeague()).toMatchObject({
      message_type: 'LEAGUE_STATUS',
      status: 'running',
      current_round: 1,
      total_rounds: 3,
      total_matches: 6,
      players: 4,
      referees: 2,
    });
    expect(await clock.runUntil(manager.ended)).toBe(OVER);
    const round = ['LEAGUE_STANDINGS_UPDATE', 'ROUND_COMPLETED'];
    const told = [
      'ROUND_ANNOUNCEMENT',
      ...[...round, 'ROUND_ANNOUNCEMENT'],
      ...[...round, 'ROUND_ANNOUNCEMENT'],
      ...[...round, 'LEAGUE_COMPLETED'],
      'SHUTDOWN_COMMAND',
    ];
    for (const id of FOUR) expect(heardBy(id)).toEqual(told);
    for (const id of TWO) expect(heardBy(id).filter((type) => type !== 'RUN_MATCH')).toEqual(told);
    expect(manager.league).toMatchObject({ phase: 'LEAGUE_COMPLETE' });
    expect([...manager.league.tallies.values()].map((tally) => tally.played)).toEqual([3, 3, 3, 3]);
    const standings = JSON.parse((await disk.read(paths.standings(LEAGUE))) ?? '{}');
    expect(standings).toMatchObject({ version: 6, rounds_completed: 3, sequence: manager.league.sequence });
    expect(standings.standings[0].player_id).toBe(manager.league.champion);
    const lines = await logged();
    expect(lines.slice(0, 3).map(({ event_type, details }) => [event_type, details])).toEqual([
      ['REFEREE_REGISTERED', { referee_id: 'REF01', endpoint: 'memory:REF01' }],
      ['REFEREE_REGISTERED', { referee_id: 'REF02', endpoint: 'memory:REF02' }],
      ['PLAYER_REGISTERED', { player_id: 'P01', display_name: 'Agent P01' }],
    ]);
    expect(lines.filter(({ level }) => level !== 'INFO')).toEqual([]);
    expect(clock.scheduled).toBe(0);
  });

  test('goes on by itself: no round begins before the one before it is closed', async () => {
    const { clock, start, assemble, startLeague, arrivals } = staged();
    const manager = unwrap(await start());
    await assemble(ids('P', 5), ['REF01']);
    await startLeague();
    await clock.runUntil(manager.ended);
    const orders = arrivals.filter(({ type }) => type === 'RUN_MATCH').map(({ message }) => message['round_id']);
    expect(orders).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    for (const round of manager.league.rounds.values())
      expect(round).toMatchObject({ decided: 2, closed_at: expect.any(String) });
  });

  test('gives matches to referees by turns', async () => {
    const { clock, start, assemble, startLeague, ofType } = staged();
    const manager = unwrap(await start());
    await assemble(FOUR, TWO);
    await startLeague();
    await clock.runUntil(manager.ended);
    const orders = ofType('RUN_MATCH').map(({ to, message }) => `${message['match_id']} ${to}`);
    expect(orders.toSorted()).toEqual([
      'R1M1 REF01',
      'R1M2 REF02',
      'R2M1 REF01',
      'R2M2 REF02',
      'R3M1 REF01',
      'R3M2 REF02',
    ]);
  });

  test('begins a match when its own two players have heard of it, and waits for nobody else', async () => {
    const { clock, start, assemble, agent, register, startLeague, ofType } = staged();
    unwrap(await start());
    await assemble(['P01', 'P02', 'P03'], TWO);
    await agent('P04', { ROUND_ANNOUNCEMENT: silence });
    await register('P04');
    await startLeague();
    const orders = () => ofType('RUN_MATCH').map(({ message }) => message['match_id']);
    await clock.advance(9_999);
    expect(orders()).toEqual(['R1M1']);
    await clock.advance(1);
    // The first match of the next round is not one of P04, and begins at once.
    expect(orders()).toEqual(['R1M1', 'R1M2', 'R2M1']);
  });

  test('is played with whoever is silent: it loses, is suspended and is then not waited for', async () => {
    const { clock, start, assemble, agent, register, referee, startLeague, ofType, logged } = staged();
    const manager = unwrap(await start());
    const forfeit: Plays = (order) => {
      const seats = [order['player_a'], order['player_b']] as string[];
      if (!seats.includes('P01')) return plays(order);
      return { moves: [], faults: [{ player_id: 'P01', cause: 'unreachable', evidence: {} }] };
    };
    await referee('REF01', forfeit);
    await register('REF01', { max_concurrent_matches: 9 });
    await assemble(['P02', 'P03', 'P04', 'P05', 'P06'], []);
    await agent('P01', { ROUND_ANNOUNCEMENT: silence, ping: silence });
    await register('P01');
    await clock.runUntil(startLeague());
    await clock.runUntil(manager.ended);
    expect(manager.league.agents.get('P01')).toMatchObject({ state: 'SUSPENDED', failures: 5 });
    expect(manager.league.tallies.get('P01')).toMatchObject({ losses: 5, technical_losses: 5 });
    const attempts = ofType('RUN_MATCH').flatMap(({ message }) =>
      (message['players'] as { player_id: string; attempts: number }[]).filter(({ player_id }) => player_id === 'P01'),
    );
    expect(attempts.map((player) => player.attempts)).toEqual([3, 3, 3, 1, 1]);
    const failed = (await logged()).filter(({ event_type }) => event_type === 'BROADCAST_FAILED');
    expect(failed.length).toBeGreaterThan(0);
    expect(failed[0]?.details).toMatchObject({ agent_id: 'P01', message_type: 'ROUND_ANNOUNCEMENT' });
  });

  test('in which nobody can be reached is the referee’s word, and noted', async () => {
    for (const [cause, errors] of [
      ['unreachable', 1],
      ['timeout', 0],
    ] as const) {
      const { clock, start, referee, register, assemble, startLeague, logged } = staged();
      const manager = unwrap(await start());
      const fault = (player_id: unknown) => ({ player_id: player_id as string, cause, evidence: {} });
      await referee('REF01', ({ player_a, player_b }) => ({ moves: [], faults: [fault(player_a), fault(player_b)] }));
      await register('REF01');
      await assemble(['P01', 'P02'], []);
      await startLeague();
      await clock.runUntil(manager.ended);
      expect(manager.league.tallies.get('P01')).toMatchObject({ draws: 1, losses: 0, points: 1 });
      expect((await logged()).filter(({ event_type }) => event_type === 'REFEREE_ERROR')).toHaveLength(errors);
    }
  });

  test('uses max_rounds, and tells of numbers in its file that it does not use', async () => {
    const { clock, start, assemble, startLeague, logged } = staged();
    const file = {
      schedule: { algorithm: 'round_robin', legs: 1, max_rounds: 1 },
      total_rounds: 3,
      matches_per_round: 7,
    } as const;
    const manager = unwrap(await start({ file }));
    await assemble(FOUR, TWO);
    expect(await startLeague()).toMatchObject({ total_rounds: 1, total_matches: 2 });
    await clock.runUntil(manager.ended);
    const ignored = (await logged()).filter(({ event_type }) => event_type === 'CONFIG_IGNORED');
    expect(ignored.map(({ details }) => details)).toEqual([
      { configured_rounds: 3, computed_rounds: 1 },
      { configured_matches: 7, computed_matches: 2 },
    ]);
  });

  test('that is kept goes on answering when it is over', async () => {
    const { clock, start, assemble, startLeague, say, tokenOf, heardBy } = staged();
    const manager = unwrap(await start({ settings: { keep: true } }));
    await assemble(FOUR, TWO);
    await startLeague();
    await clock.advance(60_000);
    expect(manager.league.phase).toBe('LEAGUE_COMPLETE');
    expect(heardBy('P01').at(-1)).toBe('LEAGUE_COMPLETED');
    expect(await startLeague()).toMatchObject({ status: 'completed', matches_completed: 6 });
    expect(await say('LEAGUE_QUERY', { query_type: 'GET_STANDINGS' }, tokenOf('P01'))).toMatchObject({ success: true });
  });

  test('whose draws come from a chosen seed is marked, and comes out the same', async () => {
    const table = async () => {
      const { clock, start, assemble, startLeague, disk } = staged();
      const manager = unwrap(await start({ settings: { seed: 'demo' } }));
      await assemble(FOUR, TWO);
      expect(await startLeague()).toMatchObject({ seeded: true });
      await clock.runUntil(manager.ended);
      const standings = JSON.parse((await disk.read(paths.standings(LEAGUE))) ?? '{}');
      expect(standings.seeded).toBe(true);
      return standings.standings;
    };
    expect(await table()).toEqual(await table());
  });
});

describe('the end', () => {
  test('comes when the operator wants it: agents hear of it, and what was played is kept', async () => {
    const { clock, start, assemble, referee, register, startLeague, asOperator, ofType, logged, disk } = staged();
    const manager = unwrap(await start());
    await assemble(FOUR, []);
    await referee('REF01', () => undefined);
    await register('REF01');
    await startLeague();
    expect(await asOperator('SHUTDOWN_COMMAND', { reason: 'lunch' })).toMatchObject({ status: 'acknowledged' });
    expect(await clock.runUntil(manager.ended)).toBe('lunch');
    expect(
      ofType('SHUTDOWN_COMMAND')
        .map(({ to, message }) => `${to} ${message['reason']}`)
        .toSorted(),
    ).toEqual([...FOUR, 'REF01'].map((id) => `${id} lunch`));
    expect((await logged()).at(-1)).toMatchObject({ event_type: 'LEAGUE_STOPPED', details: { reason: 'lunch' } });
    expect(JSON.parse((await disk.read(paths.rounds(LEAGUE))) ?? '')).toMatchObject({
      rounds: [{ status: 'RUNNING' }],
    });
    expect(clock.scheduled).toBe(0);
  });

  test('comes when everybody has heard of it, or could have', async () => {
    const { clock, start, assemble, agent, register, startLeague, heardBy } = staged();
    const manager = unwrap(await start());
    await assemble(['P01'], ['REF01']);
    const slowly = async (): Promise<typeof ACKNOWLEDGE> => {
      await sleep(clock, 4_000);
      return ACKNOWLEDGE;
    };
    await agent('P02', { LEAGUE_COMPLETED: slowly, SHUTDOWN_COMMAND: slowly });
    await register('P02');
    await startLeague();
    await clock.runUntil(manager.ended);
    expect(clock.monotonic()).toBe(8_000);
    expect(heardBy('P02').slice(-2)).toEqual(['LEAGUE_COMPLETED', 'SHUTDOWN_COMMAND']);
  });

  test('has a reason also where the operator gives none', async () => {
    const { clock, start, asOperator } = staged();
    const manager = unwrap(await start());
    await asOperator('SHUTDOWN_COMMAND');
    expect(await clock.runUntil(manager.ended)).toBe('the operator asked for it');
  });

  test('comes once, however often it is asked for, and frees the address', async () => {
    const { start } = staged();
    const manager = unwrap(await start());
    await Promise.all([manager.stop('one'), manager.stop('two')]);
    await manager.stop('three');
    expect(await manager.ended).toBe('one');
    expect((await start()).ok).toBe(true);
  });

  test('is not for a player to bring about', async () => {
    const { start, assemble, say, tokenOf } = staged();
    unwrap(await start());
    await assemble(['P01'], ['REF01']);
    for (const id of ['P01', 'REF01']) {
      expect(await say('SHUTDOWN_COMMAND', {}, tokenOf(id))).toMatchObject({ error_code: 'E006' });
    }
  });
});

describe('a look inside', () => {
  test('needs no token', async () => {
    const { start, register, call } = staged();
    unwrap(await start());
    for (const id of ['P01', 'P02', 'P03']) await register(id);
    expect(await call('ping', {})).toMatchObject({ result: {} });
    expect(await call('get_status', {})).toMatchObject({
      result: { league_id: LEAGUE, status: 'waiting', players: 3 },
    });
    expect(await call('get_standings', {})).toMatchObject({
      result: { league_id: LEAGUE, total: 3, next_cursor: null },
    });
    expect(await call('get_standings', { limit: 1, cursor: '1' })).toMatchObject({
      result: { standings: [{ player_id: 'P02' }], next_cursor: '2' },
    });
    expect(await call('get_standings', { limit: 2, cursor: '1' })).toMatchObject({ result: { next_cursor: null } });
  });

  test.each(['', 'x', '-5', '1.5', '1e99', 'NaN', ' 1', '9007199254740993'])(
    'is told that %j is no cursor',
    async (cursor) => {
      const { start, call } = staged();
      unwrap(await start());
      const refused = { error: { code: -32602, data: { error_description: expect.stringContaining('cursor') } } };
      expect(await call('get_standings', { limit: 2, cursor })).toMatchObject(refused);
      const query = { query_type: 'GET_STANDINGS', query_params: { cursor } };
      const asked = {
        protocol: 'league.v2',
        message_type: 'LEAGUE_QUERY',
        sender: 'launcher',
        timestamp: AT,
        conversation_id: 'c',
      };
      expect(await call('league_query', { ...asked, auth_token: OPERATOR_TOKEN, ...query })).toMatchObject(refused);
    },
  );
});
