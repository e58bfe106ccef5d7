import { expect, onTestFinished, test } from 'vitest';
import { type Clock, type Monotonic, sleep, systemClock } from '../../../core/clock.ts';
import { unwrap } from '../../../core/result.ts';
import { RawLines } from '../../../testing/http_raw.ts';
import type { Answer } from '../transport.ts';
import { httpTransport } from './http.ts';

/** A server whose time goes on as it is told, and a line to it. Between two turns there is time for what was written to arrive. */
async function slowly(answer: (think: (ms: number) => void, lines: () => RawLines) => Answer) {
  let aheadMs = 0;
  let lines: RawLines | undefined;
  const clock: Clock = {
    ...systemClock,
    monotonic: () => (systemClock.monotonic() + aheadMs) as Monotonic,
    poll: () => sleep(systemClock, 5),
  };
  const think = (ms: number): void => {
    aheadMs += ms;
  };
  const transport = httpTransport({ clock });
  const answering = answer(think, () => lines as RawLines);
  const listener = unwrap(await transport.listen('http://127.0.0.1:0/mcp', answering));
  onTestFinished(() => listener.close());
  lines = await RawLines.open(Number(new URL(listener.address).port));
  return { lines, think };
}

test('an answer waits once for one that takes long to think, and from then on for none', async () => {
  const heardByThen: string[] = [];
  const { lines, think } = await slowly((ponder, line) => async (text) => {
    if (text !== 'slow') return text;
    heardByThen.push(line().heard);
    ponder(300);
    return text;
  });
  const ask = async (id: number): Promise<string | undefined> => {
    lines.heard = '';
    lines.say(`>${id} /mcp - quick`, `>${id + 1} /mcp - slow`, `>${id + 2} /mcp - quick`);
    await expect.poll(() => lines.heard.split('\n')).toHaveLength(4);
    return heardByThen.pop();
  };
  expect(await ask(1)).toBe('');
  expect(await ask(4)).toBe('<4 quick\n');
  think(4_000);
  // One that was made apart and took long counts as well.
  expect(await ask(7)).toBe('<7 quick\n');
  think(4_000);
  expect(await ask(10)).toBe('<10 quick\n');
  think(10_000);
  expect(await ask(13)).toBe('');
});

test('requests that are answered apart are answered in their order, each once, and those that wait hold up none', async () => {
  const go = Promise.withResolvers<void>();
  const asked: string[] = [];
  const { lines } = await slowly((ponder) => async (text) => {
    asked.push(text);
    if (text === 'slow') ponder(300);
    if (text === 'waits') await go.promise;
    return text;
  });
  lines.say('>1 /mcp - quick', '>2 /mcp - slow');
  await lines.until('<2 slow\n');
  lines.heard = '';
  lines.say('>3 /mcp - waits', '>4 /mcp - a', '>5 /nowhere - b', '>6 /mcp - c');
  expect(await lines.until('<6 c\n')).toMatch(/^\{.*"id":5.*\n<4 a\n<6 c\n$/);
  go.resolve();
  expect(await lines.until('<3 waits\n')).toContain('<3 waits');
  expect(asked).toEqual(['quick', 'slow', 'waits', 'a', 'c']);
});
