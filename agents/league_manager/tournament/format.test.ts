import { expect, test } from 'vitest';
import { addPoints, MatchBook, MatchLists, PointsAgainst } from './format.ts';

test.each([[3], [300], [70_000], [5_000_000_000], [0.1], [-2]])(
  'points of %d are kept exactly beside small ones',
  (points) => {
    const all = new PointsAgainst();
    for (let opponent = 1; opponent <= 300; opponent++) addPoints(all, 'P0', `P${opponent}`, opponent % 4);
    addPoints(all, 'P0', 'P7', points);
    addPoints(all, 'P0', 'P301', points);
    const taken = (id: string) => all.get('P0')?.get(id);
    expect(['P6', 'P7', 'P300', 'P301', 'P302'].map(taken)).toEqual([2, 3 + points, 0, points, undefined]);
  },
);

test('points that are taken out again leave none', () => {
  const all = new PointsAgainst();
  addPoints(all, 'P1', 'P2', 3);
  addPoints(all, 'P1', 'P2', -3);
  expect(all.get('P1')?.get('P2')).toBe(0);
});

test('the matches of a player are listed in their order, whatever the round', () => {
  const lists = new MatchLists();
  const ids = ['R1M1', 'R2M5000', 'R429M9999999', 'R9999999M1', 'final', 'R3M2'];
  for (const id of ids) lists.add('P1', id);
  expect(lists.get('P1')).toEqual(ids);
});

test('a packed match is equal to the one that was set', () => {
  const decided = { result: { score: { P1: 3, P2: 0 } } };
  const matchOf = (match_id: string, round_id: number) => {
    return { pairing: { match_id, round_id, seats: ['P1', 'P2'] as const }, decided };
  };
  const book = new MatchBook<ReturnType<typeof matchOf>>();
  const rounds = Array.from({ length: 9 }, (_, i) => ({ round_id: i + 1, matches: [`R${i + 1}M1`] }));
  for (const round of rounds) {
    const [match_id = ''] = round.matches;
    const match = matchOf(match_id, round.round_id);
    book.set(match_id, match);
    book.pack(round, () => 0);
    expect(book.get(match_id)).toEqual(match);
  }
  for (const { round_id, matches } of rounds)
    for (const match_id of matches) expect(book.get(match_id)).toEqual(matchOf(match_id, round_id));
  expect([...book.values()]).toHaveLength(9);
});
