import { expect, test } from 'vitest';
import { checkHygiene } from './hygiene.ts';

const found = (path: string, text: string): readonly string[] => checkHygiene([{ path, text }]).map(({ what }) => what);
const PATH = 'SHARED/games/game.ts';
const path = (...parts: readonly string[]): string => ['', ...parts].join('/');

test('a fourth root folder is found; folders with a dot and files are not', () => {
  expect(found('src/a.ts', '')).toEqual(['is not one of the root folders SHARED, agents and doc']);
  expect(found('.ci/run', '')).toEqual([]);
  expect(found('README.md', '')).toEqual([]);
});

test.each([[path('work', 'main')], [path('home', 'me')], [path('tmp', 'n26')]])(
  'a folder of one machine is found: %s',
  (place) => {
    expect(found(PATH, `const place = '${place}';`)).toHaveLength(1);
    expect(found('README.md', `see ${place}`)).toHaveLength(1);
  },
);

test('paths that only look like one are left alone', () => {
  expect(found(PATH, `get('https://example.org/home')`)).toEqual([]);
  expect(found(PATH, `join(folder, 'a/work/b')`)).toEqual([]);
});

test('a download address is found', () => {
  expect(found('package-lock.json', ['"resolved"', ' "x"'].join(':'))).toHaveLength(1);
  expect(found('.npmrc', ['registry', 'example', 'org'].join('.'))).toHaveLength(1);
});
