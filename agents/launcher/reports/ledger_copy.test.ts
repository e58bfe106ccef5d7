import { expect, test } from 'vitest';
import type { Json } from '../../../SHARED/core/json.ts';
import { ok, unwrap } from '../../../SHARED/core/result.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { fileLedgerStore } from '../../../SHARED/league_sdk/ledger/file.ts';
import type { LedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { memoryLedgerStore } from '../../../SHARED/testing/memory_ledger_store.ts';
import { copyLeague } from './ledger_copy.ts';

const LINES: readonly (readonly Json[])[] = [['a', { b: 1 }], ['c'], ['d', 'e']];

async function written(store: LedgerStore, lines: readonly (readonly Json[])[]): Promise<LedgerStore> {
  const ledger = unwrap(await store.open<Json>('cup'));
  for (const events of lines) await ledger.append(...events);
  await ledger.close();
  return store;
}

async function linesIn(store: LedgerStore): Promise<unknown> {
  return unwrap(await store.read('cup'))?.lines;
}

const inFiles = () => fileLedgerStore(memoryDisk(), '/data');

test('ledger and documents of a league are copied, and the league stays where it was', async () => {
  const [from, into] = [await written(inFiles(), LINES), memoryLedgerStore()];
  await from.document('cup', 'secret').replace('s\n');
  await from.document('cup', 'run').replace('{}\n');
  expect(await copyLeague('cup', from, into)).toBe(5);
  expect([await linesIn(into), await linesIn(from)]).toEqual([LINES, LINES]);
  expect(await into.document('cup', 'secret').read()).toBe('s\n');
  expect(await into.document('cup', 'run').read()).toBe('{}\n');
  expect(await into.document('cup', 'seats').read()).toBeUndefined();
});

test('a ledger in segments is copied as what was appended', async () => {
  const from = fileLedgerStore(memoryDisk(), '/data', 1);
  const ledger = unwrap(await from.open<Json>('cup'));
  for (const events of LINES) {
    await ledger.append(...events);
    ledger.seal({ state: new Uint8Array(), pages: [], from: 0 });
  }
  await ledger.close();
  const into = inFiles();
  await copyLeague('cup', from, into);
  expect(await linesIn(into)).toEqual(LINES);
});

test('a copy that was interrupted is gone on with, and one that is whole changes nothing', async () => {
  const from = await written(inFiles(), LINES);
  const into = await written(memoryLedgerStore(), LINES.slice(0, 1));
  for (let twice = 0; twice < 2; twice++) {
    expect(await copyLeague('cup', from, into)).toBe(5);
    expect(await linesIn(into)).toEqual(LINES);
  }
});

test.each([
  ['begins otherwise', [['z']]],
  ['is longer', [...LINES, ['f']]],
])('another league of the id that %s is left alone', async (_, lines) => {
  const from = await written(inFiles(), LINES);
  const into = await written(memoryLedgerStore(), lines);
  await expect(copyLeague('cup', from, into)).rejects.toThrow(/another run of the league is in memory:cup/);
  expect(await linesIn(into)).toEqual(lines);
});

test('a league that a manager has open is not copied', async () => {
  const store = await written(inFiles(), LINES);
  const ledger = unwrap(await store.open('cup'));
  await expect(copyLeague('cup', store, memoryLedgerStore())).rejects.toThrow(/a manager has .*cup.* open/);
  await ledger.close();
  expect(await copyLeague('none', store, memoryLedgerStore())).toBe(0);
});

test('match files go with the results, into the ledger where it keeps them and else beside it', async () => {
  const decided = (match_id: string) => ({ type: 'match_decided', match_id, record_sha256: `hash of ${match_id}` });
  const lines = [[{ type: 'league_started' }], [decided('R1M1'), decided('R1M2')], [decided('R1M3')]];
  const from = await written(inFiles(), lines);
  const files = new Map([
    ['R1M1', 'one'],
    ['R1M3', 'three'],
  ]);
  const saved = new Map<string, string>();
  const records = {
    read: async (match_id: string, sha256: string) =>
      sha256 === `hash of ${match_id}` ? files.get(match_id) : 'another record',
    save: async (match_id: string, text: string) => void saved.set(match_id, text),
  };
  await copyLeague('cup', from, inFiles(), records);
  expect(saved).toEqual(files);

  saved.clear();
  const kept = new Map<string, string>();
  const memory = memoryLedgerStore();
  const keeping: LedgerStore = {
    ...memory,
    async open<Event extends Json>(league_id: string) {
      const opened = await memory.open<Event>(league_id);
      if (!opened.ok) return opened;
      const keepRecord = (match_id: string, text: string) => void kept.set(match_id, text);
      return ok(Object.create(opened.value, { keepRecord: { value: keepRecord } }));
    },
  };
  await copyLeague('cup', from, keeping, records);
  expect([kept, saved.size]).toEqual([files, 0]);
});
