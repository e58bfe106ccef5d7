import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkLayers, checkVocabulary, LAYERS, unseenGames, unseenLayers } from './layers.ts';
import { readSources, type Source } from './sources.ts';

const file = (path: string, ...lines: readonly string[]): Source => ({ path, text: lines.join('\n') });
/** A file of the clone as an import of another file names it; packages by their own names. */
const seenFrom = (path: string, target: string): string =>
  /^(SHARED|agents)\//.test(target) ? `./${posix.relative(posix.dirname(path), target)}` : target;
const leaks = (path: string, ...lines: readonly string[]): readonly string[] =>
  checkLayers([file(path, ...lines)]).problems.map(({ line, what }) => `${line}: ${what}`);

test.each([
  ['SHARED/core/json.ts', 'node:fs', 'core may not import node:fs'],
  ['SHARED/core/json.ts', 'SHARED/league_sdk/disk/disk.ts', 'core may not import SHARED/league_sdk/disk/disk.ts'],
  ['SHARED/games/even_odd.ts', 'SHARED/contracts/moves.ts', 'games may not import SHARED/contracts/moves.ts'],
  ['SHARED/games/even_odd.ts', 'node:crypto', 'games may not import node:crypto'],
  ['SHARED/contracts/moves.ts', 'SHARED/games/game.ts', 'contracts may not import SHARED/games/game.ts'],
  ['SHARED/contracts/moves.ts', 'node:path', 'contracts may not import node:path'],
  ['SHARED/contracts/read.ts', 'typebox', 'contracts may not import typebox'],
  [
    'SHARED/league_sdk/transport/http/http.ts',
    'SHARED/league_sdk/messaging/peer.ts',
    'transport may not import SHARED/league_sdk/messaging/peer.ts',
  ],
  ['SHARED/league_sdk/transport/http/http.ts', 'typebox', 'transport may not import typebox'],
  [
    'SHARED/league_sdk/disk/node_disk.ts',
    'SHARED/league_sdk/ledger/ledger.ts',
    'disk may not import SHARED/league_sdk/ledger/ledger.ts',
  ],
  [
    'SHARED/league_sdk/ledger/file.ts',
    'SHARED/contracts/files/index.ts',
    'ledger may not import SHARED/contracts/files/index.ts',
  ],
  [
    'SHARED/league_sdk/messaging/peer.ts',
    'SHARED/league_sdk/transport/http/http.ts',
    'league_sdk may not import SHARED/league_sdk/transport/http/http.ts',
  ],
  [
    'SHARED/league_sdk/messaging/peer.ts',
    'SHARED/games/registry.ts',
    'league_sdk may not import SHARED/games/registry.ts',
  ],
  ['SHARED/league_sdk/messaging/peer.ts', 'some-package', 'league_sdk may not import some-package'],
  ['SHARED/league_sdk/disk/disk_laws.ts', 'agents/player/guard.ts', 'laws may not import agents/player/guard.ts'],
  ['SHARED/testing/sleeper.ts', 'agents/player/guard.ts', 'test doubles may not import agents/player/guard.ts'],
  ['SHARED/tools/generate/generate.ts', 'agents/player/guard.ts', 'tools may not import agents/player/guard.ts'],
  [
    'agents/league_manager/play/rounds.ts',
    'SHARED/games/game.ts',
    'league manager may not import SHARED/games/game.ts',
  ],
  [
    'agents/league_manager/play/rounds.ts',
    'agents/referee/match/match.ts',
    'league manager may not import agents/referee/match/match.ts',
  ],
  [
    'SHARED/games/verdict.ts',
    'SHARED/contracts/messages/rounds.ts',
    'games may not import SHARED/contracts/messages/rounds.ts',
  ],
  ['agents/referee/match/match.ts', 'SHARED/games/registry.ts', 'referee may not import SHARED/games/registry.ts'],
  ['agents/referee/match/match.ts', 'agents/player/guard.ts', 'referee may not import agents/player/guard.ts'],
  ['agents/player/guard.ts', 'SHARED/games/game.ts', 'player may not import SHARED/games/game.ts'],
  ['agents/page/views/league.tsx', 'SHARED/games/game.ts', 'page may not import SHARED/games/game.ts'],
  ['agents/page/source.ts', 'typebox', 'page may not import typebox'],
  [
    'agents/player_P01/strategy.ts',
    'agents/player_P02/strategy.ts',
    'player may not import agents/player_P02/strategy.ts',
  ],
  ['agents/player_P01/strategy.ts', 'node:fs', 'player may not import node:fs'],
  [
    'SHARED/league_sdk/messaging/peer.ts',
    'SHARED/league_sdk/index.ts',
    'league_sdk may not import SHARED/league_sdk/index.ts',
  ],
  ['SHARED/league_sdk/index.ts', 'SHARED/games/registry.ts', 'door of the SDK may not import SHARED/games/registry.ts'],
])('a leak planted in %s (%s) is found', (path, target, what) => {
  expect(leaks(path, '/** A file. */', `import type { a } from '${seenFrom(path, target)}';`)).toEqual([`2: ${what}`]);
});

describe.each([
  ['league manager', 'agents/league_manager/play/rounds.ts'],
  ['referee', 'agents/referee/match/match.ts'],
  ['player', 'agents/player/guard.ts'],
  ['player', 'agents/player_P01/strategy.ts'],
])('the %s (%s)', (role, path) => {
  test.each([
    'index.ts',
    'transport/http/http.ts',
    'transport/http/client.ts',
    'transport/memory.ts',
    'transport/by_scheme.ts',
    'disk/node_disk.ts',
    'disk/memory_disk.ts',
    'ledger/file.ts',
    'ledger/text.ts',
  ])('is handed its wires and disks, and may not choose %s', (file) => {
    expect(leaks(path, `import { a } from '${seenFrom(path, `SHARED/league_sdk/${file}`)}';`)).toEqual([
      `1: ${role} may not import SHARED/league_sdk/${file}`,
    ]);
  });

  test.each([
    'messaging/peer.ts',
    '../core/clock.ts',
    'transport/transport.ts',
    'transport/retry.ts',
    'disk/disk.ts',
    'ledger/ledger.ts',
  ])('may import %s', (file) => {
    expect(leaks(path, `import { a } from '${seenFrom(path, `SHARED/league_sdk/${file}`)}';`)).toEqual([]);
  });
});

test.each([
  [
    'agents/player/guard.ts',
    'agents/player/testing/practice.ts',
    'player may not import agents/player/testing/practice.ts',
  ],
  [
    'agents/referee/match/match.ts',
    'SHARED/testing/fake_clock.ts',
    'referee may not import SHARED/testing/fake_clock.ts',
  ],
  [
    'agents/launcher/commands/run.ts',
    'SHARED/testing/fake_clock.ts',
    'composition roots may not import SHARED/testing/fake_clock.ts',
  ],
  [
    'agents/trials/private_league/run.ts',
    'SHARED/testing/fake_clock.ts',
    'choice of the store may not import SHARED/testing/fake_clock.ts',
  ],
  [
    'agents/launcher/simulations.ts',
    'agents/trials/testing/rehearsal.ts',
    'composition roots may not import agents/trials/testing/rehearsal.ts',
  ],
  [
    'agents/player/main.ts',
    'agents/player/testing/bout.ts',
    'composition roots may not import agents/player/testing/bout.ts',
  ],
  [
    'SHARED/league_sdk/messaging/peer.ts',
    'SHARED/testing/bare_wire.ts',
    'league_sdk may not import SHARED/testing/bare_wire.ts',
  ],
  [
    'SHARED/tools/generate/generate.ts',
    'SHARED/testing/test_config.ts',
    'tools may not import SHARED/testing/test_config.ts',
  ],
])('what is made for tests stays with them: %s may not import %s', (path, target, what) => {
  expect(leaks(path, `import { a } from '${seenFrom(path, target)}';`)).toEqual([`1: ${what}`]);
});

test.each([
  ['agents/player/guard.test.ts', 'agents/player/testing/practice.ts'],
  ['agents/player/testing/bout.ts', 'SHARED/testing/fake_clock.ts'],
  ['agents/player/strategies/strategy_laws.ts', 'agents/player/testing/practice.ts'],
  ['SHARED/testing/scripted_party.ts', 'SHARED/testing/fake_clock.ts'],
  ['agents/trials/simulation/simulate.ts', 'SHARED/testing/fake_clock.ts'],
])('%s is a test of a kind, and may import %s', (path, target) => {
  expect(leaks(path, `import { a } from '${seenFrom(path, target)}';`)).toEqual([]);
});

test.each([
  'agents/launcher/commands/resume.ts',
  'agents/launcher/world/archive.ts',
  'agents/launcher/processes/follow_run.ts',
  'agents/league_manager/main.ts',
])('what a ledger is kept in is no choice of %s', (path) => {
  for (const target of ['SHARED/league_sdk/ledger/file.ts', 'SHARED/league_sdk/ledger/text.ts'])
    expect(leaks(path, `import { a } from '${seenFrom(path, target)}';`)).toEqual([
      `1: composition roots may not import ${target}`,
    ]);
  expect(leaks(path, `import { a } from '${seenFrom(path, 'SHARED/league_sdk/ledger/ledger.ts')}';`)).toEqual([]);
});

test.each([
  ['agents/launcher/world/installation.ts', 'SHARED/league_sdk/ledger/file.ts'],
  ['agents/trials/simulation/parts.ts', 'SHARED/league_sdk/ledger/file.ts'],
  ['agents/trials/private_league/play_league.ts', 'SHARED/league_sdk/ledger/file.ts'],
  ['SHARED/league_sdk/ledger/file.ts', 'SHARED/league_sdk/paths.ts'],
  ['SHARED/league_sdk/index.ts', 'SHARED/league_sdk/transport/http/http.ts'],
  ['SHARED/core/hash.ts', 'node:crypto'],
  ['SHARED/games/even_odd.ts', 'SHARED/core/random.ts'],
  ['SHARED/games/verdict.ts', 'SHARED/contracts/messages/result.ts'],
  ['agents/referee/match/match.ts', 'SHARED/games/verdict.ts'],
  ['SHARED/contracts/schema_builder.ts', 'typebox'],
  ['SHARED/league_sdk/transport/http/http.ts', 'node:http'],
  ['SHARED/league_sdk/ledger/file.ts', 'SHARED/league_sdk/disk/disk.ts'],
  ['SHARED/league_sdk/messaging/peer.ts', 'SHARED/league_sdk/transport/transport.ts'],
  ['SHARED/league_sdk/disk/disk_laws.ts', 'vitest'],
  ['agents/referee/match/play.ts', 'SHARED/games/game.ts'],
  ['agents/league_manager/main.ts', 'SHARED/games/judge.ts'],
  ['agents/launcher/in_process.ts', 'agents/player_P01/strategy.ts'],
  ['agents/player_P01/strategy.ts', 'agents/player_P01/memory.ts'],
  ['agents/player_P01/strategy.ts', 'agents/player/strategy.ts'],
  ['agents/player_P01/strategy.test.ts', 'SHARED/games/even_odd.ts'],
])('%s may import %s', (path, target) => {
  expect(leaks(path, `import { a } from '${seenFrom(path, target)}';`)).toEqual([]);
});

test.each([
  ["import '../../player/guard.ts';"],
  ["export * from '../../player/guard.ts';"],
  ["export type { a } from '../../player/guard.ts';"],
  ["const a = await import('../../player/guard.ts');"],
  ["type A = import('../../player/guard.ts').A;"],
  ["import {\n  a,\n  b,\n} from '../../player/guard.ts';"],
])('every form of import counts: %s', (line) => {
  expect(leaks('agents/referee/match/match.ts', line)).toHaveLength(1);
});

test('an import that only running the code would tell is refused outside composition roots', () => {
  expect(leaks('agents/referee/match/match.ts', 'await import(where);')).toEqual([
    '1: referee may not import computed',
  ]);
  expect(leaks('SHARED/games/even_odd.ts', 'await import(where);')).toEqual(['1: games may not import computed']);
  expect(leaks('agents/launcher/check.ts', 'await import(where);')).toEqual([]);
  expect(leaks('SHARED/games/load_games.ts', 'await import(where);')).toEqual([]);
});

test('an import in a comment is none', () => {
  expect(leaks('agents/referee/match/match.ts', "// from '../../player/guard.ts'")).toEqual([]);
});

test('a text that happens to end in “from” is none either', () => {
  expect(leaks('agents/referee/match/match.ts', "say('where is it from');", "say('home');")).toEqual([]);
});

test('a file without a layer is a problem', () => {
  expect(leaks('agents/spectator/watch.ts', '')).toEqual([
    '0: belongs to no layer: give it a row in SHARED/tools/gates/layers.ts',
  ]);
});

test('a layer in which nothing was seen is a problem', () => {
  const report = checkLayers([file('SHARED/games/game.ts', "import '../league_sdk/core/json.ts';")]);
  const unseen = unseenLayers(report).map(({ what }) => what);
  expect(unseen).toHaveLength(LAYERS.length - 1);
  expect(unseen).toContain('saw no import in the layer "referee"');
});

test.each([
  ['agents/league_manager/play/rounds.ts', 'const Parity = 1;'],
  ['agents/referee/match/match.ts', "if (type === 'even_odd') play();"],
  ['agents/referee/match/match.ts', "const move = 'odd';"],
  ['SHARED/league_sdk/messaging/peer.ts', 'message.drawn_number'],
  ['SHARED/league_sdk/messaging/peer.ts', '// the CHOOSE_PARITY_CALL'],
  ['agents/player/handlers.ts', 'message.game_info'],
  ['SHARED/league_sdk/messaging/serve.ts', "protocol === 'league.v1'"],
  ['agents/league_manager/play/rounds.ts', 'match.player_A_id'],
  ['agents/launcher/commands/resume.ts', "join(folder, 'ledger.jsonl')"],
  ['agents/trials/chaos/aftermath.ts', '// beside its ledger.lock'],
  ['SHARED/league_sdk/paths.ts', "join(league, 'ledger.jsonl')"],
])('a word of a game, a dialect or a file store in %s is found: %s', (path, line) => {
  expect(checkVocabulary([file(path, '', line)]).map((problem) => problem.line)).toEqual([2]);
});

test('the name of any registered game is found, also of one that came yesterday', () => {
  const registry = file('SHARED/config/games/games_registry.json', '{ "game_type": "nim" }');
  expect(
    checkVocabulary([registry, file('agents/referee/match/match.ts', "if (type === 'nim') play();")]),
  ).toHaveLength(1);
  expect(checkVocabulary([registry, file('agents/referee/match/match.ts', 'animal')])).toEqual([]);
  expect(unseenGames([registry])).toEqual([]);
  expect(unseenGames([file('agents/referee/match/match.ts', 'nothing')])).toHaveLength(1);
});

test('the game may be named in its own files, in contracts, by players and in tests', () => {
  const paths = [
    'SHARED/games/even_odd.ts',
    'SHARED/contracts/moves.ts',
    'agents/player_P01/strategy.ts',
    'agents/referee/match.test.ts',
  ];
  expect(checkVocabulary(paths.map((path) => file(path, "'even' parity")))).toEqual([]);
  expect(checkVocabulary([file('agents/referee/match/match.ts', 'an odd word, evenly')])).toEqual([]);
});

test('the files of a ledger may be named by their store, by the contracts that describe them, and in tests', () => {
  const paths = [
    'SHARED/league_sdk/ledger/file.ts',
    'SHARED/contracts/files/index.ts',
    'agents/trials/testing/own_stage.ts',
    'agents/trials/league.test.ts',
  ];
  expect(checkVocabulary(paths.map((path) => file(path, "'ledger.jsonl' 'ledger.lock'")))).toEqual([]);
});

test('the sources that are read are those of the product', () => {
  const paths = readSources(fileURLToPath(new URL('../../../', import.meta.url))).map(({ path }) => path);
  expect(paths).toContain('SHARED/tools/gates/layers.test.ts');
  expect(paths).toContain('package.json');
  expect(paths.filter((path) => /node_modules|^\.(git|node|cache)\//.test(path))).toEqual([]);
});
