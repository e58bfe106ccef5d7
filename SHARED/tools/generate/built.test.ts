import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { builtLibrary, builtPage } from './built.ts';

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

/** All files of the page together, as they go over the wire. */
const MOST_BYTES = 120_000;
const built = (name: string) => readFileSync(new URL(`../../../agents/page/built/${name}`, import.meta.url), 'utf8');

test('the page that is committed is what its sources say, every time, and names no folder of this machine', async () => {
  const files = await builtPage();
  expect([...files.keys()].sort()).toEqual(['index.html', 'page.css', 'page.js']);
  expect([...(await builtPage())]).toEqual([...files]);
  const root = new URL('../../../', import.meta.url).pathname.replace(/\/$/, '');
  for (const [name, text] of files) {
    expect(text.includes(root), name).toBe(false);
    expect(built(name) === text, `${name}: run npm run generate`).toBe(true);
  }
});

test('the page is light', () => {
  const bytes = ['index.html', 'page.css', 'page.js'].map((name) => gzipSync(built(name), { level: 9 }).length);
  expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(MOST_BYTES);
});

test('the licences of all libraries in the page go with it', () => {
  const [comment = ''] = built('page.js').split('*/');
  for (const [, name = ''] of JSON.stringify(Object.entries(librariesOf())).matchAll(
    /"(preact|@preact[^"]*|uplot|@noble[^"]*)"/g,
  ))
    expect(comment).toContain(`${name} `);
  expect(comment.match(/Permission is hereby granted, free of charge/g)?.length).toBe(5);
});

test('the page asks no other host', () => {
  const code = built('page.js').split('*/').slice(1).join('*/');
  const hosts = [...`${code}${built('page.css')}${built('index.html')}`.matchAll(/\bhttps?:\/\/[\w.-]+/g)].map(String);
  expect([...new Set(hosts)].filter((host) => host !== 'http://www.w3.org')).toEqual([]);
});

function librariesOf(): Record<string, string> {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly devDependencies: Record<string, string> }).devDependencies;
}
