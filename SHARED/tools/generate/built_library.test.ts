import { expect, test } from 'vitest';
import { builtLibrary } from './built_library.ts';

test('the joined library is the same every time, and names no folder of this machine', async () => {
  const files = await builtLibrary();
  expect([...(await builtLibrary())]).toEqual([...files]);
  const root = new URL('../../../', import.meta.url).pathname.replace(/\/$/, '');
  expect([...files].filter(([, text]) => text.includes(root))).toEqual([]);
});

test('the joined library has all doors of the one that is installed, and exports the same names', async () => {
  const doors = ['', '/compile', '/error', '/format', '/guard', '/schema', '/system', '/type', '/value'];
  for (const door of doors) {
    const built = new URL(`../built/typebox${door === '' ? '/index' : door}.mjs`, import.meta.url).href;
    const [joined, installed] = await Promise.all([import(built), import(`typebox${door}`)]);
    expect(Object.keys(joined as object).sort(), door).toEqual(Object.keys(installed as object).sort());
  }
});

test('the licence of the joined library is beside it', async () => {
  const licence = (await builtLibrary()).get('typebox/LICENSE') ?? '';
  expect(licence).toMatch(/^TypeBox\n\nThe MIT License \(MIT\)\n\nCopyright \(c\) .* Haydn Paterson\n/);
});
