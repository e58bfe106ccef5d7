import { describe, expect, test } from 'vitest';
import { err, ok, type Result } from '../../SHARED/league_sdk/core/result.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { CREATED, folded, registration } from './testing/rehearsal.ts';
import { makeWhereabouts } from './whereabouts.ts';

const LAPTOP = 'http://laptop.local:8101/mcp';

function staged(answer: (host: string) => Promise<Result<readonly string[], string>>, agents = [CREATED]) {
  const clock = fakeClock();
  const pins = new Map<string, string>();
  const asked: string[] = [];
  const resolve = (host: string) => {
    asked.push(host);
    return answer(host);
  };
  const league = folded(agents);
  const whereabouts = makeWhereabouts(league, clock, { resolve, machine: ['192.0.2.2'], pins });
  return { clock, pins, asked, league, whereabouts };
}

describe('before an endpoint is judged', () => {
  test('its name is looked up, and only a name', async () => {
    const { clock, whereabouts, asked } = staged(async () => ok(['10.0.0.7']));
    expect(await whereabouts.groundOf(LAPTOP)).toEqual({ resolved: ['10.0.0.7'], machine: ['192.0.2.2'] });
    for (const endpoint of [
      'http://10.0.0.7/mcp',
      'http://[::1]/mcp',
      'http://localhost/mcp',
      'memory:P01',
      'nonsense',
      '',
    ]) {
      expect(await whereabouts.groundOf(endpoint)).toEqual({ resolved: [], machine: ['192.0.2.2'] });
    }
    expect(asked).toEqual(['laptop.local']);
    expect(clock.scheduled).toBe(0);
  });

  test('a name that nobody knows, or not in time, stands for nothing', async () => {
    expect(await staged(async () => err('ENOTFOUND')).whereabouts.groundOf(LAPTOP)).toMatchObject({ resolved: [] });
    const { clock, whereabouts } = staged(() => new Promise(() => undefined));
    expect(await clock.runUntil(whereabouts.groundOf(LAPTOP))).toMatchObject({ resolved: [] });
    expect(clock.monotonic()).toBe(2_000);
  });

  test('nothing is known where there is no network', async () => {
    const whereabouts = makeWhereabouts(folded([CREATED]), fakeClock(), undefined);
    expect(await whereabouts.groundOf(LAPTOP)).toEqual({ resolved: [], machine: [] });
    whereabouts.settle({ ...folded([CREATED, registration('P01')]).agents.get('P01') } as never);
  });
});

test('a name that was taken is settled, also for a manager that was restarted', () => {
  const taken = registration('P01', { endpoint: LAPTOP, address: '10.0.0.7' });
  const plain = registration('P02', { endpoint: 'http://10.0.0.8/mcp' });
  const { pins, league, whereabouts } = staged(async () => ok([]), [CREATED, taken, plain]);
  expect([...pins]).toEqual([['laptop.local', '10.0.0.7']]);
  const p01 = league.agents.get('P01');
  if (p01 !== undefined) whereabouts.settle({ ...p01, address: '10.0.0.9' });
  expect([...pins]).toEqual([['laptop.local', '10.0.0.9']]);
});
