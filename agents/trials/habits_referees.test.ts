/** Referees of strangers under our manager, one for each habit: every league is played to its end. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Hall, LEAGUE, matchesIn, openHall } from './testing/hall.ts';
import type { Program } from './testing/rehearsal.ts';
import { HAS_PYTHON, standInAt } from './testing/stand_ins.ts';

/** Three players that show no habit which a referee would have to know, nor want tickets. */
const PLAYERS = ['spec', 'no_times', 'integer_ids'];

const skipped = HAS_PYTHON ? '' : ' (skipped: there is no python3 of 3.8 or later here)';
describe.skipIf(!HAS_PYTHON)(`a referee of strangers${skipped}`, () => {
  let folder: string;
  let at: Hall;
  let players: Program;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'league-'));
  });
  afterEach(async () => {
    await players?.end();
    await at?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(accept: string, timeouts: object = {}): Promise<void> {
    at = await openHall(folder, { [`leagues/${LEAGUE}.json`]: { referees: { accept }, timeouts } });
    players = standInAt(folder, 'habits/players.py', at.manager, ...PLAYERS);
    await players.says(/all have tried to register/);
  }

  async function expectPlayed(): Promise<void> {
    const codes = await at.play();
    expect(codes).toEqual(codes.map(() => 0));
    const matches = await matchesIn(at);
    expect(matches.map(({ termination }) => termination)).toEqual(['normal', 'normal', 'normal']);
    expect(players.err()).toBe('');
  }

  test('runs a league that takes what is consistent', async () => {
    await open('consistent');
    const referee = await at.stranger('habits/referees.py');
    await expectPlayed();
    expect(referee.out().match(/reported, and heard .*MATCH_RESULT_ACK/g)).toHaveLength(3);
  });

  test('that reports a winner and nothing of how runs a league that trusts it', async () => {
    await open('trusted');
    const referee = await at.stranger('habits/referees.py', 'no_moves');
    await expectPlayed();
    expect(referee.out().match(/reported, and heard .*MATCH_RESULT_ACK/g)).toHaveLength(3);
  });

  test('that reads choice alone runs the matches of our players', async () => {
    at = await openHall(folder, { [`leagues/${LEAGUE}.json`]: { referees: { accept: 'consistent' } } });
    await Promise.all([at.ours('player', 'P01'), at.ours('player', 'P02')]);
    const referee = await at.stranger('habits/referees.py', 'choice_only');
    const codes = await at.play();
    expect(codes).toEqual(codes.map(() => 0));
    expect(await matchesIn(at)).toMatchObject([{ referee_id: 'REF01', termination: 'normal' }]);
    expect(referee.err()).toBe('');
  });

  test('that plays every match twice is heard once', async () => {
    await open('consistent');
    const referee = await at.stranger('habits/referees.py', 'twice');
    await expectPlayed();
    const heard = referee.out().match(/reported, and heard .*/g) ?? [];
    expect(heard.filter((line) => line.includes('MATCH_RESULT_ACK')).length).toBeGreaterThanOrEqual(3);
    expect(heard.filter((line) => !/MATCH_RESULT_ACK|E010|E012/.test(line))).toEqual([]);
  });

  test.each(['own_status', 'no_run_match'])('with the habit %s loses its matches to ours', async (habit) => {
    await open('verified', { ping_interval_sec: 0.5, lease_sec: 3 });
    await at.stranger('habits/referees.py', habit);
    await at.ours('referee', 'REF09');
    await expectPlayed();
    expect((await matchesIn(at)).map(({ referee_id }) => referee_id)).toEqual(['REF09', 'REF09', 'REF09']);
  });
});
