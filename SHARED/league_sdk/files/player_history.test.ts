import { describe, expect, test } from 'vitest';
import type { HistoryEntry } from '../../contracts/files/history.ts';
import { unwrap } from '../../core/result.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { wholeText } from '../disk/disk.ts';
import { memoryDisk } from '../disk/memory_disk.ts';
import { PlayerHistoryRepository } from '../repositories.ts';

const PATH = '/data/players/P01/history.json';

function store() {
  return { disk: memoryDisk(), clock: fakeClock(), root: '/data' };
}

const entry = (match_id: string, changes: Partial<HistoryEntry> = {}): HistoryEntry => ({
  match_id,
  round_id: 1,
  league_id: 'cup',
  run_id: 'run1',
  opponent_id: 'P02',
  result: 'WIN',
  my_choice: 'rock',
  opponent_choice: 'scissors',
  points_earned: 3,
  timestamp: '2025-01-15T10:00:00.000Z',
  ...changes,
});

describe('a player’s history', () => {
  test('is empty at first, and on disk with its first match', async () => {
    const place = store();
    const history = new PlayerHistoryRepository('P01', place, 'Agent Alpha');
    expect(unwrap(await history.getHistory())).toMatchObject({
      player_id: 'P01',
      display_name: 'Agent Alpha',
      matches: [],
    });
    await history.addMatchResult(entry('R1M1'));
    expect(JSON.parse((await place.disk.read(PATH)) ?? '')).toMatchObject({
      last_updated: '2025-01-15T10:00:00.000Z',
      stats: { total_matches: 1, wins: 1, win_rate: 1, total_points: 3 },
      matches: [entry('R1M1')],
      opponent_history: { P02: { matches_played: 1, wins: 1, losses: 0, draws: 0, their_choices: ['scissors'] } },
    });
  });

  test('counts forfeits apart from losses, and an opponent’s silence as no choice', async () => {
    const history = new PlayerHistoryRepository('P01', store());
    await history.addMatchResult(entry('R1M1', { result: 'LOSS', points_earned: 0 }));
    await history.addMatchResult(entry('R2M1', { result: 'DRAW', points_earned: 1, opponent_id: 'P03' }));
    await history.addMatchResult(entry('R3M1', { result: 'TECHNICAL_LOSS', points_earned: 0, my_choice: null }));
    await history.addMatchResult(entry('R4M1', { result: 'WIN', opponent_choice: null, status: 'TECHNICAL_LOSS' }));
    const { stats, opponent_history } = unwrap(await history.getHistory());
    expect(stats).toEqual({
      total_matches: 4,
      wins: 1,
      losses: 1,
      draws: 1,
      technical_losses: 1,
      win_rate: 0.25,
      total_points: 4,
    });
    expect(opponent_history.P02).toEqual({
      matches_played: 3,
      wins: 1,
      losses: 2,
      draws: 0,
      their_choices: ['scissors', 'scissors'],
    });
  });

  test('has one entry per run and match: the same again takes the place of the first', async () => {
    const history = new PlayerHistoryRepository('P01', store());
    await history.addMatchResult(entry('R1M1'));
    await history.addMatchResult(entry('R1M2', { opponent_id: 'constructor' }));
    await history.addMatchResult(entry('R1M1', { result: 'LOSS', points_earned: 0 }));
    await history.addMatchResult(entry('R1M1', { run_id: 'run2' }));
    const { stats, matches, opponent_history } = unwrap(await history.getHistory());
    expect(matches.map(({ run_id, match_id, result }) => [run_id, match_id, result])).toEqual([
      ['run1', 'R1M1', 'LOSS'],
      ['run1', 'R1M2', 'WIN'],
      ['run2', 'R1M1', 'WIN'],
    ]);
    expect(stats).toMatchObject({ total_matches: 3, wins: 2, losses: 1, total_points: 6 });
    expect(opponent_history).toMatchObject({ P02: { matches_played: 2 }, constructor: { matches_played: 1 } });
  });

  test('outlives the process, and goes on', async () => {
    const place = store();
    const before = new PlayerHistoryRepository('P01', place);
    await before.addMatchResult(entry('R1M1'));
    await before.flush();
    const after = new PlayerHistoryRepository('P01', place);
    await after.addMatchResult(entry('R1M1'));
    await after.addMatchResult(entry('R2M1'));
    await after.flush();
    expect(JSON.parse((await place.disk.read(PATH)) ?? '').stats.total_matches).toBe(2);
  });

  test('has every match that was added when its process is killed, whatever was written by then', async () => {
    const place = store();
    const killed = new PlayerHistoryRepository('P01', place);
    for (const match_id of ['R1M1', 'R2M1', 'R3M1']) {
      await killed.addMatchResult(entry(match_id));
      const { matches, stats } = unwrap(await new PlayerHistoryRepository('P01', place).getHistory());
      expect(matches.at(-1)).toEqual(entry(match_id));
      expect(stats.total_matches).toBe(matches.length);
      await place.clock.advance(600);
    }
    const after = new PlayerHistoryRepository('P01', place);
    await after.getHistory();
    await after.flush();
    expect(await place.disk.list('/data/players/P01')).toEqual(['history.json']);
    expect(JSON.parse((await place.disk.read(PATH)) ?? '').stats.total_matches).toBe(3);
  });

  test('loses no match that was added while the whole was written', async () => {
    const place = store();
    const slow = { ...place.disk, replace: place.disk.replace };
    const history = new PlayerHistoryRepository('P01', { ...place, disk: slow });
    await history.addMatchResult(entry('R1M1'));
    await history.addMatchResult(entry('R2M1'));
    slow.replace = async (...args) => {
      await history.addMatchResult(entry('R3M1'));
      await place.disk.replace(...args);
    };
    await history.flush();
    const { matches } = unwrap(await new PlayerHistoryRepository('P01', place).getHistory());
    expect(matches.map(({ match_id }) => match_id)).toEqual(['R1M1', 'R2M1', 'R3M1']);
  });

  test('goes on where the disk took only a part of a match, and tells it', async () => {
    const place = store();
    const failures: unknown[] = [];
    const { append } = place.disk;
    const history = new PlayerHistoryRepository('P01', { ...place, onFailure: (thrown) => failures.push(thrown) });
    await history.addMatchResult(entry('R1M1'));
    place.disk.append = async (path, text) => {
      await append(path, text.slice(0, 10));
      throw new Error('full');
    };
    expect(await history.addMatchResult(entry('R2M1'))).toMatchObject({ ok: true });
    place.disk.append = append;
    await history.addMatchResult(entry('R3M1'));
    expect(failures).toHaveLength(1);
    const left = unwrap(await new PlayerHistoryRepository('P01', place).getHistory());
    expect(left.matches.map(({ match_id }) => match_id)).toEqual(['R1M1', 'R3M1']);
    await history.flush();
    expect(JSON.parse((await place.disk.read(PATH)) ?? '').stats.total_matches).toBe(3);
  });

  test('has a match in a line where the disk would not take the whole, and writes the whole later', async () => {
    const place = store();
    const failures: unknown[] = [];
    const { replace } = place.disk;
    const history = new PlayerHistoryRepository('P01', { ...place, onFailure: (thrown) => failures.push(thrown) });
    for (let i = 1; i <= 32; i++) await history.addMatchResult(entry(`R${i}M1`));
    await history.flush();
    await place.clock.advance(5_000);
    place.disk.replace = async () => {
      throw new Error('full');
    };
    // With the last one it has grown by half: the whole is due.
    for (let i = 1; i <= 32; i++) await history.addMatchResult(entry(`R${i}M2`));
    expect(failures).toHaveLength(1);
    const left = unwrap(await new PlayerHistoryRepository('P01', place).getHistory());
    expect(left.matches.map(({ match_id }) => match_id).slice(32)).toEqual(
      Array.from({ length: 32 }, (_, i) => `R${i + 1}M2`),
    );
    place.disk.replace = replace;
    await place.clock.advance(5_000);
    // What is in no file still counts as new.
    await history.addMatchResult(entry('R33M2'));
    expect(JSON.parse((await place.disk.read(PATH)) ?? '').stats.total_matches).toBe(65);
  });

  test('is one file where matches are seconds apart, and has few lines beside it where they are not', async () => {
    const place = store();
    const lines = async () => (await place.disk.read('/data/players/P01/history.jsonl'))?.split('\n').length ?? 0;
    const history = new PlayerHistoryRepository('P01', place);
    for (let i = 1; i <= 5; i++) {
      await history.addMatchResult(entry(`R${i}M1`));
      await place.clock.advance(1_001);
    }
    expect(await lines()).toBe(0);
    for (let i = 1; i <= 1_000; i++) {
      await history.addMatchResult(entry(`R${i}M2`));
      if (i % 50 === 0) await place.clock.advance(1_001);
      expect(await lines()).toBeLessThan(Math.max(200, i));
    }
  });

  test('that is long is written whole only when it has grown by half, and at the end', async () => {
    const place = store();
    let written = 0;
    const replace: typeof place.disk.replace = (path, text) => {
      written += wholeText(text).length;
      return place.disk.replace(path, text);
    };
    const history = new PlayerHistoryRepository('P01', { ...place, disk: { ...place.disk, replace } });
    for (let i = 1; i <= 1_000; i++) {
      await history.addMatchResult(entry(`R${i}M1`));
      await place.clock.advance(5_000);
    }
    await history.flush();
    const { length } = (await place.disk.read(PATH)) ?? '';
    expect(JSON.parse((await place.disk.read(PATH)) ?? '')).toMatchObject({ stats: { total_matches: 1_000 } });
    // Every match with the whole would be five hundred times its length.
    expect(written / length).toBeLessThan(5);
  });

  test('that is damaged is told and left alone, until it is set aside', async () => {
    const place = store();
    await place.disk.append(PATH, '{"matches": 3}');
    const history = new PlayerHistoryRepository('P01', place);
    expect(await history.getHistory()).toMatchObject({ ok: false, error: { code: 'DAMAGED', file: PATH } });
    expect(await history.addMatchResult(entry('R1M1'))).toMatchObject({ ok: false });
    expect(await place.disk.read(PATH)).toBe('{"matches": 3}');
    const aside = await history.setAside();
    expect(await place.disk.read(aside)).toBe('{"matches": 3}');
    expect(await history.addMatchResult(entry('R1M1'))).toMatchObject({ ok: true });
    await history.flush();
    expect(await place.disk.list('/data/players/P01')).toHaveLength(2);
  });

  test('reads its files once and keeps ten thousand matches in memory', async () => {
    const place = store();
    let reads = 0;
    const disk = {
      ...place.disk,
      read: (path: string) => {
        reads++;
        return place.disk.read(path);
      },
    };
    const history = new PlayerHistoryRepository('P01', { ...place, disk });
    for (let i = 1; i <= 10_000; i++) await history.addMatchResult(entry(`R${i}M1`, { opponent_id: `P${i % 100}` }));
    await history.flush();
    expect(reads).toBe(2);
    expect(unwrap(await history.getHistory()).stats.total_matches).toBe(10_000);
  });

  test('takes in matches that it knows at the price of new ones', async () => {
    let looks = 0;
    const looked = (i: number) => ({
      ...entry(`R${i}M1`),
      get points_earned() {
        looks++;
        return 3;
      },
    });
    const history = new PlayerHistoryRepository('P01', store());
    for (let again = 0; again < 2; again++) for (let i = 1; i <= 1_000; i++) await history.addMatchResult(looked(i));
    expect(unwrap(await history.getHistory()).stats).toMatchObject({ total_matches: 1_000, total_points: 3_000 });
    expect(looks).toBeLessThan(20_000);
  });
});
