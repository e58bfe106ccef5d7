import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { err, ok } from '../../../SHARED/core/result.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { apply } from '../league/state.ts';
import { folded, registration, waiting } from '../testing/rehearsal.ts';
import type { Ping } from './ping.ts';
import { makeReadiness } from './readiness.ts';

type Sign = Awaited<ReturnType<Ping>>;

/** A league whose agents answer as the test says, by endpoint. */
function staged(players: number, answerOf: (endpoint: string, withinMs: number) => Sign | Promise<Sign>) {
  const clock = fakeClock();
  const league = folded(waiting(players));
  const logged: { readonly event_type: string; readonly details: JsonObject }[] = [];
  const asked: string[] = [];
  const ping: Ping = async ({ endpoint }, withinMs) => {
    asked.push(endpoint);
    return answerOf(endpoint, withinMs);
  };
  const readiness = makeReadiness({
    league,
    ping,
    clock,
    log: (event_type, details) => void logged.push({ event_type, details }),
  });
  return { clock, league, readiness, logged, asked };
}

const refused: Sign = err({ reason: 'unreachable', detail: 'connect ECONNREFUSED 10.0.0.7:8101' });
const there: Sign = ok('answered');
const isOdd = (endpoint: string) => Number(endpoint.at(-1)) % 2 === 1;

describe('before play', () => {
  test('everybody is asked, and the board and the log name who would forfeit', async () => {
    const { readiness, logged, asked } = staged(4, (endpoint) => (isOdd(endpoint) ? refused : there));
    await readiness.checkAll();
    expect(asked.toSorted()).toEqual(['memory:P01', 'memory:P02', 'memory:P03', 'memory:P04', 'memory:REF01']);
    const checked_at = '2025-01-15T10:00:00.000Z';
    const board = ['P01', 'P03', 'REF01'].map((agent_id) => ({
      ...{ agent_id, display_name: `Agent ${agent_id}`, reason: 'unreachable', checked_at },
    }));
    expect(readiness.wouldForfeit()).toEqual(board);
    expect(logged).toEqual([
      { event_type: 'READINESS_CHECKED', details: { asked: 5, ready: 2, would_forfeit: ['P01', 'P03', 'REF01'] } },
      ...board.map(({ agent_id, reason }) => ({
        event_type: 'AGENT_NOT_READY',
        details: { agent_id, reason, detail: 'connect ECONNREFUSED 10.0.0.7:8101' },
      })),
    ]);
  });

  test('who is back when asked again is off the board', async () => {
    let isDown = true;
    const { readiness } = staged(2, () => (isDown ? refused : there));
    await readiness.checkAll();
    expect(readiness.wouldForfeit()).toHaveLength(3);
    isDown = false;
    await readiness.checkAll();
    expect(readiness.wouldForfeit()).toEqual([]);
  });

  test('of each agent it is known whether it answered last, else since when it was asked in vain', async () => {
    let isDown = true;
    const { clock, readiness } = staged(2, () => (isDown ? refused : there));
    expect(readiness.lastOf('P01')).toBeUndefined();
    await readiness.checkAll();
    await clock.advance(1_000);
    await readiness.checkAll();
    expect(readiness.lastOf('P01')).toEqual({ silent_since: '2025-01-15T10:00:00.000Z' });
    isDown = false;
    await readiness.checkAll();
    expect(readiness.lastOf('P01')).toBe('answered');
    expect(readiness.lastOf('P99')).toBeUndefined();
  });

  test('the board is put in order once, however many look at it, until somebody comes or goes', async () => {
    let isDown = true;
    const { clock, readiness } = staged(4, (endpoint) => (isDown && isOdd(endpoint) ? refused : there));
    await readiness.checkAll();
    const board = readiness.wouldForfeit();
    readiness.note('P02');
    await clock.advance(0);
    expect(readiness.wouldForfeit()).toBe(board);
    isDown = false;
    readiness.note('P01');
    await clock.advance(0);
    expect(readiness.wouldForfeit().map(({ agent_id }) => agent_id)).toEqual(['P03', 'REF01']);
  });

  test('nobody is waited for longer than five seconds in all, however many are silent', async () => {
    const { clock, readiness, logged } = staged(
      600,
      (_, withinMs) => new Promise((resolve) => void clock.after(withinMs, () => resolve(refused))),
    );
    await clock.runUntil(readiness.checkAll());
    expect(clock.monotonic()).toBe(5_000);
    expect(logged[0]?.details).toMatchObject({ asked: 601, ready: 0 });
    expect(logged).toHaveLength(101);
    expect(readiness.wouldForfeit()).toHaveLength(100);
  });

  test('a thousand who answer are asked without waiting', async () => {
    const { readiness, logged } = staged(1_000, () => there);
    await readiness.checkAll();
    expect(logged).toEqual([
      { event_type: 'READINESS_CHECKED', details: { asked: 1_001, ready: 1_001, would_forfeit: [] } },
    ]);
  });

  test('who was given up is not asked', async () => {
    const { league, readiness, asked } = staged(2, () => there);
    const gone = league.agents.get('P02');
    if (gone !== undefined) league.agents.set('P02', { ...gone, state: 'SHUTDOWN' });
    await readiness.checkAll();
    expect(asked.toSorted()).toEqual(['memory:P01', 'memory:REF01']);
  });
});

describe('an agent that registered before it listened', () => {
  test('is asked again, soon and then ever more seldom, until it answers', async () => {
    let isUp = false;
    const { clock, readiness, asked } = staged(2, () => (isUp ? there : refused));
    readiness.note('P01');
    await clock.advance(500);
    expect(readiness.wouldForfeit()).toMatchObject([{ agent_id: 'P01', checked_at: '2025-01-15T10:00:00.000Z' }]);
    await clock.advance(500);
    expect(asked).toHaveLength(2);
    expect(readiness.wouldForfeit()).toMatchObject([{ agent_id: 'P01', checked_at: '2025-01-15T10:00:01.000Z' }]);
    await clock.advance(14_000);
    expect(asked).toHaveLength(5);
    await clock.advance(600_000);
    expect(asked).toHaveLength(5 + 40);
    isUp = true;
    await clock.advance(15_000);
    expect(readiness.wouldForfeit()).toEqual([]);
    await clock.advance(600_000);
    expect(asked).toHaveLength(5 + 41);
  });

  test('is asked in one row, however often it registers', async () => {
    const { clock, readiness, asked } = staged(2, () => refused);
    for (let i = 0; i < 10; i++) readiness.note('P01');
    await clock.advance(0);
    expect(asked).toHaveLength(1);
    await clock.advance(1_000);
    expect(asked).toHaveLength(2);
  });

  test('is asked no more when the league plays, or the manager ends', async () => {
    const { clock, league, readiness, asked } = staged(2, () => refused);
    readiness.note('P01');
    await clock.advance(0);
    league.phase = 'RUNNING_LEAGUE';
    await clock.advance(60_000);
    expect(asked).toHaveLength(1);
    league.phase = 'WAITING_FOR_REGISTRATIONS';
    readiness.note('P02');
    await clock.advance(0);
    readiness.stop();
    await clock.advance(60_000);
    expect(asked).toHaveLength(2);
  });
});

describe('somebody who registers', () => {
  test('is asked at once, and what it says is on the board', async () => {
    const { clock, readiness } = staged(2, (endpoint) => (isOdd(endpoint) ? refused : there));
    readiness.note('P01');
    readiness.note('P02');
    readiness.note('P99');
    await clock.advance(0);
    expect(readiness.wouldForfeit()).toMatchObject([{ agent_id: 'P01', reason: 'unreachable' }]);
  });

  test('and moves while it is asked is judged by where it is now', async () => {
    const { promise, resolve } = Promise.withResolvers<Sign>();
    const { clock, league, readiness } = staged(2, (endpoint) => (endpoint === 'memory:P01' ? promise : there));
    readiness.note('P01');
    apply(league, registration('P01', { endpoint: 'memory:elsewhere' }));
    readiness.note('P01');
    resolve(refused);
    await clock.advance(0);
    expect(readiness.wouldForfeit()).toEqual([]);
  });
});
