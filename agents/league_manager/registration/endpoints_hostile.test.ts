import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { CONTRACTS } from '../../../SHARED/contracts/index.ts';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { systemEntropy } from '../../../SHARED/core/entropy.ts';
import { err, ok, unwrap } from '../../../SHARED/core/result.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { fileLedgerStore } from '../../../SHARED/league_sdk/ledger/file.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import { httpTransport } from '../../../SHARED/league_sdk/transport/http/http.ts';
import { startManager } from '../manager.ts';
import { GAME, settingsWith } from '../testing/rehearsal.ts';
import { dressedUp, hostForms, otherSchemes } from '../testing/url_forms.ts';

/** Sits at a port of every address of this machine, and counts who comes. */
async function canary() {
  let visits = 0;
  const server = createServer((socket) => {
    visits++;
    socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}');
  }).listen(0, '::');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  return { port, visits: () => visits };
}

/** Names that stand for places nobody should be sent to. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['127.0.0.1.nip.io', '127.0.0.1'],
  ['localtest.me', '127.0.0.1'],
  ['own.example.org', '192.0.2.2'],
  ['metadata.google.internal', '169.254.169.254'],
  ['agent.example.org', '127.0.0.1'],
  ['victim.local', '10.0.0.8'],
  ['six.example.org', '::1'],
  ['mapped.example.org', '::ffff:127.0.0.1'],
  ['nowhere.example.org', '0.0.0.0'],
]);

async function managerOf(kind: 'local' | 'class') {
  const pins = new Map<string, string>();
  const resolve = async (host: string) => {
    if (host === 'shared.local') return ok(['10.0.0.7', '10.0.0.8']);
    const address = NAMES.get(host);
    return address === undefined ? err('ENOTFOUND') : ok([address]);
  };
  const transport = httpTransport({ clock: systemClock, resolve, pins });
  const disk = memoryDisk();
  const manager = unwrap(
    await startManager({
      effects: { clock: systemClock, entropy: systemEntropy, disk, transport, logs: USUAL_LOGS },
      places: { data: '/data', logs: '/logs' },
      settings: settingsWith({ schemes: ['http:', 'https:'] }, { kind }),
      judge: () => err('nobody plays here'),
      ledgers: fileLedgerStore(disk, '/data'),
      listen: 'http://127.0.0.1:0/mcp',
      network: { resolve, machine: ['192.0.2.2'], pins },
    }),
  );
  onTestFinished(() => manager.stop('enough'));
  let asked = 0;
  const tokens: string[] = [];
  /** What somebody at an address hears who registers an endpoint. */
  async function register(contact_endpoint: string, address: string, auth_token?: string) {
    const player_meta = { display_name: `Agent ${++asked}`, game_types: [GAME], contact_endpoint };
    const params = {
      ...CONTRACTS.LEAGUE_REGISTER_REQUEST.example,
      conversation_id: `c${asked}`,
      player_meta,
      auth_token,
    };
    const text = JSON.stringify({ jsonrpc: '2.0', method: 'register_player', params, id: 1 });
    const reply = await manager.answer(text, { address, receivedAt: systemClock.monotonic() });
    const { result, error } = JSON.parse(reply as string);
    if (result?.auth_token) tokens.push(result.auth_token);
    return (result?.error_code ?? error?.data?.error_code ?? result?.status) as string;
  }
  return { manager, register, tokens };
}

const ELSEWHERE = ['0.0.0.0', '169.254.169.254', '10.0.0.8', '192.168.0.1', '172.16.0.1', '100.100.100.200'];
const BEYOND = ['224.0.0.1', '255.255.255.255', '8.8.8.8', '192.0.0.192', '168.63.129.16'];
const SIX = [
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[fe80::1]',
  '[ff02::1]',
  '[fd00:ec2::254]',
  '[fec0::1]',
  '[::1%25lo]',
];
const LOCAL = ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'localhost%2e'];

test('of hundreds of forms of forbidden places, none is taken from a stranger and none is ever connected to', async () => {
  const trap = await canary();
  const { manager, register } = await managerOf('class');
  const managerPort = Number(new URL(manager.address).port);
  const hosts = [
    ...['127.0.0.1', '127.9.9.9', '192.0.2.2', ...ELSEWHERE, ...BEYOND].flatMap(hostForms),
    ...SIX,
    ...LOCAL,
    ...NAMES.keys(),
    'no-such-name.example.org',
  ];
  const forms = new Set([
    ...hosts.map((host) => `http://${host}:${trap.port}/mcp`),
    ...['127.0.0.1', 'localhost', '[::1]', '0x7f.1', '[::ffff:7f00:1]', '127.0.0.1.nip.io', 'own.example.org'].flatMap(
      (host) => dressedUp(host, trap.port),
    ),
    ...dressedUp('127.0.0.1', managerPort),
    ...otherSchemes('127.0.0.1', trap.port),
    // At its own address a stranger's agent is an agent: no other service of that machine, and no other page.
    ...[22, 25, 53, 110, 1_023].map((port) => `http://10.0.0.7:${port}/mcp`),
    ...['/', '/admin', '/mcpx', '/latest/meta-data/', '//mcp'].map((path) => `http://10.0.0.7:8101${path}`),
  ]);
  expect(forms.size).toBeGreaterThanOrEqual(500);
  const taken: string[] = [];
  for (const form of forms) {
    const heard = await register(form, '10.0.0.7');
    if (heard !== 'E015' && heard !== 'E002') taken.push(`${form} ${heard}`);
  }
  expect(taken).toEqual([]);
  expect(manager.league.agents.size).toBe(0);
  expect(trap.visits()).toBe(0);
});

test('from this machine a local league takes this machine, and none of the other places', async () => {
  const { register } = await managerOf('local');
  const heard = new Set<string>();
  for (const host of [...ELSEWHERE, ...BEYOND].flatMap(hostForms))
    heard.add(await register(`http://${host}:8101/mcp`, '127.0.0.1'));
  expect([...heard]).toEqual(['E015']);
  for (const [i, host] of ['127.0.0.1', 'localhost', '[::1]', '192.0.2.2', '2130706433'].entries())
    expect(await register(`http://${host}:${8_101 + i}/mcp`, '127.0.0.1')).toBe('ACCEPTED');
});

test('what is taken is connected to, so that a canary that hears nothing means something', async () => {
  const trap = await canary();
  const { register } = await managerOf('local');
  expect(await register(`http://127.0.0.1:${trap.port}/mcp`, '127.0.0.1')).toBe('ACCEPTED');
  while (trap.visits() === 0) await systemClock.poll();
});

test.each([
  ['http://10.0.0.7:8101/mcp', '10.0.0.7'],
  ['http://[2001:db8::7]:8101/mcp', '2001:db8::7'],
  ['http://victim.local:8101/mcp', '10.0.0.8'],
])('a stranger’s own %s is taken from %s', async (endpoint, address) => {
  const { manager, register } = await managerOf('class');
  expect(await register(endpoint, address)).toBe('ACCEPTED');
  await manager.stop('enough');
});

test('a name at a port is its first agent’s: nobody else gets it with another address, and that agent may move', async () => {
  const { manager, register, tokens } = await managerOf('class');
  expect(await register('http://shared.local:8101/mcp', '10.0.0.7')).toBe('ACCEPTED');
  expect(await register('http://shared.local:8101/mcp', '10.0.0.8')).toBe('E015');
  expect(await register('http://shared.local:8101/mcp/other', '10.0.0.8')).toBe('E015');
  expect(await register('http://shared.local:8102/mcp', '10.0.0.8')).toBe('ACCEPTED');
  expect(await register('http://shared.local:8101/mcp', '10.0.0.8', tokens[0])).toBe('ACCEPTED');
  expect([...manager.league.agents.values()].map(({ address }) => address)).toEqual(['10.0.0.8', '10.0.0.8']);
  await manager.stop('enough');
});
