/** The table of twelve changes in doc/ARCHITECTURE.md is true of the tree. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, readSources } from '../../SHARED/tools/gates/sources.ts';
import { ROOT } from '../launcher/world/installation.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|_laws\.ts$/.test(name))
    .map((name) => `${folder}${name}`);

const NOT_OF_A_LEAGUE = /\.test\.ts$|_laws\.ts$|\/testing\/|^agents\/trials\/|^SHARED\/tools\//;

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

/** Where nothing but a place is promised: every file a row touches, and what in it the next of the kind stands beside. */
const PLACES: readonly { readonly change: RegExp; readonly files: { readonly [path: string]: RegExp } }[] = [
  { change: /^an error code/, files: { 'SHARED/contracts/errors.ts': /^ {2}E001: \{/m } },
  {
    change: /^a field of GAME_OVER/,
    files: {
      'SHARED/contracts/messages/game_end.ts': /game_result: /,
      'agents/referee/result/report.ts': /game_result: /,
      'agents/player/outcome.ts': /Message<'GAME_OVER'>\['game_result'\]/,
    },
  },
  {
    change: /^a dialect/,
    files: {
      'SHARED/contracts/dialects/dialect.ts': /'flat', 'v1'/,
      'SHARED/contracts/dialects/detect.ts': /\{ rpc, flat, v1 \}/,
      'SHARED/contracts/dialects/words.ts': /^ {2}v1: \{/m,
    },
  },
  {
    change: /^a wire/,
    files: {
      'agents/launcher/world/wires.ts': /^export const WIRES = \{/m,
      'SHARED/league_sdk/transport/http/server.ts': /= createServer\(/,
      'agents/league_manager/registration/endpoints.ts': /protocol === 'http:' \|\| protocol === 'https:'/,
    },
  },
  {
    change: /^a tie-break/,
    files: {
      'SHARED/contracts/files/league.ts': /'head_to_head'/,
      'agents/league_manager/tournament/standings.ts': /\bhead_to_head\b/,
      'agents/league_manager/public/public_league.ts': /ranking:\s*'[^']*\bhead_to_head\b/,
      'SHARED/league_sdk/postgres/views.ts': /head_to_head/,
      'SHARED/league_sdk/postgres/migrations.ts': /_VIEWS\b/,
    },
  },
  {
    change: /^another reader/,
    files: {
      'agents/league_manager/public/change_feed.ts': /^export function changeFeed\(/m,
      'agents/web/event_stream.ts': /import type \{ ChangeFeed \}/,
      'agents/launcher/world/league_web.ts': /eventStream\(\{ feed: /,
    },
  },
  {
    change: /^a ledger/,
    files: {
      'SHARED/league_sdk/ledger/ledger_store_laws.ts': /^export function \w*[lL]aws/m,
      'agents/launcher/world/installation.ts': /fileLedgerStore\(.*\n.*postgresLedgerStore\(/,
    },
  },
  {
    change: /^another policy/,
    files: {
      'SHARED/league_sdk/logs/logs.ts': /\bsample\b/,
      'SHARED/contracts/files/system.ts': /^ {4}sample: /m,
      'agents/launcher/world/installation.ts': /logging: \{[^}]*\bsample\b/,
    },
  },
];

describe.each(PLACES)('$change', ({ change, files }) => {
  test('touches these files and no other', () => {
    const { adds, touches } = CHANGES.find(({ what }) => change.test(what)) as Change;
    const named = [...pathsIn(adds), ...pathsIn(touches)].filter((path) => path.endsWith('.ts'));
    expect(named.toSorted()).toEqual(Object.keys(files).toSorted());
  });

  test.each(Object.entries(files))('%s has what it is named for', (path, what) => {
    expect(read(path)).toMatch(what);
  });
});

test('every change is held to a registry or to its places', () => {
  const held = [...REGISTRIES, ...PLACES].map(({ change }) => change);
  for (const { what } of CHANGES) expect([what, held.filter((change) => change.test(what)).length]).toEqual([what, 1]);
});

test('no other file of a league knows the names of tie-breaks', () => {
  const { files } = PLACES.find(({ change }) => change.test('a tie-break')) as (typeof PLACES)[number];
  const knowing = readSources(ROOT).filter(
    ({ path, text }) =>
      /^(agents|SHARED)\/.*\.tsx?$/.test(path) && !NOT_OF_A_LEAGUE.test(path) && text.includes('head_to_head'),
  );
  const others = knowing.filter(({ path }) => !Object.hasOwn(files, path));
  expect(knowing.length).toBeGreaterThan(3);
  expect(others.map(({ path }) => path)).toEqual([]);
});

test('a file that is not there is missed', () => {
  const [made] = changesIn(
    '## Twelve changes\n\n| a thing | 1 in `agents/nowhere/` | `agents/nothing.ts` | none |\n\n## ',
  );
  expect(pathsIn(made?.adds ?? '')).toEqual(['agents/nowhere/']);
  expect(pathsIn(made?.touches ?? '').filter((path) => !existsSync(join(ROOT, path)))).toEqual(['agents/nothing.ts']);
});
