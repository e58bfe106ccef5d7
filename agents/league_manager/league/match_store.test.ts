import { expect, test } from 'vitest';
import { indexEntry, PackedMatchStore } from './match_store.ts';

const SEATS = ['P1', 'P2'] as const;
const decided = { result: { score: { P1: 3 } } };
const openMatch = (match_id: string) => ({ pairing: { match_id, round_id: 1, seats: SEATS } });
const decidedMatch = (match_id: string) => ({ ...openMatch(match_id), decided });
const idsOf = (round_id: number, count: number) => Array.from({ length: count }, (_, i) => `R${round_id}M${i + 1}`);

function storeOf(...rounds: readonly (readonly string[])[]) {
  const store = new PackedMatchStore<ReturnType<typeof openMatch>>();
  for (const id of rounds.flat()) store.set(id, decidedMatch(id));
  for (const ids of rounds) store.close(ids);
  return store;
}

test('a match of a closed round equals the match that was set, in a round of any length', () => {
  const rounds = [1, 127, 128, 129, 300].map((count, i) => idsOf(i + 1, count));
  const store = storeOf(...rounds);
  expect(store.size).toBe(685);
  expect([...store.unpacked()]).toEqual([]);
  expect([...store.keys()]).toEqual(rounds.flat());
  expect([...store.values()]).toEqual(rounds.flat().map(decidedMatch));
  for (const id of rounds.flat().reverse()) expect(store.get(id)).toEqual(decidedMatch(id));
});

test('a round stays unpacked until its last match is decided', () => {
  const store = storeOf();
  const ids = idsOf(1, 2);
  store.set('R1M1', decidedMatch('R1M1'));
  store.set('R1M2', openMatch('R1M2'));
  store.close(ids);
  expect([...store.unpacked()]).toHaveLength(2);
  store.set('R1M2', decidedMatch('R1M2'));
  store.close(ids);
  expect([...store.unpacked()]).toEqual([]);
  expect(store.get('R1M2')).toEqual(decidedMatch('R1M2'));
});

test('closing a round twice, or a round without matches, changes nothing', () => {
  const store = storeOf(idsOf(1, 3), [], idsOf(1, 3));
  expect([store.size, store.takePages().pages.length]).toEqual([3, 2]);
});

test('the pages of all snapshots fill an empty store, and the index names players and points', () => {
  const rounds = [idsOf(1, 200), idsOf(2, 3), ['final']];
  const store = storeOf(...rounds.slice(0, 2));
  const first = store.takePages();
  store.set('final', decidedMatch('final'));
  store.close(['final']);
  const second = store.takePages();
  expect([first.from, first.pages.length, second.from, second.pages.length]).toEqual([0, 5, 5, 2]);
  const again = storeOf();
  const indexes = [...again.restore([...first.pages, ...second.pages])];
  expect(indexes).toEqual(rounds.map((ids) => ids.map((id) => [id, 'P1', 'P2', [3, 0]])));
  expect([...again.values()]).toEqual(rounds.flat().map(decidedMatch));
  expect(again.takePages()).toEqual({ pages: [], from: 7 });
});

test('the index entry of an open match has no points', () => {
  expect(indexEntry(openMatch('R1M1'))).toEqual(['R1M1', 'P1', 'P2']);
});
