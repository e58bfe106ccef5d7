/**
 * Leagues of strangers over HTTP: every dialect at one table, and our own agents among agents that never heard of us.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HistoryFile } from '../../SHARED/contracts/files/history.ts';
import type { AgentsView, StandingsFile } from '../../SHARED/contracts/files/league_data.ts';
import { type Hall, LEAGUE, matchesIn, openHall, type PlayedMatch } from './testing/hall.ts';
import { league, type Program } from './testing/rehearsal.ts';
import { choicesToldBy, FLAT_PLAYER, standIn, winnersToldTo } from './testing/stand_ins.ts';

const LEAGUE_FILE = `leagues/${LEAGUE}.json` as const;
const folders: string[] = [];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'league-'));
  folders.push(folder);
  return folder;
}
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

describe(`a league of every dialect, its flat player in ${FLAT_PLAYER.language}`, () => {
  let at: Hall;
  let codes: readonly (number | null)[];
  let matches: readonly PlayedMatch[];
  let strangers: { readonly [id: string]: Program };

  beforeAll(async () => {
    // No dialect but ours has a field for a token, and the referee of this league shows none.
    at = await openHall(await newFolder(), {
      [LEAGUE_FILE]: { referees: { accept: 'trusted' } },
      'system.json': { security: { require_tokens: false, token_ttl_sec: 86_400 } },
    });
    // The first player is P01 and meets everybody under the first referee, which is ours and speaks everything.
    const P01 = await at.stranger('v1_player.mjs', 'AlphaAgent');
    const [P03, P04, REF02] = await Promise.all([
      at.stranger(FLAT_PLAYER.file, 'P03'),
      at.stranger('posting_player.mjs', 'P04'),
      at.stranger('flat_referee.mjs', 'REF02'),
      at.ours('player', 'P02'),
      at.ours('referee', 'REF01'),
    ]);
    strangers = { P01, P03, P04, REF02 };
    codes = await at.play();
    matches = await matchesIn(at);
  });
  afterAll(() => at?.close());

  test('is played to its end, and nobody finds anything that is not in its documents', () => {
    expect(at.complaints()).toBe('');
    expect(codes).toEqual(codes.map(() => 0));
  });

  test('writes to everybody as it registered', async () => {
    const { players, referees } = await at.file<AgentsView>(`leagues/${LEAGUE}/agents_config.json`);
    const dialects = [
      ...players.map((p) => [p.player_id, p.dialect]),
      ...referees.map((r) => [r.referee_id, r.dialect]),
    ];
    expect(Object.fromEntries(dialects)).toEqual({
      P01: 'v1',
      P02: 'rpc',
      P03: 'flat',
      P04: 'flat',
      REF01: 'rpc',
      REF02: 'flat',
    });
  });

  test('has every match played, and no technical loss', () => {
    expect(matches.map(({ match_id }) => match_id)).toEqual(['R1M1', 'R1M2', 'R2M1', 'R2M2', 'R3M1', 'R3M2']);
    for (const { match_id, status, termination } of matches) {
      expect(['WIN', 'DRAW'], match_id).toContain(status);
      expect(termination, match_id).toBe('normal');
    }
  });

  test('has the three matches in which both speak flat run by the flat referee, and these alone are unverified', () => {
    const byStranger = matches.filter(({ referee_id }) => referee_id === 'REF02');
    expect(byStranger.map(({ player_a, player_b }) => [player_a, player_b].sort())).toEqual([
      ['P03', 'P04'],
      ['P02', 'P04'],
      ['P02', 'P03'],
    ]);
    for (const { match_id, referee_id, unverified } of matches) {
      expect(unverified ?? false, match_id).toBe(referee_id === 'REF02');
    }
  });

  test('tells everybody who played a match the same winner that it counts', () => {
    for (const [id, program] of Object.entries(strangers)) {
      const own = matches.filter((match) => [match.player_a, match.player_b, match.referee_id].includes(id));
      expect(own).toHaveLength(3);
      expect(winnersToldTo(program), id).toEqual(
        Object.fromEntries(own.map(({ match_id, winner }) => [match_id, winner ?? 'DRAW'])),
      );
    }
  });

  test('has standings that follow from its results', async () => {
    const { standings, unverified } = await at.file<StandingsFile>(`leagues/${LEAGUE}/standings.json`);
    expect(unverified).toBe(3);
    for (const { player_id, ...row } of standings) {
      const own = matches.filter(({ player_a, player_b }) => player_a === player_id || player_b === player_id);
      const wins = own.filter(({ winner }) => winner === player_id).length;
      const draws = own.filter(({ winner }) => winner === null).length;
      const counts = { games_played: 3, wins, draws, losses: 3 - wins - draws, points: 3 * wins + draws };
      expect(row, player_id).toMatchObject(counts);
    }
    expect(standings.map(({ player_id }) => player_id).sort()).toEqual(['P01', 'P02', 'P03', 'P04']);
  });

  test('is remembered by our player as it was, whoever was referee', async () => {
    const { matches: remembered } = await at.file<HistoryFile>('players/P02/history.json');
    const own = matches.filter(({ player_a, player_b }) => [player_a, player_b].includes('P02'));
    const ofStranger = choicesToldBy(strangers['REF02'] as Program);
    expect(remembered.map(({ match_id }) => match_id)).toEqual(own.map(({ match_id }) => match_id));
    for (const { match_id, player_a, player_b, winner, choices = {} } of own) {
      const chosen = ofStranger[match_id] ?? choices;
      const opponent_id = player_a === 'P02' ? player_b : player_a;
      const lost = winner === null ? 'DRAW' : 'LOSS';
      expect(
        remembered.find((entry) => entry.match_id === match_id),
        match_id,
      ).toMatchObject({
        opponent_id,
        result: winner === 'P02' ? 'WIN' : lost,
        my_choice: chosen['P02'],
        opponent_choice: chosen[opponent_id],
      });
    }
  });
});

describe('a flat referee that shows its token in the header', () => {
  let at: Hall;
  afterAll(() => at?.close());

  test('is believed where tokens are required, and keeps a long match although it knows no ping', async () => {
    const timeouts = { ping_interval_sec: 0.2, lease_sec: 0.7 };
    at = await openHall(await newFolder(), { [LEAGUE_FILE]: { referees: { accept: 'trusted' }, timeouts } });
    const [REF01] = await Promise.all([
      at.stranger('flat_referee.mjs', 'REF01', '--bearer'),
      at.ours('player', 'P01'),
      at.stranger('posting_player.mjs', 'P02', '700'),
    ]);
    const codes = await at.play();
    expect(at.complaints()).toBe('');
    expect(codes).toEqual(codes.map(() => 0));
    expect(await matchesIn(at)).toMatchObject([{ match_id: 'R1M1', termination: 'normal', unverified: true }]);
    expect((await at.logged()).filter((line) => line.includes('REFEREE_ERROR'))).toEqual([]);
    expect(Object.keys(winnersToldTo(REF01))).toEqual(['R1M1']);
  });
});

describe('our player in the league of a stranger', () => {
  const programs: Program[] = [];
  const started = (program: Program): Program => {
    programs.push(program);
    return program;
  };
  afterAll(() => Promise.all(programs.map((program) => program.end())));

  test('plays under a manager and a referee that know nothing but documents 001 and 003', async () => {
    const folder = await newFolder();
    const manager = started(standIn('flat_manager.mjs'));
    const [, address = ''] = await manager.says(/listens at (http:\S+)/);
    const where = ['--data', join(folder, 'data'), '--logs', join(folder, 'logs')];
    started(league('player', '--id', 'P01', '--port', '0', '--dialect', 'flat', '--manager', address, ...where));
    started(standIn('flat_player.mjs', address, 'P02'));
    const referee = started(standIn('flat_referee.mjs', address, 'REF01'));
    const codes = await Promise.all(programs.map((program) => program.ended()));
    expect(programs.map((program) => program.err()).join('')).toBe('');
    expect(codes).toEqual([0, 0, 0, 0]);

    const { R1M1: winner } = winnersToldTo(manager);
    const { matches } = JSON.parse(
      await readFile(join(folder, 'data/players/P01/history.json'), 'utf8'),
    ) as HistoryFile;
    const { P01: my_choice, P02: opponent_choice } = choicesToldBy(referee)['R1M1'] ?? {};
    const result = { P01: 'WIN', P02: 'LOSS', DRAW: 'DRAW' }[winner ?? ''];
    expect(matches).toMatchObject([
      { league_id: 'league_of_a_stranger', match_id: 'R1M1', opponent_id: 'P02', result, my_choice, opponent_choice },
    ]);
  });
});
