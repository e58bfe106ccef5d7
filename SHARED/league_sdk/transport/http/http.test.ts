import { once } from 'node:events';
import { createServer, Server } from 'node:net';
import { expect, test, vi } from 'vitest';
import { later, systemClock } from '../../../core/clock.ts';
import { unwrap } from '../../../core/result.ts';
import type { Answer } from '../transport.ts';
import { type TransportWorld, transportLaws } from '../transport_laws.ts';
import { httpTransport } from './http.ts';

const echo: Answer = async (text) => text;

function httpWorld(address: string): TransportWorld {
  return {
    sender: httpTransport({ clock: systemClock }),
    receiver: httpTransport({ clock: systemClock }),
    clock: systemClock,
    isRemote: true,
    freeAddress: () => address,
    settled: (promise) => promise,
  };
}

transportLaws('http', () => httpWorld('http://127.0.0.1:0/mcp'));
transportLaws('http by name', () => httpWorld('http://localhost:0/mcp'));

test('a listener keeps the host it was given and tells the real port', async () => {
  const transport = httpTransport({ clock: systemClock });
  const listener = unwrap(await transport.listen('http://localhost:0/mcp/P17', echo));
  expect(listener.address).toMatch(/^http:\/\/localhost:[1-9]\d*\/mcp\/P17$/);
  await listener.close();
});

test('localhost and 127.0.0.1 are one origin', async () => {
  const transport = httpTransport({ clock: systemClock });
  const first = unwrap(await transport.listen('http://localhost:0/a', async () => 'a'));
  const base = first.address.replace('localhost', '127.0.0.1').replace(/\/a$/, '');
  const second = unwrap(await transport.listen(`${base}/b`, async () => 'b'));
  const reply = await transport.send(second.address, '{}', later(systemClock.monotonic(), 2_000));
  expect(unwrap(reply).text).toBe('b');
  await Promise.all([first.close(), second.close(), transport.close()]);
});

test('two who ask for one free port at the same time share its server', async () => {
  const transport = httpTransport({ clock: systemClock });
  const probe = unwrap(await transport.listen('http://127.0.0.1:0/', echo));
  await probe.close();
  const base = probe.address.slice(0, -1);
  const listeners = await Promise.all([transport.listen(`${base}/a`, echo), transport.listen(`${base}/b`, echo)]);
  expect(listeners.map((listener) => unwrap(listener).address)).toEqual([`${base}/a`, `${base}/b`]);
  await Promise.all(listeners.map((listener) => unwrap(listener).close()));
});

test('a port that somebody else has is PORT_IN_USE, until it is free', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const transport = httpTransport({ clock: systemClock });
  const address = `http://127.0.0.1:${port}/mcp`;
  expect(await transport.listen(address, echo)).toMatchObject({ ok: false, error: { code: 'PORT_IN_USE' } });
  other.close();
  await once(other, 'close');
  await unwrap(await transport.listen(address, echo)).close();
});

test('a port that this user may not listen at is told as such', async () => {
  vi.spyOn(Server.prototype, 'listen').mockImplementationOnce(function (this: Server) {
    void Promise.resolve().then(() =>
      this.emit('error', Object.assign(new Error('listen EACCES'), { code: 'EACCES' })),
    );
    return this;
  });
  expect(await httpTransport({ clock: systemClock }).listen('http://127.0.0.1:80/mcp', echo)).toEqual({
    ok: false,
    error: {
      code: 'INVALID_ADDRESS',
      detail: 'this user may not listen at port 80 of 127.0.0.1; take another, from 1024 on',
    },
  });
});

test('a host that is not ours is INVALID_ADDRESS', async () => {
  const transport = httpTransport({ clock: systemClock });
  for (const address of ['http://192.0.2.1:0/mcp', 'https://localhost:0/mcp', 'http://:80']) {
    expect(await transport.listen(address, echo)).toMatchObject({ ok: false, error: { code: 'INVALID_ADDRESS' } });
  }
});

test('closing twice is closing once', async () => {
  const transport = httpTransport({ clock: systemClock });
  const listener = unwrap(await transport.listen('http://127.0.0.1:0/mcp', echo));
  await Promise.all([listener.close(), listener.close()]);
  await listener.close();
});

test('limits given to the transport hold in both directions', async () => {
  const small = httpTransport({ clock: systemClock, limits: { maxRequestBytes: 10, maxReplyBytes: 20 } });
  const { address, close } = unwrap(await small.listen('http://127.0.0.1:0/mcp', async (text) => text.repeat(3)));
  const send = (text: string): ReturnType<typeof small.send> =>
    small.send(address, text, later(systemClock.monotonic(), 2_000));
  expect(await send('x'.repeat(6))).toMatchObject({ ok: true });
  expect(await send('x'.repeat(10))).toMatchObject({ ok: false, error: { code: 'TOO_LARGE' } });
  expect(await send('x'.repeat(11))).toMatchObject({
    ok: false,
    error: { code: 'REFUSED', detail: expect.stringMatching(/^HTTP 413.*too large/) },
  });
  await Promise.all([close(), small.close()]);
});
