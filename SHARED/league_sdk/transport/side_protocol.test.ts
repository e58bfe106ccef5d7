import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { unwrap } from '../../core/result.ts';
import { bodyOf, post, statusOf, talk } from '../../testing/http_raw.ts';
import { httpTransport } from './http/http.ts';
import type { HttpLimits } from './http/limits.ts';
import { memoryNetwork } from './memory.ts';
import type { SideProtocol } from './side_protocol.ts';
import type { Origin } from './transport.ts';

const asked: { readonly text: string; readonly hinted: boolean }[] = [];
const got: { readonly method: string | undefined; readonly text: string | undefined; readonly origin: Origin }[] = [];
beforeEach(() => {
  asked.length = 0;
  got.length = 0;
});

/** Wants whatever has a 1 in it. */
const guest: SideProtocol = {
  wants(text, hinted) {
    asked.push({ text, hinted });
    return text.includes('1');
  },
  async http({ method }, response, text, { origin }) {
    got.push({ method, text, origin });
    response.end('the guest');
  },
  lines: () => ({ receive: () => undefined, close: () => undefined }),
  close: async () => undefined,
};

async function serve(limits: Partial<HttpLimits> = {}, asGuest = guest): Promise<number> {
  const transport = httpTransport({ clock: systemClock, limits: { maxRequestBytes: 100, ...limits } });
  const listened = unwrap(await transport.listen('http://127.0.0.1:0/mcp', async () => '"the host"', asGuest));
  onTestFinished(() => listened.close());
  return Number(new URL(listened.address).port);
}

const JSON_TYPE = 'content-type: application/json';

describe('over HTTP', () => {
  test('the guest gets what it wants, and the host the rest', async () => {
    const port = await serve();
    expect(bodyOf(await talk(port, post('{"a":1}')))).toContain('the guest');
    expect(bodyOf(await talk(port, post('{"a":2}')))).toBe('"the host"');
    expect(got).toMatchObject([{ method: 'POST', text: '{"a":1}', origin: { address: '127.0.0.1' } }]);
  });

  test.each([
    ['nothing', [], false],
    ['another type', ['accept: application/json'], false],
    ['anything', ['accept: */*'], false],
    ['a stream', ['accept: application/json, text/event-stream'], true],
    ['a session', ['mcp-session-id: x'], true],
  ])('a head that asks for %s hints so: %#', async (_, headers, hinted) => {
    await talk(await serve(), post('{}', [JSON_TYPE, ...headers]));
    expect(asked).toEqual([{ text: '{}', hinted }]);
  });

  test.each(['GET', 'DELETE'])('%s of the path is the guest’s', async (method) => {
    const heard = await talk(await serve(), post('').toString().replace('POST', method));
    expect(bodyOf(heard)).toContain('the guest');
    expect(got).toMatchObject([{ method, text: undefined }]);
  });

  test.each([
    ['from a strange host', post('{"a":1}').toString().replace('localhost', 'evil.example'), 403],
    ['from a strange page', post('{"a":1}', [JSON_TYPE, 'origin: http://evil.example']), 403],
    ['of another type', post('{"a":1}', ['content-type: text/plain']), 415],
    ['that is too long', post('1'.repeat(101)), 413],
    ['to another path', post('{"a":1}').toString().replace('/mcp', '/other'), 404],
    ['by another method', post('').toString().replace('POST', 'PUT'), 405],
    [
      'to listen, from a strange host',
      post('').toString().replace('POST', 'GET').replace('localhost', 'evil.example'),
      403,
    ],
  ])('a request %s never reaches the guest', async (_, bytes, status) => {
    expect(statusOf(await talk(await serve(), bytes))).toBe(status);
    expect([asked, got]).toEqual([[], []]);
  });

  test('a token comes with its bearer', async () => {
    await talk(await serve(), post('1', [JSON_TYPE, 'authorization: Bearer t0ken']));
    expect(got[0]?.origin.bearer).toBe('t0ken');
  });
});

describe.each(['POST', 'GET'])('a %s of the guest’s', (method) => {
  const wanted = post('1').toString().replace('POST', method);

  test('is one of those that are being answered until it has had its turn', async () => {
    const entered = Promise.withResolvers<() => void>();
    const leaving = Promise.withResolvers<void>();
    const patient: SideProtocol = {
      ...guest,
      async http(_, response, __, { settled }) {
        entered.resolve(settled);
        await leaving.promise;
        response.end('the guest');
      },
    };
    const port = await serve({ maxPending: 1 }, patient);
    const waiting = talk(port, wanted);
    const settled = await entered.promise;
    expect(statusOf(await talk(port, post('2')))).toBe(503);
    settled();
    expect(statusOf(await talk(port, post('2')))).toBe(200);
    leaving.resolve();
    expect(bodyOf(await waiting)).toContain('the guest');
  });

  test('is counted out once, also when nobody says that it had its turn', async () => {
    const port = await serve({ maxPending: 1 });
    for (let count = 0; count < 3; count++) expect(statusOf(await talk(port, wanted))).toBe(200);
    expect(statusOf(await talk(port, post('2')))).toBe(200);
  });
});

test('in memory there is nobody but the host', async () => {
  const transport = memoryNetwork({ clock: systemClock }).transport();
  unwrap(await transport.listen('memory:X', async () => '"the host"', guest));
  const reply = unwrap(await transport.send('memory:X', '{"a":1}', (systemClock.monotonic() + 1_000) as never));
  expect([reply.text, asked]).toEqual(['"the host"', []]);
});
