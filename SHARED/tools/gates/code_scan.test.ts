import { expect, test } from 'vitest';
import { codeOnly, withoutComments } from './code_scan.ts';

const at = (text: string) => ({ path: 'SHARED/core/some.ts', text });
const words = (code: string): readonly string[] => codeOnly(at(code)).match(/[\w$]+/g) ?? [];

test('comments go, and lines stay where they were', () => {
  const text = 'a; // one\n/* two\nthree */ b;\n';
  expect(withoutComments(at(text)).split('\n').length).toBe(text.split('\n').length);
  expect(words(text)).toEqual(['a', 'b']);
  expect(withoutComments(at("x('// no comment')"))).toBe("x('// no comment')");
});

test('strings go, with quotes of the other kind and escaped ones in them', () => {
  expect(words(`a('it "is" \\' so', "it's", b)`)).toEqual(['a', 'b']);
});

test('a string leaves its quotes behind, so that an argument is still seen to be there', () => {
  expect(codeOnly(at("f('abc', /x/g)"))).toBe("f('   ',     )");
});

test('what a template inserts is code, at any depth, and the rest is not', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a text about templates is not one
  expect(words('a(`no ${yes({ b: `no ${c} no` })} no // no`) + d')).toEqual(['a', 'yes', 'b', 'c', 'd']);
  expect(words("`it's` + a + `it's $5 \\` no` + b")).toEqual(['a', 'b']);
});

test('a pattern is no comment and no string, and a division is no pattern', () => {
  expect(words('a = /[\'"`/*]/g; b = c / d / e; f(/\\/*x/); g')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  expect(words('() => { return /no/.test(a) }')).toEqual(['return', 'test', 'a']);
});

test('types are read, and a number stays an argument', () => {
  expect(words("const a = <T extends 'no'>(b: T) => new C(5) as D;").join(' ')).toBe(
    'const a T extends b T new C 5 as D',
  );
});

test('a script is read as a module of TypeScript is', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a text about templates is not one
  const text = 'a(`no ${b} no`)';
  expect(codeOnly({ path: 'SHARED/tools/some.mjs', text })).toBe(codeOnly(at(text)));
});

test('a text that is no code is not passed over', () => {
  expect(() => codeOnly(at("a 'b"))).toThrow('SHARED/core/some.ts is no code');
  expect(() => withoutComments(at('a `b'))).toThrow('is no code');
});
