import { hostname } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { ok, unwrap } from '../../../SHARED/core/result.ts';
import { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { HTTP_LIMITS } from '../../../SHARED/league_sdk/transport/http/limits.ts';
import { memoryNetwork } from '../../../SHARED/league_sdk/transport/memory.ts';
import { namesOf } from '../../../SHARED/league_sdk/transport/net_address.ts';
import { testCertificate } from '../../../SHARED/testing/certificates.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import {
  addressesForOthers,
  dropTls,
  endpointIn,
  hostForOthers,
  hostFromHere,
  httpFromHere,
  networkSettings,
  openAddresses,
  ownScheme,
  roomIn,
  seatAddresses,
  tellingOwnAddress,
  uncertified,
  useTls,
} from './wires_http.ts';

async function systemWith(file: object) {
  const disk = memoryDisk();
  await disk.replace('/config/system.json', JSON.stringify(file));
  return unwrap(await new ConfigLoader(disk, '/config').loadSystem());
}

test('without a word in the configuration, the limits are those of any server', async () => {
  const { wire } = networkSettings(await systemWith({}));
  expect(HTTP_LIMITS).toMatchObject(wire.limits);
  expect([wire.hosts, wire.origins]).toEqual([['localhost', ...namesOf(hostname())], []]);
});

test('what the configuration says is what holds', async () => {
  const network = {
    base_host: 'league.example.org',
    allowed_hosts: ['cup.example.org'],
    allowed_origins: ['https://page.example.org'],
    max_connections: 50,
    max_connections_per_address: 7,
    max_pending_requests: 9,
    max_requests_per_sec_per_address: 11,
  };
  const security = {
    max_registrations_per_address: 3,
    max_registrations_per_min_per_address: 2,
    max_wrong_tokens_per_min_per_address: 1,
  };
  const { wire, rateLimits } = networkSettings(await systemWith({ network, security }));
  expect(wire).toMatchObject({
    hosts: ['league.example.org', ...namesOf(hostname()), 'cup.example.org'],
    origins: ['https://page.example.org'],
    limits: { maxConnections: 50, maxConnectionsPerAddress: 7, maxPending: 9, requestsPerSec: 11, requestBurst: 44 },
  });
  expect(rateLimits.limits).toEqual({ registrations: 3, registrationsPerMin: 2, wrongTokensPerMin: 1 });
});

test.each([
  [undefined, 20_000, 12_000],
  [1_048_576, 20_000, 12_000],
  [4_096, 1_902, 1_141],
  [64, 16, 9],
])('of %s open files, %i connections may be callers, %i of them from one address', async (room, all, one) => {
  const { limits } = networkSettings(await systemWith({}), room).wire;
  expect([limits.maxConnections, limits.maxConnectionsPerAddress]).toEqual([all, one]);
});

test.each([
  [100, 100, 60],
  [100, 200, 60],
  [2, 2, 1],
])('of %i connections in all, a setting of %i leaves one address %i', async (max_connections, perAddress, one) => {
  const network = { max_connections, max_connections_per_address: perAddress };
  expect(networkSettings(await systemWith({ network })).wire.limits.maxConnectionsPerAddress).toBe(one);
});

test('the room of a process is read from what the system says', () => {
  const text =
    'Limit                     Soft Limit           Hard Limit           Units\nMax open files            20000                20000                files\n';
  expect(roomIn(text)).toBe(20_000);
  expect(roomIn('Max open files            unlimited            unlimited            files')).toBeUndefined();
  expect(roomIn(undefined)).toBeUndefined();
});

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
  ['the one the system calls the manager from', '172.17.0.1', '172.17.0.1'],
  ['the nearest one, where the system names none of this machine', '10.9.9.9', '192.168.1.5'],
  ['the nearest one, where the system knows no way', undefined, '192.168.1.5'],
])('of several addresses an agent tells %s', async (_, routed, told) => {
  const address = 'http://0.0.0.0:8101/mcp';
  const wire = memoryNetwork({ clock: fakeClock() }).transport();
  const listening = { ...wire, listen: async () => ok({ address, close: async () => undefined }) };
  const asked: string[] = [];
  const source = async (host: string) => {
    asked.push(host);
    return routed;
  };
  const transport = tellingOwnAddress(listening, () => MACHINE, 'http://192.168.1.9:8000/mcp', source);
  expect(await transport.listen(address, async () => '')).toMatchObject({
    value: { address: `http://${told}:8101/mcp` },
  });
  expect(asked).toEqual(['192.168.1.9']);
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

test('the players of seats listen at any free port: none that is in use keeps a client from joining', () => {
  const addressOf = seatAddresses('http://localhost:8000/mcp');
  expect([1, 2].map(addressOf)).toEqual(['http://localhost:0/mcp/seat/1', 'http://localhost:0/mcp/seat/2']);
});

test('a process with a certificate is called by https, and by the names that others can call', async () => {
  const { cert, key } = testCertificate(['localhost', '*.example.org', 'league.example.org']);
  expect([ownScheme(), endpointIn('there:8000', 'manager')]).toEqual(['http:', 'http://there:8000/mcp']);
  const read = async (path: string) => (path === 'cert' ? cert : key);
  unwrap(await useTls({ cert: 'cert', key: 'key' }, { read, tell: () => undefined }));
  onTestFinished(() => dropTls());
  expect([ownScheme(), endpointIn('there:8000', 'manager')]).toEqual(['https:', 'https://there:8000/mcp']);
  expect(addressesForOthers(8000)).toEqual(['https://league.example.org:8000/mcp']);
  expect(seatAddresses('https://0.0.0.0:8000/mcp')(1)).toBe('https://0.0.0.0:0/mcp/seat/1');
  expect(httpFromHere('https://0.0.0.0:8000/mcp')).toBe('https://localhost:8000/mcp');
  expect(['https://localhost:1/', 'https://a.example.org:1/', 'http://10.0.0.7:1/'].map(uncertified)).toEqual([
    ...[undefined, undefined, undefined],
  ]);
  expect(uncertified('https://10.0.0.7:8000/mcp')).toMatch(/is for localhost, .*league\.example\.org.* by 10\.0\.0\.7/);
});

test('a listener of this machine or of a network inside is not open to the internet', async () => {
  for (const at of ['http://localhost:8000/mcp', 'http://127.0.0.1:8000/mcp', 'http://192.168.1.7:8000/mcp'])
    expect(await openAddresses(at)).toEqual([]);
  expect(await openAddresses('http://8.8.8.8:8000/mcp')).toEqual(['8.8.8.8']);
  for (const at of ['https://8.8.8.8:8000/mcp', 'stdio:LM01']) expect(await openAddresses(at)).toEqual([]);
});
