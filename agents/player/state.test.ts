import { expect, test } from 'vitest';
import { Matches, State } from './state.ts';
import { ANNOUNCED } from './testing/rehearsal_script.ts';

test('matches that are over are forgotten when their round is long past, open ones never', () => {
  const matches = new Matches();
  for (const round of [1, 2, 3]) matches.announce({ ...ANNOUNCED, match_id: `R${round}M1` }, round, 'P02');
  matches.announce({ ...ANNOUNCED, match_id: 'R1M9' }, 1, 'P02');
  for (const id of ['R1M1', 'R2M1', 'R3M1']) matches.open(id).over = true;
  matches.forgetBefore(2);
  expect(['R1M1', 'R1M9', 'R2M1', 'R3M1'].map((id) => matches.get(id) !== undefined)).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

test('an assignment older than the known one changes nothing', () => {
  const matches = new Matches();
  matches.vouch('R1M1', { ticket: 'new', epoch: 2 });
  expect(matches.vouch('R1M1', { ticket: 'old', epoch: 1 }).assignment).toEqual({ ticket: 'new', epoch: 2 });
  expect(matches.announce(ANNOUNCED, 1, 'P02')).toBe('outdated');
});

test('before it is registered a player is nobody, and says so', () => {
  const state = new State();
  expect(state.isMember).toBe(false);
  expect(() => state.member).toThrow('not registered');
});

test('an event out of order leads where it always leads, and is told', () => {
  const state = new State();
  expect(state.on('called')).toBe('out of order: called in state UNREGISTERED');
  expect(state.phase).toBe('CHOOSING_PARITY');
  expect(state.on('chosen')).toBeUndefined();
  expect(state.phase).toBe('WAITING_FOR_RESULT');
});
