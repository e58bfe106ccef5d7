import { expect, test } from 'vitest';
import type { Monotonic } from '../../core/clock.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { refusalLines } from './refusals.ts';

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

test('after five lines there is one every ten seconds, whoever sends, and it says how many there were', async () => {
  const { lines, tell, clock } = shown();
  for (let i = 0; i < 100; i++) tell('foobar', NO_METHOD, { ...FROM, address: `10.0.0.${i}` });
  expect(lines).toHaveLength(5);
  await clock.advance(10_000);
  tell('foobar', NO_METHOD, FROM);
  expect(lines.at(-1)).toMatch(/\(and 95 more not shown\)$/);
});

test('nothing that a terminal would obey gets through', () => {
  const { lines, tell } = shown();
  tell('\u001b[2J', { code: '-32601', detail: 'no such method here: \u001b[2J\r' }, FROM);
  expect(lines).toEqual(['10.0.0.7 sent ?[2J that cannot be read: -32601, no such method here: ?[2J?']);
});
