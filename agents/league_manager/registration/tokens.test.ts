import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { seededEntropy } from '../../../SHARED/core/entropy.ts';
import { commitmentOf, derivedTokens, matchSeed, newToken } from './tokens.ts';

const SECRET = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
const SEED = 'ff00000000000000000000000000000000000000000000000000000000000001';
const hashOf = (...parts: readonly (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

describe('a registration token', () => {
  test('is 256 bits, and only its hash is kept', () => {
    const { token, token_sha256 } = newToken(seededEntropy(1));
    expect(token).toMatch(/^tok_[0-9a-f]{64}$/);
    expect(token_sha256).toBe(hashOf(token));
    expect(token_sha256).not.toContain(token.slice(4));
  });

  test('is another one each time', () => {
    const entropy = seededEntropy(1);
    expect(newToken(entropy).token).not.toBe(newToken(entropy).token);
  });
});

describe('derived tokens', () => {
  const tokens = derivedTokens(SECRET, 'league', 'run_1');

  test('are the HMAC of what they are for', () => {
    const mac = (...parts: readonly (string | number)[]) =>
      createHmac('sha256', Buffer.from(SECRET, 'hex'))
        .update(JSON.stringify(['league', 'run_1', ...parts]))
        .digest('hex');
    expect(tokens.manager('P01')).toBe(`mgr_${mac('manager', 'P01')}`);
    expect(tokens.ticket('P01', 'R1M1', 2)).toBe(`tkt_${mac('ticket', 'P01', 'R1M1', 2)}`);
  });

  test('are the same for the same question, also after a restart', () => {
    const again = derivedTokens(SECRET, 'league', 'run_1');
    expect(again.manager('P01')).toBe(tokens.manager('P01'));
    expect(again.ticket('P01', 'R1M1', 1)).toBe(tokens.ticket('P01', 'R1M1', 1));
  });

  test('tickets are the same however many others were asked for in between', () => {
    const many = derivedTokens(SECRET, 'league', 'run_1');
    const first = many.ticket('P01', 'R1M1', 1);
    for (let match = 0; match < 20_001; match++) many.ticket('P01', `R2M${match}`, 1);
    expect(many.ticket('P01', 'R1M1', 1)).toBe(first);
  });

  test('differ by player, match, epoch, purpose, league, run and secret', () => {
    const others = [
      derivedTokens(SECRET, 'league', 'run_2'),
      derivedTokens(SECRET, 'league2', 'run_1'),
      derivedTokens(SECRET.replace('00', '01'), 'league', 'run_1'),
    ];
    const all = [
      tokens.ticket('P01', 'R1M1', 1),
      tokens.ticket('P02', 'R1M1', 1),
      tokens.ticket('P01', 'R1M2', 1),
      tokens.ticket('P01', 'R1M1', 2),
      tokens.ticket('P01R', '1M1', 1),
      tokens.manager('P01'),
      tokens.manager('P02'),
      ...others.flatMap((other) => [other.ticket('P01', 'R1M1', 1), other.manager('P01')]),
    ].map((token) => token.slice(4));
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('the seed of a match', () => {
  test('is 32 unguessable bytes', () => {
    const entropy = seededEntropy(1);
    const seed = matchSeed(entropy, 'R1M1', undefined);
    expect(seed).toMatch(/^[0-9a-f]{64}$/);
    expect(matchSeed(entropy, 'R1M1', undefined)).not.toBe(seed);
  });

  test('follows from the seed of the league where somebody chose one', () => {
    expect(matchSeed(seededEntropy(1), 'R1M1', 'demo')).toBe(hashOf('demoR1M1'));
    expect(matchSeed(seededEntropy(2), 'R1M1', 'demo')).toBe(hashOf('demoR1M1'));
    expect(matchSeed(seededEntropy(1), 'R1M2', 'demo')).toBe(hashOf('demoR1M2'));
  });
});

test('a commitment is the SHA-256 of the bytes of the seed and the match id', () => {
  expect(commitmentOf(SEED, 'R1M1')).toBe(hashOf(Buffer.from(SEED, 'hex'), 'R1M1'));
  expect(commitmentOf(SEED, 'R1M2')).not.toBe(commitmentOf(SEED, 'R1M1'));
});
