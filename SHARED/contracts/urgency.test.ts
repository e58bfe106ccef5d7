import { expect, test } from 'vitest';
import { CONTRACTS, type MessageType } from './index.ts';
import { URGENCIES, urgencyOf } from './urgency.ts';

const TYPES = Object.keys(CONTRACTS) as MessageType[];

test('an answer is as urgent as what it answers', () => {
  for (const type of TYPES) {
    const { head } = CONTRACTS[type];
    if ('reply' in head) expect([type, urgencyOf(head.reply.type)]).toEqual([type, urgencyOf(type)]);
  }
});

test('what has a deadline in a match goes before news of the league, and that before questions', () => {
  expect(['GAME_INVITATION', 'ROUND_COMPLETED', 'LEAGUE_QUERY'].map(urgencyOf)).toEqual([...URGENCIES]);
});

test('a message of another dialect is as urgent as its canonical one; a look or nonsense informs', () => {
  expect(urgencyOf('PARITY_CHOICE')).toBe(urgencyOf('CHOOSE_PARITY_RESPONSE'));
  expect([urgencyOf(undefined), urgencyOf('NONSENSE')]).toEqual(['informs', 'informs']);
});
