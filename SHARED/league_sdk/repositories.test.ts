import { describe, expect, test } from 'vitest';
import type { RoundEntry } from '../contracts/files/league_data.ts';
import type { MatchRecord } from '../contracts/files/match.ts';
import { unwrap } from '../core/result.ts';
import { fakeClock } from '../testing/fake_clock.ts';
import { memoryDisk } from './disk/memory_disk.ts';
import { MatchRepository, RoundsRepository, StandingsRepository } from './repositories.ts';

function store() {
  const disk = memoryDisk();
  return { disk, clock: fakeClock(), root: '/data' };
}

const row = (player_id: string, points = 0) => ({
  rank: 1,
  player_id,
  display_name: `Agent ${player_id}`,
  wins: 0,
  draws: 0,
  losses: 0,
  points,
  games_played: 0,
});

const round = (round_id: number, winner: string | null = null): RoundEntry => ({
  round_id,
  status: 'COMPLETED',
  started_at: '2025-01-15T10:00:00.000Z',
  completed_at: '2025-01-15T10:01:00.000Z',
  matches: [{ match_id: `R${round_id}M1`, player_a: 'P01', player_b: 'P02', winner }],
});

const record: MatchRecord = {
  schema_version: '1.0.0',
  match_id: 'R1M1',
  league_id: 'cup',
  round_id: 1,
  referee_id: 'REF01',
  lifecycle: { state: 'WAITING_FOR_PLAYERS', created_at: '2025-01-15T10:00:00.000Z' },
  players: {
    player_a: { id: 'P01', display_name: 'Agent Alpha', joined_at: null },
    player_b: { id: 'P02', display_name: 'Agent Beta', joined_at: null },
  },
  transcript: [],
  result: null,
};

describe('the standings on disk', () => {
  test('are empty before there is a file, and come back as they were saved, stamped and readable', async () => {
    const place = store();
    const standings = new StandingsRepository('cup', place);
    const empty = unwrap(await standings.load());
    expect(empty).toMatchObject({ schema_version: '1.0.0', league_id: 'cup', version: 0, standings: [] });
    await place.clock.advance(1_000);
    await standings.save({ ...empty, standings: [row('P01')] });
    expect(unwrap(await standings.load())).toMatchObject({
      last_updated: '2025-01-15T10:00:01.000Z',
      standings: [row('P01')],
    });
    expect(await place.disk.read('/data/leagues/cup/standings.json')).toContain(
      '\n  "standings": [\n    {\n      "rank": 1,',
    );
  });

  test('count a result for a player and rank by points, also when many come at once', async () => {
    const place = store();
    const standings = new StandingsRepository('cup', place);
    await standings.save({ ...unwrap(await standings.load()), standings: [row('P01', 1), row('P02')] });
    const counted = await Promise.all([
      standings.updatePlayer('P02', 'WIN', 3),
      standings.updatePlayer('P01', 'LOSS', 0),
      standings.updatePlayer('P01', 'DRAW', 1),
      standings.updatePlayer('P99', 'WIN', 3),
    ]);
    expect(counted.map(({ ok }) => ok)).toEqual([true, true, true, false]);
    expect(counted[3]).toEqual({ ok: false, error: { code: 'UNKNOWN_PLAYER' } });
    const after = unwrap(await standings.load());
    expect(after.version).toBe(3);
    expect(after.standings).toMatchObject([
      { rank: 1, player_id: 'P02', wins: 1, points: 3, games_played: 1 },
      { rank: 2, player_id: 'P01', losses: 1, draws: 1, points: 2, games_played: 2 },
    ]);
  });

  test.each([
    ['{"schema_version": "1.0.0", "stand', 'not valid JSON'],
    ['[]', 'the file'],
    ['{"schema_version":"1.0.0","league_id":"cup","version":-1}', '"'],
    ['{"__proto__":{}}', 'not allowed'],
  ])('that are damaged (%s) are told and left alone', async (text, detail) => {
    const place = store();
    const standings = new StandingsRepository('cup', place);
    await place.disk.replace(standings.path, text);
    const damaged = {
      ok: false,
      error: { code: 'DAMAGED', file: standings.path, detail: expect.stringContaining(detail) },
    };
    expect(await standings.load()).toMatchObject(damaged);
    expect(await standings.updatePlayer('P01', 'WIN', 3)).toMatchObject(damaged);
    expect(await place.disk.read(standings.path)).toBe(text);
  });
});

describe('the rounds on disk', () => {
  test('are added in order, once each', async () => {
    const rounds = new RoundsRepository('cup', store());
    expect(unwrap(await rounds.load())).toEqual({
      schema_version: '1.0.0',
      league_id: 'cup',
      total_rounds: 0,
      rounds: [],
    });
    await Promise.all([rounds.addRound(round(2)), rounds.addRound(round(1)), rounds.addRound(round(2, 'P01'))]);
    expect(unwrap(await rounds.load())).toEqual({
      schema_version: '1.0.0',
      league_id: 'cup',
      total_rounds: 2,
      rounds: [round(1), round(2, 'P01')],
    });
  });

  test('know more rounds than have been played', async () => {
    const rounds = new RoundsRepository('cup', store());
    await rounds.save({ schema_version: '1.0.0', league_id: 'cup', total_rounds: 7, rounds: [] });
    await rounds.addRound(round(1));
    expect(unwrap(await rounds.load()).total_rounds).toBe(7);
  });
});

describe('the records of matches', () => {
  test('are saved, found and listed in natural order', async () => {
    const place = store();
    const matches = new MatchRepository('cup', place);
    expect(await matches.listMatches()).toEqual([]);
    expect(unwrap(await matches.getMatch('R1M1'))).toBeUndefined();
    for (const match_id of ['R10M1', 'R2M1', 'R1M1']) await matches.saveMatch(match_id, { ...record, match_id });
    await place.disk.append('/data/matches/cup/notes.txt', 'not a match');
    expect(await matches.listMatches()).toEqual(['R1M1', 'R2M1', 'R10M1']);
    expect(unwrap(await matches.getMatch('R1M1'))).toEqual(record);
  });

  test('keep what they do not know, so that their hash stays the same', async () => {
    const matches = new MatchRepository('cup', store());
    const extended = {
      ...record,
      transcript: [{ sequence: 1, message_type: 'GAME_ERROR', timestamp: '2025-01-15T10:00:00.000Z', extra: [1] }],
      result: {
        winner_id: null,
        loser_id: null,
        winner_choice: null,
        loser_choice: null,
        points_awarded: 1,
        board: ['X', 'O'],
      },
    };
    await matches.saveMatch('R1M1', extended);
    expect(unwrap(await matches.getMatch('R1M1'))).toEqual(extended);
  });

  test('never lie outside their folder', async () => {
    const matches = new MatchRepository('cup', store());
    await expect(matches.saveMatch('../../secret', record)).rejects.toThrow(RangeError);
    expect(() => matches.getMatch('..')).toThrow(RangeError);
  });
});
