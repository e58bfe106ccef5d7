import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { fileLedgerStore } from '../../../SHARED/league_sdk/ledger/file.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import { audit } from '../audit/audit.ts';
import { tableOf } from '../league/state.ts';
import type { Manager } from '../manager.ts';
import { toldMatch } from '../public/public_match.ts';
import { ids, LEAGUE } from '../testing/rehearsal.ts';
import { type Parts, PLACES, paths, stage } from '../testing/rehearsal_stage.ts';

const FOUR = ids('P', 4);

/** A league of four, in which the matches from round `from` on are ordered and not reported until `report`. */
async function league({ from = 99, ...parts }: Parts & { readonly from?: number } = {}) {
  let hold = from;
  const plays = (order: JsonObject) => ({
    moves: [{ [order['player_a'] as string]: 'even', [order['player_b'] as string]: 'odd' }],
  });
  const on = stage({ clock: fakeClock(), judge, plays });
  const start = async () => unwrap(await on.start({ settings: { keep: true, seed: 'demo' }, ...parts }));
  const manager = await start();
  const busy = (order: JsonObject) => (Number(order['round_id']) >= hold ? undefined : plays(order));
  await on.referee('REF01', busy);
  await on.register('REF01', { max_concurrent_matches: 8 });
  await on.assemble(FOUR, []);
  const about = { league_id: LEAGUE, reason: 'it floods' };
  const command = async (action: string, agent_id: string, more: JsonObject = {}) => {
    const answer = await on.asOperator('AGENT_COMMAND', { ...about, agent_id, action, ...more });
    await on.clock.advance(100);
    return answer;
  };
  const pause = (action: string) => on.asOperator('PAUSE_COMMAND', { ...about, action });
  /** The referee says what became of everything it was ordered to run. */
  const report = async () => {
    hold = 99;
    for (const { message } of on.ofType('RUN_MATCH'))
      await on.say('MATCH_RESULT_REPORT', on.reportOf(message, plays(message)), on.tokenOf('REF01'));
    await on.clock.advance(30_000);
  };
  const verified = async () => {
    await on.clock.advance(5_000);
    const store = fileLedgerStore(on.disk, PLACES.data);
    return audit({ store, disk: on.disk, data: PLACES.data, league_id: LEAGUE, judge });
  };
  const play = async () => {
    await on.startLeague();
    await on.clock.advance(30_000);
  };
  return { on, manager, start, command, pause, report, verified, play };
}

const row = ({ league: state }: Manager, player_id: string) =>
  tableOf(state).find((each) => each.player_id === player_id);
const told = (on: Awaited<ReturnType<typeof league>>['on'], id: string) =>
  on.ofType('LEAGUE_ERROR').filter(({ to }) => to === id);

describe('a player that is removed', () => {
  test('before the start just leaves: its name is free, its id is not given again, and it is told', async () => {
    const { on, manager, command, play, verified } = await league();
    expect(await command('remove', 'P02')).toMatchObject({ status: 'waiting', players: 3 });
    expect(told(on, 'P02')).toMatchObject([
      { message: { error_code: 'E006', error_description: expect.stringContaining('it floods') } },
    ]);
    expect(await on.register('P02')).toMatchObject({ status: 'REJECTED', reason: 'Removed from the league' });
    const meta = { display_name: 'Agent P02', contact_endpoint: 'memory:P02', game_types: ['even_odd'] };
    expect(await on.say('LEAGUE_REGISTER_REQUEST', { player_meta: meta })).toMatchObject({ player_id: 'P05' });
    await play();
    expect(manager.league.phase).toBe('LEAGUE_COMPLETE');
    expect(row(manager, 'P02')).toBeUndefined();
    expect(await verified()).toMatchObject({ ok: true });
  });

  test('before half of its matches were played: none of its results count, and they stay in the ledger', async () => {
    const { on, manager, command, report, verified, play } = await league({ from: 2 });
    await play();
    const opponent = manager.league.matches.get('R1M1')?.pairing.seats.find((id) => id !== 'P01') as string;
    expect(row(manager, opponent)).toMatchObject({ played: 1 });
    await command('remove', 'P01');
    expect(told(on, 'P01').at(-1)?.message['error_description']).toMatch(/none of its results count$/);
    expect(row(manager, 'P01')).toMatchObject({ played: 0, points: 0, mark: 'removed', reason: 'it floods' });
    expect(row(manager, opponent)).toMatchObject({ played: 0, points: 0 });
    await report();
    expect(manager.league.phase).toBe('LEAGUE_COMPLETE');
    expect(manager.rows().at(-1)?.player_id).toBe('P01');
    for (const id of ['P02', 'P03', 'P04']) expect(row(manager, id)).toMatchObject({ played: 2 });
    // What was open was forfeited; what was to come is not played.
    const own = manager.league.matchesOf.get('P01') ?? [];
    expect(own.map((id) => manager.league.matches.get(id)?.decided?.result.details.termination)).toEqual([
      'normal',
      'excluded',
    ]);
    const rounds = await on.disk.read(paths.rounds(LEAGUE));
    expect(rounds?.match(/"annulled": true/g)).toHaveLength(2);
    expect(await on.disk.read(paths.standings(LEAGUE))).toContain('"mark": "removed"');
    expect(await verified()).toMatchObject({ ok: true });
  });

  test('later: what it played counts, and the rest is forfeited to its opponents', async () => {
    const { on, manager, command, report, verified, play } = await league({ from: 3 });
    await play();
    const before = row(manager, 'P01');
    await command('remove', 'P01');
    expect(told(on, 'P01').at(-1)?.message['error_description']).toMatch(
      /what it played counts, and the rest is forfeited$/,
    );
    expect(row(manager, 'P01')).toMatchObject({
      played: 3,
      points: before?.points,
      technical_losses: 1,
      mark: 'removed',
    });
    await report();
    expect([...manager.league.matches.values()].map(({ decided }) => decided?.result.details.reason)).toContainEqual(
      expect.stringMatching(/^P01 does not play: removed by the operator: it floods.* P\d\d wins\.$/),
    );
    expect(manager.league.champion).not.toBe('P01');
    expect(on.ofType('LEAGUE_COMPLETED').map(({ to }) => to)).not.toContain('P01');
    expect(await verified()).toMatchObject({ ok: true });
  });

  test('is removed once, however often that is said, and for good', async () => {
    const { manager, command, play, on } = await league({ from: 2 });
    await play();
    await command('remove', 'P01');
    const { sequence } = manager.league;
    expect(await command('remove', 'P01')).toMatchObject({ status: 'running' });
    expect(manager.league.sequence).toBe(sequence);
    expect(await command('readmit', 'P01')).toMatchObject({ error_code: 'E007' });
    const asked = await on.say('LEAGUE_QUERY', { query_type: 'GET_STANDINGS' }, on.tokenOf('P01'));
    expect(JSON.stringify(asked)).toContain('E006');
  });

  test('a report of a match that was forfeited meanwhile is refused', async () => {
    const { on, manager, command, play } = await league({ from: 1 });
    await play();
    await command('remove', 'P01');
    const { message } = on
      .ofType('RUN_MATCH')
      .find(({ message: m }) => [m['player_a'], m['player_b']].includes('P01')) as {
      message: JsonObject;
    };
    const moves = [{ [message['player_a'] as string]: 'even', [message['player_b'] as string]: 'odd' }];
    const answer = await on.say('MATCH_RESULT_REPORT', on.reportOf(message, { moves }), on.tokenOf('REF01'));
    expect(JSON.stringify(answer)).toContain('E010');
    expect(row(manager, 'P01')).toMatchObject({ played: 0 });
  });
});

describe('a player that the operator suspended', () => {
  test('forfeits until it is readmitted, and what it forfeited stays forfeited', async () => {
    const { on, manager, command, report, verified, play } = await league({ from: 2 });
    await play();
    await command('suspend', 'P01');
    // It answers every ping, and stays suspended.
    await on.clock.advance(60_000);
    expect(manager.league.agents.get('P01')).toMatchObject({ state: 'SUSPENDED', suspended: 'it floods' });
    expect(row(manager, 'P01')).toMatchObject({ played: 2, technical_losses: 1, mark: 'suspended' });
    expect(told(on, 'P01')).toHaveLength(1);
    await command('readmit', 'P01');
    expect(manager.league.agents.get('P01')).toMatchObject({ state: 'ACTIVE' });
    expect(told(on, 'P01').at(-1)?.message).toMatchObject({
      error_code: 'E006',
      error_description: 'P01 is readmitted by the operator: it floods; what it forfeited stands',
    });
    await report();
    expect(row(manager, 'P01')).toMatchObject({ played: 3, technical_losses: 1 });
    expect(row(manager, 'P01')).not.toHaveProperty('mark');
    expect(await verified()).toMatchObject({ ok: true });
  });

  test('before the start plays no match, and one in each round is its opponent’s', async () => {
    const { manager, command, verified, play, on } = await league();
    await command('suspend', 'P01');
    await play();
    expect(row(manager, 'P01')).toMatchObject({ played: 3, technical_losses: 3 });
    expect(on.ofType('RUN_MATCH').some(({ message }) => message['player_a'] === 'P01')).toBe(false);
    expect(await verified()).toMatchObject({ ok: true });
  });

  test('is still suspended when its manager was killed', async () => {
    const { manager, command, start, play } = await league({ from: 2 });
    await play();
    await command('suspend', 'P01');
    await manager.stop('killed');
    const again = await start();
    expect(again.league.agents.get('P01')).toMatchObject({ state: 'SUSPENDED', suspended: 'it floods' });
  });
});

describe('a referee that is removed', () => {
  test('gives its matches back, and what it still reports counts for nothing', async () => {
    const { on, manager, command, verified, play } = await league({ from: 1 });
    await play();
    expect(on.ofType('RUN_MATCH')).toHaveLength(2);
    await on.referee('REF02');
    await on.register('REF02', { max_concurrent_matches: 8 });
    await command('remove', 'REF01');
    expect(told(on, 'REF01').at(-1)?.message['error_description']).toMatch(/its matches go to other referees$/);
    await on.clock.advance(60_000);
    expect(manager.league.phase).toBe('LEAGUE_COMPLETE');
    expect([...manager.league.matches.values()].every(({ referee_id }) => referee_id === 'REF02')).toBe(true);
    expect(await verified()).toMatchObject({ ok: true });
  });

  test('is asked for no match though it is the only one: its matches wait for another', async () => {
    const { on, manager, command, play } = await league({ from: 1 });
    await play();
    await command('remove', 'REF01');
    await on.clock.advance(300_000);
    expect(on.ofType('RUN_MATCH')).toHaveLength(2);
    await on.referee('REF02');
    await on.register('REF02', { max_concurrent_matches: 8 });
    await on.clock.advance(300_000);
    expect(manager.league.phase).toBe('LEAGUE_COMPLETE');
  });
});

test('the status tells who does not play as the others do, why and since when', async () => {
  const { on, command, start, manager, play } = await league({ from: 2 });
  await play();
  await command('suspend', 'P02');
  await command('remove', 'P03');
  const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  const excluded = [
    { agent_id: 'P02', mark: 'suspended', reason: 'it floods', since },
    { agent_id: 'P03', mark: 'removed', reason: 'it floods', since },
  ];
  const status = () => on.call('get_status', {}) as Promise<{ result: { excluded: readonly JsonObject[] } }>;
  const before = (await status()).result;
  expect(before).toMatchObject({ excluded });
  await manager.stop('killed');
  await start();
  expect((await status()).result.excluded).toEqual(before.excluded);
  await command('readmit', 'P02');
  expect((await status()).result).toMatchObject({ excluded: excluded.slice(1) });
});

describe('a league that is paused', () => {
  test('deals no match, not even after its manager was killed, until it goes on', async () => {
    const { on, manager, pause, report, start, play, verified } = await league({ from: 2 });
    await play();
    expect(await pause('pause')).toMatchObject({ status: 'running', paused: 'it floods' });
    const dealt = on.ofType('RUN_MATCH').length;
    await report();
    expect(manager.league.rounds.size).toBe(3);
    expect(on.ofType('RUN_MATCH')).toHaveLength(dealt);
    const planned = async (round_id: number) => {
      const asked = { query_type: 'GET_SCHEDULE', query_params: { round_id } };
      const answer = await on.asOperator('LEAGUE_QUERY', asked);
      const { matches } = (answer as unknown as { data: { matches: readonly JsonObject[] } }).data;
      return [...new Set(matches.map(({ status }) => status))];
    };
    expect([await planned(2), await planned(3)]).toEqual([['DECIDED'], ['PAUSED']]);
    await manager.stop('killed');
    const again = await start();
    await on.clock.advance(60_000);
    expect(on.ofType('RUN_MATCH')).toHaveLength(dealt);
    expect(await on.call('get_status', {})).toMatchObject({ result: { paused: 'it floods' } });
    await pause('unpause');
    await on.clock.advance(30_000);
    expect(again.league.phase).toBe('LEAGUE_COMPLETE');
    expect(await verified()).toMatchObject({ ok: true });
  });

  test('does not start by itself before it goes on', async () => {
    const participants = { min_players: 2, max_players: 10, auto_start_players: 5 };
    const { on, manager, pause } = await league({ file: { participants } });
    await pause('pause');
    await on.assemble(['P05'], []);
    await on.clock.advance(10_000);
    expect(manager.league.phase).toBe('WAITING_FOR_REGISTRATIONS');
    await pause('unpause');
    await on.clock.advance(30_000);
    expect(manager.league.phase).toBe('LEAGUE_COMPLETE');
  });
});

describe('a player that comes late', () => {
  const participants = { min_players: 2, max_players: 10, late_places: 2 };

  test('takes the next place; what it missed is not played, and worth nothing to anybody', async () => {
    const { on, manager, report, verified, play } = await league({ from: 2, file: { participants } });
    await play();
    expect(manager.league.late_places).toEqual(['P05', 'P06']);
    await on.assemble(['P05'], []);
    expect(manager.league.agents.get('P05')).toMatchObject({ state: 'ACTIVE' });
    expect(await on.register('P09')).toMatchObject({ status: 'REJECTED', error_code: 'E002' });
    const { planned } = manager.league.format?.outlook() ?? {};
    const missed = planned?.(1).find(({ seats }) => seats.includes('P05') && !seats.includes('P06'))?.match_id ?? '';
    expect(toldMatch(manager.league, missed)).toMatchObject({ status: 'CAME_LATER' });
    await report();
    expect(manager.league.phase).toBe('LEAGUE_COMPLETE');
    const met = manager.league.matchesOf.get('P05')?.length ?? 0;
    expect(met).toBeGreaterThan(0);
    expect(met).toBeLessThan(4);
    expect(row(manager, 'P05')).toMatchObject({ played: met });
    expect(manager.rows().map(({ player_id }) => player_id)).not.toContain('P06');
    expect(await on.call('get_status', {})).toMatchObject({
      result: { matches_completed: manager.league.matches.size, total_matches: manager.league.matches.size },
    });
    expect(await verified()).toMatchObject({ ok: true });
  });

  test('and finds no place is told so', async () => {
    const { on, play } = await league({ from: 1, file: { participants: { ...participants, late_places: 1 } } });
    await play();
    await on.assemble(['P05'], []);
    expect(await on.register('P06')).toMatchObject({
      status: 'REJECTED',
      detail: 'the league has started; players register before that, and every late place is taken',
    });
  });
});

test('a player that was given up is not readmitted, and the operator is told why', async () => {
  const { manager, command, on } = await league();
  /** P01 is silent in ten matches, and after them no match is reported. */
  const silent = ({ round_id, player_a, player_b }: JsonObject) => {
    if (Number(round_id) > 10) return undefined;
    if (player_a !== 'P01' && player_b !== 'P01')
      return { moves: [{ [player_a as string]: 'even', [player_b as string]: 'odd' }] };
    return { moves: [], faults: [{ player_id: 'P01', cause: 'timeout', evidence: {} }] };
  };
  await on.referee('REF02', silent);
  await on.register('REF02', { max_concurrent_matches: 8 });
  await command('remove', 'REF01');
  await on.assemble(ids('P', 14).slice(4), []);
  await on.startLeague();
  await on.clock.advance(10_000);
  expect(manager.league.agents.get('P01')?.state).toBe('SHUTDOWN');
  const { sequence } = manager.league;
  expect(await command('readmit', 'P01')).toMatchObject({
    error_code: 'E007',
    error_description: expect.stringContaining('P01 was given up after 10 matches in a row without an answer'),
  });
  expect(manager.league.sequence).toBe(sequence);
});

test('a seat that the operator gave another endpoint is taken there without a token, once', async () => {
  const { on, manager, command, play } = await league({ from: 1 });
  await play();
  const meta = { display_name: 'Agent P01', contact_endpoint: 'memory:elsewhere', game_types: ['even_odd'] };
  const asked = () => on.say('LEAGUE_REGISTER_REQUEST', { player_meta: meta });
  expect(await asked()).toMatchObject({ status: 'REJECTED' });
  await command('readmit', 'P01', { endpoint: 'memory:elsewhere' });
  expect(await asked()).toMatchObject({ status: 'ACCEPTED', player_id: 'P01' });
  expect(manager.league.agents.get('P01')).toMatchObject({ endpoint: 'memory:elsewhere' });
  expect(manager.league.agents.get('P01')).not.toHaveProperty('granted');
});

test('the status names the matches whose players are waited for, and since when', async () => {
  const { on, play } = await league({ from: 1 });
  await play();
  expect(await on.call('get_status', {})).toMatchObject({
    result: {
      long_matches: [
        {
          match_id: 'R1M1',
          referee_id: 'REF01',
          players: ['P01', 'P02'],
          since: expect.stringMatching(/^2025-01-15T10:00:0/),
        },
        { match_id: 'R1M2' },
      ],
    },
  });
});
