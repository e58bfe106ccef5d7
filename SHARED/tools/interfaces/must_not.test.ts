import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MUST_NOT, type MustNot } from './must_not.ts';

const at = (path: string) => new URL(`../../../${path}`, import.meta.url);

/** Finds the fault of a line: its file is missing, or the file has no test of this title. */
function faultOf({ file, test: title }: MustNot): string | undefined {
  if (!existsSync(at(file))) return `there is no ${file}`;
  const source = readFileSync(at(file), 'utf8');
  return new RegExp(`test(\\.\\w+\\([\\s\\S]*?\\))?\\(\\s*'${escaped(title)}'`).test(source)
    ? undefined
    : `${file} has no test “${title}”`;
}
const escaped = (title: string) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

describe('what nobody may do', () => {
  test.each(MUST_NOT.flatMap(({ name, lines: rows }) => rows.map((row) => ({ name, ...row }))))(
    '$name: $says is held by a test that is there',
    (row) => {
      expect(faultOf(row)).toBeUndefined();
    },
  );

  test('a line whose test or file is missing is found', () => {
    const row = MUST_NOT[0]?.lines[0] as MustNot;
    expect(faultOf({ ...row, test: 'tells players of rounds' })).toContain('has no test');
    expect(faultOf({ ...row, file: 'agents/nobody.test.ts' })).toBe('there is no agents/nobody.test.ts');
  });
});
