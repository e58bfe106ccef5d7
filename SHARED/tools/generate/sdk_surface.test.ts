import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SDK_SURFACE } from '../interfaces/sdk.ts';
import { sdkSurfaceSection } from './sdk_surface.ts';

const section = sdkSurfaceSection();

test('the section has an item for everything in the library', () => {
  const names = SDK_SURFACE.flatMap(({ entries }) => entries.map(({ name }) => name));
  expect(names.filter((name) => !new RegExp(`^- .*\`${name}\``, 'm').test(section))).toEqual([]);
});

test('every failure that a row names is explained', () => {
  const failures = new Set(SDK_SURFACE.flatMap(({ entries }) => entries.flatMap((entry) => entry.failures)));
  expect([...failures].filter((code) => !new RegExp(`^- \`${code}\`: \\S`, 'm').test(section))).toEqual([]);
  expect(section).not.toContain('undefined');
});

test('every link leads to a file', () => {
  const links = [...section.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path = '']) => path);
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((path) => !existsSync(new URL(`../../../${path}`, import.meta.url)))).toEqual([]);
});
