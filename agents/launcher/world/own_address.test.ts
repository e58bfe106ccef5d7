import { expect, test } from 'vitest';
import { ok } from '../../../SHARED/core/result.ts';
import { memoryNetwork } from '../../../SHARED/league_sdk/transport/memory.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { hostForOthers, hostFromHere, tellingOwnAddress } from './own_address.ts';

const MACHINE = ['172.17.0.1', '192.168.1.5', '2001:db8::5'];

test.each([
  ['localhost', undefined, 'localhost'],
  ['league.example.org', 'http://192.168.1.9:8000/mcp', 'league.example.org'],
  ['0.0.0.0', undefined, '172.17.0.1'],
  ['0.0.0.0', 'http://192.168.1.9:8000/mcp', '192.168.1.5'],
  ['0.0.0.0', 'http://localhost:8000/mcp', '172.17.0.1'],
  ['0.0.0.0', 'stdio:LM01', '172.17.0.1'],
  ['[::]', undefined, '172.17.0.1'],
  ['[::]', 'http://[2001:db8::9]:8000/mcp', '[2001:db8::5]'],
])('an agent at %s whose manager is at %s is called at %s', (host, towards, told) => {
  expect(hostForOthers(host, MACHINE, towards)).toBe(told);
});

test('a machine that is alone calls itself, and so does this one its own agents', () => {
  expect(hostForOthers('0.0.0.0', ['2001:db8::5'])).toBe('localhost');
  expect(['0.0.0.0', '[::]', 'here.example.org'].map(hostFromHere)).toEqual([
    'localhost',
    'localhost',
    'here.example.org',
  ]);
});

test.each([
  ['http://0.0.0.0:8101/mcp/seat/1', 'http://192.168.1.5:8101/mcp/seat/1'],
  ['http://localhost:8101/mcp', 'http://localhost:8101/mcp'],
  ['stdio:P01', 'stdio:P01'],
])('who listens at %s tells %s', async (at, told) => {
  const wire = memoryNetwork({ clock: fakeClock() }).transport();
  const listening = { ...wire, listen: async () => ok({ address: at, close: async () => undefined }) };
  const transport = tellingOwnAddress(listening, () => MACHINE, 'http://192.168.1.9:8000/mcp');
  expect(await transport.listen(at, async () => '')).toMatchObject({ ok: true, value: { address: told } });
});
