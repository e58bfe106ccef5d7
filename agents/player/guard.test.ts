import { describe, expect, test } from 'vitest';
import { sleep } from '../../SHARED/core/clock.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { guard, StrategyFailure } from './guard.ts';
import type { Choice, Decide, Strategy, Turn } from './strategy.ts';
import { practiceTurn } from './testing/practice.ts';

function guarded(decide: Decide, parts: Partial<Turn> = {}) {
  const clock = fakeClock();
  const logged: JsonObject[] = [];
  const log = (event: string, details: JsonObject) => logged.push({ event, ...details });
  const ask = guard({ name: 'thinker', decide }, { clock, log });
  const turn = practiceTurn({ clock, ...parts });
  return { clock, logged, decision: clock.runUntil(ask(turn)) };
}

test('a legal move in time goes through as it is', async () => {
  const { decision, logged, clock } = guarded(() => 'odd');
  expect(await decision).toEqual({ move: 'odd' });
  expect(logged).toEqual([]);
  expect(clock.scheduled).toBe(0);
});

test('the reason goes with the move', async () => {
  const { decision } = guarded(async () => ({ move: 'odd', reasoning: 'a feeling' }));
  expect(await decision).toEqual({ move: 'odd', reasoning: 'a feeling' });
});

test('a reason may be left out', async () => {
  const { decision, logged } = guarded(() => ({ move: 'odd' }));
  expect([await decision, logged]).toEqual([{ move: 'odd' }, []]);
});

test('what a model spent goes with the move, and what is no such account does not', async () => {
  const model_use = { model: 'tiny-1', requests: 1, tokens_in: 7, tokens_out: 1, latency_ms: 9 };
  const { decision, logged } = guarded(() => ({ move: 'odd', reasoning: '', model_use }));
  expect(await decision).toEqual({ move: 'odd', reasoning: '', model_use });
  expect(logged).toEqual([{ event: 'MODEL_ASKED', match_id: 'R1M1', step: 1, ...model_use }]);
  const odd = { ...model_use, tokens_in: -1 };
  const { decision: other } = guarded(() => ({ move: 'odd', reasoning: '', model_use: odd }));
  expect(await other).toEqual({ move: 'odd', reasoning: '' });
});

test('moves are the same when they say the same', async () => {
  const moves = [{ from: 'a', to: 'b' }];
  const { decision } = guarded(() => ({ to: 'b', from: 'a' }), { moves });
  expect((await decision).move).toBe(moves[0]);
});

test('a move that looks like a move with a reason is a move', async () => {
  const moves = [{ move: 1, reasoning: 'x' }, 1];
  const { decision } = guarded(() => ({ move: 1, reasoning: 'x' }), { moves });
  expect(await decision).toEqual({ move: moves[0] });
  const wild: Strategy = { name: 'wild', unguarded: true, decide: () => ({ move: 1, reasoning: 'x' }) };
  const ask = guard(wild, { clock: fakeClock(), log: () => undefined });
  expect(await ask(practiceTurn({ moves }))).toEqual({ move: moves[0] });
});

test('an answer at the last moment counts', async () => {
  const { decision } = guarded(async ({ clock }) => {
    await sleep(clock, 999);
    return 'odd';
  });
  expect(await decision).toEqual({ move: 'odd' });
});

test('a strategy that thinks too long is replaced at the deadline, and what it says later is ignored', async () => {
  const { decision, logged, clock } = guarded(async ({ clock }) => {
    await sleep(clock, 5_000);
    return 'odd';
  });
  expect(await decision).toEqual({
    move: 'even',
    reasoning: 'fallback: did not decide within 1000 ms',
    fallback: 'timeout',
    guarded: 'thinker did not decide within 1000 ms',
  });
  expect(clock.monotonic()).toBe(1_000);
  await clock.advance(10_000);
  expect(logged).toEqual([
    {
      event: 'STRATEGY_FALLBACK',
      strategy: 'thinker',
      match_id: 'R1M1',
      fallback: 'timeout',
      detail: 'did not decide within 1000 ms',
      played: 'even',
    },
  ]);
});

test('an exception after the deadline hurts nobody', async () => {
  const { decision, clock } = guarded(async ({ clock }) => {
    await sleep(clock, 5_000);
    throw new Error('too late to matter');
  });
  expect(await decision).toMatchObject({ fallback: 'timeout' });
  await clock.advance(10_000);
  expect(clock.scheduled).toBe(0);
});

test.each<[string, Decide]>([
  [
    'throws',
    () => {
      throw new Error('no idea');
    },
  ],
  ['rejects', () => Promise.reject(new Error('no idea'))],
])('a strategy that %s is replaced', async (_, decide) => {
  const { decision, logged, clock } = guarded(decide);
  expect(await decision).toMatchObject({ move: 'even', fallback: 'error' });
  expect(logged).toMatchObject([
    {
      fallback: 'error',
      detail: expect.stringMatching(/^threw at agents\/player\/guard\.test\.ts:\d+, Error: no idea$/),
    },
  ]);
  expect(clock.scheduled).toBe(0);
});

test.each<[unknown, string]>([
  ['seven', 'illegal'],
  [undefined, 'illegal'],
  [null, 'illegal'],
  [{ move: 'seven', reasoning: 'why not' }, 'illegal'],
  [{ move: 'seven' }, 'illegal'],
  [7n, 'error'],
])('the answer %s is replaced', async (answer, fallback) => {
  const { decision, logged } = guarded(() => answer as Choice);
  expect(await decision).toMatchObject({ move: 'even', fallback });
  expect(logged).toHaveLength(1);
});

test('to be asked for a move when none is open is a bug, and loud', async () => {
  await expect(guarded(() => 'odd', { moves: [] }).decision).rejects.toThrow('leaves none open');
});

test('an unguarded strategy is not helped', async () => {
  const clock = fakeClock();
  const ask = guard({ name: 'wild', unguarded: true, decide: () => 'seven' }, { clock, log: () => undefined });
  expect(await ask(practiceTurn())).toEqual({ move: 'seven' });
  expect(clock.scheduled).toBe(0);
});

describe('the first failure of each kind', () => {
  const failures: readonly [string, Decide, string][] = [
    ['an exception', () => JSON.parse('{'), 'thinker threw at '],
    ['an illegal move', () => 'seven', 'thinker chose "seven", not one of: "even", "odd"; '],
    ['no move', () => undefined as unknown as Choice, 'thinker chose nothing, not one of: "even", "odd"; '],
    ['a late move', () => new Promise<Choice>(() => undefined), 'thinker did not decide within 1000 ms; '],
  ];

  test.each(failures)('is told at once, in a sentence: %s', async (_, decide, sentence) => {
    const clock = fakeClock();
    const told: string[] = [];
    const ask = guard(
      { name: 'thinker', decide },
      { clock, log: () => undefined, onFailure: (line) => told.push(line) },
    );
    for (let i = 0; i < 3; i++) await clock.runUntil(ask(practiceTurn({ clock })));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(sentence);
    expect(told[0]).toMatch(/; the first legal move was played$/);
  });

  test('is told of each kind', async () => {
    const clock = fakeClock();
    const told: string[] = [];
    let turn = 0;
    const decide: Decide = (asked) => failures[turn % failures.length]?.[1](asked) as Choice;
    const ask = guard(
      { name: 'thinker', decide },
      { clock, log: () => undefined, onFailure: (line) => told.push(line) },
    );
    for (; turn < 8; turn++) await clock.runUntil(ask(practiceTurn({ clock })));
    expect(told).toHaveLength(3);
  });
});

describe('a strategy that forfeits', () => {
  function forfeiting(decide: Decide) {
    const clock = fakeClock();
    const told: string[] = [];
    const events: string[] = [];
    const setting = { clock, log: (event: string) => events.push(event), onFailure: (line: string) => told.push(line) };
    const ask = guard({ name: 'thinker', decide }, { ...setting, forfeits: true });
    return { told, events, decision: clock.runUntil(ask(practiceTurn({ clock }))) };
  }

  test.each<[string, Decide, RegExp]>([
    ['throws', () => JSON.parse('{'), /^thinker threw at .*SyntaxError/],
    ['is late', () => new Promise<Choice>(() => undefined), /^thinker did not decide within 1000 ms/],
    ['chooses nothing', () => undefined as unknown as Choice, /^thinker chose nothing, not one of/],
  ])('and %s brings no move, and says why', async (_, decide, sentence) => {
    const { decision, told, events } = forfeiting(decide);
    await expect(decision).rejects.toThrow(StrategyFailure);
    await expect(decision).rejects.toThrow(sentence);
    expect(events).toEqual(['STRATEGY_FAILED']);
    expect(told).toEqual([expect.stringMatching(/; no move was sent$/)]);
  });

  test('has an illegal move sent as it is', async () => {
    const { decision, told } = forfeiting(() => 'seven');
    expect(await decision).toEqual({ move: 'seven' });
    expect(told).toEqual(['thinker chose "seven", not one of: "even", "odd"; it was sent as it is']);
  });

  test('is not touched while it does well', async () => {
    const { decision, told } = forfeiting(() => 'odd');
    expect(await decision).toEqual({ move: 'odd' });
    expect(told).toEqual([]);
  });
});
