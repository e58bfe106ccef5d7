import { expect, test } from 'vitest';
import { sentAs } from '../../contracts/dialects/wrappings.ts';
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

test.each([
  ...['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-authorization-server'],
  ...['/mcp/.well-known/openid-configuration', '/favicon.ico'],
])('a request that clients send by themselves is not shown: GET %s', (path) => {
  const { lines, tell } = shown();
  tell(`GET ${path}`, { code: 'HTTP 404', detail: 'nothing listens at this path' }, FROM);
  expect(lines).toEqual([]);
  tell('GET /mpc', { code: 'HTTP 404', detail: 'nothing listens at this path' }, FROM);
  expect(lines).toHaveLength(1);
});

test('a malformed registration is shown, with the path that was called', () => {
  const { lines, tell } = shown();
  const missing = { code: 'E003', detail: 'missing required field: player_meta.display_name' };
  tell('LEAGUE_REGISTER_REQUEST', missing, { ...FROM, path: '/Register' });
  expect(lines).toEqual([
    '10.0.0.7 sent LEAGUE_REGISTER_REQUEST to /Register that cannot be read: E003, missing required field: player_meta.display_name',
  ]);
});

test('a line on a request says its agent’s name, the path, the method and the wrapping', () => {
  const { lines, tell } = shown();
  const sent = sentAs({ method: 'tools/call', params: { name: 'enter', arguments: { display_name: 'A2' } } });
  tell('tools/call', { ...NO_METHOD, sent }, FROM);
  const message = { player_meta: { display_name: 'A3' } };
  tell('enter', { ...NO_METHOD, sent: sentAs({ method: 'enter', params: { message } }) }, FROM);
  tell('unknown', { code: '-32600', detail: 'no', sent: sentAs({ display_name: 'A4' }) }, FROM);
  expect(lines.map((line) => line.split(' that ')[0])).toEqual([
    '10.0.0.7 sent tools/call of “A2” to /mcp (tools/call of enter)',
    '10.0.0.7 sent enter of “A3” to /mcp (method enter with params.message)',
    '10.0.0.7 sent something of “A4” to /mcp (no envelope)',
  ]);
});

test('agents of two names behind one address are both told of', () => {
  const { lines, tell } = shown();
  for (const name of ['A2', 'A7', 'A2'])
    tell('foobar', { ...NO_METHOD, sent: { name, wrapping: 'method foobar' } }, FROM);
  expect(lines.map((line) => /“\w+”/.exec(line)?.[0])).toEqual(['“A2”', '“A7”']);
});

test('the first of a kind from an address is told at once, and the rest of a minute at its end by its number', async () => {
  const { lines, tell, clock } = shown();
  for (let i = 0; i < 10; i++) tell('foobar', NO_METHOD, FROM);
  tell('other', NO_METHOD, FROM);
  tell('foobar', NO_METHOD, { ...FROM, address: '10.0.0.8' });
  expect(lines).toHaveLength(3);
  await clock.advance(60_000);
  expect(lines).toHaveLength(4);
  expect(lines[3]).toMatch(/^9 more that were refused .* the last of them: 10.0.0.7 sent foobar /);
  await clock.advance(120_000);
  expect(lines).toHaveLength(4);
  tell('foobar', NO_METHOD, FROM);
  expect(lines[4]).toBe(lines[0]);
});

test('of all kinds together there are thirty lines and then one every five seconds, whatever names are invented', async () => {
  const { lines, tell, clock } = shown();
  for (let i = 0; i < 100; i++) tell('foobar', { ...NO_METHOD, sent: { name: `A${i}`, wrapping: 'bare' } }, FROM);
  expect(lines).toHaveLength(30);
  await clock.advance(5_000);
  tell('another', NO_METHOD, FROM);
  expect(lines).toHaveLength(31);
  await clock.advance(55_000);
  expect(lines[31]).toMatch(/^70 more that were refused/);
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
