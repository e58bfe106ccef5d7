/** Web pages of other origins: a fetch that keeps to the rules of browsers, and what it may do and read. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { seededEntropy } from '../../../core/entropy.ts';
import { unwrap } from '../../../core/result.ts';
import { NEWEST, plainCatalog, REVISIONS } from '../../../testing/mcp_fixtures_host.ts';
import { withMcp } from '../../mcp/beside.ts';
import { httpTransport } from './http.ts';

const LISTED = 'https://league.example.org';
const SIMPLE: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-language']);

const words = (list: string | null) => (list ?? '').split(',').map((word) => word.trim().toLowerCase());

/** The fetch of a page, as browsers have it: asks before it sends, and shows no more than it may. */
function fetchOf(origin: string): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const unusual = [...request.headers.keys()].filter((name) => !SIMPLE.has(name)).sort();
    const preflight = await fetch(request.url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': request.method,
        'access-control-request-headers': unusual.join(','),
      },
    });
    const allowed = preflight.headers;
    if (!preflight.ok || allowed.get('access-control-allow-origin') !== origin)
      throw new TypeError(`no preflight: ${preflight.status}`);
    const methods = ['get', 'post', ...words(allowed.get('access-control-allow-methods'))];
    if (!methods.includes(request.method.toLowerCase())) throw new TypeError(`no ${request.method}`);
    const names = words(allowed.get('access-control-allow-headers'));
    const unasked = unusual.find((name) => !names.includes(name));
    if (unasked !== undefined) throw new TypeError(`no header ${unasked}`);
    request.headers.set('origin', origin);
    const response = await fetch(request);
    if (response.headers.get('access-control-allow-origin') !== origin) throw new TypeError('not readable');
    expect(words(response.headers.get('vary'))).toContain('origin');
    const exposed = ['content-type', ...words(response.headers.get('access-control-expose-headers'))];
    const shown = [...response.headers].filter(([name]) => exposed.includes(name));
    return new Response(response.body, { status: response.status, headers: shown });
  };
}

async function opened(origins: readonly string[]): Promise<URL> {
  const http = httpTransport({ clock: systemClock, origins });
  const options = { clock: systemClock, entropy: seededEntropy(1), onBug: expect.unreachable };
  const listener = unwrap(
    await withMcp(http, () => plainCatalog(), options).listen('http://127.0.0.1:0/mcp', async (text) => text),
  );
  onTestFinished(() => listener.close());
  return new URL(listener.address);
}

describe.each(REVISIONS)('a page of a listed origin with the official client of %s', (revision) => {
  test('finds the server, goes on by its session, and ends it', async () => {
    const transport = new StreamableHTTPClientTransport(await opened([LISTED]), { fetch: fetchOf(LISTED) });
    const client = new Client(
      { name: 'page', version: '1' },
      revision === NEWEST
        ? { versionNegotiation: { mode: { pin: revision } } }
        : { supportedProtocolVersions: [revision] },
    );
    await client.connect(transport);
    onTestFinished(() => client.close());
    expect(transport.sessionId === undefined).toBe(revision === NEWEST);
    expect((await client.listTools()).tools).toEqual([]);
    await transport.terminateSession();
  });
});

test('a page of a listed origin reads refusals too', async () => {
  const url = await opened([LISTED]);
  const refused = await fetchOf(LISTED)(new URL('/nothing', url));
  expect(refused.status).toBe(404);
  const wrong = await fetchOf(LISTED)(url, { method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'x' });
  expect(wrong.status).toBe(415);
});

test('a page of a listed origin reads that there is too much to do, and when to come back', async () => {
  const [entered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const http = httpTransport({ clock: systemClock, origins: [LISTED], limits: { maxPending: 1 } });
  const answer = async (text: string) => {
    entered.resolve();
    await released.promise;
    return text;
  };
  const listener = unwrap(await http.listen('http://127.0.0.1:0/mcp', answer));
  onTestFinished(() => listener.close());
  const headers = { 'content-type': 'application/json', origin: LISTED };
  const ask = () => fetch(listener.address, { method: 'POST', headers, body: '{}' });
  const first = ask();
  await entered.promise;
  const { status, headers: shown } = await ask();
  expect([status, shown.get('retry-after'), shown.get('access-control-allow-origin')]).toEqual([503, '1', LISTED]);
  expect(words(shown.get('access-control-expose-headers'))).toContain('retry-after');
  released.resolve();
  expect((await first).status).toBe(200);
});

test.each([
  ['a foreign page', [LISTED], 'https://evil.example.org', 403],
  ['a page where none is listed', [], LISTED, 403],
  ['a page of this machine that is not listed', [LISTED], 'http://localhost:6274', 405],
])('%s reads nothing', async (_, origins, origin, status) => {
  const url = await opened(origins);
  await expect(fetchOf(origin)(url, { method: 'POST', body: '{}' })).rejects.toThrow(`no preflight: ${status}`);
  const seen = await fetch(url, { headers: { origin } });
  expect([...seen.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('a preflight with a header that is none is answered without it', async () => {
  const headers = { origin: LISTED, 'access-control-request-method': 'POST', 'access-control-request-headers': 'a;b' };
  const { status, headers: allowed } = await fetch(await opened([LISTED]), { method: 'OPTIONS', headers });
  expect([status, allowed.get('access-control-allow-headers')]).toEqual([204, null]);
});
