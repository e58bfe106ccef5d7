import { expect, test } from 'vitest';
import type { Monotonic } from '../../core/clock.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { LogBudget } from '../flow/token_bucket.ts';
import { refusalLines, withinLogBudget } from './refusals.ts';

const FROM = { address: '10.0.0.7', receivedAt: 0 as Monotonic };
const NO_METHOD = { code: '-32601', detail: 'no such method here: foobar' };

function shown(clock = fakeClock()) {
  const lines: string[] = [];
  return { lines, tell: refusalLines((line) => void lines.push(line), clock), clock };
}

test('a line says who sent what, the code and what was wrong', () => {
  const { lines, tell } = shown();
  tell('foobar', NO_METHOD, FROM);
  tell('unknown', { code: '-32700', detail: 'not valid JSON' }, FROM);
  expect(lines).toEqual([
    '10.0.0.7 sent foobar that cannot be read: -32601, no such method here: foobar',
    '10.0.0.7 sent something that cannot be read: -32700, not valid JSON',
  ]);
});

test('a message that was understood and refused is not shown', () => {
  const { lines, tell } = shown();
  tell('GAME_INVITATION', { code: 'E012', detail: 'no' }, FROM);
  expect(lines).toEqual([]);
});

test('a malformed registration is shown, with the path that was called', () => {
  const { lines, tell } = shown();
  const missing = { code: 'E003', detail: 'missing required field: player_meta.display_name' };
  tell('LEAGUE_REGISTER_REQUEST', missing, { ...FROM, path: '/Register' });
  expect(lines).toEqual([
    '10.0.0.7 sent LEAGUE_REGISTER_REQUEST to /Register that cannot be read: E003, missing required field: player_meta.display_name',
  ]);
});

test('the first of a kind from an address is told at once, and then one a minute with how many there were', async () => {
  const { lines, tell, clock } = shown();
  for (let i = 0; i < 10; i++) tell('foobar', NO_METHOD, FROM);
  tell('other', NO_METHOD, FROM);
  tell('foobar', NO_METHOD, { ...FROM, address: '10.0.0.8' });
  expect(lines).toHaveLength(3);
  await clock.advance(60_000);
  tell('foobar', NO_METHOD, FROM);
  expect(lines.at(-1)).toMatch(/^10.0.0.7 sent foobar .*\(and 9 more not shown\)$/);
});

test('of all kinds together there are thirty lines and then one every five seconds', async () => {
  const { lines, tell, clock } = shown();
  for (let i = 0; i < 100; i++) tell('foobar', NO_METHOD, { ...FROM, address: `10.0.0.${i}` });
  expect(lines).toHaveLength(30);
  await clock.advance(5_000);
  tell('another', NO_METHOD, FROM);
  expect(lines.at(-1)).toMatch(/\(and 70 more not shown\)$/);
});

test('nothing that a terminal would obey gets through', () => {
  const { lines, tell } = shown();
  tell('\u001b[2J', { code: '-32601', detail: 'no such method here: \u001b[2J\r' }, FROM);
  expect(lines).toEqual(['10.0.0.7 sent ?[2J that cannot be read: -32601, no such method here: ?[2J?']);
});

test.each([`tok_${'0f'.repeat(32)}`, `seat_${'0f'.repeat(16)}`, 'K7QM-3XNP-A2DF-9WRT'])(
  'a secret in a method, a path or a detail is on no screen and in no log: %s',
  (secret) => {
    const { lines, tell, clock } = shown();
    const noted: unknown[] = [];
    const budget = new LogBudget({ burst: 10, perSec: 1 }, clock);
    const log = withinLogBudget((...refused) => void noted.push(refused), budget);
    for (const note of [tell, log])
      note(secret, { code: '-32601', detail: `no such method here: ${secret}` }, { ...FROM, path: `/mcp/${secret}` });
    expect(lines).toHaveLength(1);
    expect(noted).toMatchObject([
      ['[secret]', { detail: 'no such method here: [secret]' }, { address: '10.0.0.7', path: '/mcp/[secret]' }],
    ]);
    expect(lines[0]).not.toContain(secret);
  },
);

test('the beginning of a secret that was cut off is hidden too', () => {
  const { lines, tell } = shown();
  tell(`seat_${'0f'.repeat(15)}0`, { code: '-32601', detail: 'no' }, FROM);
  expect(lines).toEqual(['10.0.0.7 sent [secret] that cannot be read: -32601, no']);
});
