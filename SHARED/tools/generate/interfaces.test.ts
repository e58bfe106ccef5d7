import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { happensIn, methodName } from '../interfaces/kinds.ts';
import { MUST_NOT, type MustNot } from '../interfaces/must_not.ts';
import { interfacesDocument, mustNotSection, SURFACE, surfaceSection } from './interfaces.ts';

const at = (path: string) => new URL(`../../../${path}`, import.meta.url);
const text = interfacesDocument([surfaceSection(), mustNotSection()]);

/** The item of a method, with everything below it. */
function itemOf(method: string): string {
  const [, item = ''] = text.split(`- **\`${method}\`** `);
  return item.split(/\n(?=- |\n)/)[0] ?? '';
}

test('every method of the surface has its item, with its section and its file', () => {
  for (const { file, methods } of SURFACE) {
    expect(existsSync(at(file)), file).toBe(true);
    expect(text).toContain(`[${file}](../${file})`);
    for (const { name, section } of methods) {
      expect(text.split(`\n- **\`${methodName(name)}\`** (${section}): `)).toHaveLength(2);
    }
  }
});

test('the item of a method says where it acts, where it repeats itself and how it fails elsewhere', () => {
  const line = itemOf('reportMatchResult');
  expect(line).toContain(
    'Acts in `RUNNING_LEAGUE`. Again in `LEAGUE_COMPLETE`. E007 in `NOT_STARTED`. E008 in `WAITING_FOR_REGISTRATIONS`.',
  );
  expect(line).toContain(
    'takes [MATCH_RESULT_REPORT](protocol_spec.md#match_result_report), answers [MATCH_RESULT_ACK]',
  );
  const shutdown = itemOf('shutdownGracefully');
  expect(shutdown).toContain(
    'Acts in every state but `UNREGISTERED`, `REGISTERING`. E007 in `UNREGISTERED`, `REGISTERING`.',
  );
});

test('whatever can happen is told of every method', () => {
  const failing = SURFACE.flatMap((of) =>
    of.methods.flatMap((row) => {
      const line = itemOf(methodName(row.name));
      const happenings = of.states.map((state) => happensIn(of, row, state));
      return happenings.filter((word) => word.startsWith('E') && !line.includes(`${word} in `)).map(() => row.name);
    }),
  );
  expect(failing).toEqual([]);
});

test('a method that acts elsewhere than the specification allows says where that is', () => {
  expect(itemOf('handleGameOver')).toContain('(002: `WAITING_FOR_RESULT`.)');
  expect(itemOf('registerPlayer')).not.toContain('(002:');
  expect(text).toContain('`DRAWING_NUMBER` lasts no time');
});

test('a section more is a section more, and stands in the contents', () => {
  const longer = interfacesDocument(['## One\n\nFirst.', '## Two\n\nSecond.']);
  expect(longer).toContain('- [One](#one)\n- [Two](#two)\n\n## One\n\nFirst.\n\n## Two\n\nSecond.\n');
});

/** What is wrong with a line of a list: no such file, or no such test in it. */
function faultOf({ file, test: title }: MustNot): string | undefined {
  if (!existsSync(at(file))) return `there is no ${file}`;
  const source = readFileSync(at(file), 'utf8');
  return new RegExp(`test(\\.\\w+\\([\\s\\S]*?\\))?\\(\\s*'${escaped(title)}'`).test(source)
    ? undefined
    : `${file} has no test “${title}”`;
}
const escaped = (title: string) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

describe('what nobody may do', () => {
  test('is all that the specification lists', () => {
    expect(MUST_NOT.map(({ name, section, lines: rows }) => [name, section, rows.length])).toEqual([
      ['LeagueManager', '2.4', 11],
      ['Referee', '3.4', 12],
      ['Player', '4.4', 13],
      ['MCPClient', '5.4', 12],
    ]);
  });

  test.each(MUST_NOT.flatMap(({ name, lines: rows }) => rows.map((row) => ({ name, ...row }))))(
    '$name: $says is held by a test that is there',
    (row) => {
      expect(faultOf(row)).toBeUndefined();
      expect(text).toContain(`: “${row.test}”\n`);
    },
  );

  test('a test that is not there, or a file, is missed', () => {
    const row = MUST_NOT[0]?.lines[0] as MustNot;
    expect(faultOf({ ...row, test: 'tells players of rounds' })).toContain('has no test');
    expect(faultOf({ ...row, file: 'agents/nobody.test.ts' })).toBe('there is no agents/nobody.test.ts');
  });
});
