import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { unwrap } from '../../../core/result.ts';
import { RawLines } from '../../../testing/http_raw.ts';
import type { Answer } from '../transport.ts';
import { httpTransport } from './http.ts';
import type { HttpLimits } from './limits.ts';

const OVER_HTTP = 'ask over HTTP';
const echo: Answer = async (text) => text;

async function serve(answer: Answer, limits: Partial<HttpLimits> = {}) {
  const transport = httpTransport({ clock: systemClock, limits });
  const listener = unwrap(await transport.listen('http://127.0.0.1:0/mcp', answer));
  onTestFinished(() => listener.close());
  return { port: Number(new URL(listener.address).port) };
}

describe('room that a request had is there again', () => {
  const inTurn = async (answer: Answer, limits: Partial<HttpLimits>, texts: readonly string[]) => {
    const { port } = await serve(answer, limits);
    const lines = await RawLines.open(port);
    const heard: string[] = [];
    for (const [id, text] of texts.entries()) {
      lines.heard = '';
      lines.say(`>${id} /mcp - ${text}`);
      heard.push(await lines.until('\n'));
    }
    return heard;
  };

  test('after an answer that waited, once', async () => {
    const waiting: Answer = async (text, { waits }) => {
      waits?.();
      return text;
    };
    expect(await inTurn(waiting, { maxPending: 1 }, ['1', '2', '3'])).toEqual(['<0 1\n', '<1 2\n', '<2 3\n']);
    const go = Promise.withResolvers<string>();
    const other = await serve(() => go.promise, { maxPending: 1 });
    const pair = await RawLines.open(other.port);
    pair.say('>1 /mcp - 1', '>2 /mcp - 2');
    expect(await pair.until('\n')).toContain(OVER_HTTP);
    go.resolve('done');
    expect(await pair.until('<1 done\n')).toContain('<1 done');
  });

  test('after one whose bytes could not be held', async () => {
    const long = `"${'x'.repeat(100)}"`;
    const heard = await inTurn(echo, { maxPending: 1, maxHeldBytes: 50 }, [long, long, '{}']);
    expect(heard.map((line) => line.includes(OVER_HTTP))).toEqual([true, true, false]);
  });

  test.each([
    ['requests', { maxPending: 1 }],
    ['bytes', { maxHeldBytes: 50 }],
  ])('after one of which a part came when there was none, of %s: its line is closed', async (_what, limits) => {
    const go = Promise.withResolvers<void>();
    const { port } = await serve(async (text) => {
      if (text === '1') await go.promise;
      return text;
    }, limits);
    const lines = await RawLines.open(port);
    lines.say('>1 /mcp - 1');
    lines.socket.write(`>2 /mcp - "${'x'.repeat(60)}`);
    await lines.closed();
    expect(lines.heard).toBe('');
    go.resolve();
    const next = await RawLines.open(port);
    next.say('>1 /mcp - 3');
    expect(await next.until('\n')).toBe('<1 3\n');
  });

  test('after one of which only a part came', async () => {
    const { port } = await serve(echo, { maxPending: 1 });
    const half = await RawLines.open(port);
    half.socket.write('>1 /mcp - "ha');
    const lines = await RawLines.open(port);
    let id = 0;
    await expect
      .poll(async () => {
        lines.heard = '';
        lines.say(`>${++id} /mcp - {}`);
        return lines.until('\n');
      })
      .toContain(OVER_HTTP);
    half.socket.write('lf"\n');
    expect(await half.until('\n')).toBe('<1 "half"\n');
    lines.heard = '';
    lines.say('>99999 /mcp - {}');
    expect(await lines.until('\n')).toBe('<99999 {}\n');
  });
});
