import { Script } from 'node:vm';
import { expect, test } from 'vitest';

interface AsScript {
  readonly imports: readonly { readonly name: string; readonly names: readonly string[] }[];
  readonly exports: readonly string[];
  readonly code: string;
}
const { asScript } = (await import(new URL('as_script.mjs', import.meta.url).href)) as {
  asScript(source: string, isTyped: boolean): AsScript;
};

type Values = Readonly<Record<string, unknown>>;

/** What a text exports when its imports are these. */
function run(source: string, given: readonly Values[] = []): Values {
  const { code } = asScript(source, true);
  const script = new Script(code, { filename: 'file:///some.ts' }).runInThisContext() as (
    take: (nth: number) => Values | undefined,
    url: string,
    load: (name: string) => Promise<string>,
  ) => Values;
  return script(
    (nth) => given[nth],
    'file:///some.ts',
    async (name) => `loaded ${name}`,
  );
}

test('a script takes what its module imports, in every form that modules here have', () => {
  const source = [
    "import { a, b as c, type D } from './one.ts';",
    "import type { E } from './types.ts';",
    "import * as two from './two.ts';",
    "import three from './three.json' with { type: 'json' };",
    'import "./four.mjs";',
    "export { x, y as z } from './five.ts';",
    'export const all: readonly (D | E)[] = [a, c, two.t, three.n];',
  ].join('\n');
  const { imports } = asScript(source, true);
  expect(imports).toEqual([
    { name: './one.ts', names: ['a', 'b'] },
    { name: './two.ts', names: [] },
    { name: './three.json', names: [] },
    { name: './four.mjs', names: [] },
    { name: './five.ts', names: ['x', 'y'] },
  ]);
  const given = [{ a: 1, b: 2 }, { t: 3 }, { default: { n: 4 } }, {}, { x: 5, y: 6 }];
  expect(run(source, given)).toEqual({ x: 5, z: 6, all: [1, 2, 3, 4] });
});

test('a script returns what its module exports, in every form that modules here have', () => {
  const source = [
    'export const one = 1;',
    'export function two(): number { return 2; }',
    'export async function three(): Promise<number> { return 3; }',
    'export function* four(): Iterable<number> { yield 4; }',
    'export async function* five(): AsyncIterable<number> { yield 5; }',
    'export class Six { readonly n = 6; }',
    'export type Seven = 7;',
    'export interface Eight { readonly n: 8 }',
    'const nine = 9;',
    'export { nine, one as default };',
  ].join('\n');
  const names = ['one', 'two', 'three', 'four', 'five', 'Six', 'nine', 'default'];
  expect(Object.keys(run(source))).toEqual(names);
  expect(run(source)).toMatchObject({ one: 1, nine: 9, default: 1 });
});

test('a script knows its address, and loads by it', async () => {
  const { url, loaded } = run("export const url = import.meta.url;\nexport const loaded = import('./other.ts');") as {
    readonly url: string;
    readonly loaded: Promise<string>;
  };
  expect(url).toBe('file:///some.ts');
  expect(await loaded).toBe('loaded ./other.ts');
});

test('comments and texts stay as they are', () => {
  const source = [
    '/** Not import.meta.url, and not import. */',
    "export const single = 'import x';",
    'export const double = "import.meta.url"; // import this',
    'export const inTemplate = `a import.meta.url`;',
    'export const found = /[\'"`/]import\\b/.test("\'import");',
    "export const half = [4 / 2, 'import'.length / 2];",
  ].join('\n');
  expect(run(source)).toEqual({
    single: 'import x',
    double: 'import.meta.url',
    inTemplate: 'a import.meta.url',
    found: true,
    half: [2, 3],
  });
});

test('import() after a pattern with a quote is that of the script', async () => {
  const { a } = run("export const a = (x: string) => (/'/.test(x) ? 1 : import('node:fs'));") as {
    a(x: string): Promise<string>;
  };
  expect(await a('x')).toBe('loaded node:fs');
});

test('an error in a script has the line and the column of the source', () => {
  const source = ["import {\n  a,\n  b,\n} from './one.ts';", 'export function fail(): never {', '  throw a(b);', '}'];
  const { fail } = run(source.join('\n'), [{ a: (text: string) => new Error(text), b: 'said' }]) as { fail(): never };
  expect(fail).toThrow(expect.objectContaining({ stack: expect.stringContaining('at fail (file:///some.ts:6:9)') }));
});

test.each([
  ['a default export', 'export default 1;'],
  ['an export of all', "export * from './one.ts';"],
  ['several names in a pattern', 'export const { a, b } = { a: 1, b: 2 };'],
  ['an export that changes', 'export let a = 1;'],
  ['a default import of code', "import a from './one.ts';"],
  ['what may be a statement in a text', 'export const text = `\nimport { a } from "b";\n`;'],
  ['what may be a statement in a quote', "export const text = 'import(1)';"],
  ['what may be a statement in a comment', '// import(1)\nexport const a = 1;'],
  ['what may be a statement in a pattern', 'export const a = (x: string) => /^import(?=\\s)/.test(x);'],
  ['a quote that begins no text', "export function a(x: string) { if (x) /'/.test(x) && import('node:fs'); }"],
  ['a text within a text', 'export const a = (x: number) => `$' + "{x ? `import.meta.url` : ''}`;"],
  ['await of a call at the top', 'const a = await (async () => 1)();\nexport const b = a;'],
  ['await of brackets at the top', 'await (1);\nawait [1];\nexport const b = 1;'],
  ['a second name of a declaration', 'export const a = 1, b = 2;'],
  ['a second name on a line of its own', 'export const a = () => [b, ")"],\n  b = 2;'],
  ['a variable in a list of exports', 'let n = 0;\nexport const add = () => ++n;\nexport { n };'],
  ['a method of the name import', 'export const a = { import(n: number) { return n; } };'],
  ['a call of a method of the name import', 'export const a = (o: { import(n: number): number }) => o.import(3);'],
  ['a comment within import()', "export const a = () => import/* x */('./b.ts');"],
  ['a name that scripts have', "export const a = ($load: number) => [$load, import('./b.ts')];"],
])('%s has no script', (_, source) => {
  expect(() => asScript(source, true)).toThrow();
});
