/** Zero tolerance: the samples of the documents, in all dialects, play a league that disqualifies, and break no rule of it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentsView, StandingsFile } from '../../SHARED/contracts/files/league_data.ts';
import { type Hall, LEAGUE, matchesIn, openHall } from './testing/hall.ts';
import { typed } from './testing/rehearsal_in_process.ts';
import { FLAT_PLAYER, LINE_PLAYERS, SHORTEST_PLAYERS } from './testing/stand_ins.ts';

describe('samples and stand-ins in a league that disqualifies', () => {
  let folder: string;
  let at: Hall;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'league-'));
    at = await openHall(folder, { [`leagues/${LEAGUE}.json`]: { violations: 'disqualify' } });
    await at.ours('referee', 'REF01');
    await at.stranger('v1_player.mjs', 'AlphaAgent');
    await Promise.all([
      at.stranger(FLAT_PLAYER.file, 'P31'),
      at.stranger('posting_player.mjs', 'P32'),
      at.ours('player', 'P33'),
      ...SHORTEST_PLAYERS.map((file, nth) => at.stranger(file, `Shortest ${nth}`)),
      ...LINE_PLAYERS.slice(1).map((command) => at.commanded(command)),
    ]);
    const codes = await at.play();
    expect(codes).toEqual(codes.map(() => 0));
  });
  afterAll(async () => {
    await at?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('speak all three dialects and play every match', async () => {
    const { players } = await at.file<AgentsView>(`leagues/${LEAGUE}/agents_config.json`);
    expect(new Set(players.map(({ dialect }) => dialect))).toEqual(new Set(['rpc', 'flat', 'v1']));
    const matches = await matchesIn(at);
    expect(matches.map(({ termination }) => termination)).toEqual(matches.map(() => 'normal'));
  });

  test('break no rule', async () => {
    const { standings } = await at.file<StandingsFile>(`leagues/${LEAGUE}/standings.json`);
    expect(standings.filter((row) => 'violations' in row || 'mark' in row)).toEqual([]);
    const listed = await typed('violations', '--data', join(folder, 'data'));
    expect(listed).toMatchObject({ code: 0, out: expect.stringMatching(/^No violations: \d+ agents, \d+ messages/) });
  });

  test('are graded with the full points for compliance and the bonus', async () => {
    const graded = await typed('grade', '--data', join(folder, 'data'), '--json');
    expect(graded.code).toBe(0);
    const grades = JSON.parse(graded.out) as { readonly [column: string]: unknown }[];
    expect(grades.length).toBeGreaterThan(4);
    for (const grade of grades)
      expect(grade).toMatchObject({ 'Protocol compliance (40)': 40, 'Bonus: zero violations (+10)': 10 });
    const csv = await typed('grade', '--data', join(folder, 'data'), '--format', 'csv');
    expect(csv.out.trimEnd().split('\r\n')).toHaveLength(grades.length + 1);
    expect(await typed('grade', '--data', join(folder, 'data'), '--format', 'pdf')).toMatchObject({ code: 2 });
  });

  test('and the league verifies', async () => {
    expect(await typed('verify', '--data', join(folder, 'data'))).toMatchObject({ code: 0 });
  });
});
