import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { unwrap } from '../../../core/result.ts';
import { bodyOf, post, statusOf, talk } from '../../../testing/http_raw.ts';
import type { Answer, Listener, OnRefused, Origin } from '../transport.ts';
import { httpTransport } from './http.ts';
import type { HttpLimits } from './limits.ts';
import type { Rest } from './server.ts';

const echo: Answer = async (text) => text;

interface Setting {
  readonly answer?: Answer;
  readonly rest?: Rest;
  readonly limits?: Partial<HttpLimits>;
}

async function serve({ answer = echo, ...options }: Setting = {}): Promise<Listener & { readonly port: number }> {
  const transport = httpTransport({ clock: systemClock, ...options });
  const listener = unwrap(await transport.listen('http://127.0.0.1:0/mcp', answer));
  onTestFinished(() => listener.close());
  return { ...listener, port: Number(new URL(listener.address).port) };
}

describe('what is answered', () => {
  test('a posted text gets 200, JSON and a length', async () => {
    const { port } = await serve();
    const response = await talk(port, post('{"ü":1}'));
    expect(statusOf(response)).toBe(200);
    expect(response).toMatch(/content-type: application\/json\r\n/i);
    expect(response).toMatch(/content-length: 8\r\n/i);
    expect(bodyOf(response)).toBe(Buffer.from('{"ü":1}').toString('latin1'));
  });

  test('a notification gets 202 and no body', async () => {
    const { port } = await serve({ answer: async () => undefined });
    const response = await talk(port, post('{}'));
    expect([statusOf(response), bodyOf(response)]).toEqual([202, '']);
  });

  test.each([
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['Application/JSON;charset=UTF-8', 200],
    ['text/plain', 415],
    ['application/jsonp', 415],
    ['application/x-www-form-urlencoded', 415],
  ])('content type %s gets %i', async (type, status) => {
    const { port } = await serve();
    expect(statusOf(await talk(port, post('{}', [`content-type: ${type}`])))).toBe(status);
  });

  test('no content type gets 415', async () => {
    const { port } = await serve();
    expect(statusOf(await talk(port, post('{}', [])))).toBe(415);
  });

  test.each([
    ['POST', '/', 404],
    ['POST', '/mcp/P17', 404],
    ['POST', '/MCP', 200],
    ['POST', '/mcp/', 200],
    ['POST', '/register', 404],
    ['POST', '/mcpx', 404],
    ['POST', '/mcp?trace=1', 200],
    ['GET', '/mcp', 405],
    ['DELETE', '/mcp', 405],
    ['GET', '/favicon.ico', 404],
  ])('%s %s gets %i', async (method, path, status) => {
    const told: unknown[] = [];
    const onRefused: OnRefused = (what, { code }, { address }) => void told.push([what, code, address]);
    const { port } = await serve({ answer: Object.assign(async () => '{}', { onRefused }) });
    const request = post('{}').toString().replace('POST /mcp', `${method} ${path}`);
    const response = await talk(port, request);
    expect(statusOf(response)).toBe(status);
    expect(told).toEqual(status === 200 ? [] : [[`${method} ${path}`, `HTTP ${status}`, '127.0.0.1']]);
    if (status === 405) expect(response).toMatch(/allow: POST\r\n/i);
  });

  test('a chunked request is read, trailers and all', async () => {
    const { port } = await serve();
    const head = 'POST /mcp HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n';
    const body = '3\r\n{"a\r\n4;ext=1\r\n":1}\r\n0\r\ntrailer: x\r\n\r\n';
    expect(bodyOf(await talk(port, `${head}transfer-encoding: chunked\r\n\r\n${body}`))).toBe('{"a":1}');
  });

  test('a client of HTTP/1.0 is answered', async () => {
    const { port } = await serve();
    const request = 'POST /mcp HTTP/1.0\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
    expect(bodyOf(await talk(port, request))).toBe('{}');
  });

  test('bytes that are no UTF-8 arrive as a text that no JSON parser takes', async () => {
    const texts: string[] = [];
    const { port } = await serve({
      answer: async (text) => {
        texts.push(text);
        return '{}';
      },
    });
    for (const bad of [[0xff], [0x22, 0xc3, 0x28, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22]]) {
      expect(statusOf(await talk(port, post(Buffer.from(bad))))).toBe(200);
    }
    for (const text of texts) expect(() => JSON.parse(text)).toThrow();
    expect(texts).toHaveLength(3);
  });
});

describe('who is asking', () => {
  async function originOf(headers: readonly string[], path = '/mcp'): Promise<Origin | undefined> {
    let origin: Origin | undefined;
    const { port } = await serve({
      answer: async (text, from) => {
        origin = from;
        return text;
      },
    });
    const request = post('{}', ['content-type: application/json', ...headers]);
    await talk(port, request.toString().replace('/mcp', path));
    return origin;
  }

  test('the address comes without port and the bearer token without its word', async () => {
    expect(await originOf(['Authorization: Bearer s3cret'])).toMatchObject({ address: '127.0.0.1', bearer: 's3cret' });
    expect(await originOf(['authorization: bearer  s3cret'])).toMatchObject({ bearer: 's3cret' });
  });

  test('a code at the address is told apart from a token', async () => {
    const origin = await originOf([], '/mcp?code=K7QM-3XNP');
    expect(origin).toMatchObject({ code: 'K7QM-3XNP' });
    expect(origin).not.toHaveProperty('bearer');
    expect(await originOf([], '/mcp?a=1&code=K7QM&b=2')).toMatchObject({ code: 'K7QM' });
    const both = await originOf(['Authorization: Bearer s3cret'], '/mcp?code=K7QM');
    expect(both).toMatchObject({ bearer: 's3cret', code: 'K7QM' });
    for (const query of ['code=', 'encode=K7QM', 'code=a%20b', `code=${'a'.repeat(129)}`])
      expect(await originOf([], `/mcp?${query}`)).not.toHaveProperty('code');
  });

  test('another scheme is no token', async () => {
    expect(await originOf([])).not.toHaveProperty('bearer');
    expect(await originOf(['authorization: Basic s3cret'])).not.toHaveProperty('bearer');
    expect(await originOf(['authorization: Bearer two words'])).not.toHaveProperty('bearer');
  });

  test('an IPv4 address that comes through an IPv6 socket is told as IPv4', async () => {
    const addresses: string[] = [];
    const transport = httpTransport({ clock: systemClock });
    const listening = await transport.listen('http://[::]:0/mcp', async (text, from) => {
      addresses.push(from.address);
      return text;
    });
    const { address, close } = unwrap(listening);
    onTestFinished(() => close());
    expect(address).toMatch(/^http:\/\/\[::\]:\d+\/mcp$/);
    await talk(Number(new URL(address).port), post('{}'));
    expect(addresses).toEqual(['127.0.0.1']);
  });
});

describe('whether it is there', () => {
  test.each(['GET /health', 'GET /health/', 'GET /health?from=launcher'])('%s gets 200 and says ok', async (line) => {
    const { port } = await serve();
    const response = await talk(port, `${line} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`);
    expect([statusOf(response), bodyOf(response)]).toEqual([200, '{"status":"ok"}']);
    expect(response).toMatch(/content-type: application\/json\r\n/i);
  });

  test('HEAD /health gets 200 and no body', async () => {
    const { port } = await serve();
    const response = await talk(port, 'HEAD /health HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n');
    expect([statusOf(response), bodyOf(response)]).toEqual([200, '']);
  });

  test('is not said to the pages of other hosts, nor to a POST', async () => {
    const { port } = await serve();
    const foreign = 'GET /health HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n';
    expect(statusOf(await talk(port, foreign))).toBe(403);
    expect(statusOf(await talk(port, post('{}').toString().replace('POST /mcp', 'POST /health')))).toBe(404);
  });
});

describe('the rest', () => {
  test('gets what is not a POST to a listener, and may leave it', async () => {
    const asked: string[] = [];
    const { port } = await serve({
      rest: async (request: IncomingMessage, response: ServerResponse) => {
        asked.push(`${request.method} ${request.url}`);
        if (request.url !== '/metrics') return false;
        response.end('up 1');
        return true;
      },
    });
    const ask = (line: string): Promise<string> => talk(port, post('{}').toString().replace('POST /mcp', line));
    expect(bodyOf(await ask('GET /metrics'))).toBe('up 1');
    expect(statusOf(await ask('GET /mcp'))).toBe(405);
    expect(statusOf(await ask('POST /other'))).toBe(404);
    expect(statusOf(await ask('POST /mcp'))).toBe(200);
    expect(asked).toEqual(['GET /metrics', 'GET /mcp', 'POST /other']);
  });

  test.each([
    ['that has settled leaves the only place to others', true, 200],
    ['that has not is one of the requests that are being answered', false, 503],
  ])('a stream held open %s', async (_what, settles, status) => {
    const begun = Promise.withResolvers<string>();
    const over = Promise.withResolvers<void>();
    const { port } = await serve({
      limits: { maxPending: 1 },
      async rest(_request, response, { origin, settled }) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: {}\n\n');
        if (settles) settled();
        begun.resolve(origin.address);
        await over.promise;
        response.end();
        return true;
      },
    });
    const stream = talk(port, 'GET /events HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n');
    expect(await begun.promise).toBe('127.0.0.1');
    for (let times = 0; times < 3; times++) expect(statusOf(await talk(port, post('{}')))).toBe(status);
    over.resolve();
    expect(statusOf(await stream)).toBe(200);
    expect(statusOf(await talk(port, post('{}')))).toBe(200);
  });

  test('one that fails is hung up on and noted, and the next caller is answered', async () => {
    const noted: unknown[] = [];
    const onRefused: OnRefused = (what, { code, detail }) => noted.push([what, code, detail]);
    const { port } = await serve({
      answer: Object.assign(async (text: string) => text, { onRefused }),
      rest: () => Promise.reject(new Error('out of order')),
    });
    expect(await talk(port, 'GET /page HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')).toBe('');
    expect(noted).toEqual([['GET /page', 'HTTP 500', 'out of order']]);
    expect(statusOf(await talk(port, post('{}')))).toBe(200);
  });

  test('one that answers before it has read a long body is no trouble to the next caller', async () => {
    const { port } = await serve({
      async rest(request, response) {
        for await (const _piece of request) break;
        response.writeHead(400).end('no');
        return true;
      },
    });
    const long = post(' '.repeat(500_000)).toString().replace('POST /mcp', 'POST /page');
    for (let times = 0; times < 3; times++) await talk(port, long);
    expect(statusOf(await talk(port, post('{}')))).toBe(200);
  });
});

describe('a path that is not the listener’s own', () => {
  test.each([
    ['/mcp', undefined],
    ['/MCP', '/MCP'],
    ['/mcp/', '/mcp/'],
    ['/Register/', '/Register/'],
  ])('POST %s is answered, and told as %s', async (path, told) => {
    const paths: (string | undefined)[] = [];
    const answer: Answer = Object.assign(
      async (_text: string, { path: called }: Origin) => {
        paths.push(called);
        return '{}';
      },
      { alsoAt: '/register' },
    );
    const { port } = await serve({ answer });
    expect(statusOf(await talk(port, post('{}').toString().replace('POST /mcp', `POST ${path}`)))).toBe(200);
    expect(paths).toEqual([told]);
  });

  test('an answer that says its request could not be read has status 400', async () => {
    const answer = async (_text: string, { unreadable }: Origin) => {
      unreadable?.();
      return '{}';
    };
    const { port } = await serve({ answer });
    expect(statusOf(await talk(port, post('{}')))).toBe(400);
  });
});
