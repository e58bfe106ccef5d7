import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { textOf } from '../http/incoming.ts';
import { LineReader, PipeWriter } from './lines.ts';

function reading(maxBytes: number) {
  const lines: string[] = [];
  const dropped: (readonly [number, boolean])[] = [];
  const reader = new LineReader(
    maxBytes,
    (line) => lines.push(typeof line === 'string' ? line : textOf(line)),
    (bytes, isFirst) => dropped.push([bytes, isFirst]),
  );
  return { reader, lines, dropped, feed: (text: string) => reader.feed(Buffer.from(text)) };
}

describe('a reader of lines', () => {
  test('finds the same lines wherever the bytes are cut, also in the middle of a character', () => {
    const bytes = Buffer.from('{"a":"é✓𝔘"}\r\n\n   \n[1]\nlast');
    for (let cut = 1; cut < bytes.length; cut++) {
      const { reader, lines } = reading(1_000);
      reader.feed(bytes.subarray(0, cut));
      reader.feed(bytes.subarray(cut));
      reader.end();
      expect(lines, `cut at ${cut}`).toEqual(['{"a":"é✓𝔘"}', '', '   ', '[1]', 'last']);
    }
  });

  test('reads bytes that are no UTF-8 as a line that is no JSON', () => {
    const { reader, lines } = reading(100);
    reader.feed(Buffer.from([0x22, 0xff, 0x22, 0x0a]));
    expect(lines).toEqual(['\uFFFD']);
  });

  test('gives lines that are all ASCII as strings, however many came at once, and others as the bytes they are', () => {
    const lines: unknown[] = [];
    const reader = new LineReader(
      1_000,
      (line) => lines.push(line),
      () => expect.unreachable(),
    );
    reader.feed(Buffer.from('[1]\r\n\n>7 a b {}\n[2'));
    reader.feed(Buffer.from(']\n[3]\n'));
    reader.feed(Buffer.from('"é"\n'));
    expect(lines).toEqual(['[1]', '', '>7 a b {}', '[2]', '[3]', Buffer.from('"é"')]);
  });

  test('drops a line that is too long as it comes, and reads the next', () => {
    const { lines, dropped, feed } = reading(4);
    feed('12345');
    for (let i = 0; i < 1_000; i++) feed('6789');
    feed('0\n1234\n');
    expect(lines).toEqual(['1234']);
    expect(dropped).toHaveLength(1_002);
    expect(dropped.filter(([, isFirst]) => isFirst)).toEqual([[5, true]]);
    feed('123456\n12\n');
    expect(dropped.at(-1)).toEqual([6, true]);
    expect(lines).toEqual(['1234', '12']);
  });
});

describe('a writer of lines', () => {
  test('writes a text with ends of lines in it as one line', async () => {
    const output = new PassThrough();
    new PipeWriter(output, systemClock, 1_000).write('{\r\n "a":\n1}');
    await systemClock.poll();
    expect(String(output.read())).toBe('{  "a": 1}\n');
  });

  test('writes the lines of one turn of the event loop together, whatever wakes it in that turn', async () => {
    const output = new PassThrough();
    const chunks: string[] = [];
    output.on('data', (chunk) => chunks.push(String(chunk)));
    const writer = new PipeWriter(output, systemClock, 1_000);
    writer.write('1');
    await Promise.resolve();
    writer.carry('2 ', Buffer.from('é'));
    await systemClock.poll();
    writer.write('3');
    await systemClock.poll();
    expect(chunks).toEqual(['1\n2 é\n', '3\n']);
  });

  test('does not wait for the end of a turn that is full', () => {
    const output = new PassThrough();
    const writer = new PipeWriter(output, systemClock, 1_000_000);
    writer.write('x'.repeat(60_000));
    expect(output.readableLength).toBe(0);
    writer.write('x'.repeat(6_000));
    expect(output.readableLength).toBe(66_002);
  });

  test('keeps no more than it may for a reader who does not read, and goes on when it does', async () => {
    const output = new PassThrough({ highWaterMark: 10 });
    const writer = new PipeWriter(output, systemClock, 1_000);
    let written = 0;
    while (writer.write('x'.repeat(99)) === 'written') written++;
    expect(writer.write('more')).toBe('full');
    expect(written).toBeLessThan(15);
    expect(writer.waiting).toBeLessThan(1_200);
    const flushed = writer.flushed();
    output.resume();
    await flushed;
    expect(writer.write('more')).toBe('written');
  });

  test('tells when a line has left, and writes nothing once the pipe has ended', async () => {
    const output = new PassThrough();
    output.on('error', () => undefined);
    const writer = new PipeWriter(output, systemClock, 1_000);
    const left = new Promise<void>((resolve) => writer.write('{}', resolve));
    await left;
    output.destroy();
    expect(writer.write('{}')).toBe('gone');
    await writer.flushed();
  });
});
