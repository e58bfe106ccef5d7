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

test('a match that ended is told once, whoever tells of it first', () => {
  const news = new News();
  expect(news.hear(over('R1M1'), 'P01')).toEqual(['R1M1']);
  expect(news.hear(over('R1M1'), 'P01')).toEqual([]);
  expect(news.hear(completed, 'P01')).toEqual([]);
  expect(news.take()).toMatchObject({ matches: [{ match_id: 'R1M1', result: 'WIN', points: 3 }], dropped: 0 });
  expect(news.take()).toEqual({ matches: [], dropped: 0 });
});

test('where the referee could not say it, the end of the round does', () => {
  const news = new News();
  expect(news.hear(completed, 'P02')).toEqual(['R1M1']);
  expect(news.take().matches).toMatchObject([{ match_id: 'R1M1', result: 'LOSS', opponent_id: 'P01' }]);
});

test('for a client that is away for long the last matches are kept, and the others counted', () => {
  const news = new News();
  for (let round = 1; round <= 60; round++) news.hear(over(`R${round}M1`), 'P01');
  const { matches, dropped } = news.take();
  expect(matches).toHaveLength(50);
  expect(matches.at(-1)).toMatchObject({ match_id: 'R60M1' });
  expect(dropped).toBe(10);
});
