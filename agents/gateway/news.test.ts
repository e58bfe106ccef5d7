/** What has happened to a seat. */
import { expect, test } from 'vitest';
import { CONTRACTS, type Message } from '../../SHARED/contracts/index.ts';
import { News } from './news.ts';

const over = (match_id: string) =>
  ({
    type: 'GAME_OVER',
    message: { ...CONTRACTS.GAME_OVER.example, match_id } as unknown as Message<'GAME_OVER'>,
  }) as const;
const completed = {
  type: 'ROUND_COMPLETED',
  message: CONTRACTS.ROUND_COMPLETED.example as unknown as Message<'ROUND_COMPLETED'>,
} as const;

test('a match that ended is one match, whoever tells of it first', () => {
  const news = new News();
  expect(news.hear(over('R1M1'), 'P01')).toEqual(['R1M1']);
  expect(news.hear(over('R1M1'), 'P01')).toEqual([]);
  expect(news.hear(completed, 'P01')).toEqual([]);
  const told = news.tell(news.asking());
  expect(told).toMatchObject({ matches: [{ match_id: 'R1M1', result: 'WIN', points: 3 }], dropped: 0 });
});

test('what was told is told once more, and to whoever has heard it not at all', () => {
  const news = new News();
  const [early, late] = [news.asking(), news.asking()];
  news.hear(over('R1M1'), 'P01');
  expect([early, late].map((asking) => news.hasNewsFor(asking))).toEqual([true, true]);
  for (const asking of [early, late]) expect(news.tell(asking).matches).toHaveLength(1);
  const heard = news.asking('R1M1');
  const next = news.asking();
  expect([heard, next].map((asking) => news.hasNewsFor(asking))).toEqual([false, false]);
  expect([heard, next].map((asking) => news.tell(asking).matches.length)).toEqual([0, 1]);
  expect(news.tell(news.asking())).toEqual({ matches: [], dropped: 0 });
});

test('whoever says that it has not heard the last is told at once', () => {
  const news = new News();
  for (const match_id of ['R1M1', 'R2M1', 'R3M1']) news.hear(over(match_id), 'P01');
  news.tell(news.asking());
  news.tell(news.asking());
  const asking = news.asking('R1M1');
  expect(news.hasNewsFor(asking)).toBe(true);
  expect(news.tell(asking).matches.map(({ match_id }) => match_id)).toEqual(['R2M1', 'R3M1']);
});

test('where the referee could not say it, the end of the round does', () => {
  const news = new News();
  expect(news.hear(completed, 'P02')).toEqual(['R1M1']);
  expect(news.tell(news.asking()).matches).toMatchObject([{ match_id: 'R1M1', result: 'LOSS', opponent_id: 'P01' }]);
});

test('for a client that is away for long the last matches are kept, and the others counted', () => {
  const news = new News();
  for (let round = 1; round <= 60; round++) news.hear(over(`R${round}M1`), 'P01');
  const { matches, dropped } = news.tell(news.asking());
  expect(matches).toHaveLength(50);
  expect(matches.at(-1)).toMatchObject({ match_id: 'R60M1' });
  expect(dropped).toBe(10);
});
