import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { builtPage } from './built.ts';

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
