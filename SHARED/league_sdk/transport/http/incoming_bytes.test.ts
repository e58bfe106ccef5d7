import { expect, test } from 'vitest';
import { GatheredBytes } from './incoming.ts';

function gathered(most: number, pieces: readonly (string | Buffer)[]) {
  const bytes = new GatheredBytes(most);
  let cost = 0;
  for (const piece of pieces) {
    const added = Buffer.from(piece);
    cost += bytes.costOf(added.length);
    bytes.add(added);
  }
  return { text: bytes.text(), size: bytes.size, cost };
}

test.each([
  ['nothing', [], 0],
  ['one piece costs its length', ['abc'], 3],
  ['empty pieces cost nothing', ['', 'abc', ''], 3],
  ['a few small pieces cost a kilobyte', ['a', 'b', 'c'], 1_024],
  ['large pieces cost at most twice their length', ['x'.repeat(3_000), 'y'.repeat(1_000)], 8_000],
  ['nor more than the longest body', ['x'.repeat(9_000), 'y'], 10_000],
  ['unless there is more', ['x'.repeat(9_000), 'y'.repeat(2_000)], 11_000],
])('%s', (_what, pieces, cost) => {
  const text = pieces.join('');
  expect(gathered(10_000, pieces)).toEqual({ text, size: text.length, cost });
});

test('tens of thousands of one-byte pieces cost no more than the longest body', () => {
  const { size, cost } = gathered(65_536, Array(60_000).fill('x'));
  expect([size, cost]).toEqual([60_000, 65_536]);
});

test('a letter may be cut, and what is no letter gives no JSON', () => {
  const [first, second] = [...Buffer.from('ü')].map((byte) => Buffer.from([byte])) as [Buffer, Buffer];
  expect(gathered(100, [first, second]).text).toBe('ü');
  expect(gathered(100, [first]).text).toBe('\uFFFD');
  expect(gathered(100, [first, 'x']).text).toBe('\uFFFD');
});

test('of several pieces none is kept', () => {
  const bytes = new GatheredBytes(100);
  const pieces = ['a', 'b', 'c'].map((text) => Buffer.from(text));
  for (const piece of pieces) bytes.add(piece);
  for (const piece of pieces) piece.fill('x');
  expect(bytes.text()).toBe('abc');
});

test('what was let go of is not in the next body', () => {
  const bytes = new GatheredBytes(100);
  for (const text of ['a', 'b']) bytes.add(Buffer.from(text));
  bytes.forget();
  expect([bytes.size, bytes.text(), bytes.costOf(3)]).toEqual([0, '', 3]);
  bytes.add(Buffer.from('c'));
  expect(bytes.text()).toBe('c');
});
