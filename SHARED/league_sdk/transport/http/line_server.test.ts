import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sleep, systemClock } from '../../../core/clock.ts';
import { unwrap } from '../../../core/result.ts';
import { RawLines, statusOf, UPGRADE } from '../../../testing/http_raw.ts';
import type { SideProtocol } from '../side_protocol.ts';
import type { Answer, Origin } from '../transport.ts';
import { httpTransport } from './http.ts';
import type { HttpLimits } from './limits.ts';
import { LINE_REQUESTS } from './shared_line.ts';

const OVER_HTTP = 'ask over HTTP';
const echo: Answer = async (text) => text;

async function serve(answer: Answer, limits: Partial<HttpLimits> = {}, side?: SideProtocol) {
  const transport = httpTransport({ clock: systemClock, limits });
  const listener = unwrap(await transport.listen('http://127.0.0.1:0/mcp', answer, side));
  onTestFinished(() => listener.close());
  return { port: Number(new URL(listener.address).port), close: () => listener.close() };
}

test('a connection goes over to lines, and its requests are answered by their numbers', async () => {
  const origins: Origin[] = [];
  const { port } = await serve(async (text, origin) => {
    origins.push(origin);
    return text;
  });
  const lines = await RawLines.open(port);
  lines.say('>1 /mcp - {"a":1}', '>2 /mcp - "\u00e9"');
  expect(await lines.until('"\n')).toBe('<1 {"a":1}\n<2 "\u00e9"\n');
  expect(origins).toMatchObject([{ address: '127.0.0.1' }, { address: '127.0.0.1' }]);
});

test('answers come as they are ready, and say where there is nothing to say', async () => {
  const first = Promise.withResolvers<string>();
  const { port } = await serve((text) => (text === '1' ? first.promise : Promise.resolve(undefined)));
  const lines = await RawLines.open(port);
  lines.say('>1 /mcp - 1', '>2 /mcp - 2');
  expect(await lines.until('\n')).toBe('{"jsonrpc":"2.0","id":2,"result":{}}\n');
  first.resolve('late');
  expect(await lines.until('late\n')).toContain('<1 late\n');
});

test('an answer with an end of a line in it is written so that it has none', async () => {
  const { port } = await serve(async () => '{\n}');
  const lines = await RawLines.open(port);
  lines.say('>1 /mcp - 1');
  expect(await lines.until('\n')).toBe('{"jsonrpc":"2.0","id":1,"result":{"text":"{\\n}"}}\n');
});

test('requests are read however their bytes are cut', async () => {
  const { port } = await serve(echo);
  const lines = await RawLines.open(port);
  for (const byte of '>1 /mcp - {"a":1}\n>2 /mcp - {"b":2}\n') {
    lines.socket.write(byte);
    await systemClock.poll();
  }
  expect(await lines.until('}\n<2 {"b":2}\n')).toBe('<1 {"a":1}\n<2 {"b":2}\n');
});

describe('a request is asked over HTTP instead', () => {
  const wanting: SideProtocol = {
    wants: () => true,
    http: async () => undefined,
    lines: () => ({ receive: () => undefined, close: () => undefined }),
    close: async () => undefined,
  };
  test.each<readonly [string, string, Answer, SideProtocol | undefined]>([
    ['at a path without a listener', '>1 /other - {}', echo, undefined],
    ['at a path in other letters', '>1 /MCP - {}', echo, undefined],
    ['that the side protocol wants', '>1 /mcp - {}', echo, wanting],
    ['that is too long', `>1 /mcp - "${'x'.repeat(200)}"`, echo, undefined],
  ])('%s', async (_what, line, answer, side) => {
    const { port } = await serve(answer, { maxRequestBytes: 100 }, side);
    const lines = await RawLines.open(port);
    lines.say(line);
    expect(await lines.until('\n')).toContain(OVER_HTTP);
    expect(lines.isClosed).toBe(false);
  });

  test('that comes while the server closes', async () => {
    const go = Promise.withResolvers<void>();
    const { port, close } = await serve(async (text) => {
      await go.promise;
      return text;
    });
    const lines = await RawLines.open(port);
    lines.say('>1 /mcp - {}', '>2 /other - {}');
    await lines.until('\n');
    const closing = close();
    lines.heard = '';
    lines.say('>3 /mcp - {}');
    expect(await lines.until('\n')).toContain(OVER_HTTP);
    go.resolve();
    await closing;
  });

  test('of a host that is not ours', async () => {
    const { port } = await serve(echo);
    const lines = await RawLines.open(port, UPGRADE.replace('localhost', 'rebound.example'));
    lines.say('>1 /mcp - {}');
    expect(await lines.until('\n')).toContain(OVER_HTTP);
  });

  test.each([
    ['that is one more than a line may have', {}, LINE_REQUESTS],
    ['for which there is no room', { maxPending: 3 }, 3],
    ['whose bytes cannot be held', { maxHeldBytes: 20 }, 2],
  ])('%s, and not when there is room again', async (_what, limits, room) => {
    const go = Promise.withResolvers<void>();
    const { port } = await serve(async (text) => {
      await go.promise;
      return text;
    }, limits);
    const lines = await RawLines.open(port);
    const text = '"12345678"';
    lines.say(...Array.from({ length: room + 1 }, (_, i) => `>${i} /mcp - ${text}`));
    expect(await lines.until('\n')).toMatch(new RegExp(`^{"jsonrpc":"2.0","id":${room},.*${OVER_HTTP}.*\n$`));
    go.resolve();
    await expect.poll(() => lines.heard.split('\n')).toHaveLength(room + 2);
    lines.say(`>999 /mcp - ${text}`);
    expect(await lines.until(`<999 ${text}\n`)).toContain('<999');
  });
});

test.each<readonly [string, number, Answer]>([
  ['whose sender asks too much', 429, async (text, { tooMany }) => tooMany?.() ?? text],
  ['that cannot be read', 400, async (text, { unreadable }) => unreadable?.() ?? text],
])('the answer to a request %s has the status %i, and is made once', async (_what, status, answer) => {
  let asked = 0;
  const { port } = await serve((text, origin) => {
    asked++;
    return answer(text, origin);
  });
  const lines = await RawLines.open(port);
  lines.say('>1 /mcp - {}');
  expect(JSON.parse(await lines.until('\n'))).toEqual({ jsonrpc: '2.0', id: 1, result: { text: '{}', status } });
  expect(asked).toBe(1);
});

describe('a connection is closed', () => {
  test.each([
    ['that says what is no request', 'POST /mcp HTTP/1.1\r\n\r\n'],
    ['that answers what was not asked', '<1 {}\n'],
    [
      'that uses the frame for more than requests',
      '{"jsonrpc":"2.0","id":1,"method":"wire/listen","params":{"at":"x"}}\n',
    ],
    ['whose bytes are no UTF-8', Buffer.from('>1 /mcp - \xff\n', 'latin1')],
    ['whose line does not end', '>1 /mcp - '.padEnd(500_000, 'x')],
    ['that asks by a word', '>a /mcp - {}\n'],
    ['that asks for somebody', '>1 /mcp stdio:P01 {}\n'],
    ['that says nothing, line after line', '\n\n'],
    ['that says blanks', ' \n'],
    [
      'that writes a request as JSON',
      '{"jsonrpc":"2.0","id":1,"method":"wire/deliver","params":{"to":"/mcp","text":"{}"}}\n',
    ],
  ])('%s', async (_what, bytes) => {
    const { port } = await serve(echo);
    const lines = await RawLines.open(port);
    lines.socket.write(bytes);
    await lines.closed();
    expect(lines.heard).toBe('');
  });

  test.each([
    ['twice by one number', 2],
    ['by a number that is less than the one before', 1],
  ])('that asks %s', async (_what, number) => {
    const { port } = await serve(() => new Promise(() => undefined));
    const lines = await RawLines.open(port);
    lines.say('>2 /mcp - {}', `>${number} /mcp - {}`);
    await lines.closed();
  });

  test('that sends a request by the byte, when its time is over', async () => {
    const { port } = await serve(echo, { headMs: 100, requestMs: 100 });
    const lines = await RawLines.open(port);
    lines.socket.write('>1 /mcp - ');
    const drip = (): void => {
      if (!lines.isClosed) systemClock.after(10, () => lines.socket.write('x', drip));
    };
    drip();
    await lines.closed();
    expect(lines.heard).toBe('');
  });

  test('that does not read its answers, after a while', async () => {
    const { port } = await serve(async () => 'x'.repeat(60_000), { unreadMs: 100 });
    const lines = await RawLines.open(port);
    lines.socket.pause();
    // One at a time, so that the line is left unread before more waits than may.
    for (let id = 0; !lines.socket.destroyed; id++) {
      lines.say(`>${id} /mcp - {}`);
      await sleep(systemClock, 2);
    }
    expect(lines.socket.destroyed).toBe(true);
  }, 30_000);

  test('that is idle, but not one that waits for an answer', async () => {
    const go = Promise.withResolvers<void>();
    const { port } = await serve(
      async (text) => {
        await go.promise;
        return text;
      },
      { serverIdleMs: 60 },
    );
    const [idle, waiting] = [await RawLines.open(port), await RawLines.open(port)];
    waiting.say('>1 /mcp - {}');
    await idle.closed();
    expect(waiting.isClosed).toBe(false);
    go.resolve();
    expect(await waiting.until('\n')).toBe('<1 {}\n');
  });
});

test('a client that asks on and on and reads nothing is left unread itself', async () => {
  let asked = 0;
  const { port } = await serve(async () => {
    asked++;
    return 'x'.repeat(60_000);
  });
  const lines = await RawLines.open(port);
  lines.socket.pause();
  for (let i = 0; i < 200; i++) {
    lines.socket.write(Array.from({ length: 50 }, (_, j) => `>${50 * i + j} /mcp - {}\n`).join(''));
    await systemClock.poll();
  }
  expect(asked).toBeLessThan(10_000);
  const before = asked;
  lines.socket.resume();
  await expect.poll(() => asked, { timeout: 10_000 }).toBeGreaterThan(before);
});

test('every answer that waits hears that its client hung up, one that begins to wait later too', async () => {
  const signals: AbortSignal[] = [];
  const go = Promise.withResolvers<void>();
  const { port } = await serve(async (text, { waits }) => {
    if (text === '"late"') await go.promise;
    signals.push(waits?.() as AbortSignal);
    return new Promise(() => undefined);
  });
  const lines = await RawLines.open(port);
  lines.say('>1 /mcp - {}', '>2 /mcp - {}', '>3 /mcp - "late"', '>4 /other - {}');
  await lines.until('\n');
  lines.say('{"jsonrpc":"2.0","method":"wire/forget","params":{"id":3}}', '>5 /other - {}');
  lines.heard = '';
  await lines.until('\n');
  go.resolve();
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([false, false, true]);
  lines.socket.destroy();
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
});

describe('an answer that waits hears that nobody waits for it', () => {
  test.each([
    [
      'when its client says so',
      (lines: RawLines) => lines.say('{"jsonrpc":"2.0","method":"wire/forget","params":{"id":1}}'),
    ],
    ['when its client hangs up', (lines: RawLines) => void lines.socket.destroy()],
  ])('%s', async (_when, leave) => {
    const heard = Promise.withResolvers<string>();
    const { port } = await serve(async (_text, { waits }) => {
      const signal = waits?.() as AbortSignal;
      await once(signal, 'abort');
      heard.resolve('left');
      return 'nobody';
    });
    const lines = await RawLines.open(port);
    lines.say('>1 /mcp - {}');
    // Whatever is written after it is read after it.
    lines.say('>2 /other - {}');
    await lines.until('\n');
    leave(lines);
    expect(await heard.promise).toBe('left');
  });
});

test('what was answered in the turn in which the server closes still leaves', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const { port, close } = await serve(async (text) => {
    resolve();
    return text;
  });
  const lines = await RawLines.open(port);
  lines.say('>1 /mcp - "bye"');
  await asked;
  await Promise.all([close(), lines.closed()]);
  expect(lines.heard).toBe('<1 "bye"\n');
});

describe('closing', () => {
  test('ends a line without requests at once, and another after its answers', async () => {
    const go = Promise.withResolvers<void>();
    const { port, close } = await serve(async (text) => {
      await go.promise;
      return text;
    });
    const [idle, waiting] = [await RawLines.open(port), await RawLines.open(port)];
    waiting.say('>1 /mcp - {}', '>2 /mcp - {}');
    waiting.say('>3 /other - {}');
    await waiting.until('\n');
    const closing = close();
    await idle.closed();
    go.resolve();
    await closing;
    await waiting.closed();
    expect(waiting.heard).toMatch(/<1 \{\}\n<2 \{\}\n$/);
  });

  test('does not wait for an answer that takes too long', async () => {
    const { port, close } = await serve(() => new Promise(() => undefined), { closingMs: 20 });
    const lines = await RawLines.open(port);
    lines.say('>1 /mcp - {}', '>2 /other - {}');
    await lines.until('\n');
    await close();
    await lines.closed();
  });
});

test.each([
  ['a version in capitals', UPGRADE.replace('league-lines', 'League-Lines')],
  ['a body', UPGRADE.replace('\r\n\r\n', '\r\ncontent-length: 2\r\n\r\n{}')],
  ['another path', UPGRADE.replace('GET /', 'GET /mcp')],
])('an upgrade with %s is none', async (_what, upgrade) => {
  const { port } = await serve(echo);
  const lines = new RawLines(port);
  lines.socket.write(upgrade);
  await lines.until('}');
  expect(statusOf(lines.heard)).not.toBe(101);
});
