import { expect, test } from 'vitest';
import { factsOf } from '../contracts/files/history.ts';
import { seeded } from '../core/random.ts';
import { unwrap } from '../core/result.ts';
import { ConfigLoader } from '../league_sdk/config_loader.ts';
import { nodeDisk } from '../league_sdk/disk/node_disk.ts';
import { gameOf, games } from '../testing/shipped_games.ts';
import { SHIPPED_CONFIG } from '../testing/test_config.ts';
import { evenOdd } from './even_odd.ts';
import { gameLaws } from './game_laws.ts';
import { playout } from './playout.ts';
import { withoutOptions } from './registry.ts';

const config = new ConfigLoader(nodeDisk(), SHIPPED_CONFIG);

const lawfulness = games.types.flatMap((type) =>
  gameLaws(unwrap(gameOf(type))).map((law) => ({ type, name: law.name, law })),
);

test.each(lawfulness)('$type obeys: $name', ({ law }) => {
  expect(law.breach()).toBeUndefined();
});

test('the games of the leagues are there', () => {
  const shipped = ['even_odd', 'tic_tac_toe', 'rock_paper_scissors', 'prisoners_dilemma', 'connect_four'];
  expect(games.types).toEqual(expect.arrayContaining(shipped));
  expect(unwrap(gameOf('even_odd', {}))).toBe(evenOdd);
});

test('a game that nobody knows is refused, with the names of those that are known', () => {
  expect(gameOf('chess', {})).toEqual({
    ok: false,
    error: {
      code: 'UNSUPPORTED_GAME_TYPE',
      detail: `no game is called "chess"; known: ${games.types.join(', ')}`,
    },
  });
});

test.each([...games.types])('no fact of %s has the name of a field that every result has', (type) => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { facts } = playout(unwrap(gameOf(type)), { chance: seeded(seed), whims: seeded(seed) }).outcome;
    expect(factsOf(facts)).toEqual(facts);
  }
});

test.each([...games.types])(
  '%s is configured: its rules, its league, and enough time for all its moves',
  async (type) => {
    const { rules_module, max_round_time_sec = 30, max_match_sec = 150 } = unwrap(await config.getGame(type));
    expect(rules_module).toBe(`game_logic.${type}`);
    const league = unwrap(await config.loadLeague(`league_2025_${type}`));
    const game = unwrap(gameOf(league.game_type, league.options));
    const calls = [1, 2, 3, 4, 5].map((seed) => {
      const { scenes } = playout(game, { chance: seeded(seed), whims: seeded(seed) });
      return scenes.filter(({ toMove }) => toMove.includes(0)).length;
    });
    // A player that always takes half of the time for a move never runs out of its clock for the match.
    expect(max_match_sec).toBeGreaterThanOrEqual((Math.max(...calls) * max_round_time_sec) / 2);
  },
);

test('an option that a game does not have is refused by name', () => {
  expect(gameOf('even_odd', { rounds: 3 })).toEqual({
    ok: false,
    error: { code: 'INVALID_OPTIONS', detail: 'even_odd: there is no option "rounds"' },
  });
  expect(() => withoutOptions(evenOdd).make({ rounds: 3 })).toThrow(RangeError);
});

test('what a game says about its options is passed on', () => {
  expect(gameOf('rock_paper_scissors', { best_of: 4 })).toEqual({
    ok: false,
    error: {
      code: 'INVALID_OPTIONS',
      detail: 'rock_paper_scissors: option "best_of" must be an odd number from 1 to 99, not 4',
    },
  });
});
