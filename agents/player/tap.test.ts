/** A program that holds a player hears what the player hears. */
import { expect, test } from 'vitest';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { callIn, type HeardMessage } from './tap.ts';
import { rehearsal } from './testing/rehearsal.ts';

test('every message that is proven is passed on, before the player answers it', async () => {
  const stage = rehearsal(fakeClock());
  const heard: HeardMessage[] = [];
  const strategy = { name: 'counting', unguarded: true, decide: () => ['even', 'odd'][heard.length - 3] ?? 'neither' };
  await stage.started({ strategy, onHeard: (message) => heard.push(message) });
  await stage.announce();
  await stage.invite();
  expect(await stage.call()).toMatchObject({ parity_choice: 'even' });
  expect(heard.map(({ type }) => type)).toEqual(['ROUND_ANNOUNCEMENT', 'GAME_INVITATION', 'CHOOSE_PARITY_CALL']);
  expect(heard.map((each) => callIn(each)?.match_id)).toEqual([undefined, undefined, 'R1M1']);
});

test('what nobody vouches for, and what is refused, is not passed on', async () => {
  const stage = rehearsal(fakeClock());
  const heard: HeardMessage[] = [];
  await stage.started({ onHeard: (message) => heard.push(message) });
  await stage.announce();
  await stage.call({ auth_token: 'forged' });
  await stage.say('GAME_ERROR', { error_code: 'E001', error_description: 'somebody says so' });
  expect(heard.map(({ type }) => type)).toEqual(['ROUND_ANNOUNCEMENT']);
});
