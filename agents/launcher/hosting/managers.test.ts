import { expect, test } from 'vitest';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { Managers } from './managers.ts';

test('a league that is given up again and again is ended once, in order', async () => {
  const [timers, settled]: [number[], string[]] = [[], []];
  const managers = new Managers({
    clock: {
      ...systemClock,
      after(ms, action) {
        timers.push(ms);
        return systemClock.after(ms, action);
      },
    },
    queue: {
      submission: async (league_id) => ({ league_id, game_type: 'even_odd', file: '{}', settings: [] }),
      isTold: async () => false,
    },
    // Another leads, so that no process is started here.
    isLed: async () => true,
    settled: async (league_id, state) => void settled.push(`${league_id} ${state}`),
    ...{ heard: async () => undefined, tell: () => undefined, at: undefined, database: '', heapMb: 64 },
    ...{ data: 'data', logs: 'logs', config: 'config' },
  });
  managers.start('cup');
  await Promise.all([managers.giveUp('cup'), managers.giveUp('cup'), managers.giveUp('cup')]);
  expect(timers.filter((ms) => ms >= 10_000)).toHaveLength(1);
  expect([settled, managers.count]).toEqual([['cup WAITING'], 0]);
});
