import { expect, test } from 'vitest';
import { rejectedBy, turnedAway } from './joins.ts';

test('a client hears that its player does not start, and nothing of what is inside', () => {
  const detail = '/srv/league/data/players/P01/credentials.json is damaged: EISDIR';
  const told = turnedAway({ code: 'DATA_INIT_FAILED', detail });
  expect(told).toMatchObject({ code: 'E020', detail: /DATA_INIT_FAILED/ });
  expect(told.detail).not.toMatch(/srv|EISDIR/);
});

test('what the league rejects has the code and reason of any other player, and no address of ours', () => {
  const detail = 'contact_endpoint is at 10.0.0.7, and you called from 127.0.0.1';
  const told = turnedAway({ code: 'REGISTRATION_REJECTED', detail, rejection: 'INVALID_ENDPOINT' });
  expect(told).toEqual(rejectedBy('INVALID_ENDPOINT'));
  expect(told).toMatchObject({ code: 'E015', name: 'Invalid endpoint' });
  expect(told.detail).not.toContain('10.0.0.7');
});
