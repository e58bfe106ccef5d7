import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../testing/fake_clock.ts';
import { breakers, CircuitBreaker } from './breaker.ts';

function failing(breaker: CircuitBreaker, times: number): void {
  for (let i = 0; i < times; i++) breaker.recordFailure();
}

describe('a circuit breaker', () => {
  test('stays closed for four failures and opens with the fifth', () => {
    const breaker = new CircuitBreaker(fakeClock());
    failing(breaker, 4);
    expect([breaker.state, breaker.canExecute()]).toEqual(['CLOSED', true]);
    failing(breaker, 1);
    expect([breaker.state, breaker.canExecute()]).toEqual(['OPEN', false]);
  });

  test('counts failures in a row: a success starts the count anew', () => {
    const breaker = new CircuitBreaker(fakeClock());
    failing(breaker, 4);
    breaker.recordSuccess();
    failing(breaker, 4);
    expect(breaker.state).toBe('CLOSED');
  });

  test('lets exactly one trial through after sixty seconds', async () => {
    const clock = fakeClock();
    const breaker = new CircuitBreaker(clock);
    failing(breaker, 5);
    await clock.advance(59_999);
    expect([breaker.canExecute(), breaker.state]).toEqual([false, 'OPEN']);
    await clock.advance(1);
    expect([breaker.canExecute(), breaker.state]).toEqual([true, 'HALF_OPEN']);
    expect([breaker.canExecute(), breaker.canExecute()]).toEqual([false, false]);
  });

  test('a trial that succeeds closes it, one that fails opens it for another sixty seconds', async () => {
    const clock = fakeClock();
    const breaker = new CircuitBreaker(clock);
    failing(breaker, 5);
    await clock.advance(60_000);
    breaker.canExecute();
    breaker.recordFailure();
    expect([breaker.state, breaker.canExecute()]).toEqual(['OPEN', false]);
    await clock.advance(60_000);
    expect(breaker.canExecute()).toBe(true);
    breaker.recordSuccess();
    expect([breaker.state, breaker.canExecute(), breaker.canExecute()]).toEqual(['CLOSED', true, true]);
  });

  test('a trial nobody tells the end of makes room for another', async () => {
    const clock = fakeClock();
    const breaker = new CircuitBreaker(clock);
    failing(breaker, 5);
    await clock.advance(60_000);
    expect(breaker.canExecute()).toBe(true);
    await clock.advance(59_999);
    expect(breaker.canExecute()).toBe(false);
    await clock.advance(1);
    expect([breaker.canExecute(), breaker.canExecute()]).toEqual([true, false]);
  });

  test('the waiting time counts from the last failure, also of a call made without asking', async () => {
    const clock = fakeClock();
    const breaker = new CircuitBreaker(clock);
    failing(breaker, 5);
    await clock.advance(30_000);
    failing(breaker, 1);
    await clock.advance(59_999);
    expect(breaker.canExecute()).toBe(false);
    await clock.advance(1);
    expect(breaker.canExecute()).toBe(true);
  });

  test('a success of a call made without asking closes it at once', () => {
    const breaker = new CircuitBreaker(fakeClock());
    failing(breaker, 5);
    breaker.recordSuccess();
    expect([breaker.state, breaker.canExecute()]).toEqual(['CLOSED', true]);
  });
});

describe('breakers per endpoint', () => {
  test('a dead agent does not cost its neighbours on the same host', () => {
    const { of: breakerOf } = breakers(fakeClock());
    failing(breakerOf('http://10.0.0.7:8101/mcp'), 5);
    expect(breakerOf('http://10.0.0.7:8101/mcp').canExecute()).toBe(false);
    expect(breakerOf('http://10.0.0.7:8102/mcp').canExecute()).toBe(true);
    expect(breakerOf('http://10.0.0.7:8101/mcp/P02').canExecute()).toBe(true);
  });

  test('the policy holds for all of them', () => {
    const { of: breakerOf } = breakers(fakeClock(), { failureThreshold: 2 });
    failing(breakerOf('memory:P01'), 2);
    expect(breakerOf('memory:P01').state).toBe('OPEN');
  });

  test('only so many are remembered, and the one least asked about is forgotten', () => {
    const { of: breakerOf } = breakers(fakeClock(), { capacity: 2 });
    failing(breakerOf('memory:P01'), 5);
    failing(breakerOf('memory:P02'), 5);
    breakerOf('memory:P01');
    breakerOf('memory:P03');
    expect(breakerOf('memory:P01').state).toBe('OPEN');
    expect(breakerOf('memory:P02').state).toBe('CLOSED');
  });
});
