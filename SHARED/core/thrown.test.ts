import { join } from 'node:path';
import { expect, test } from 'vitest';
import { threw, thrownPlace, thrownText } from './thrown.ts';

function withStack(stack: string): Error {
  return Object.assign(new TypeError('no such thing'), { stack });
}

const HEAD = 'TypeError: no such thing';
const here = process.cwd();
const ROOT = new URL('../../', import.meta.url).href;

test('an exception is told with the file, as seen from here, and the line it was thrown in', () => {
  const error = withStack(
    `${HEAD}\n    at decide (file://${here}/my%20moves.ts:3:14)\n    at think (node:internal/x:1:2)`,
  );
  expect(threw(error)).toBe('threw at my moves.ts:3, TypeError: no such thing');
});

test.each([
  ['without a function', `${HEAD}\n    at file:///somewhere/top.ts:7:1\n    at ModuleJob.run (node:internal/a:5:2)`],
  ['of a promise', `${HEAD}\n    at async decide (file:///somewhere/top.ts:7:1)`],
  ['by its path', `${HEAD}\n    at decide (/somewhere/top.ts:7:1)`],
  [
    'of a file that cannot be read as code',
    `/somewhere/top.ts:7\n  return moves[;\n\nSyntaxError: Expression expected`,
  ],
  [
    'of such a file in a project of modules',
    `file:///somewhere/top.ts:7\n  return moves[;\n\nSyntaxError: Expression expected`,
  ],
  [
    'below code of ours',
    `${HEAD}\n    at pick (${ROOT}SHARED/core/random.ts:9:9)\n    at decide (file:///somewhere/top.ts:7:1)`,
  ],
])('a frame %s is understood', (_, stack) => {
  expect(thrownPlace(withStack(stack))).toBe('/somewhere/top.ts:7');
});

test('where only our code has a part in it, the place is in our code', () => {
  const error = withStack(`${HEAD}\n    at decide (${ROOT}agents/player_P01/strategy.ts:9:9)`);
  expect(thrownPlace(error)).toMatch(/agents\/player_P01\/strategy\.ts:9$/);
});

test('a file of our folders that was loaded is the place of its own mistakes, and no other of them is', () => {
  const own = join(here, 'agents', 'player_P50', 'strategy.ts');
  const error = withStack(`file://${own}:4\n  const a = ;\n\nSyntaxError: x\n    at load (${ROOT}agents/x.ts:9:9)`);
  expect(thrownPlace(error, own)).toMatch(/agents\/player_P50\/strategy\.ts:4$/);
  expect(thrownPlace(withStack(`${HEAD}\n    at load (${ROOT}agents/x.ts:9:9)`), own)).toBeUndefined();
});

test.each([['no idea'], [undefined], [withStack('')], [Object.assign(new Error('x'), { stack: 7 })]])(
  'what tells no place is told without one: %s',
  (thrown) => {
    expect(thrownPlace(thrown)).toBeUndefined();
    expect(threw(thrown)).toBe(`threw ${String(thrown)}`);
  },
);

test('what has no text is told as such', () => {
  expect(threw(Object.create(null))).toBe('threw something that has no text');
});

test('what was thrown is one line of bounded length', () => {
  expect(thrownText(new Error(`a\n  b${'!'.repeat(500)}`))).toMatch(/^Error: a b!{190,}/);
  expect(thrownText(new Error('!'.repeat(5_000))).length).toBeLessThanOrEqual(201);
});
