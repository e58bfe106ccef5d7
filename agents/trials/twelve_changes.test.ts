/** The table of twelve changes in doc/ARCHITECTURE.md is true of the tree. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf } from '../../SHARED/tools/gates/sources.ts';
import { ROOT } from '../launcher/world/installation.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|_laws\.ts$/.test(name))
    .map((name) => `${folder}${name}`);

interface Change {
  readonly what: string;
  readonly adds: string;
  readonly touches: string;
}

function changesIn(text: string): readonly Change[] {
  const [, table = ''] = /^## Twelve changes\n(.*?)^## /ms.exec(text) ?? [];
  const rows = table.split('\n').filter((line) => /^\| (?!change )[^-]/.test(line));
  return rows.map((row) => {
    const [what = '', adds = '', touches = ''] = row.slice('| '.length).split(' | ');
    return { what, adds, touches };
  });
}

const CHANGES = changesIn(read('doc/ARCHITECTURE.md'));
const pathsIn = (cell: string): readonly string[] =>
  [...cell.matchAll(/`((?:SHARED|agents)\/[\w./]+)`/g)].map(([, path = '']) => path);

test('there are twelve, each with what it touches', () => {
  expect(CHANGES).toHaveLength(12);
  for (const { what, touches } of CHANGES) expect([what, pathsIn(touches).length > 0]).toEqual([what, true]);
});

test.each(CHANGES)('$what: every file and folder is there', ({ adds, touches }) => {
  const missing = [...pathsIn(adds), ...pathsIn(touches)].filter((path) => !existsSync(join(ROOT, path)));
  expect(missing).toEqual([]);
});

/** Where one line is promised: what exists of its kind, and how often the registry names each. */
const REGISTRIES: readonly {
  readonly change: RegExp;
  readonly registry: string;
  readonly members: readonly string[];
}[] = [
  {
    change: /^a tournament format/,
    registry: 'agents/league_manager/tournament/formats.ts',
    members: filesIn('agents/league_manager/tournament/').filter((path) => /: FormatKind = /.test(read(path))),
  },
  {
    change: /^a command/,
    registry: 'agents/launcher/tables/',
    members: filesIn('agents/launcher/commands/'),
  },
  {
    change: /^a strategy/,
    registry: 'agents/player/strategies/strategies.ts',
    members: filesIn('agents/player/strategies/').filter((path) => /^export const \w+: Strategy = /m.test(read(path))),
  },
  {
    change: /^a game/,
    registry: 'SHARED/config/games/games_registry.json',
    members: filesIn('SHARED/games/').filter((path) =>
      existsSync(join(ROOT, path.replace(/\.ts$/, '.playthrough.txt'))),
    ),
  },
];

/** The files a registry names, or any file of its folder: by an import, or by the module of a game. */
function namedIn(registry: string): ReadonlySet<string> {
  if (registry.endsWith('/')) return new Set(filesIn(registry).flatMap((path) => [...namedIn(path)]));
  const text = read(registry);
  if (registry.endsWith('.ts')) return new Set(importsOf({ path: registry, text }).map(({ target }) => target));
  return new Set(
    [...text.matchAll(/"rules_module": "game_logic\.(\w+)"/g)].map(([, name]) => `SHARED/games/${name}.ts`),
  );
}

describe.each(REGISTRIES)('$registry', ({ change, registry, members }) => {
  test('is the file of which the table promises one line', () => {
    const { adds, touches } = CHANGES.find(({ what }) => change.test(what)) as Change;
    expect(adds).toMatch(/^1 in /);
    expect(touches).toMatch(new RegExp(`^1 (line|row) in \`${registry.replaceAll('.', '\\.')}\``));
  });

  test('has its line for each of them', () => {
    const named = namedIn(registry);
    expect(members.length).toBeGreaterThan(0);
    expect(members.filter((path) => !named.has(path))).toEqual([]);
  });
});

test('a file that is not there is missed', () => {
  const [made] = changesIn(
    '## Twelve changes\n\n| a thing | 1 in `agents/nowhere/` | `agents/nothing.ts` | none |\n\n## ',
  );
  expect(pathsIn(made?.adds ?? '')).toEqual(['agents/nowhere/']);
  expect(pathsIn(made?.touches ?? '').filter((path) => !existsSync(join(ROOT, path)))).toEqual(['agents/nothing.ts']);
});
