import { describe, expect, test } from 'vitest';
import { CONTRACTS, type RequestType } from '../../../SHARED/contracts/index.ts';
import { check } from '../../../SHARED/contracts/read.ts';
import { sharingOf } from '../../../SHARED/contracts/shared_list.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { type Agent, apply, type League, type Round, tableOf } from '../league/state.ts';
import { commitmentOf } from '../registration/tokens.ts';
import {
  AT,
  decision,
  type Ending,
  folded,
  GAME,
  ids,
  LEAGUE,
  matchIn,
  type Opening,
  opening,
  running,
  seedOf,
  tokens,
} from '../testing/rehearsal.ts';
import type { Row } from '../tournament/standings.ts';
import {
  announcementOf,
  announcements,
  leagueCompletions,
  roundCompletions,
  slicesOf,
  standingsUpdates,
} from './broadcasts.ts';

const agentIn = (league: League, id: string) => league.agents.get(id) as Agent;
const firstRound = (league: League) => league.rounds.get(1) as Round;

/** A league whose first round is decided: the first match of it as told, all others won by the first seat. */
function decided(opening: Opening, first: Ending = 'draw'): League {
  const league = folded(running(opening));
  for (const id of firstRound(league).matches) {
    const match = matchIn(league, id);
    apply(league, decision(match, id === 'R1M1' ? first : { winner: match.pairing.seats[0] }));
  }
  return league;
}

/** What an agent is told, which always keeps to the contract. */
function told<T>(type: RequestType, body: T): T {
  expect(check(CONTRACTS[type].body, body as JsonObject)).toEqual({ ok: true, value: undefined });
  return body;
}

describe('a round is announced', () => {
  const league = folded(running({ players: 4, referees: 2 }));
  const forAgent = (id: string, of = league) =>
    told('ROUND_ANNOUNCEMENT', announcements(of, firstRound(of), tokens)(agentIn(of, id)));

  test('with all its matches, where their referees are, and what they are bound to', () => {
    const common = { game_type: GAME, assignment_epoch: 1 };
    expect(forAgent('REF01')).toEqual({
      league_id: LEAGUE,
      round_id: 1,
      total_rounds: 3,
      matches: [
        {
          ...common,
          match_id: 'R1M1',
          player_a: 'P01',
          player_b: 'P02',
          referee_id: 'REF01',
          referee_endpoint: 'memory:REF01',
          draw_commitment: commitmentOf(seedOf('R1M1'), 'R1M1'),
        },
        {
          ...common,
          match_id: 'R1M2',
          player_a: 'P03',
          player_b: 'P04',
          referee_id: 'REF02',
          referee_endpoint: 'memory:REF02',
          draw_commitment: commitmentOf(seedOf('R1M2'), 'R1M2'),
        },
      ],
    });
  });

  test('with the ticket of the receiver’s own match and no other', () => {
    for (const id of ['P01', 'P02', 'P03', 'P04']) {
      const tickets = forAgent(id).matches.map(({ match_id, ticket }) => [match_id, ticket]);
      const own = id < 'P03' ? 'R1M1' : 'R1M2';
      expect(tickets).toEqual([
        ['R1M1', own === 'R1M1' ? tokens.ticket(id, own, 1) : undefined],
        ['R1M2', own === 'R1M2' ? tokens.ticket(id, own, 1) : undefined],
      ]);
    }
  });

  test('to referees without any ticket', () => {
    expect(JSON.stringify([forAgent('REF01'), forAgent('REF02')])).not.toContain('tkt_');
  });

  test('without a ticket where the referee does not send any', () => {
    const plain = folded(running({ players: 4, referees: 2, agents: { REF01: { tickets: false } } }));
    expect(JSON.stringify(forAgent('P01', plain))).not.toContain('tkt_');
    expect(forAgent('P03', plain).matches[1]?.ticket).toBe(tokens.ticket('P03', 'R1M2', 1));
  });

  test('never with a seed', () => {
    for (const id of league.agents.keys()) {
      expect(JSON.stringify(forAgent(id))).not.toContain(seedOf('R1M1'));
      expect(JSON.stringify(forAgent(id))).not.toContain(seedOf('R1M2'));
    }
  });

  test('with everything up to 100 players, and in slices above', () => {
    const all = folded(running({ players: 100, referees: 2 }));
    expect(forAgent('P07', all).matches).toHaveLength(50);
    expect(forAgent('P07', all)).not.toHaveProperty('total_matches');
    const big = folded(running({ players: 101, referees: 2 }));
    expect(forAgent('P07', big)).toMatchObject({ total_matches: 50, matches: [{ ticket: expect.any(String) }] });
    expect(forAgent('P07', big).matches).toHaveLength(1);
    expect(forAgent('REF01', big).matches).toHaveLength(25);
    expect(new Set(forAgent('REF01', big).matches.map(({ referee_id }) => referee_id))).toEqual(new Set(['REF01']));
    const bye = big.players.find((id) => !big.matchesOf.has(id)) as string;
    expect(forAgent(bye, big)).toMatchObject({ total_matches: 50, matches: [] });
  });

  test('again for one match alone after it was assigned anew', () => {
    const anew = folded([
      ...running({ players: 4, referees: 2 }),
      { type: 'match_reassigned', at: AT, match_id: 'R1M1', referee_id: 'REF02', epoch: 2, why: '' },
    ]);
    const match = matchIn(anew, 'R1M1');
    const body = told('ROUND_ANNOUNCEMENT', announcementOf(anew, match, agentIn(anew, 'P02'), tokens));
    expect(body).toMatchObject({ league_id: LEAGUE, round_id: 1, total_rounds: 3 });
    expect(body.matches).toMatchObject([
      { match_id: 'R1M1', referee_id: 'REF02', assignment_epoch: 2, ticket: tokens.ticket('P02', 'R1M1', 2) },
    ]);
  });
});

describe('standings are told', () => {
  test('whole up to 100 players', () => {
    const league = decided({ players: 100 });
    const table = tableOf(league);
    const body = told('LEAGUE_STANDINGS_UPDATE', standingsUpdates(league, 1, table)(agentIn(league, 'P50')));
    expect(body).toEqual({ league_id: LEAGUE, round_id: 1, standings: table });
  });

  test('above as the first ten, the receiver’s own row and the total', () => {
    const league = decided({ players: 101 });
    const table = tableOf(league);
    const last = table.at(-1)?.player_id as string;
    const rowsOf = (id: string) =>
      told('LEAGUE_STANDINGS_UPDATE', standingsUpdates(league, 1, table)(agentIn(league, id)));
    expect(rowsOf(last)).toMatchObject({ total_players: 101 });
    expect(rowsOf(last).standings).toEqual([...table.slice(0, 10), table.at(-1)]);
    expect(rowsOf(table[0]?.player_id as string).standings).toEqual(table.slice(0, 10));
    expect(rowsOf('REF01').standings).toEqual(table.slice(0, 10));
  });

  test.each([
    ['after a round', (league: League, rows: readonly Row[]) => standingsUpdates(league, 1, rows)],
    ['in the end', (league: League, rows: readonly Row[]) => leagueCompletions(league, rows)],
  ])('%s to everybody by going through the table a fixed number of times', (_, bodies) => {
    const league = decided({ players: 300 });
    const table = tableOf(league);
    let reads = 0;
    const rows = table.map((row) => ({
      ...row,
      get player_id() {
        reads++;
        return row.player_id;
      },
    }));
    const bodyFor = bodies(league, rows);
    for (const agent of league.agents.values()) bodyFor(agent);
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThanOrEqual(2 * table.length);
  });

  test('as a list that no receiver can change for others', () => {
    const league = decided({ players: 4 });
    const table = tableOf(league);
    const { rows } = slicesOf(table)(agentIn(league, 'P01'));
    expect(() => rows.pop()).toThrow(TypeError);
    expect([rows, table]).toEqual([table, rows]);
  });
});

describe('what agents have in common is one list', () => {
  const league = decided({ players: 20, referees: 2 });
  const bodies = {
    matches: announcements(league, firstRound(league), tokens),
    results: roundCompletions(league, firstRound(league)),
    standings: standingsUpdates(league, 1, tableOf(league)),
    final_standings: leagueCompletions(league, tableOf(league)),
  };

  test.each(Object.entries(bodies))('%s, and beside it at most the receiver’s own match', (name, bodyFor) => {
    const lists = [...league.agents.values()].map((agent) => (bodyFor(agent) as JsonObject)[name]);
    const sharings = lists.map(sharingOf);
    const isOfMatches = name === 'matches' || name === 'results';
    expect(new Set(sharings.map((sharing) => sharing?.common)).size).toBe(1);
    expect(sharings.map((sharing) => sharing?.own.length)).toEqual([
      ...[0, 0],
      ...Array.from({ length: 20 }, () => (isOfMatches ? 1 : 0)),
    ]);
  });

  test('rows of big leagues: the first ten, and the receiver’s own behind them', () => {
    const big = decided({ players: 101 });
    const bodyFor = standingsUpdates(big, 1, tableOf(big));
    const [first, last] = [tableOf(big)[0], tableOf(big).at(-1)].map((row) =>
      bodyFor(agentIn(big, `${row?.player_id}`)),
    );
    expect(sharingOf(first?.standings)?.common).toBe(sharingOf(last?.standings)?.common);
    expect(sharingOf(last?.standings)?.own.map(([place]) => place)).toEqual([10]);
  });
});

describe('a round is completed', () => {
  const completed = (league: League, id: string) =>
    told('ROUND_COMPLETED', roundCompletions(league, firstRound(league))(agentIn(league, id)));

  test('with all results, what comes next, and the sums', () => {
    const league = decided({ players: 4, referees: 2 }, { silent: ['P02'] });
    apply(league, opening(ids('P', 4), 2, 2));
    expect(completed(league, 'REF01')).toEqual({
      league_id: LEAGUE,
      round_id: 1,
      matches_played: 2,
      next_round_id: 2,
      results: [
        {
          match_id: 'R1M1',
          player_a: 'P01',
          player_b: 'P02',
          winner: 'P01',
          status: 'TECHNICAL_LOSS',
          score: { P01: 3, P02: 0 },
          termination: 'timeout',
        },
        {
          match_id: 'R1M2',
          player_a: 'P03',
          player_b: 'P04',
          winner: 'P03',
          status: 'WIN',
          score: { P03: 3, P04: 0 },
          termination: 'normal',
        },
      ],
      summary: { total_matches: 2, wins: 1, draws: 0, technical_losses: 1 },
    });
  });

  test('counts draws as draws', () => {
    expect(completed(decided({ players: 4 }), 'P01').summary).toEqual({
      total_matches: 2,
      wins: 1,
      draws: 1,
      technical_losses: 0,
    });
  });

  test('with everything about the receiver’s own match, so that a missed GAME_OVER costs nothing', () => {
    const league = decided({ players: 4 });
    const [own, other] = completed(league, 'P02').results;
    expect(own).toMatchObject({
      match_id: 'R1M1',
      winner: null,
      game_type: GAME,
      draw_seed: seedOf('R1M1'),
      reason: 'Nobody was better.',
      faults: [],
    });
    expect(other).not.toHaveProperty('draw_seed');
    expect(other).not.toHaveProperty('reason');
  });

  test('and after the last nothing comes next', () => {
    expect(completed(decided({ players: 2 }), 'P01').next_round_id).toBeNull();
    expect(completed(decided({ players: 4, rounds: 1 }), 'P01').next_round_id).toBeNull();
  });

  test('in slices above 100 players: one’s own result and the sums', () => {
    const league = decided({ players: 102 });
    expect(completed(league, 'P01').results).toHaveLength(1);
    expect(completed(league, 'REF01').results).toEqual([]);
    expect(completed(league, 'REF01')).toMatchObject({
      matches_played: 51,
      summary: { total_matches: 51, wins: 50, draws: 1 },
    });
    expect(completed(decided({ players: 100 }), 'REF01').results).toHaveLength(50);
  });
});

describe('a league is completed', () => {
  test('with its champion, its sums and the final table', () => {
    const league = decided({ players: 4 });
    const table = tableOf(league);
    expect(told('LEAGUE_COMPLETED', leagueCompletions(league, table)(agentIn(league, 'P04')))).toEqual({
      league_id: LEAGUE,
      total_rounds: 3,
      total_matches: 6,
      champion: { player_id: 'P03', display_name: 'Agent P03', points: 3 },
      final_standings: table,
    });
  });

  test('in slices above 100 players', () => {
    const league = decided({ players: 101 });
    const body = told('LEAGUE_COMPLETED', leagueCompletions(league, tableOf(league))(agentIn(league, 'P101')));
    expect(body).toMatchObject({ total_players: 101 });
    expect(body.final_standings).toHaveLength(11);
  });

  test('without a champion where nobody played', () => {
    const league = decided({ players: 2 });
    expect(leagueCompletions(league, [])(agentIn(league, 'P01')).champion).toBeNull();
  });
});
