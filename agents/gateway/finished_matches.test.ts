/** What has happened to a seat. */
import { expect, test } from 'vitest';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { endingOfGame } from '../player/outcome.ts';
import { rehearsal } from '../player/testing/rehearsal.ts';
import { GAME_RESULT } from '../player/testing/rehearsal_script.ts';
import { FinishedMatches } from './finished_matches.ts';

const over = (match_id: string) => ({
  player_id: 'P01',
  match: { match_id, opponent_id: 'P02', over: true, asked: new Map() },
  ending: endingOfGame(GAME_RESULT),
  draw_seed: undefined,
});

/** The news of a player that hears messages of its league. */
async function staged() {
  const stage = rehearsal(fakeClock());
  const news = new FinishedMatches();
  await stage.started({ onFinished: (finished) => news.add(finished) });
  await stage.announce();
  return { stage, news };
}

test('a match that ended is one match, whoever tells of it first', async () => {
  const { stage, news } = await staged();
  await stage.over();
  await stage.over();
  await stage.completeRound();
  const told = news.tell(news.asking());
  expect(told).toMatchObject({ matches: [{ match_id: 'R1M1', result: 'WIN', points: 3 }], dropped: 0 });
});

test('what was told is told once more, and to whoever has heard it not at all', () => {
  const news = new FinishedMatches();
  const [early, late] = [news.asking(), news.asking()];
  news.add(over('R1M1'));
  expect([early, late].map((asking) => news.hasNewsFor(asking))).toEqual([true, true]);
  for (const asking of [early, late]) expect(news.tell(asking).matches).toHaveLength(1);
  const heard = news.asking('R1M1');
  const next = news.asking();
  expect([heard, next].map((asking) => news.hasNewsFor(asking))).toEqual([false, false]);
  expect([heard, next].map((asking) => news.tell(asking).matches.length)).toEqual([0, 1]);
  expect(news.tell(news.asking())).toEqual({ matches: [], dropped: 0 });
});

test('whoever says that it has not heard the last is told at once', () => {
  const news = new FinishedMatches();
  for (const match_id of ['R1M1', 'R2M1', 'R3M1']) news.add(over(match_id));
  news.tell(news.asking());
  news.tell(news.asking());
  const asking = news.asking('R1M1');
  expect(news.hasNewsFor(asking)).toBe(true);
  expect(news.tell(asking).matches.map(({ match_id }) => match_id)).toEqual(['R2M1', 'R3M1']);
});

test('where the referee could not say it, the end of the round does', async () => {
  const { stage, news } = await staged();
  await stage.completeRound();
  expect(news.tell(news.asking()).matches).toMatchObject([{ match_id: 'R1M1', result: 'WIN', opponent_id: 'P02' }]);
});

test('for a client that is away for long the last matches are kept, and the others counted', () => {
  const news = new FinishedMatches();
  for (let round = 1; round <= 60; round++) news.add(over(`R${round}M1`));
  const { matches, dropped } = news.tell(news.asking());
  expect(matches).toHaveLength(50);
  expect(matches.at(-1)).toMatchObject({ match_id: 'R60M1' });
  expect(dropped).toBe(10);
});
