import { expect, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { FairQueue } from './fair_share.ts';

/** Does pieces of work of these subnets, and says in which order. */
async function orderOf(line: FairQueue, subnets: readonly string[], beside: () => void = () => undefined) {
  const done: string[] = [];
  await Promise.all(
    subnets.map(async (subnet) => {
      await line.turn(subnet);
      done.push(subnet);
      beside();
    }),
  );
  return done;
}

test('what arrives meanwhile is served between two pieces of work', async () => {
  const done: string[] = [];
  const line = new FairQueue(systemClock, 100);
  const arrive = async () => {
    await systemClock.poll();
    done.push('the league');
  };
  const pieces = [1, 2, 3, 4, 5].map(async (piece) => {
    await line.turn('a');
    done.push(`piece ${piece}`);
    if (piece === 2) void arrive();
  });
  await Promise.all(pieces);
  expect(done.indexOf('the league')).toBeGreaterThan(done.indexOf('piece 2'));
  expect(done.indexOf('the league')).toBeLessThan(done.indexOf('piece 4'));
});

test('only one piece of work is done in a turn of the event loop, however many households there are', async () => {
  let turns = 0;
  let isOver = false;
  const counted = (async () => {
    while (!isOver) {
      await systemClock.poll();
      turns++;
    }
  })();
  await orderOf(
    new FairQueue(systemClock, 100),
    Array.from({ length: 20 }, (_, at) => `h${at}`),
  );
  isOver = true;
  await counted;
  expect(turns).toBeGreaterThanOrEqual(19);
});

test('households take turns, whatever one of them wants', async () => {
  const order = await orderOf(new FairQueue(systemClock, 100), ['a', 'a', 'a', 'a', 'b', 'c', 'b']);
  expect(order.join('')).toBe('aabcaba');
});

test('none can fill the line alone, and it has an end', async () => {
  const line = new FairQueue(systemClock, 10);
  const working = orderOf(
    line,
    Array.from({ length: 7 }, () => 'a'),
  );
  // The first is at work and stands in line no more.
  expect(line.size).toBe(6);
  expect([line.overloadBy('a', 1), line.overloadBy('b', 4), line.overloadBy('b', 5)]).toEqual([
    'caller',
    undefined,
    'here',
  ]);
  expect(line.overloadBy('b', 7)).toBe('caller');
  await working;
  expect([line.size, line.overloadBy('a', 6)]).toEqual([0, undefined]);
});
