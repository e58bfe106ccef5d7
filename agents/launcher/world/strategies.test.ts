import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectFour } from '../../../SHARED/games/connect_four.ts';
import { evenOdd } from '../../../SHARED/games/even_odd.ts';
import { Mistake } from '../options.ts';
import { checkAlways, entriesIn, lasting, loadStrategy } from './strategies.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strategies-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function loading(name: string, text: string) {
  const path = join(folder, name);
  await writeFile(path, text);
  return loadStrategy(path, undefined, 'random');
}

test('a function that a file exports is a strategy of the file’s name', async () => {
  expect(await loading('my_moves.ts', 'export const strategy = () => "even";')).toMatchObject({ name: 'my_moves' });
});

test.each([
  [
    'throws.ts',
    'const nothing: any = null;\n\nnothing.at(1);\nexport const strategy = () => "even";',
    3,
    /Cannot read/,
  ],
  ['throws.mjs', 'export const a = 1;\nthrow new Error("not today");', 2, /not today/],
])('what %s throws when it is loaded is told with its file and line', async (name, text, line, reason) => {
  const failed = loading(name, text);
  await expect(failed).rejects.toThrow(reason);
  await expect(failed).rejects.toThrow(`${name}:${line}: `);
  await expect(failed).rejects.toBeInstanceOf(Mistake);
});

test.each([
  ['random', ['random']],
  ['a, b ,c', ['a', 'b', 'c']],
  ['python3 bot.py,random', ['python3 bot.py', 'random']],
  ['"python3 bot.py 1,2",random', ['python3 bot.py 1,2', 'random']],
  [`'python3 bot.py 1,2'`, ['python3 bot.py 1,2']],
  ['python3 "my bot.py" --at 1,random', ['python3 "my bot.py" --at 1', 'random']],
  ['node -e "a,b" \'c,d\',random', ['node -e "a,b" \'c,d\'', 'random']],
  ['a,,b', ['a', '', 'b']],
  ['a,', ['a', '']],
])('the list %s has its entries, and the same when it is kept', (list, entries) => {
  expect(entriesIn(list)).toEqual(entries);
  expect(entriesIn(lasting(list))).toEqual(entries);
});

test('a quote that is not closed is a mistake of one line', () => {
  expect(() => entriesIn('python3 "bot.py,random')).toThrow(/^a quote is not closed in: python3 "bot\.py,random$/);
});

test('a move that no game has is not played always', () => {
  expect(() => checkAlways(['random', 'always:odd', undefined, 'always:EVEN', './always:x.ts'], evenOdd)).not.toThrow();
  expect(() => checkAlways(['always:6'], connectFour)).not.toThrow();
  expect(() => checkAlways(['always:odd', 'always:purple'], evenOdd)).toThrow(
    'always:purple: even_odd has no such move; its moves are even, odd',
  );
});
