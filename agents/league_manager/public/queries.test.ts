import { describe, expect, test } from 'vitest';
import { CONTRACTS, type Message } from '../../../SHARED/contracts/index.ts';
import { check } from '../../../SHARED/contracts/read.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import type { Identity } from '../../../SHARED/league_sdk/messaging/serve.ts';
import type { LeagueEvent } from '../league/events.ts';
import { type League, tableOf } from '../league/state.ts';
import { commitmentOf } from '../registration/tokens.ts';
import {
  AT,
  decision,
  example,
  folded,
  GAME,
  ids,
  LEAGUE,
  matchIn,
  opening,
  RUN,
  running,
  seedOf,
  tokens,
  waiting,
} from '../testing/rehearsal.ts';
import { answerQuery, currentRound, statusOf } from './queries.ts';

type Query = Message<'LEAGUE_QUERY'>;
const P01: Identity = { party: 'player', id: 'P01' };
const REFEREE: Identity = { party: 'referee', id: 'REF01' };
const OPERATOR: Identity = { party: 'operator', id: 'operator' };

interface Asked {
  readonly as?: Identity;
  readonly params?: Query['query_params'];
}

/** The whole answer, which always keeps to its contract. */
function ask(league: League, query_type: Query['query_type'], { as = P01, params }: Asked = {}) {
  const query = example('LEAGUE_QUERY', { query_type, query_params: params });
  const answer = answerQuery({ league, rows: () => tableOf(league), tokens }, query, as);
  expect(check(CONTRACTS.LEAGUE_QUERY_RESPONSE.body, answer as unknown as JsonObject)).toEqual({
    ok: true,
    value: undefined,
  });
  expect(answer.query_type).toBe(query_type);
  return answer;
}

function data<T = JsonObject>(...asked: Parameters<typeof ask>): T {
  const answer = ask(...asked);
  expect(answer).toMatchObject({ success: true, error: null });
  return answer.data as unknown as T;
}

function refused(...asked: Parameters<typeof ask>) {
  const answer = ask(...asked);
  expect(answer).toMatchObject({ success: false, data: null });
  return answer.error;
}

const four = () => running({ players: 4, referees: 2 });
/** Four players: the first round played, the second open. */
function secondRound(): readonly LeagueEvent[] {
  const league = folded(four());
  const decided = ['R1M1', 'R1M2'].map((id) =>
    decision(matchIn(league, id), { winner: id === 'R1M1' ? 'P02' : 'P03' }),
  );
  return [...four(), ...decided, { type: 'round_closed', at: AT, round_id: 1 }, opening(ids('P', 4), 2, 2)];
}

describe('GET_STANDINGS', () => {
  test('gives the table', () => {
    const league = folded(secondRound());
    expect(data(league, 'GET_STANDINGS')).toEqual({ standings: tableOf(league), total: 4, next_cursor: null });
  });

  test('before the start is E007, in the word of the specification', () => {
    expect(refused(folded(waiting(4)), 'GET_STANDINGS')).toEqual({
      error_code: 'E007',
      error_name: 'STANDINGS_NOT_AVAILABLE',
      error_description: 'there are no standings before the league starts',
    });
  });

  test('is paged: following the cursor gives every row once', () => {
    const league = folded(running({ players: 250 }));
    const seen: string[] = [];
    let pages = 0;
    for (let cursor: string | null = '0'; cursor !== null; pages++) {
      type Page = { standings: { player_id: string }[]; total: number; next_cursor: string | null };
      const page: Page = data<Page>(league, 'GET_STANDINGS', { params: { cursor } });
      expect(page.total).toBe(250);
      seen.push(...page.standings.map((row) => row.player_id));
      cursor = page.next_cursor;
    }
    expect(pages).toBe(3);
    expect(seen).toEqual(tableOf(league).map((row) => row.player_id));
  });

  test('a cursor behind the end is an empty last page', () => {
    expect(data(folded(four()), 'GET_STANDINGS', { params: { cursor: '4' } })).toEqual({
      standings: [],
      total: 4,
      next_cursor: null,
    });
  });
});

describe('GET_SCHEDULE', () => {
  test('gives all matches with what has become of them', () => {
    const { matches, ...rest } = data<{ matches: JsonObject[] }>(folded(secondRound()), 'GET_SCHEDULE');
    expect(rest).toEqual({ total_rounds: 3, total_matches: 6, next_cursor: null });
    expect(matches.map(({ match_id, status, winner, referee_id }) => [match_id, status, winner, referee_id])).toEqual([
      ['R1M1', 'DECIDED', 'P02', 'REF01'],
      ['R1M2', 'DECIDED', 'P03', 'REF02'],
      ['R2M1', 'RUNNING', null, 'REF01'],
      ['R2M2', 'RUNNING', null, 'REF02'],
      ['R3M1', 'SCHEDULED', null, null],
      ['R3M2', 'SCHEDULED', null, null],
    ]);
    expect(matches[2]).toMatchObject({ round_id: 2, player_a: 'P03', player_b: 'P01' });
  });

  test.each([1, 2, 3, 5, 100])('of two legs is paged by %i: following the cursor gives every match once', (limit) => {
    const league = folded(running({ players: 5, legs: 2 }));
    const seen: unknown[] = [];
    for (let cursor: string | null = '0'; cursor !== null; ) {
      type Page = { matches: JsonObject[]; total_matches: number; next_cursor: string | null };
      const page: Page = data<Page>(league, 'GET_SCHEDULE', { params: { cursor, limit } });
      expect(page.total_matches).toBe(20);
      seen.push(...page.matches.map(({ match_id }) => match_id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => `R${Math.floor(i / 2) + 1}M${(i % 2) + 1}`));
  });

  test('of one round gives that round, and of one that there is not nothing', () => {
    const league = folded(four());
    expect(data(league, 'GET_SCHEDULE', { params: { round_id: 2 } })).toMatchObject({
      matches: [{ match_id: 'R2M1' }, { match_id: 'R2M2' }],
      total: 2,
      next_cursor: null,
    });
    expect(data(league, 'GET_SCHEDULE', { params: { round_id: 9 } })).toEqual({
      matches: [],
      total: 0,
      next_cursor: null,
    });
  });

  test('is paged across rounds', () => {
    type Page = { matches: { match_id: string }[]; next_cursor: string | null };
    const league = folded(running({ players: 5 }));
    const page = data<Page>(league, 'GET_SCHEDULE', { params: { cursor: '1', limit: 3 } });
    expect(page.matches.map((match) => match.match_id)).toEqual(['R1M2', 'R2M1', 'R2M2']);
    expect(page.next_cursor).toBe('4');
    const last = data<Page>(league, 'GET_SCHEDULE', { params: { cursor: '8', limit: 3 } });
    expect(last.matches.map((match) => match.match_id)).toEqual(['R5M1', 'R5M2']);
    expect(last.next_cursor).toBeNull();
  });

  test('before the start is E007', () => {
    expect(refused(folded(waiting(4)), 'GET_SCHEDULE')).toMatchObject({
      error_code: 'E007',
      error_name: 'WRONG_STATE',
    });
  });
});

describe('GET_NEXT_MATCH', () => {
  const nextOf = (league: League, asked: Asked = {}) =>
    data<{ match: JsonObject | null }>(league, 'GET_NEXT_MATCH', asked).match;

  test('gives the asker’s open match, with its ticket', () => {
    expect(nextOf(folded(four()))).toEqual({
      round_id: 1,
      match_id: 'R1M1',
      game_type: GAME,
      player_a: 'P01',
      player_b: 'P02',
      referee_id: 'REF01',
      referee_endpoint: 'memory:REF01',
      draw_commitment: commitmentOf(seedOf('R1M1'), 'R1M1'),
      assignment_epoch: 1,
      ticket: tokens.ticket('P01', 'R1M1', 1),
    });
  });

  test('gives the ticket of the newest assignment', () => {
    const reassigned: LeagueEvent = {
      type: 'match_reassigned',
      at: AT,
      match_id: 'R1M1',
      referee_id: 'REF02',
      epoch: 2,
      why: '',
    };
    expect(nextOf(folded([...four(), reassigned]))).toMatchObject({
      referee_id: 'REF02',
      assignment_epoch: 2,
      ticket: tokens.ticket('P01', 'R1M1', 2),
    });
  });

  test('gives no ticket for a referee that does not ask for any', () => {
    const league = folded(running({ players: 4, agents: { REF01: { tickets: false } } }));
    expect(nextOf(league)).not.toHaveProperty('ticket');
  });

  test('gives a player its own match, whoever it asks about', () => {
    expect(nextOf(folded(four()), { params: { player_id: 'P03' } })).toMatchObject({
      match_id: 'R1M1',
      ticket: tokens.ticket('P01', 'R1M1', 1),
    });
  });

  test.each([REFEREE, OPERATOR])('tells $party about a player’s match, without the ticket', (as) => {
    const match = nextOf(folded(four()), { as, params: { player_id: 'P03' } });
    expect(match).toMatchObject({ match_id: 'R1M2' });
    expect(JSON.stringify(match)).not.toContain('tkt_');
  });

  test('is the next planned one when the open one is decided or there is a bye', () => {
    const league = folded(four());
    const decided = folded([...four(), decision(matchIn(league, 'R1M1'), 'draw')]);
    expect(nextOf(decided)).toEqual({
      match_id: 'R2M1',
      round_id: 2,
      player_a: 'P03',
      player_b: 'P01',
      referee_id: null,
      status: 'SCHEDULED',
      winner: null,
    });
    const bye = folded(running({ players: 3 }));
    expect(nextOf(bye, { as: { party: 'player', id: 'P03' } })).toMatchObject({
      match_id: 'R2M1',
      status: 'SCHEDULED',
    });
  });

  test('ranks nobody, which is why everybody who registers may ask it', () => {
    const rows = () => expect.unreachable('the table was ranked');
    for (const league of [folded(waiting(4)), folded(four())]) {
      for (const as of [P01, REFEREE]) {
        const query = example('LEAGUE_QUERY', { query_type: 'GET_NEXT_MATCH', query_params: undefined });
        expect(answerQuery({ league, rows, tokens }, query, as).query_type).toBe('GET_NEXT_MATCH');
      }
    }
  });

  test('is none after the last', () => {
    const two = running({ players: 2 });
    expect(nextOf(folded([...two, decision(matchIn(folded(two), 'R1M1'), 'draw')]))).toBeNull();
  });

  test('of nobody, or of somebody unknown, is E005', () => {
    expect(refused(folded(four()), 'GET_NEXT_MATCH', { as: REFEREE })).toMatchObject({
      error_code: 'E005',
      error_description: 'no player (none named) in this league',
    });
    for (const player_id of ['P99', 'REF01', '__proto__']) {
      expect(refused(folded(four()), 'GET_NEXT_MATCH', { as: REFEREE, params: { player_id } })).toMatchObject({
        error_code: 'E005',
      });
    }
  });

  test('before the start is E007', () => {
    expect(refused(folded(waiting(4)), 'GET_NEXT_MATCH')).toMatchObject({ error_code: 'E007' });
  });
});

describe('GET_PLAYER_STATS', () => {
  test('is the asker’s own row and state, or those of whoever is asked about', () => {
    const league = folded(secondRound());
    expect(data(league, 'GET_PLAYER_STATS')).toMatchObject({ player_id: 'P01', losses: 1, points: 0, state: 'ACTIVE' });
    expect(data(league, 'GET_PLAYER_STATS', { as: REFEREE, params: { player_id: 'P02' } })).toMatchObject({
      player_id: 'P02',
      rank: 1,
      wins: 1,
    });
  });

  test('is there before the start, with nothing in it', () => {
    expect(data(folded(waiting(2)), 'GET_PLAYER_STATS')).toMatchObject({ played: 0, points: 0, state: 'REGISTERED' });
  });

  test('of nobody known is E005', () => {
    expect(refused(folded(four()), 'GET_PLAYER_STATS', { params: { player_id: 'P99' } })).toMatchObject({
      error_code: 'E005',
      error_name: 'PLAYER_NOT_REGISTERED',
    });
    expect(refused(folded(four()), 'GET_PLAYER_STATS', { as: REFEREE })).toMatchObject({ error_code: 'E005' });
  });
});

test('the status of a league says how far it is', () => {
  const base = { league_id: LEAGUE, run_id: RUN, game_type: GAME, seeded: false };
  expect(statusOf(folded(waiting(4, 2)))).toEqual({
    ...base,
    status: 'waiting',
    current_round: 0,
    total_rounds: 0,
    matches_completed: 0,
    total_matches: 0,
    players: 4,
    referees: 2,
  });
  expect(statusOf(folded(secondRound()))).toMatchObject({
    status: 'running',
    current_round: 2,
    total_rounds: 3,
    matches_completed: 2,
    total_matches: 6,
  });
  const closed = folded([...four(), { type: 'league_closed', at: AT, champion: null }]);
  expect(statusOf(closed).status).toBe('completed');
  expect(currentRound(closed)).toBe(1);
  expect(check(CONTRACTS.LEAGUE_STATUS.body, statusOf(closed))).toEqual({ ok: true, value: undefined });
});
