import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import type { LeagueEvent } from '../league/events.ts';
import { tableOf } from '../league/state.ts';
import {
  AT,
  CREATED,
  decision,
  folded,
  ids,
  matchIn,
  opening,
  running,
  seedOf,
  settingsWith,
  waiting,
} from '../testing/rehearsal.ts';
import { PLACES, type Plays, stage } from '../testing/rehearsal_stage.ts';
import { changeFeed } from './change_feed.ts';
import { leagueResources } from './resources.ts';

const NOTHING_HAPPENS = { onBatch: () => () => undefined, durable: async () => undefined };

/** The resources of the league that these events made, read as data. */
function shown(events: readonly LeagueEvent[]) {
  const league = folded(events);
  const resources = leagueResources({
    league,
    rows: () => tableOf(league),
    settings: settingsWith({ seed: 'a chosen seed' }),
    game: { display_name: 'A game', description: 'Somebody wins.' },
    disk: memoryDisk(),
    data: '/data',
    feed: NOTHING_HAPPENS,
  });
  const text = async (uri: string) => String((await resources.read(uri)) ?? '{}');
  return { ...resources, text, data: async (uri: string) => JSON.parse(await text(uri)) as JsonObject };
}

/** The first round played, by one of them; the second open. */
function secondRound(): readonly LeagueEvent[] {
  const events = running({ players: 4, referees: 2 });
  const league = folded(events);
  return [
    ...events,
    decision(matchIn(league, 'R1M1'), { winner: 'P02' }),
    decision(matchIn(league, 'R1M2'), { silent: ['P04'] }),
    { type: 'round_closed', at: AT, round_id: 1 },
    opening(ids('P', 4), 2, 2),
  ];
}

test.each([
  [2, '2 players share the first place: Agent P01 (P01), Agent P02 (P02)'],
  [3, '3 players share the first place: Agent P01 (P01), Agent P02 (P02), Agent P03 (P03)'],
  [250, '250 players share the first place: Agent P01 (P01), Agent P02 (P02), Agent P03 (P03) and 247 more'],
])('the status of a league with %i equal firsts says that they share it, in a line', async (players, line) => {
  const played = running({ players, referees: 1 });
  const closed = shown([...played, { type: 'league_closed', at: AT, champion: 'P01' }]);
  expect(await closed.data('league://status')).toMatchObject({ champion: 'P01', first_place: line });
  expect(await shown(played).data('league://status')).not.toHaveProperty('first_place');
});

test('the status of a league that one player won names that one alone', async () => {
  const won = decision(matchIn(folded(running({ players: 2 })), 'R1M1'), { winner: 'P02' });
  const events = [...running({ players: 2 }), won, { type: 'league_closed', at: AT, champion: 'P02' } as const];
  const status = await shown(events).data('league://status');
  expect(status['champion']).toBe('P02');
  expect(status).not.toHaveProperty('first_place');
});

describe('the resources of a league', () => {
  test('are there before anybody has registered, and say that it has not started', async () => {
    const { list, text } = shown([CREATED]);
    expect(list().map(({ uri }) => uri)).toEqual([
      'league://status',
      'league://standings',
      'league://schedule',
      'league://rounds',
      'league://rules',
    ]);
    for (const { uri } of list()) expect(await text(uri), uri).toContain('The league has not started.');
    expect(await text('league://status')).toContain('players 0, referees 0');
  });

  test('no longer say so once it has', async () => {
    const { list, text } = shown(running({ players: 4 }));
    for (const { uri } of list()) expect(await text(uri), uri).not.toContain('not_started');
  });

  test('tell the table, the schedule and the rounds as the league has them', async () => {
    const { data } = shown(secondRound());
    expect(await data('league://standings')).toMatchObject({
      rounds_completed: 1,
      total: 4,
      standings: [
        { player_id: 'P02', points: 3 },
        { player_id: 'P03', points: 3 },
        { player_id: 'P01' },
        { player_id: 'P04', technical_losses: 1 },
      ],
    });
    const { matches } = (await data('league://schedule')) as { matches?: readonly JsonObject[] };
    expect(matches?.map(({ match_id, status }) => `${match_id} ${status}`)).toEqual([
      'R1M1 DECIDED',
      'R1M2 DECIDED',
      'R2M1 RUNNING',
      'R2M2 RUNNING',
      'R3M1 SCHEDULED',
      'R3M2 SCHEDULED',
    ]);
    expect(await data('league://rounds')).toMatchObject({
      total_rounds: 3,
      rounds: [
        { round_id: 1, status: 'COMPLETED' },
        { round_id: 2, status: 'RUNNING' },
      ],
    });
    expect(await data('league://status')).toMatchObject({ status: 'running', current_round: 2, matches_completed: 2 });
  });

  test('list every match that was opened, and complete its id', () => {
    const { list, families } = shown(secondRound());
    expect(
      list()
        .slice(5)
        .map(({ uri }) => uri),
    ).toEqual(['R1M1', 'R1M2', 'R2M1', 'R2M2'].map((id) => `league://matches/${id}`));
    const [matches, rounds] = families;
    expect(matches?.complete('R2')).toEqual(['R2M1', 'R2M2']);
    expect(matches?.complete('X')).toEqual([]);
    expect(rounds?.complete('')).toEqual(['1', '2', '3']);
  });

  test('a round is told whether it is played, open or planned', async () => {
    const { data } = shown(secondRound());
    expect(await data('league://rounds/1')).toMatchObject({ status: 'COMPLETED', matches: [{ winner: 'P02' }, {}] });
    expect(await data('league://rounds/2')).toMatchObject({ status: 'RUNNING', matches: [{ winner: null }, {}] });
    expect(await data('league://rounds/3')).toMatchObject({ status: 'SCHEDULED', matches: [{ match_id: 'R3M1' }, {}] });
  });

  test.each([
    'league://rounds/4',
    'league://rounds/0',
    'league://rounds/1x',
    'league://matches/R9M9',
    'league://matches/../secret',
    'league://matches/',
    'league://secret',
    'league://Standings',
    'file:///etc/passwd',
  ])('there is nothing at %s', async (uri) => {
    const { read } = shown(secondRound());
    expect(await read(uri)).toBeUndefined();
  });

  test('rules tell what decides a result, and no seed that somebody chose', async () => {
    const { data, text } = shown(secondRound());
    expect(await data('league://rules')).toMatchObject({
      game: { display_name: 'A game', description: 'Somebody wins.' },
      scoring: { win_points: 3, tiebreakers: ['points', 'wins', 'head_to_head', 'player_id'] },
      deadlines: { join_sec: 5, move_sec: 30, match_sec: 150 },
      attempts: { of_each_call: 3, after_a_missed_deadline: true },
      forfeits: { double_forfeit: 'draw' },
      schedule: { total_rounds: 3, total_matches: 6 },
    });
    expect(await text('league://rules')).not.toContain('a chosen seed');
  });

  test('of a large league are cut, and say how to get the rest', async () => {
    const { list, text, data } = shown(running({ players: 2_400, referees: 2 }));
    const { standings, more } = (await data('league://standings')) as { standings: readonly unknown[]; more: string };
    expect(standings).toHaveLength(1_000);
    expect(more).toContain('get_standings with limit 1000 and cursor "1000"');
    expect(((await data('league://schedule')) as { matches: readonly unknown[] }).matches).toHaveLength(1_000);
    expect((await data('league://schedule'))['more']).toContain('cursor "1000"');
    const { rounds } = (await data('league://rounds')) as { rounds: readonly { matches: readonly unknown[] }[] };
    expect(rounds[0]?.matches).toHaveLength(1_000);
    expect((await data('league://rounds/2'))['more']).toContain('The first 1000 of 1200 matches');
    expect(list()).toHaveLength(1_005);
    for (const { uri } of list().slice(0, 5)) expect((await text(uri)).length, uri).toBeLessThan(500_000);
  });

  test('of many rounds show the newest', async () => {
    const events: LeagueEvent[] = running({ players: 600 });
    for (const round_id of [2, 3, 4, 5])
      events.push({ type: 'round_closed', at: AT, round_id: round_id - 1 }, opening(ids('P', 600), 1, round_id));
    const { rounds, more } = (await shown(events).data('league://rounds')) as {
      rounds: readonly JsonObject[];
      more: string;
    };
    expect(rounds.map(({ round_id }) => round_id)).toEqual([3, 4, 5]);
    expect(more).toContain('The newest 3 of 5 rounds');
  });
});

describe('the resource of a match', () => {
  test('shows neither seed nor moves before it is decided', async () => {
    const { text, data } = shown(secondRound());
    expect(await data('league://matches/R2M1')).toMatchObject({ status: 'RUNNING', winner: null, assignment_epoch: 1 });
    expect(await text('league://matches/R2M1')).not.toContain(seedOf('R2M1'));
    expect(await data('league://matches/R3M1')).toMatchObject({
      status: 'SCHEDULED',
      player_a: 'P04',
      player_b: 'P01',
    });
    for (const uri of [
      'league://status',
      'league://standings',
      'league://schedule',
      'league://rounds',
      'league://rounds/2',
    ])
      expect(await text(uri), uri).not.toContain(seedOf('R2M1'));
  });

  test('is what the ledger says where the referee keeps its files elsewhere', async () => {
    const match = await shown(secondRound()).data('league://matches/R1M2');
    expect(match).toMatchObject({
      status: 'DECIDED',
      draw_seed: seedOf('R1M2'),
      result: { winner: 'P03', details: { faults: [{ player_id: 'P04', cause: 'timeout' }] } },
      record: null,
    });
    expect(match['record_missing']).toContain('ledger');
  });

  test('tells nobody whose strategy failed, nor where a player lives, and nor does its round', async () => {
    const events = secondRound().map((event) => {
      if (event.type !== 'match_decided') return event;
      const asked = { player_id: 'P01', step: 1, awaited: 'GAME_MOVE_RESPONSE', attempt: 1, asked_ms: 0 };
      const spent = { model: 'tiny-1', requests: 1, tokens_in: 7, tokens_out: 1 };
      const model_use = { ...spent, latency_ms: 9 };
      const models = [{ player_id: 'P01', ...spent, moves: 1, guarded: {}, latencies_ms: [9] }];
      const timeline = [{ ...asked, answered_ms: 1, deadline_ms: 2, guarded: 'it threw', model_use }];
      const reason = 'P01 could not be reached: connect ECONNREFUSED 10.1.2.3:8101';
      const details = { ...event.result.details, guarded: { P01: 1 }, models, timeline, reason };
      return { ...event, result: { ...event.result, details } };
    });
    const { text } = shown(events);
    for (const uri of ['league://matches/R1M1', 'league://rounds', 'league://rounds/1', 'league://standings']) {
      expect(await text(uri), uri).not.toMatch(/guarded|tiny-1/);
      expect(await text(uri), uri).not.toContain('10.1.2.3');
    }
    expect(await text('league://rounds/1')).toContain('ECONNREFUSED (its address)');
  });
});

describe('changes', () => {
  const plays: Plays = ({ player_a, player_b }) => ({
    moves: [{ [player_a as string]: 'even', [player_b as string]: 'odd' }],
  });

  /** A manager of two players with somebody who hears of changes. */
  async function heard() {
    const on = stage({ clock: fakeClock(), judge, plays });
    const manager = unwrap(await on.start({ settings: { keep: true } }));
    const { clock, disk } = on;
    const resources = leagueResources({ ...manager, feed: changeFeed({ ...manager, clock }), disk, data: PLACES.data });
    const told: string[] = [];
    const stop = resources.onChange((uri) => void told.push(uri));
    return { on, told, stop };
  }

  test('are told once however much happens at a time', async () => {
    const { on, told } = await heard();
    await on.assemble(['P01', 'P02'], ['REF01']);
    expect(told).toEqual([]);
    await on.clock.advance(200);
    expect(told.sort()).toEqual(['league://standings', 'league://status']);
  });

  test('of a whole league reach everything that changed', async () => {
    const { on, told } = await heard();
    await on.assemble(['P01', 'P02'], ['REF01']);
    await on.startLeague();
    await on.clock.advance(2_000);
    expect(new Set(told)).toEqual(
      new Set([
        ...['status', 'standings', 'schedule', 'rounds', 'rules', 'rounds/1', 'matches/R1M1'].map(
          (path) => `league://${path}`,
        ),
      ]),
    );
  });

  test('are not told to whoever has stopped listening', async () => {
    const { on, told, stop } = await heard();
    await on.assemble(['P01'], []);
    stop();
    await on.clock.advance(1_000);
    await on.assemble(['P02'], []);
    await on.clock.advance(1_000);
    expect(told).toEqual([]);
  });
});

test('a league that waits counts who has come', async () => {
  expect(await shown(waiting(3)).text('league://standings')).toContain('players 3, referees 1');
});
