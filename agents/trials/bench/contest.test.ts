import { expect, test } from 'vitest';
import { type Contest, playSlice } from './contest.ts';

function contestOf(times: number) {
  const order: string[] = [];
  const contest: Contest = {
    wire: 'memory',
    field: { players: 2, matches: 6 },
    times,
    league: async () => {
      order.push('league');
      return 3;
    },
    bare: async () => {
      order.push('bare');
      return { seconds: 2, traffic: { trips: 5, bytes: 50 } };
    },
    traffic: { trips: 5, bytes: 50 },
    rates: { league: [], bare: [], withoutMcp: [] },
    bareTraffic: { trips: 0, bytes: 0 },
    lastMs: 0,
  };
  return { order, contest };
}

test('the league and the bare loop go first in turn, within a slice', async () => {
  const { order, contest } = contestOf(3);
  await playSlice(contest, '/slice');
  expect(order).toEqual(['bare', 'league', 'league', 'bare', 'bare', 'league']);
  expect(contest).toMatchObject({ rates: { league: [2], bare: [3] }, bareTraffic: { trips: 5, bytes: 50 } });
});

test('and from slice to slice', async () => {
  const { order, contest } = contestOf(1);
  await playSlice(contest, '/slice_1');
  await playSlice(contest, '/slice_2');
  expect(order).toEqual(['bare', 'league', 'league', 'bare']);
});

test('a league without MCP is played inside the one with it, so that neither has the better place', async () => {
  const { order, contest } = contestOf(2);
  const withoutMcp = async () => {
    order.push('without');
    return 1;
  };
  const compared = { ...contest, withoutMcp };
  await playSlice(compared, '/slice');
  const once = ['bare', 'league', 'without', 'without', 'league'];
  expect(order).toEqual([...once, ...once.toReversed()]);
  expect(compared.rates).toEqual({ league: [2], bare: [3], withoutMcp: [6] });
});
