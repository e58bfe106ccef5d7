import { describe, expect, test } from 'vitest';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import type { Agent } from '../league/state.ts';
import { CREATED, folded, registration } from '../testing/rehearsal.ts';
import { makeNamePins } from './name_pins.ts';

const isRemote = (address: string): boolean => !address.startsWith('memory:');

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
  const namePins = makeNamePins(league, { clock, network: { resolve, machine: ['192.0.2.2'], pins }, isRemote });
  return { clock, pins, asked, league, namePins };
}

describe('before an endpoint is judged', () => {
  test('its name is looked up, and only a name', async () => {
    const { clock, namePins, asked } = staged(async () => ok(['10.0.0.7']));
    expect(await namePins.resolve(LAPTOP)).toEqual({
      ...{ resolved: ['10.0.0.7'], machine: ['192.0.2.2'], isRemote: true },
    });
    for (const endpoint of [
      'http://10.0.0.7/mcp',
      'http://[::1]/mcp',
      'http://localhost/mcp',
      'memory:P01',
      'nonsense',
      '',
    ]) {
      expect(await namePins.resolve(endpoint)).toEqual({
        ...{ resolved: [], machine: ['192.0.2.2'], isRemote: isRemote(endpoint) },
      });
    }
    expect(asked).toEqual(['laptop.local']);
    expect(clock.scheduled).toBe(0);
  });

  test('a name that nobody knows, or not in time, stands for nothing', async () => {
    expect(await staged(async () => err('ENOTFOUND')).namePins.resolve(LAPTOP)).toMatchObject({ resolved: [] });
    const { clock, namePins } = staged(() => new Promise(() => undefined));
    expect(await clock.runUntil(namePins.resolve(LAPTOP))).toMatchObject({ resolved: [] });
    expect(clock.monotonic()).toBe(2_000);
  });

  test('nothing is known where there is no network', async () => {
    const namePins = makeNamePins(folded([CREATED]), { clock: fakeClock(), network: undefined, isRemote });
    expect(await namePins.resolve(LAPTOP)).toEqual({ resolved: [], machine: [], isRemote: true });
    namePins.pin({ ...folded([CREATED, registration('P01')]).agents.get('P01') } as never);
  });
});

describe('a name that was taken', () => {
  const at = (id: string, endpoint: string, address?: string) =>
    registration(id, { endpoint, ...(address === undefined ? {} : { address }) });
  const agentIn = ({ league }: ReturnType<typeof staged>, id: string) => league.agents.get(id) as Agent;

  test('is settled for its port, also for a manager that was restarted', () => {
    const s = staged(async () => ok([]), [CREATED, at('P01', LAPTOP, '10.0.0.7'), at('P02', 'http://10.0.0.8/mcp')]);
    expect([...s.pins]).toEqual([['laptop.local:8101', '10.0.0.7']]);
    s.namePins.pin({ ...agentIn(s, 'P01'), address: '10.0.0.9' });
    expect([...s.pins]).toEqual([['laptop.local:8101', '10.0.0.9']]);
  });

  test('is let go of when its agent registers elsewhere', () => {
    const s = staged(async () => ok([]), [CREATED, at('P01', LAPTOP, '10.0.0.7')]);
    const { address: _, ...p01 } = agentIn(s, 'P01');
    s.namePins.pin({ ...p01, endpoint: 'http://10.0.0.7:8101/mcp' });
    expect([...s.pins]).toEqual([]);
  });

  test('stays its first agent’s, whoever else comes with it, and is the next one’s after that', () => {
    const other = LAPTOP.replace('/mcp', '/mcp/other');
    const s = staged(async () => ok([]), [CREATED, at('P01', LAPTOP, '10.0.0.7'), at('P02', other, '10.0.0.8')]);
    expect([...s.pins]).toEqual([['laptop.local:8101', '10.0.0.7']]);
    s.namePins.pin({ ...agentIn(s, 'P02'), address: '10.0.0.9' });
    expect([...s.pins]).toEqual([['laptop.local:8101', '10.0.0.7']]);
    s.namePins.pin({ ...agentIn(s, 'P01'), endpoint: 'http://phone.local/mcp' });
    expect([...s.pins]).toEqual([
      ['laptop.local:8101', '10.0.0.9'],
      ['phone.local:80', '10.0.0.7'],
    ]);
  });

  test('stands for nothing else on that port, but for the agent that holds it', async () => {
    const { namePins } = staged(async () => ok(['10.0.0.8', '10.0.0.9']), [CREATED, at('P01', LAPTOP, '10.0.0.7')]);
    const resolved = async (endpoint: string, by?: string) => (await namePins.resolve(endpoint, by)).resolved;
    expect(await resolved(LAPTOP)).toEqual(['10.0.0.7']);
    expect(await resolved(LAPTOP, 'P02')).toEqual(['10.0.0.7']);
    expect(await resolved(LAPTOP, 'P01')).toEqual(['10.0.0.8', '10.0.0.9']);
    expect(await resolved('http://laptop.local:8102/mcp')).toEqual(['10.0.0.8', '10.0.0.9']);
  });
});
