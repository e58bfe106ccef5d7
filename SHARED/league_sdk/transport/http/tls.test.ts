import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  connect as connectSecurely,
  createServer as createSecureServer,
  getCACertificates,
  type TLSSocket,
} from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { later, sleep, systemClock } from '../../../core/clock.ts';
import { unwrap } from '../../../core/result.ts';
import { type TestCertificate, testAuthority, testCertificate } from '../../../testing/certificates.ts';
import { fakeClock } from '../../../testing/fake_clock.ts';
import { bodyOf, statusOf } from '../../../testing/http_raw.ts';
import { type MemoryDisk, memoryDisk } from '../../disk/memory_disk.ts';
import type { Answer, OnRefused, Transport } from '../transport.ts';
import { transportLaws } from '../transport_laws.ts';
import { httpGet } from './get.ts';
import { httpTransport } from './http.ts';
import type { HttpLimits } from './limits.ts';
import { callerFault, Tls, type TlsOptions } from './tls.ts';

const echo: Answer = async (text) => text;
const authority = testAuthority();
const localhost = testCertificate(['localhost', '127.0.0.1'], { by: authority });

interface Opening extends Partial<Omit<TlsOptions, 'read'>> {
  readonly disk?: MemoryDisk;
}

async function openTls(
  { cert, key }: TestCertificate,
  ca?: string,
  { disk = memoryDisk(), clock = systemClock, tell = () => undefined }: Opening = {},
): Promise<Tls> {
  await Promise.all([disk.replace('cert', cert), disk.replace('key', key), disk.replace('ca', ca ?? '')]);
  const files = { cert: 'cert', key: 'key', ...(ca === undefined ? {} : { ca: 'ca' }) };
  return unwrap(await Tls.open(files, { read: disk.read, clock, tell }));
}

/** TLS of a process with these files, until the test ends. */
async function tlsOf(...given: Parameters<typeof openTls>): Promise<Tls> {
  const tls = await openTls(...given);
  onTestFinished(() => tls.close());
  return tls;
}

interface Serving {
  readonly certificate?: TestCertificate;
  readonly limits?: Partial<HttpLimits>;
  readonly answer?: Answer;
}

/** A listener that is called `name`, and a transport of its own process. */
async function serve({ certificate = localhost, limits = {}, answer = echo }: Serving = {}) {
  const transport = httpTransport({ clock: systemClock, limits, tls: await tlsOf(certificate) });
  const listener = unwrap(await transport.listen('https://127.0.0.1:0/mcp', answer));
  onTestFinished(() => listener.close());
  return { transport, listener, address: listener.address, port: Number(new URL(listener.address).port) };
}

const send = (transport: Transport, to: string, text = '{}'): ReturnType<Transport['send']> =>
  transport.send(to, text, later(systemClock.monotonic(), 10_000));

/** How another process, which has no certificate, fails to reach an address. */
async function failure(to: string): Promise<string> {
  const sent = await send(httpTransport({ clock: systemClock }), to);
  expect(sent).toMatchObject({ ok: false, error: { code: 'UNREACHABLE' } });
  return sent.ok ? '' : sent.error.detail;
}

/** A server of other making that shows a certificate. */
async function stranger(certificate: TestCertificate): Promise<{ readonly port: number; readonly heard: string[] }> {
  const heard: string[] = [];
  const server = createSecureServer({ cert: certificate.cert, key: certificate.key }, (socket) =>
    socket.on('data', (piece) => heard.push(piece.toString())).on('error', () => socket.destroy()),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as { port: number }).port, heard };
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => socket.destroy());
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Everything that is heard until the other side hangs up. */
async function untilClosed(socket: Socket): Promise<string> {
  let heard = '';
  socket.on('data', (piece: Buffer) => {
    heard += piece.toString('latin1');
  });
  // Who writes on while the other side hangs up may hear of that by a reset.
  await once(socket, 'close').catch(({ code }) => expect(['ECONNRESET', 'EPIPE']).toContain(code));
  return heard;
}

describe('https', () => {
  let tls: Tls;
  beforeAll(async () => {
    tls = await openTls(localhost);
  });
  afterAll(() => tls.close());
  transportLaws('https', () => ({
    sender: httpTransport({ clock: systemClock, tls }),
    receiver: httpTransport({ clock: systemClock, tls }),
    clock: systemClock,
    isRemote: true,
    freeAddress: () => 'https://127.0.0.1:0/mcp',
    settled: (promise) => promise,
  }));
});

test('one connection carries many requests, as without TLS', async () => {
  const { transport, address, port } = await serve();
  for (let i = 0; i < 5; i++) expect(unwrap(await send(transport, address, `{"i":${i}}`)).text).toBe(`{"i":${i}}`);
  expect(unwrap(await send(transport, address)).alone).toBeUndefined();
  const long = JSON.stringify('x'.repeat(60_000));
  expect(unwrap(await send(transport, `https://localhost:${port}/mcp`, long)).text).toBe(long);
});

test('a certificate of an authority that is named is trusted, and no other', async () => {
  const { address, port } = await serve();
  const trusting = httpTransport({ clock: systemClock, tls: await tlsOf(testCertificate(['b']), authority.cert) });
  expect(unwrap(await send(trusting, address)).text).toBe('{}');
  const got = await httpGet(`https://localhost:${port}/health`, { clock: systemClock, limitMs: 10_000, maxBytes: 100 });
  expect(unwrap(got)).toEqual({ status: 200, text: '{"status":"ok"}' });
  const other = await stranger(testCertificate(['localhost'], { by: testAuthority('another') }));
  const lost = await send(trusting, `https://localhost:${other.port}/mcp`, '{"auth_token":"secret"}');
  expect(lost).toMatchObject({ ok: false, error: { code: 'UNREACHABLE', detail: expect.stringMatching(/--tls-ca/) } });
  expect(other.heard).toEqual([]);
});

test('what is trusted for a process is not trusted when it has ended', async () => {
  const before = getCACertificates('default').length;
  const tls = await tlsOf(localhost, authority.cert);
  expect(getCACertificates('default')).toHaveLength(before + 2);
  tls.close();
  expect(getCACertificates('default')).toHaveLength(before);
});

test('a listener that shows the certificate of this process is taken by any name, another one by its names', async () => {
  const certificate = testCertificate(['league.example.org'], { by: authority });
  const { transport, address } = await serve({ certificate });
  expect(unwrap(await send(transport, address)).text).toBe('{}');
  const got = { clock: systemClock, limitMs: 10_000, maxBytes: 100, tls: await tlsOf(certificate) };
  expect(unwrap(await httpGet(address.replace(/mcp$/, 'health'), got)).status).toBe(200);
  const trusting = httpTransport({ clock: systemClock, tls: await tlsOf(localhost, authority.cert) });
  const lost = await send(trusting, address);
  expect(lost.ok ? '' : lost.error.detail).toMatch(
    /is for league\.example\.org, not for 127\.0\.0\.1; call it by a name/,
  );
});

test('a name is pinned and guarded as without TLS, and its certificate is checked by the name', async () => {
  const certificate = testCertificate(['agent.example.org'], { by: authority });
  const { address, port } = await serve({ certificate });
  const to = address.replace('127.0.0.1', 'agent.example.org');
  const pins = new Map([[`agent.example.org:${port}`, '127.0.0.1']]);
  const rules = { clock: systemClock, tls: await tlsOf(testCertificate(['b']), authority.cert), pins };
  const anywhere = httpTransport({ ...rules, guard: () => undefined });
  expect(unwrap(await send(anywhere, to)).text).toBe('{}');
  const guarded = await send(httpTransport(rules), to);
  expect(guarded.ok ? '' : guarded.error.detail).toMatch(/agent\.example\.org stands for 127\.0\.0\.1/);
});

describe('a failure says what to do', () => {
  test('of an unknown authority', async () => {
    const { port } = await stranger(localhost);
    expect(await failure(`https://localhost:${port}/mcp`)).toMatch(/authority that is not trusted here.*--tls-ca FILE/);
  });

  test('of a certificate that has expired, or is not valid yet', async () => {
    await tlsOf(localhost, authority.cert);
    const old = await stranger(testCertificate(['localhost'], { by: authority, until: '2023-04-05' }));
    expect(await failure(`https://localhost:${old.port}/mcp`)).toMatch(/has expired on 2023-04-05/);
    const early = await stranger(testCertificate(['localhost'], { by: authority, from: '2048-04-05' }));
    expect(await failure(`https://localhost:${early.port}/mcp`)).toMatch(/only from 2048-04-05 on.*clock/);
  });

  test('of plain HTTP that is called by https', async () => {
    const plain = httpTransport({ clock: systemClock });
    const listener = unwrap(await plain.listen('http://127.0.0.1:0/mcp', echo));
    onTestFinished(() => listener.close());
    expect(await failure(listener.address.replace('http:', 'https:'))).toMatch(/does not speak TLS.*http:\/\//);
  });
});

describe('a server that speaks TLS', () => {
  const told = (): { readonly lines: string[]; readonly answer: Answer } => {
    const lines: string[] = [];
    const onRefused: OnRefused = (what, { code, detail }, { address }) => {
      lines.push(`${address} ${what}: ${code}: ${detail}`);
    };
    return { lines, answer: Object.assign(async (text: string) => text, { onRefused }) };
  };

  test('hangs up on callers that never begin or never end their handshake, and answers others meanwhile', async () => {
    const { transport, address, port } = await serve({ limits: { headMs: 1_500 } });
    const silent = Array.from({ length: 200 }, () => open(port));
    const dripping = open(port);
    dripping.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00]));
    const drip = async () => {
      for (; dripping.writable; await sleep(systemClock, 100)) dripping.write(Buffer.from([1]));
    };
    void drip();
    const closed = Promise.all([...silent, dripping].map((socket) => untilClosed(socket)));
    for (let i = 0; i < 5; i++) expect(unwrap(await send(transport, address)).text).toBe('{}');
    expect((await closed).join('')).toBe('');
  });

  test('closes at once, whoever still shakes hands', async () => {
    const { listener, port } = await serve({ limits: { headMs: 600_000, requestMs: 600_000 } });
    const [silent, begun] = [open(port), open(port)];
    begun.write(Buffer.from([0x16, 0x03, 0x01]));
    await Promise.all([once(silent, 'connect'), once(begun, 'connect')]);
    const closed = Promise.all([untilClosed(silent), untilClosed(begun)]);
    await sleep(systemClock, 50);
    await listener.close();
    await closed;
  });

  test('says to a caller in plain HTTP that it speaks TLS', async () => {
    const { port } = await serve();
    const socket = open(port);
    socket.write(
      'POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
    );
    const heard = await untilClosed(socket);
    expect(statusOf(heard)).toBe(400);
    expect(bodyOf(heard)).toMatch(/speaks TLS: write https:\/\//);
  });

  test('tells of callers that speak an older version', async () => {
    const { lines, answer } = told();
    const { port } = await serve({ answer });
    const old = connectSecurely({
      ...{ host: '127.0.0.1', port, rejectUnauthorized: false },
      ...{ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
    });
    await once(old, 'error').catch(() => undefined);
    await expect.poll(() => lines, { timeout: 10_000 }).toEqual([expect.stringMatching(/neither TLS 1\.2 nor 1\.3/)]);
  });

  test('tells of a caller that says it does not trust the certificate, and of nothing that breaks by itself', () => {
    const fault = (code: string) => callerFault(Object.assign(new Error('x'), { code, reason: 'unknown ca' }));
    expect(fault('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA')).toMatch(/does not trust .*\(unknown ca\).*--tls-ca/);
    expect(fault('ECONNRESET')).toBeUndefined();
  });

  test('keeps to the limits of a request', async () => {
    const { port, transport, address } = await serve({ limits: { maxRequestBytes: 100, headMs: 1_500 } });
    expect(await send(transport, address, JSON.stringify('x'.repeat(100)))).toMatchObject({
      error: { code: 'REFUSED', detail: expect.stringMatching(/^HTTP 413/) },
    });
    const secure = (): TLSSocket => {
      const socket = connectSecurely({ host: '127.0.0.1', port, rejectUnauthorized: false });
      return socket.on('error', () => socket.destroy());
    };
    const silent = secure();
    expect(statusOf(await untilClosed(silent))).toBe(408);
    const slow = secure();
    slow.write('POST /mcp HTTP/1.1\r\nhost: localhost\r\nx: ');
    expect(statusOf(await untilClosed(slow))).toBe(408);
  });

  test('takes requests of other making as they come, byte by byte and after those of ours', async () => {
    const { port } = await serve();
    const socket = connectSecurely({ host: '127.0.0.1', port, rejectUnauthorized: false });
    const heard = untilClosed(socket);
    const head = (more: string) =>
      `POST /mcp HTTP/1.1\r\nhost: localhost\r\naccept: application/json\r\ncontent-type: application/json\r\n${more}content-length: 2\r\n\r\n{}`;
    socket.write(head(''));
    await once(socket, 'data');
    for (const letter of head('connection: close\r\n')) socket.write(letter);
    expect(await heard).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{\}HTTP\/1\.1 200 [\s\S]*\{\}$/);
  });

  test('a plain server that is spoken TLS to tells of it', async () => {
    const { lines, answer } = told();
    const plain = httpTransport({ clock: systemClock });
    const listener = unwrap(await plain.listen('http://127.0.0.1:0/mcp', answer));
    onTestFinished(() => listener.close());
    await failure(listener.address.replace('http:', 'https:'));
    await expect
      .poll(() => lines, { timeout: 10_000 })
      .toEqual([
        '127.0.0.1 a TLS handshake: HTTP 400: TLS was spoken to this port, which speaks plain HTTP: call it by http://, or give it a certificate',
      ]);
  });
});

describe('files that change', () => {
  /** What a caller is shown at present. */
  async function shown(port: number): Promise<string | undefined> {
    const socket = connectSecurely({ host: '127.0.0.1', port, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { subjectAltName } = socket.getPeerX509Certificate() ?? {};
    socket.destroy();
    return subjectAltName;
  }

  test('are in use without a restart; a broken one is told once, and the one before stays', async () => {
    const [disk, clock, lines] = [memoryDisk(), fakeClock(), [] as string[]];
    const tls = await tlsOf(testCertificate(['first']), undefined, { disk, clock, tell: (line) => lines.push(line) });
    const transport = httpTransport({ clock: systemClock, tls });
    const listener = unwrap(await transport.listen('https://127.0.0.1:0/mcp', echo));
    onTestFinished(() => listener.close());
    const port = Number(new URL(listener.address).port);
    expect(await shown(port)).toBe('DNS:first');

    const second = testCertificate(['second'], { until: '2031-02-03' });
    await disk.replace('cert', second.cert);
    await clock.advance(6_000);
    // The key of the first is beside it for a moment, as it is while a tool writes both.
    expect([await shown(port), lines]).toEqual(['DNS:first', []]);
    await disk.replace('key', second.key);
    await clock.advance(6_000);
    expect(await shown(port)).toBe('DNS:second');
    expect(lines).toEqual([expect.stringMatching(/in use now; the certificate is for second, until 2031-02-03/)]);

    await disk.replace('cert', 'no certificate');
    await clock.advance(60_000);
    expect(await shown(port)).toBe('DNS:second');
    expect(lines.slice(1)).toEqual(['cert holds no certificate, as PEM; the one before stays in use']);
    expect(unwrap(await send(transport, listener.address)).text).toBe('{}');
  });

  test('a certificate that expires in use is told once', async () => {
    const [disk, clock, lines] = [memoryDisk(), fakeClock('2030-01-01T23:59:00.000Z'), [] as string[]];
    const brief = testCertificate(['a'], { until: '2030-01-02' });
    await tlsOf(brief, undefined, { disk, clock, tell: (line) => lines.push(line) });
    await clock.advance(50_000);
    expect(lines).toEqual([]);
    await clock.advance(120_000);
    expect(lines).toEqual(['the certificate in cert has expired on 2030-01-02']);
  });

  test.each([
    ['a missing file', {}, /^there is no file cert$/],
    ['no certificate', { cert: 'x' }, /^cert holds no certificate/],
    ['a key of another', { key: testCertificate(['x']).key }, /^the key in key does not fit the certificate in cert$/],
    ['no key', { key: 'x' }, /^key holds no private key/],
    ['no authority', { ca: 'x' }, /^ca holds no certificate of an authority/],
    ['an expired one', testCertificate(['x'], { until: '2024-05-06' }), /has expired on 2024-05-06$/],
  ])('%s is one line', async (_, given, line) => {
    const disk = memoryDisk();
    const texts = Object.keys(given).length === 0 ? {} : { ...localhost, ca: authority.cert, ...given };
    for (const [path, text] of Object.entries(texts)) if (typeof text === 'string') await disk.replace(path, text);
    const files = { cert: 'cert', key: 'key', ca: 'ca' };
    const opened = await Tls.open(files, { read: disk.read, clock: systemClock, tell: () => undefined });
    expect(opened.ok ? '' : opened.error).toMatch(line);
  });
});
