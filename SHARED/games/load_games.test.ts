import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../core/result.ts';
import { gameLaws } from './game_laws.ts';
import { loadGame, loadGames } from './load_games.ts';

let folder: string;

/** Takes one stone after the other; as plain as a game can be. */
const STONES = `{
  type: 'stones', version: '1.0.0', seats: 2, seatsMatter: true,
  start: () => 4,
  status: (left) => left > 0
    ? { over: false, toMove: [left % 2] }
    : { over: true, outcome: { scores: [0, 1], facts: {} } },
  view: (left) => left, moves: () => ['take'], play: (left) => left - 1, explain: () => '{1} wins',
}`;

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'games-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('games are loaded', () => {
  test('by a dotted name, whose last part is a file of this folder', async () => {
    const entries = [{ game_type: 'tic_tac_toe', rules_module: 'game_logic.tic_tac_toe' }];
    const { types, gameOf } = unwrap(await loadGames(entries));
    expect(types).toEqual(['tic_tac_toe']);
    expect(unwrap(gameOf('tic_tac_toe')).seats).toBe(2);
  });

  test.each(['stones.mjs', 'stones.js', 'stones.mts', 'stones.ts'])('by the path of a file: %s', async (name) => {
    const rules_module = await file(name, `export const anything = ${STONES};\n`);
    const { gameOf } = unwrap(await loadGames([{ game_type: 'stones', rules_module }]));
    const game = unwrap(gameOf('stones'));
    expect(gameLaws(game).flatMap((law) => law.breach() ?? [])).toEqual([]);
    expect(gameOf('stones', { heap: 3 })).toMatchObject({ ok: false, error: { code: 'INVALID_OPTIONS' } });
    expect(unwrap(await loadGame(rules_module)).type).toBe('stones');
  });

  test('of one file by the types of its exports', async () => {
    const rules_module = await file(
      'two.mjs',
      `export const a = ${STONES};\nexport const b = { ...a, type: 'other' };\n`,
    );
    const entries = ['other', 'stones'].map((game_type) => ({ game_type, rules_module }));
    expect(unwrap(await loadGames(entries)).types).toEqual(['other', 'stones']);
  });
});

describe('one line says', () => {
  test.each([
    ['that there is no file', undefined, /^games_registry\.json: rules_module ".*none\.mjs" does not load: /],
    ['what is wrong with its text', 'export const =', /does not load: /],
    ['what it throws', 'throw new Error("nothing\\nat all");', /does not load: .*what_it_throws\.mjs:1: nothing$/],
    ['that it exports no game', 'export const game = 3;', /exports no game of the type "stones" but none$/],
    [
      'which parts a game lacks',
      `export const game = { ...${STONES}, play: undefined, seats: '2' };`,
      /but none; "game" lacks seats \(a number\), play \(a function\)$/,
    ],
    [
      'that it exports another',
      `export const game = { ...${STONES}, type: 'pebbles' };`,
      /exports no game of the type "stones" but "pebbles"$/,
    ],
  ])('%s', async (what, text, line) => {
    const name = text === undefined ? 'none.mjs' : `${what.replaceAll(' ', '_')}.mjs`;
    const rules_module = text === undefined ? join(folder, name) : await file(name, text);
    const loaded = await loadGames([{ game_type: 'stones', rules_module }]);
    expect(loaded).toMatchObject({ ok: false, error: { code: 'INVALID_CONFIG', game_type: 'stones' } });
    const { detail } = (loaded as { readonly error: { readonly detail: string } }).error;
    expect(detail).toMatch(line);
    expect(detail).not.toContain('\n');
  });

  test('that a file without an entry has to export one game', async () => {
    const two = await file('both.mjs', `export const a = ${STONES};\nexport const b = { ...a, type: 'other' };\n`);
    expect(await loadGame(two)).toEqual({ ok: false, error: 'must export one game, and exports "stones", "other"' });
  });
});
