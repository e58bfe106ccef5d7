import { describe, expect, test } from 'vitest';
import { refusal } from '../../../SHARED/contracts/errors.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { makeRateLimits, type RateLimitsOptions } from './rate_limits.ts';

const LIMITS = { registrations: 3, registrationsPerMin: 60, wrongTokensPerMin: 2 };
const WRONG = refusal('E012', 'the auth_token is not valid in this league');

function limitsOf(kind: RateLimitsOptions['kind'] = 'class') {
  const clock = fakeClock();
  return { clock, rateLimits: makeRateLimits({ kind, clock, limits: LIMITS }) };
}

describe('registrations of one address', () => {
  test('are taken so many at once, and then one after the other', async () => {
    const { clock, rateLimits } = limitsOf();
    const tries = () => Array.from({ length: 4 }, () => rateLimits.registering('10.0.0.7')?.code);
    expect(tries()).toEqual([undefined, undefined, undefined, 'E014']);
    expect(rateLimits.registering('10.0.0.8')).toBeUndefined();
    await clock.advance(1_000);
    expect(tries()).toEqual([undefined, 'E014', 'E014', 'E014']);
  });

  test('of this machine are not counted in a local league, and are in a class league', () => {
    for (const address of ['127.0.0.1', '::1', 'memory']) {
      const local = limitsOf('local').rateLimits;
      for (let i = 0; i < 10; i++) expect(local.registering(address)).toBeUndefined();
      const strict = limitsOf('class').rateLimits;
      for (let i = 0; i < 3; i++) expect(strict.registering(address)).toBeUndefined();
      expect(strict.registering(address)?.code).toBe('E014');
    }
  });

  test('of others are counted in a local league too', () => {
    const { rateLimits } = limitsOf('local');
    for (let i = 0; i < 3; i++) expect(rateLimits.registering('192.168.1.5')).toBeUndefined();
    expect(rateLimits.registering('192.168.1.5')?.code).toBe('E014');
  });
});

test('a hundred thousand guesses at a token are told to wait, and so is nobody else', () => {
  const { rateLimits } = limitsOf();
  const codes = Array.from({ length: 100_000 }, () => rateLimits.afterWrongToken('10.0.0.7', WRONG).code);
  expect(codes.filter((code) => code === 'E012')).toHaveLength(2);
  expect(codes.at(-1)).toBe('E014');
  expect(rateLimits.afterWrongToken('10.0.0.8', WRONG)).toBe(WRONG);
});

test('other refusals are not guesses', () => {
  const { rateLimits } = limitsOf();
  const missing = refusal('E011', 'no token');
  for (let i = 0; i < 10; i++) expect(rateLimits.afterWrongToken('10.0.0.7', missing)).toBe(missing);
});
