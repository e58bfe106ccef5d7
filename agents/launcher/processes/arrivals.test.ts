import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { Mistake } from '../options.ts';
import { arrivals, listeningWithin } from './arrivals.ts';
import { type Spawned, Vanished } from './spawn.ts';

const LIMIT_MS = 1_000;
const NEVER = new Promise<never>(() => {});

/** A process that listens, and registers when it is told to, unless said otherwise. */
function stage() {
  const clock = fakeClock();
  const told: (readonly [string, number])[] = [];
  const process = (
    name: string,
    life: Partial<Pick<Spawned, 'listening' | 'registered' | 'takesNextId'>> = {},
  ): Spawned => {
    const { promise, resolve } = Promise.withResolvers<string>();
    return {
      name,
      pid: 0,
      listening: Promise.resolve(`http://${name}`),
      registered: promise,
      gone: NEVER,
      parted: NEVER,
      isLingering: () => false,
      exitCode: () => undefined,
      farewell: () => undefined,
      lost: NEVER,
      register: () => {
        told.push([name, clock.monotonic()]);
        resolve(name);
      },
      answered: () => NEVER,
      signal: () => undefined,
      ...life,
    };
  };
  const linesOf = async (agents: readonly Spawned[]) => [
    ...(await clock.runUntil(arrivals(agents, LIMIT_MS, clock))).values(),
  ];
  return { clock, told, process, linesOf };
}

describe('agents that arrive', () => {
  test('are registered as soon as each listens, and nothing is waited for then', async () => {
    const { clock, told, process, linesOf } = stage();
    const later = new Promise<string>((resolve) => void clock.after(100, () => resolve('later')));
    expect(await linesOf([process('a'), process('b', { listening: later }), process('c')])).toEqual([]);
    expect(told).toEqual([
      ['a', 0],
      ['c', 0],
      ['b', 100],
    ]);
    expect(clock.scheduled).toBe(0);
  });

  test('are registered one after the other where one of them takes the next id', async () => {
    const { clock, told, process, linesOf } = stage();
    const later = new Promise<string>((resolve) => void clock.after(100, () => resolve('later')));
    const agents = [process('a'), process('b', { listening: later }), process('c', { takesNextId: true })];
    expect(await linesOf(agents)).toEqual([]);
    expect(told).toEqual([
      ['a', 0],
      ['b', 100],
      ['c', 100],
    ]);
    expect(clock.scheduled).toBe(0);
  });

  test.each(['listening', 'registered'] as const)(
    'do so although others hang before they are %s, which are named when the limit has passed',
    async (when) => {
      const { clock, told, process, linesOf } = stage();
      const hanging = { [when]: NEVER };
      const agents = [process('a'), process('b', hanging), process('c', hanging), process('d', { takesNextId: true })];
      expect(await linesOf(agents)).toEqual(['b did not register within 1 s', 'c did not register within 1 s']);
      expect(clock.monotonic()).toBe(LIMIT_MS);
      expect(told.filter(([name]) => name === 'd')).toEqual([['d', LIMIT_MS / 2]]);
    },
  );

  test('do so at once although one is gone without a word', async () => {
    const { clock, process, linesOf } = stage();
    const listening = Promise.reject(new Vanished('b ended too early, by SIGKILL'));
    expect(await linesOf([process('a'), process('b', { listening }), process('c')])).toEqual([
      'b ended too early, by SIGKILL',
    ]);
    expect(clock.monotonic()).toBe(0);
  });

  test('do not where one of them ends with a mistake of its own', async () => {
    const { clock, process, linesOf } = stage();
    const registered = Promise.reject(new Mistake('b: port 8001 is in use'));
    await expect(linesOf([process('a'), process('b', { registered }), process('c')])).rejects.toThrow(
      'b: port 8001 is in use',
    );
    expect(clock.scheduled).toBe(0);
  });
});

test('a process that never listens is not waited for for ever', async () => {
  const { clock, process } = stage();
  await listeningWithin(process('manager'), LIMIT_MS, clock);
  expect(clock.scheduled).toBe(0);
  const hung = listeningWithin(process('manager', { listening: NEVER }), LIMIT_MS, clock);
  await expect(clock.runUntil(hung)).rejects.toThrow('manager did not listen within 1 s');
});
