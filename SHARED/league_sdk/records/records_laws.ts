/** The laws of a policy of records; each policy runs these. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { HistoryEntry } from '../../contracts/files/history.ts';
import { type MatchRecord, recordHash } from '../../contracts/files/match.ts';
import type { RecordsPolicy } from '../../contracts/files/system.ts';
import { unwrap } from '../../core/result.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { type Disk, DiskError } from '../disk/disk.ts';
import { memoryDisk } from '../disk/memory_disk.ts';
import { nodeDisk } from '../disk/node_disk.ts';
import { documentText } from '../files/document.ts';
import { PlayerHistoryRepository } from '../files/player_history.ts';
import { MatchReader, Records } from './records.ts';

const LEAGUE = 'L';
const FOLDER = `/data/matches/${LEAGUE}`;

async function shown<T>(name: string): Promise<T> {
  const path = fileURLToPath(new URL(`../../testing/fixtures/spec_examples/data/${name}.json`, import.meta.url));
  return JSON.parse((await nodeDisk().read(path)) ?? '') as T;
}

/** Record number n of the match the specification shows. */
async function record(n: number, epoch = 1): Promise<MatchRecord> {
  return { ...(await shown<MatchRecord>('R1M1')), match_id: `R1M${n}`, assignment_epoch: epoch };
}

async function entry(n: number, result: HistoryEntry['result'] = 'WIN'): Promise<HistoryEntry> {
  const [first] = (await shown<{ matches: HistoryEntry[] }>('history')).matches;
  return { ...(first as HistoryEntry), match_id: `R1M${n}`, result };
}

const process = (disk: Disk, policy: RecordsPolicy) => new Records(policy, { disk, root: '/data' });
const historyOf = (disk: Disk, records: Records, onFailure: (thrown: unknown) => void = () => undefined) =>
  new PlayerHistoryRepository('P01', { disk, clock: fakeClock(), root: '/data', records, onFailure });

async function remembered(disk: Disk, records: Records): Promise<readonly string[]> {
  const { matches } = unwrap(await historyOf(disk, records).getHistory());
  return matches.map(({ match_id, result }) => `${match_id} ${result}`);
}

/** Runs the laws against one policy. */
export function recordsLaws(policy: RecordsPolicy): void {
  const other = policy === 'files' ? 'segments' : 'files';

  test('a match that was saved is found by its referee and by other processes, also after a kill', async () => {
    const disk = memoryDisk();
    const matches = await process(disk, policy).matches(LEAGUE, 'REF01');
    for (const n of [1, 2, 10]) await matches.saveMatch(`R1M${n}`, await record(n));
    for (const found of [matches, await process(disk, policy).matches(LEAGUE, 'REF01')]) {
      expect(await found.listMatches()).toEqual(['R1M1', 'R1M2', 'R1M10']);
      expect(unwrap(await found.getMatch('R1M2'))).toEqual(await record(2));
      expect(unwrap(await found.getMatch('R1M3'))).toBeUndefined();
    }
    const reader = new MatchReader(disk, FOLDER);
    expect(unwrap(await reader.get('R1M10'))).toEqual({ record: await record(10), isAsWritten: true });
    expect(await reader.isKept()).toBe(true);
  });

  test('what was saved is there as it was when its referee has ended, and can be written as a file to the byte', async () => {
    const disk = memoryDisk();
    const matches = await process(disk, policy).matches(LEAGUE, 'REF01');
    await matches.saveMatch('R1M1', await record(1));
    await matches.flush?.();
    const found = unwrap(await new MatchReader(disk, FOLDER).get('R1M1'));
    expect(documentText(found?.record ?? {})).toBe(documentText(await record(1)));
  });

  test('of several records of a match the newest counts, unless another one is wanted', async () => {
    const disk = memoryDisk();
    const [one, two] = [process(disk, policy), process(disk, policy)];
    await (await one.matches(LEAGUE, 'REF01')).saveMatch('R1M1', await record(1, 1));
    await (await two.matches(LEAGUE, 'REF02')).saveMatch('R1M1', await record(1, 2));
    const reader = new MatchReader(disk, FOLDER);
    expect(unwrap(await reader.get('R1M1'))?.record.assignment_epoch).toBe(2);
    const sha = recordHash(await record(1, 2));
    expect(unwrap(await reader.get('R1M1', (kept) => recordHash(kept) === sha))?.record).toEqual(await record(1, 2));
    // A file holds the newest alone.
    const first = unwrap(await reader.get('R1M1', (kept) => kept.assignment_epoch === 1));
    expect(first?.record).toEqual(await record(1, policy === 'segments' ? 1 : 2));
  });

  test('a league that was begun without records has those of its later matches', async () => {
    const disk = memoryDisk();
    await disk.replace(`${FOLDER}/NOT_KEPT`, 'the records of this league were not kept (records: none).\n');
    await (await process(disk, policy).matches(LEAGUE, 'REF01')).saveMatch('R1M2', await record(2));
    const reader = new MatchReader(disk, FOLDER);
    expect(await reader.isKept()).toBe(false);
    expect(await reader.list()).toEqual(['R1M2']);
    expect(unwrap(await reader.get('R1M1'))).toBeUndefined();
  });

  test('a match the disk will not take is told to its referee', async () => {
    const disk = memoryDisk();
    const full = () => Promise.reject(new DiskError('DISK_FULL', 'full'));
    const broken: Disk = { ...disk, append: full, replace: full };
    const matches = await process(broken, policy).matches(LEAGUE, 'REF01');
    await expect(matches.saveMatch('R1M1', await record(1))).rejects.toThrow('full');
  });

  test('a player that was killed remembers each match it acknowledged, once, the later word counting', async () => {
    const disk = memoryDisk();
    const history = historyOf(disk, process(disk, policy));
    for (const n of [1, 2, 3]) unwrap(await history.addMatchResult(await entry(n)));
    unwrap(await history.addMatchResult(await entry(2, 'LOSS')));
    const expected = ['R1M1 WIN', 'R1M2 LOSS', 'R1M3 WIN'];
    expect(await remembered(disk, process(disk, policy))).toEqual(expected);
    await history.flush();
    expect(await remembered(disk, process(disk, policy))).toEqual(expected);
    expect(await remembered(disk, process(disk, other))).toEqual(expected);
  });

  test('a history the disk will not take is told, and costs no player its match', async () => {
    const disk = memoryDisk();
    const full = () => Promise.reject(new DiskError('DISK_FULL', 'full'));
    const broken: Disk = { ...disk, append: full, replace: full };
    const told: unknown[] = [];
    const history = historyOf(broken, process(broken, policy), (thrown) => void told.push(thrown));
    unwrap(await history.addMatchResult(await entry(1)));
    expect(told.length).toBeGreaterThan(0);
  });

  test(`what was kept by the policy ${other} is read all the same, and goes on from there`, async () => {
    const disk = memoryDisk();
    const before = process(disk, other);
    await (await before.matches(LEAGUE, 'REF01')).saveMatch('R1M1', await record(1));
    unwrap(await historyOf(disk, before).addMatchResult(await entry(1)));
    const after = process(disk, policy);
    const matches = await after.matches(LEAGUE, 'REF01');
    await matches.saveMatch('R1M2', await record(2));
    unwrap(await historyOf(disk, after).addMatchResult(await entry(2)));
    const kept = ['R1M1', 'R1M2'];
    expect(await new MatchReader(disk, FOLDER).list()).toEqual(kept);
    expect(await matches.listMatches()).toEqual(kept);
    expect(unwrap(await matches.getMatch('R1M1'))).toEqual(await record(1));
    expect(await remembered(disk, process(disk, policy))).toEqual(kept.map((id) => `${id} WIN`));
  });
}
