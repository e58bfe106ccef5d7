import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { later, systemClock } from '../../../core/clock.ts';
import { err, ok, unwrap } from '../../../core/result.ts';
import { PLAIN_ANSWER, rawServer } from '../../../testing/http_raw.ts';
import { pinOf, usualGuard } from '../net_address.ts';
import type { Transport } from '../transport.ts';
import type { ReachRules } from './connection.ts';
import { httpTransport } from './http.ts';
import { localAddressFor } from './routes.ts';

function client(rules: ReachRules): Transport {
  const transport = httpTransport({ clock: systemClock, ...rules });
  onTestFinished(() => transport.close());
  return transport;
}

const HAS_IPV6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
const soon = () => later(systemClock.monotonic(), 2_000);

/** Names stand for what the test says, one answer after the other, the last for ever. */
function names(...answers: readonly (readonly string[])[]) {
  const asked: string[] = [];
  return {
    asked,
    resolve: async (host: string) => {
      asked.push(host);
      const found = answers[Math.min(asked.length, answers.length) - 1];
      return found === undefined ? err('no such name') : ok(found);
    },
  };
}

test('a name is connected to where it was resolved, and the Host header keeps it', async () => {
  const server = await rawServer((socket) => socket.write(PLAIN_ANSWER));
  const address = server.address.replace('127.0.0.1', 'agent.local');
  const { resolve, asked } = names(['127.0.0.1']);
  expect(await client({ resolve }).send(address, '{}', soon())).toMatchObject({ ok: true });
  expect(asked).toEqual(['agent.local']);
  expect(server.heard[0]).toContain(`host: ${new URL(address).host}\r\n`);
});

test('a name that is pinned is never looked up at that port, and at another as ever', async () => {
  const server = await rawServer((socket) => socket.write(PLAIN_ANSWER));
  const address = server.address.replace('127.0.0.1', 'agent.local');
  const { resolve, asked } = names(['192.0.2.1']);
  const pins = new Map([[pinOf(new URL(address)), '127.0.0.1']]);
  expect(await client({ resolve, pins }).send(address, '{}', soon())).toMatchObject({ ok: true });
  expect(await client({ resolve, pins }).knock(address, soon())).toMatchObject({ ok: true });
  expect(asked).toEqual([]);
  const guard = () => 'it is off limits';
  await client({ resolve, pins, guard }).send('http://agent.local:1/mcp', '{}', soon());
  await client({ resolve, pins, guard }).knock('http://agent.local:1/mcp', soon());
  expect(asked).toEqual(['agent.local', 'agent.local']);
});

test('a pin that changes counts from the next connection on', async () => {
  const server = await rawServer((socket) => socket.write(PLAIN_ANSWER));
  const address = server.address.replace('127.0.0.1', 'agent.local');
  const pins = new Map([[pinOf(new URL(address)), '0.0.0.0']]);
  const transport = client({ pins });
  expect(await transport.send(address, '{}', soon())).toMatchObject({ ok: false });
  pins.set(pinOf(new URL(address)), '127.0.0.1');
  expect(await transport.send(address, '{}', soon())).toMatchObject({ ok: true });
});

test('of several addresses only those that may be called are tried', async () => {
  const server = await rawServer((socket) => socket.write(PLAIN_ANSWER));
  const { resolve } = names(['169.254.169.254', '127.0.0.1', '0.0.0.0']);
  const tried: string[] = [];
  const guard: typeof usualGuard = (host, address) => {
    tried.push(address);
    return usualGuard(host, address);
  };
  const sent = await client({ resolve, guard }).send(server.address.replace('127.0.0.1', 'agent.local'), '{}', soon());
  expect(sent).toMatchObject({ ok: true });
  expect(tried).toEqual(['169.254.169.254', '127.0.0.1', '0.0.0.0']);
});

test.each(['localhost', 'LocalHost', 'p01.localhost'])(
  '%s is this machine’s IPv4 address, and nobody is asked',
  async (name) => {
    const server = await rawServer((socket) => socket.write(PLAIN_ANSWER));
    const address = server.address.replace('127.0.0.1', name);
    const { resolve, asked } = names(['::1', '192.0.2.1']);
    expect(await client({ resolve }).send(address, '{}', soon())).toMatchObject({ ok: true });
    expect(await client({ resolve }).knock(address, soon())).toMatchObject({ ok: true });
    expect(asked).toEqual([]);
    expect(server.heard[0]).toContain(`host: ${new URL(address).host}\r\n`);
  },
);

test.skipIf(!HAS_IPV6)('a stranger at the same port of ::1 hears nothing of what is meant for localhost', async () => {
  const answer = async () => 'mine';
  const transport = client({ resolve: async () => ok(['::1', '127.0.0.1']) });
  const listener = unwrap(await transport.listen('http://localhost:0/mcp', answer));
  onTestFinished(() => listener.close());
  let visits = 0;
  const thief = createServer(() => visits++).listen(Number(new URL(listener.address).port), '::1');
  onTestFinished(() => void thief.close());
  await once(thief, 'listening');
  expect(new URL(listener.address).hostname).toBe('localhost');
  expect(await transport.send(listener.address, '{}', soon())).toMatchObject({ ok: true, value: { text: 'mine' } });
  expect(await transport.knock(listener.address, soon())).toMatchObject({ ok: true });
  expect(visits).toBe(0);
});

test.skipIf(!HAS_IPV6)('a kept connection is not used for a name that is pinned elsewhere since', async () => {
  const former = await rawServer((socket) => socket.write(PLAIN_ANSWER));
  const address = former.address.replace('127.0.0.1', 'agent.local');
  const present = createServer((socket) => socket.on('data', () => socket.write(PLAIN_ANSWER)));
  onTestFinished(() => void present.close());
  await once(present.listen(Number(new URL(address).port), '::1'), 'listening');
  let visits = 0;
  present.on('connection', () => visits++);
  const pins = new Map([[pinOf(new URL(address)), '127.0.0.1']]);
  const transport = client({ pins });
  expect(await transport.send(address, '{"secret":1}', soon())).toMatchObject({ ok: true });
  pins.set(pinOf(new URL(address)), '::1');
  expect(await transport.send(address, '{"secret":2}', soon())).toMatchObject({ ok: true });
  expect(former.heard.join()).not.toContain('"secret":2');
  expect(visits).toBe(1);
});

test('a name that changes its mind after it was checked is checked again at the next connection', async () => {
  const server = await rawServer((socket) => socket.end(PLAIN_ANSWER.replace('200 OK', '200 OK\r\nconnection: close')));
  const { port } = server.server.address() as { port: number };
  const guard: typeof usualGuard = (_host, address) =>
    address === '127.0.0.1' ? undefined : `${address} is off limits`;
  const { resolve } = names(['127.0.0.1'], ['127.0.0.2']);
  const transport = client({ resolve, guard });
  const rebinding = `http://rebinding.example.org:${port}/mcp`;
  expect(await transport.send(rebinding, '{}', soon())).toMatchObject({ ok: true });
  const refused = { ok: false, error: { code: 'UNREACHABLE', detail: '127.0.0.2 is off limits' } };
  expect(await transport.send(rebinding, '{}', soon())).toMatchObject(refused);
  expect(await transport.knock(rebinding, soon())).toMatchObject(refused);
  expect(server.sockets).toHaveLength(1);
});

test.each([
  ['http://0.0.0.0:PORT/mcp', '0.0.0.0 stands for no machine in particular'],
  ['http://0/mcp', '0.0.0.0 stands for no machine in particular'],
  ['http://[::]:PORT/mcp', ':: stands for no machine in particular'],
  ['http://169.254.169.254/latest/meta-data/', '169.254.169.254 is link-local, where clouds keep their secrets'],
  ['http://[::ffff:169.254.169.254]/', '::ffff:a9fe:a9fe is link-local, where clouds keep their secrets'],
  ['http://own.example.org:PORT/mcp', 'own.example.org stands for 127.0.0.1, which is this machine'],
  ['https://own.example.org:PORT/mcp', 'own.example.org stands for 127.0.0.1, which is this machine'],
])('nobody goes to %s: %s', async (address, detail) => {
  const canary = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void canary.close());
  await once(canary, 'listening');
  let visits = 0;
  canary.on('connection', () => visits++);
  const { port } = (canary as Server).address() as { port: number };
  const to = address.replace('PORT', String(port));
  const { resolve } = names(['127.0.0.1']);
  const refused = { ok: false, error: { code: 'UNREACHABLE', detail } };
  expect(await client({ resolve }).send(to, '{}', soon())).toMatchObject(refused);
  expect(await client({ resolve }).knock(to, soon())).toMatchObject(refused);
  expect(visits).toBe(0);
});

test('a knock waits no longer than its deadline', async () => {
  const { resolve } = { resolve: () => new Promise<never>(() => undefined) };
  const knocked = await client({ resolve }).knock('http://agent.local/mcp', later(systemClock.monotonic(), 30));
  expect(knocked).toMatchObject({ ok: false, error: { code: 'DEADLINE_PASSED' } });
});

describe('the address from which another host is reached', () => {
  test('is the system’s word, and nothing is sent', async () => {
    expect(await localAddressFor('127.0.0.1')).toBe('127.0.0.1');
    expect(await localAddressFor('a.name', async () => ok(['::1', '127.0.0.1']))).toBe('127.0.0.1');
  });

  test('is unknown where the host is', async () => {
    expect(await localAddressFor('a.name', async () => err('no such host'))).toBeUndefined();
    expect(await localAddressFor('a.name', async () => ok([]))).toBeUndefined();
  });
});
