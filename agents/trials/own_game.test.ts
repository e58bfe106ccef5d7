/** A game of a stranger: one file, with an entry in the registry or without one, played by processes of ours. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunFile } from '../../SHARED/contracts/files/league_data.ts';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import { writeTestConfig } from '../../SHARED/testing/test_config.ts';
import { OwnStage } from './testing/own_stage.ts';
import { freePortBase } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const NIM = new URL('../../SHARED/testing/fixtures/nim.ts', import.meta.url);
const stage = new OwnStage();

interface Printed {
  readonly league_id: string;
  readonly standings: readonly { readonly player_id: string }[];
  readonly matches: readonly { readonly status: string; readonly reason: string }[];
}

function expectNim(out: string, matches: number): void {
  const printed = JSON.parse(out) as Printed;
  expect(printed.league_id).toBe('league_2025_nim');
  expect(printed.matches).toHaveLength(matches);
  for (const { status, reason } of printed.matches)
    expect([status, reason]).toEqual(['WIN', expect.stringMatching(/^P\d\d took the last stone and wins/)]);
}

describe('a game in a file of its own', () => {
  test('is played by --game and --option, and verified by its rules', async () => {
    const file = join(stage.folder, 'nim.ts');
    await writeFile(file, await readFile(NIM, 'utf8'));
    const base = String(await freePortBase());
    const game = ['--game', file, '--option', 'heap=5', '--option', 'most=2'];
    const run = await typed('run', '--referees', '1', ...game, '--json', '--port-base', base, ...stage.where);
    expect(run.code, run.err).toBe(0);
    expectNim(run.out, 6);

    const kept = await readFile(join(stage.folder, 'data', 'leagues', 'league_2025_nim', 'run.json'), 'utf8');
    expect((JSON.parse(kept) as RunFile).options).toMatchObject({ game: file, option: ['heap=5', 'most=2'] });
    const [, , record] = await Promise.all(
      ['R1M1', 'R2M1', 'R3M1'].map((id) =>
        readFile(join(stage.folder, 'data', 'matches', 'league_2025_nim', `${id}.json`), 'utf8'),
      ),
    );
    expect(record).toContain('"most": 2');

    const where = ['--data', join(stage.folder, 'data')];
    const verified = await typed('verify', '--game', file, ...where);
    expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('6 results recomputed from moves')]);
    const noted = await typed('verify', '--league', 'league_2025_nim', ...where);
    expect([noted.code, noted.out]).toEqual([0, verified.out]);
  });

  test('is an entry whose rules_module is a path, and needs no league file', async () => {
    const config = join(stage.folder, 'config');
    const entry = { game_type: 'nim', rules_module: '../../rules/nim.js', options: { heap: 4 } };
    await writeTestConfig(nodeDisk(), config, { 'games/games_registry.json': { games: [entry] } });
    await mkdir(join(stage.folder, 'rules'));
    await writeFile(join(stage.folder, 'rules', 'nim.js'), stripTypeScriptTypes(await readFile(NIM, 'utf8')));
    // Seventeen share processes; the only game of a registry is the one that is meant.
    const words = ['--players', '17', '--transport', 'stdio', '--config', config, ...stage.where];
    const run = await typed('run', '--json', '--referees', '1', ...words);
    expect(run.code, run.err).toBe(0);
    expectNim(run.out, 136);
  });
});

describe('one line and exit code 2 for', () => {
  const mistake = async (words: readonly string[], line: RegExp) => {
    const { code, err } = await typed('run', '--in-process', ...words, ...stage.where);
    expect(err).toMatch(/^league: [^\n]+\n$/);
    expect([code, err]).toEqual([2, expect.stringMatching(line)]);
  };
  const file = async (text: string) => {
    const path = join(stage.folder, 'game.mjs');
    await writeFile(path, text);
    return path;
  };

  test('a file that is not there', () =>
    mistake(['--game', './nowhere.ts'], /the game \S*nowhere\.ts does not load: /));

  test('a file that does not parse', async () =>
    mistake(['--game', await file('export const =')], /the game \S*game\.mjs does not load: /));

  test('a file without a game', async () =>
    mistake(['--game', await file('export const game = 3;')], /must export one game, and exports none/));

  test('a name that no game can have', async () =>
    mistake(['--game', await file('export const game = { type: "Nim!", make: () => 0 };')], /is of the type "Nim!"/));

  test('a game for three', async () => {
    const three = `import { game as nim } from '${NIM.href}';
      export const game = { type: 'nim', make: (o) => ({ ...nim.make(o), seats: 3 }) };`;
    await mistake(['--game', await file(three)], /nim is a game for 3, but its entry .* says 2 to 2/);
  });

  test('a game that draws otherwise than from its chance', async () => {
    const drawn = `import { game as nim } from '${NIM.href}';
      export const game = { type: 'nim', make: (o) => ({ ...nim.make(o), start: () => ({ left: 1 + Math.floor(9 * Math.random()), turn: 0 }) }) };`;
    await mistake(['--game', await file(drawn)], /goes another way .*; it has to draw from the "random"/);
  });

  test('an option that the game does not take', async () => {
    await mistake(['--game', NIM.pathname, '--option', 'heap=0'], /option "heap" must be a whole number from 1 to 100/);
    await mistake(['--game', NIM.pathname, '--option', 'stones=3'], /there is no option "stones"/);
    await mistake(['--game', 'rock_paper_scissors', '--option', 'best_of=4'], /"best_of" must be an odd number/);
  });

  test('an option that is none, or of no game', async () => {
    await mistake(['--game', NIM.pathname, '--option', 'heap'], /--option takes name=value, such as best_of=5/);
    await mistake(['--option', 'heap=3'], /--option is an option of a game; say which with --game/);
  });

  test('a module of the registry that is broken', async () => {
    const config = join(stage.folder, 'config');
    const entry = { game_type: 'nim', rules_module: './none.ts' };
    await writeTestConfig(nodeDisk(), config, { 'games/games_registry.json': { games: [entry] } });
    await mistake(['--config', config], /games_registry\.json: rules_module "\S*games\/none\.ts" does not load: /);
  });
});
