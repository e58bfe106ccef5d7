import { request as ask, type IncomingMessage } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { systemEntropy } from '../../../core/entropy.ts';
import { unwrap } from '../../../core/result.ts';
import { testAuthority, testCertificate } from '../../../testing/certificates.ts';
import { memoryDisk } from '../../disk/memory_disk.ts';
import type { Answer, Origin } from '../transport.ts';
import { CALLER_HEADER, CallerCheck, callerHeader } from './forwarded.ts';
import { httpTransport } from './http.ts';
import { PassingOn, Signpost } from './pass_on.ts';
import type { Rest } from './server.ts';
import { Tls } from './tls.ts';

const SECRET = 'ab'.repeat(32);
const WORLD = { clock: systemClock, entropy: systemEntropy };
const IDLE: Answer = async () => undefined;

interface Got {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** Asks from an address of this machine. */
function from(localAddress: string, url: string, how: { body?: string; headers?: object; method?: string } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<Got>();
  const { body, method = body === undefined ? 'GET' : 'POST' } = how;
  const headers = { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...how.headers };
  const asking = ask(url, { method, localAddress, headers, agent: false }, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (piece) => {
      text += piece;
    });
    response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    response.once('error', reject);
  });
  asking.once('error', reject).end(body);
  return promise;
}

/** A server of a league that notes where its messages come from. */
async function leader(rest?: Rest, { tls }: { readonly tls?: Tls } = {}) {
  const callers = new CallerCheck(systemClock);
  callers.trust(SECRET);
  const heard: Origin[] = [];
  const transport = httpTransport({ clock: systemClock, callers, tls, ...(rest && { rest }) });
  const answer: Answer = async (text, origin) => {
    heard.push(origin);
    return `heard ${text} from ${origin.address}`;
  };
  const listener = unwrap(await transport.listen(`http${tls === undefined ? '' : 's'}://127.0.0.2:0/mcp`, answer));
  onTestFinished(() => listener.close());
  return { address: listener.address, heard, close: () => listener.close() };
}

/** A server that passes on whatever reaches it. */
async function standby({ waitMs = 2_000, tls }: { readonly waitMs?: number; readonly tls?: Tls } = {}) {
  const callers = new CallerCheck(systemClock);
  callers.trust(SECRET);
  const to = new Signpost();
  const passing = new PassingOn({ ...WORLD, waitMs, tls });
  const rest: Rest = (request, response, asked) =>
    passing.take(request, response, asked, { to, awaited: 'the leader of cup' });
  const transport = httpTransport({ clock: systemClock, callers, rest });
  const listener = unwrap(await transport.listen('http://127.0.0.3:0/standing-by', IDLE));
  onTestFinished(async () => {
    passing.close();
    await listener.close();
  });
  return {
    url: listener.address.replace('standing-by', 'mcp'),
    base: listener.address.replace('/standing-by', ''),
    to,
  };
}

describe('a request that is passed on', () => {
  test('a kept connection collects no listeners, however many requests it has passed on', async () => {
    const warned: Error[] = [];
    const hear = (warning: Error) => void warned.push(warning);
    process.on('warning', hear);
    onTestFinished(() => void process.off('warning', hear));
    const { address, heard } = await leader();
    const { url, to } = await standby();
    to.point({ address, secret: SECRET });
    for (let i = 0; i < 15; i++) await from('127.0.0.4', url, { body: `"${i}"` });
    // A warning comes a step after its cause.
    await from('127.0.0.4', url, { body: '"last"' });
    expect([heard.length, warned]).toEqual([16, []]);
  });

  test('is answered as if it had reached the other server, which sees its caller', async () => {
    const [there, here] = [await leader(), await standby()];
    here.to.point({ address: there.address, secret: SECRET });
    const got = await from('127.0.0.9', here.url, { body: '{"é":1}' });
    expect([got.status, got.text]).toEqual([200, 'heard {"é":1} from 127.0.0.9']);
    // By a connection that is kept.
    expect((await from('127.0.0.8', here.url, { body: '2' })).text).toBe('heard 2 from 127.0.0.8');
    expect((await from('127.0.0.8', `${here.url}?code=abc`, { body: '3' })).status).toBe(200);
    expect(there.heard.map(({ address, code }) => [address, code])).toEqual([
      ['127.0.0.9', undefined],
      ['127.0.0.8', undefined],
      ['127.0.0.8', 'abc'],
    ]);
  });

  test('its refusals are passed back, its body is bounded', async () => {
    const [there, here] = [await leader(), await standby()];
    here.to.point({ address: there.address, secret: SECRET });
    expect((await from('127.0.0.9', here.url, { body: '1', headers: { 'content-type': 'text/plain' } })).status).toBe(
      415,
    );
    expect((await from('127.0.0.9', `${here.base}/none`)).status).toBe(404);
    expect((await from('127.0.0.9', here.url, { body: 'x'.repeat(70_000) })).status).toBe(413);
    expect(there.heard).toEqual([]);
  });

  test('an answer without an end is streamed, and cut off when another leads', async () => {
    const rest: Rest = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', connection: 'x-own', 'x-own': '1' });
      response.write('data: 1\n\n');
      return true;
    };
    const [there, here] = [await leader(rest), await standby()];
    here.to.point({ address: there.address, secret: SECRET });
    const { promise: begun, resolve } = Promise.withResolvers<string>();
    const asking = ask(`${here.base}/events`, (response) => {
      expect(response.headers['x-own']).toBeUndefined();
      response.once('data', (piece) => resolve(String(piece)));
      response.once('error', () => undefined);
      response.once('close', () => cut.resolve());
    }).end();
    const cut = Promise.withResolvers<void>();
    asking.once('error', () => undefined);
    expect(await begun).toBe('data: 1\n\n');
    here.to.point(undefined);
    await cut.promise;
  });

  test('it goes by TLS to a leader that speaks it', async () => {
    const certificate = testCertificate(['127.0.0.2'], { by: testAuthority() });
    const disk = memoryDisk();
    await Promise.all([disk.replace('cert', certificate.cert), disk.replace('key', certificate.key)]);
    const files = { cert: 'cert', key: 'key' };
    const tls = unwrap(await Tls.open(files, { read: disk.read, clock: systemClock, tell: () => undefined }));
    onTestFinished(() => tls.close());
    const [there, here] = [await leader(undefined, { tls }), await standby({ tls })];
    here.to.point({ address: there.address, secret: SECRET });
    expect(there.address).toMatch(/^https:/);
    expect((await from('127.0.0.9', here.url, { body: '1' })).text).toBe('heard 1 from 127.0.0.9');
  });

  test('it waits for a leader, and goes on from one that died to the next', async () => {
    const here = await standby();
    const waiting = from('127.0.0.9', here.url, { body: '1' });
    const sockets: Socket[] = [];
    // It takes connections, and hangs.
    const hung = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.2');
    onTestFinished(() => void hung.close());
    await vi.waitFor(() => expect(hung.listening).toBe(true));
    const { port } = hung.address() as { port: number };
    here.to.point({ address: `http://127.0.0.2:${port}/mcp`, secret: SECRET });
    await vi.waitFor(() => expect(sockets).toHaveLength(1));
    const there = await leader();
    here.to.point({ address: there.address, secret: SECRET });
    expect((await waiting).text).toBe('heard 1 from 127.0.0.9');
  });

  test('what a client of MCP has asked is not asked twice', async () => {
    const here = await standby();
    const broken = createServer((socket) => void socket.once('data', () => socket.destroy())).listen(0, '127.0.0.2');
    onTestFinished(() => void broken.close());
    await vi.waitFor(() => expect(broken.listening).toBe(true));
    const { port } = broken.address() as { port: number };
    here.to.point({ address: `http://127.0.0.2:${port}/mcp`, secret: SECRET });
    const got = await from('127.0.0.9', here.url, {
      body: '1',
      headers: { accept: 'application/json, text/event-stream' },
    });
    expect([got.status, got.text]).toEqual([
      503,
      expect.stringMatching(/passes on to the leader of cup: it was lost before/),
    ]);
  });

  test('nor is it by a connection that was kept', async () => {
    const here = await standby({ waitMs: 1_000 });
    const asked: string[] = [];
    const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      // It dies of what it is asked, with the answer under way.
      socket.on('data', (piece) => {
        asked.push(String(piece).split('\r\n\r\n').at(-1) ?? '');
        if (asked.length === 1) socket.write(answer);
        else socket.destroy();
      });
    }).listen(0, '127.0.0.2');
    onTestFinished(() => void server.close());
    await vi.waitFor(() => expect(server.listening).toBe(true));
    const { port } = server.address() as { port: number };
    here.to.point({ address: `http://127.0.0.2:${port}/mcp`, secret: SECRET });
    const headers = { accept: 'application/json, text/event-stream' };
    expect((await from('127.0.0.9', here.url, { body: '1', headers })).status).toBe(200);
    expect((await from('127.0.0.9', here.url, { body: '2', headers })).status).toBe(503);
    expect(asked).toEqual(['1', '2']);
  });

  test('without a leader it is refused after a while, in words', async () => {
    const here = await standby({ waitMs: 300 });
    const got = await from('127.0.0.9', here.url, { body: '1' });
    expect([got.status, got.headers['retry-after'], got.text]).toEqual([
      503,
      '1',
      expect.stringMatching(/passes on to the leader of cup: none is there yet/),
    ]);
    const nowhere = await standby({ waitMs: 300 });
    nowhere.to.point({ address: 'http://127.0.0.2:1/mcp', secret: SECRET });
    expect((await from('127.0.0.9', nowhere.url, { body: '1' })).status).toBe(503);
  });

  test('it is passed on once: two that take each other for the leader tell their callers', async () => {
    const [one, other] = [await standby({ waitMs: 300 }), await standby()];
    one.to.point({ address: other.url, secret: SECRET });
    other.to.point({ address: one.url, secret: SECRET });
    const waiting = from('127.0.0.9', one.url, { body: '1' });
    expect(await waiting).toMatchObject({ status: 503, text: expect.stringMatching(/none is there yet/) });
    const there = await leader();
    const again = from('127.0.0.9', one.url, { body: '2' });
    one.to.point({ address: there.address, secret: SECRET });
    expect((await again).text).toBe('heard 2 from 127.0.0.9');
  });
});

describe('the header of a caller', () => {
  const asked = { method: 'POST', target: '/mcp', text: '1' };
  const good = () => callerHeader({ secret: SECRET, address: '10.1.2.3' }, asked, WORLD);
  const posting = (url: string, header: string, body = '1') =>
    from('127.0.0.9', url, { body, headers: { [CALLER_HEADER]: header } });

  test('is believed once, of a server that knows the secret', async () => {
    const there = await leader();
    const header = good();
    expect((await posting(there.address, header)).text).toBe('heard 1 from 10.1.2.3');
    expect(await posting(there.address, header)).toMatchObject({
      status: 403,
      text: expect.stringMatching(/x-league-caller/),
    });
    expect(there.heard).toHaveLength(1);
  });

  test.each([
    ['of another secret', () => callerHeader({ secret: 'cd'.repeat(32), address: '10.1.2.3' }, asked, WORLD), 403],
    ['with another address', () => good().replace('10.1.2.3', '10.1.2.4'), 403],
    [
      'for another path',
      () => callerHeader({ secret: SECRET, address: '10.1.2.3' }, { ...asked, target: '/' }, WORLD),
      403,
    ],
    [
      'for another body',
      () => callerHeader({ secret: SECRET, address: '10.1.2.3' }, { ...asked, text: '2' }, WORLD),
      400,
    ],
    ['with an address that is none', () => callerHeader({ secret: SECRET, address: 'memory' }, asked, WORLD), 403],
    ['of an hour ago', () => old(), 403],
    ['that is a word', () => '10.1.2.3', 403],
    ['without its end', () => good().slice(0, -1), 403],
  ])('one %s is refused', async (_, header, status) => {
    const there = await leader();
    expect((await posting(there.address, header())).status).toBe(status);
    expect(there.heard).toEqual([]);
  });

  function old(): string {
    const now = () => new Date(systemClock.now().getTime() - 3_600_000);
    return callerHeader({ secret: SECRET, address: '10.1.2.3' }, asked, { ...WORLD, clock: { ...systemClock, now } });
  }

  test('it counts for nothing at an agent that has no secret to know it by', async () => {
    const transport = httpTransport({ clock: systemClock });
    const answer: Answer = async (_, { address }) => address;
    const listener = unwrap(await transport.listen('http://127.0.0.2:0/mcp', answer));
    expect((await posting(listener.address, good())).text).toBe('127.0.0.9');
    await listener.close();
  });

  test('it is not taken before the secret is known: the server that passes it on waits for that', async () => {
    const callers = new CallerCheck(systemClock);
    callers.trust('');
    const heard: string[] = [];
    const answer: Answer = async (_, { address }) => {
      heard.push(address);
      return address;
    };
    const listener = unwrap(
      await httpTransport({ clock: systemClock, callers }).listen('http://127.0.0.2:0/mcp', answer),
    );
    onTestFinished(() => listener.close());
    expect(await posting(listener.address, good())).toMatchObject({
      ...{ status: 503, headers: { [CALLER_HEADER]: 'elsewhere' }, text: expect.stringMatching(/cannot check/) },
    });
    const here = await standby();
    here.to.point({ address: listener.address, secret: SECRET });
    const waiting = from('127.0.0.8', here.url, { body: '1', headers: { accept: 'text/event-stream, */*' } });
    await new Promise((resolve) => void systemClock.after(300, () => resolve(undefined)));
    expect(heard).toEqual([]);
    callers.trust(SECRET);
    expect((await waiting).text).toBe('127.0.0.8');
  });

  test('it is not passed on from outside', async () => {
    const [there, here] = [await leader(), await standby()];
    here.to.point({ address: there.address, secret: SECRET });
    expect((await posting(here.url, '1 10.1.2.3 0 aa - bb')).status).toBe(403);
    expect(there.heard).toEqual([]);
  });

  test('a caller behind another server has the share of its own address', async () => {
    const callers = new CallerCheck(systemClock);
    callers.trust(SECRET);
    const transport = httpTransport({ clock: systemClock, callers, limits: { requestsPerSec: 1, requestBurst: 2 } });
    const listener = unwrap(await transport.listen('http://127.0.0.2:0/mcp', async () => 'heard'));
    const as = (address: string) =>
      posting(listener.address, callerHeader({ secret: SECRET, address }, asked, WORLD)).then(({ status }) => status);
    expect([await as('10.1.2.3'), await as('10.1.2.3'), await as('10.1.2.3'), await as('10.9.9.9')]).toEqual([
      200, 200, 429, 200,
    ]);
    await listener.close();
  });
});
