import { describe, expect, test } from 'vitest';
import { sleep } from '../../../SHARED/core/clock.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { err, ok } from '../../../SHARED/core/result.ts';
import { type FakeClock, fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { type Decision, guard } from '../guard.ts';
import type { Model, ModelQuestion, ProviderFailure } from '../model/model.ts';
import { practiceTurn } from '../testing/practice.ts';
import { llm } from './llm.ts';

type Ask = (nth: number, clock: FakeClock, question: ModelQuestion) => ReturnType<Model['ask']>;

const says = async (text: string) => ok({ text, tokensIn: 100, tokensOut: 10 });
const fails = async (parts: Partial<ProviderFailure>) =>
  err({ kind: 'outage', detail: 'HTTP 503', mayTryAgain: true, ...parts } as const);

/** One move behind the guard, of ten seconds. */
async function moved(ask: Ask, price?: Model['price']) {
  const clock = fakeClock();
  const logged: JsonObject[] = [];
  const told: string[] = [];
  const questions: ModelQuestion[] = [];
  const signals: AbortSignal[] = [];
  const model: Model = {
    name: 'test/model',
    ...(price === undefined ? {} : { price }),
    ask(question, signal) {
      questions.push(question);
      signals.push(signal);
      return ask(questions.length, clock, question);
    },
  };
  const decide = guard(
    llm(model, () => undefined),
    {
      clock,
      log: (event, details) => logged.push({ event, ...details }),
      onFailure: (sentence) => told.push(sentence),
    },
  );
  const decision: Decision = await clock.runUntil(decide(practiceTurn({ clock, timeLeftMs: 10_000 })));
  return { decision, logged, told, questions, signals, tookMs: clock.monotonic(), clock };
}

describe('a model', () => {
  test('makes the move, and what it spent goes with it', async () => {
    const { decision, logged } = await moved(async (_, clock) => {
      await sleep(clock, 800);
      return says('{"reasoning":"a feeling","move":"odd"}');
    });
    const model_use = { model: 'test/model', requests: 1, tokens_in: 100, tokens_out: 10, latency_ms: 800 };
    expect(decision).toEqual({ move: 'odd', reasoning: 'a feeling', model_use });
    expect(logged).toEqual([{ event: 'MODEL_ASKED', match_id: 'R1M1', step: 1, ...model_use, reasoning: 'a feeling' }]);
  });

  test('costs what a million tokens cost', async () => {
    const { decision } = await moved(() => says('odd'), { in: 2, out: 10 });
    expect(decision.model_use?.cost).toBeCloseTo(0.0003, 9);
  });

  test('that answers with no legal move is asked once more, with its answer', async () => {
    const { decision, questions } = await moved((nth) => says(nth === 1 ? 'I refuse' : '{"move":"odd"}'));
    expect(decision).toMatchObject({ move: 'odd', model_use: { requests: 2, tokens_in: 200, tokens_out: 20 } });
    expect(decision.guarded).toBeUndefined();
    expect(questions[1]?.messages[1]).toEqual({ role: 'assistant', text: 'I refuse' });
  });

  test('that twice answers with no legal move has its guard move, for its answer', async () => {
    const { decision, told } = await moved(() => says('I refuse'));
    expect(decision).toMatchObject({
      move: 'even',
      fallback: 'illegal',
      guarded: 'llm answered with no legal move, twice: "I refuse"',
      model_use: { requests: 2, guarded: 'answer' },
    });
    expect(told).toEqual([`${decision.guarded}; the first legal move was played`]);
  });

  test('that thinks too long has its guard move, for its time, and its request is given up', async () => {
    const { decision, signals, tookMs, clock } = await moved(() => new Promise(() => {}));
    expect(decision).toMatchObject({
      fallback: 'timeout',
      guarded: 'llm got no answer of its model within 9800 ms',
      model_use: { requests: 1, tokens_in: 0, guarded: 'time' },
    });
    expect(tookMs).toBeLessThan(10_000);
    expect(signals[0]?.aborted).toBe(true);
    expect(clock.scheduled).toBe(0);
  });
});

describe('a provider', () => {
  test('that fails is asked again, and then the move is the model’s', async () => {
    const { decision, tookMs } = await moved((nth) => (nth < 4 ? fails({}) : says('odd')));
    expect(decision).toMatchObject({ move: 'odd', model_use: { requests: 4 } });
    expect(decision.guarded).toBeUndefined();
    expect(tookMs).toBeGreaterThanOrEqual(250);
  });

  test('is left alone as long as it asks', async () => {
    const { decision, tookMs } = await moved((nth) =>
      nth === 1 ? fails({ kind: 'rate_limit', detail: 'HTTP 429', afterMs: 5_000 }) : says('odd'),
    );
    expect(decision.move).toBe('odd');
    expect(tookMs).toBeGreaterThanOrEqual(5_000);
  });

  test('that asks for more time than there is, is not waited for', async () => {
    const { decision, tookMs } = await moved(() =>
      fails({ kind: 'rate_limit', detail: 'HTTP 429 slow down', afterMs: 60_000 }),
    );
    expect(tookMs).toBe(0);
    expect(decision).toMatchObject({
      fallback: 'provider',
      guarded:
        'llm got no move: the provider wants fewer requests: HTTP 429 slow down, and wants to be left alone for 60 s (asked once)',
      model_use: { requests: 1, guarded: 'provider' },
    });
  });

  test('that fails to the end is asked all the time, and it is no bad move', async () => {
    const { decision, tookMs, questions } = await moved(() => fails({ detail: 'connect ECONNREFUSED' }));
    expect(decision.guarded).toMatch(
      /^llm got no move: the provider failed: connect ECONNREFUSED \(asked \d+ times\)$/,
    );
    expect(decision).toMatchObject({ fallback: 'provider', model_use: { guarded: 'provider' } });
    expect(questions.length).toBeGreaterThan(3);
    expect(tookMs).toBeLessThan(10_000);
  });

  test('that refuses the key is not asked again', async () => {
    const { decision, questions } = await moved(() => fails({ kind: 'auth', detail: 'HTTP 401', mayTryAgain: false }));
    expect(questions).toHaveLength(1);
    expect(decision.guarded).toBe('llm got no move: the provider refused the key: HTTP 401 (asked once)');
  });
});

test('without a guard a failing provider forfeits, and the sentence says that it was the provider', async () => {
  const clock = fakeClock();
  const model: Model = { name: 'test/model', ask: () => fails({ kind: 'refused', mayTryAgain: false }) };
  const decide = guard(
    llm(model, () => undefined),
    { clock, log: () => {}, forfeits: true },
  );
  await expect(clock.runUntil(decide(practiceTurn({ clock })))).rejects.toThrow(
    'llm got no move: the provider refused the question: HTTP 503 (asked once)',
  );
});
