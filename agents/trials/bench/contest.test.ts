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
    cpu: { unread: [], read: [] },
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

test('a league with readers of its event stream is played beside one without, each first in turn', async () => {
  const { order, contest } = contestOf(1);
  const cpuPerMatch = async (_: string, readers: number) => {
    order.push(`${readers} readers`);
    return readers === 0 ? 0.002 : 0.003;
  };
  const read = { ...contest, cpuPerMatch };
  await playSlice(read, '/slice_1');
  await playSlice(read, '/slice_2');
  expect(order.filter((what) => what.endsWith('readers'))).toEqual([
    ...['0 readers', '10 readers'],
    ...['10 readers', '0 readers'],
  ]);
  expect(read.cpu).toEqual({ unread: [0.002, 0.002], read: [0.003, 0.003] });
});
