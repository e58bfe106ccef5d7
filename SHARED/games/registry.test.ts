import { describe, expect, test } from 'vitest';
import { factsOf } from '../contracts/files/history.ts';
import { seeded } from '../core/random.ts';
import { unwrap } from '../core/result.ts';
import { ConfigLoader } from '../league_sdk/config_loader.ts';
import { nodeDisk } from '../league_sdk/disk/node_disk.ts';
import { gameOf, games } from '../testing/shipped_games.ts';
import { SHIPPED_CONFIG } from '../testing/test_config.ts';
import { evenOdd } from './even_odd.ts';
import { type Game, GameFault } from './game.ts';
import { gameLaws } from './game_laws.ts';
import { playout } from './playout.ts';
import { makeGames, withoutOptions } from './registry.ts';

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
  expect(unwrap(gameOf('even_odd', {}))).toMatchObject({ type: evenOdd.type, version: evenOdd.version });
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

describe('rules that fail', () => {
  const broken = (parts: Partial<Game>, sources?: ReadonlyMap<string, string>) =>
    unwrap(makeGames([withoutOptions({ ...evenOdd, ...parts } as Game)], sources).gameOf('even_odd'));
  const random = () => 0;

  test.each(['start', 'status', 'view', 'moves', 'play', 'explain', 'settle'] as const)(
    'in %s are told with file and line',
    (part) => {
      const game = broken({ [part]: () => JSON.parse('{') });
      expect(() => (game[part] as (...args: unknown[]) => unknown)({}, 0, random)).toThrow(GameFault);
      expect(() => (game[part] as (...args: unknown[]) => unknown)({}, 0, random)).toThrow(
        /^the game even_odd threw at .*registry\.test\.ts:\d+, SyntaxError: /,
      );
    },
  );

  test('by what they give are told with their file', () => {
    expect(() => broken({ status: () => undefined as never }, new Map([['even_odd', 'mine.ts']])).status({})).toThrow(
      'the game even_odd (mine.ts) gives a status that is neither',
    );
    expect(() => broken({ moves: () => 'even' as never }).moves({}, 0)).toThrow(
      'the game even_odd gives moves that are no list',
    );
  });

  test('may be written as a class', () => {
    class Counting {
      readonly type = 'counting';
      readonly version = '1.0.0';
      readonly seats = 2;
      readonly seatsMatter = false;
      readonly #first = 7;
      start = () => ({});
      status = () => ({ over: false, toMove: [0] }) as const;
      view = () => null;
      moves() {
        return [this.#first];
      }
      play = () => ({});
      explain = () => '';
    }
    const game = unwrap(makeGames([withoutOptions(new Counting() as unknown as Game)]).gameOf('counting'));
    expect(game.moves({}, 0)).toEqual([7]);
  });
});

test.each([
  ['explain', { explain: 5 }, 'lacks explain (a function)'],
  ['two parts', { seats: undefined, play: undefined }, 'lacks seats (a number), play (a function)'],
  ['an optional part', { board: 'text' }, 'has board, which must be a function'],
])('what a family makes is checked as a plain game is: %s', (_, changes, fault) => {
  const make = () => ({ ...(evenOdd as unknown as Game), ...changes }) as unknown as Game;
  expect(makeGames([{ type: 'stones', make }]).gameOf('stones')).toEqual({
    ok: false,
    error: { code: 'INVALID_RULES', detail: `stones: the game that its make gives ${fault}` },
  });
});

test('a family that throws is refused with what it threw, and where', () => {
  const make = () => {
    throw new TypeError('no stones');
  };
  expect(makeGames([{ type: 'stones', make }]).gameOf('stones')).toMatchObject({
    ok: false,
    error: {
      code: 'INVALID_RULES',
      detail: expect.stringMatching(/^stones: its make threw at .*registry\.test\.ts:\d+, TypeError: no stones$/),
    },
  });
});

test('a family that makes nothing is refused', () => {
  const make = () => undefined as unknown as Game;
  expect(makeGames([{ type: 'stones', make }]).gameOf('stones')).toMatchObject({
    ok: false,
    error: { code: 'INVALID_RULES', detail: expect.stringMatching(/^stones: the game that its make gives lacks type/) },
  });
});

test('a game whose moveSchema is none is refused with what is wrong with it', () => {
  const moveSchema = { type: 'array' } as never;
  const { gameOf: made } = makeGames([withoutOptions({ ...(evenOdd as unknown as Game), moveSchema })]);
  expect(made('even_odd')).toEqual({
    ok: false,
    error: {
      code: 'INVALID_RULES',
      detail: 'even_odd: its moveSchema has the part "items", which is not a schema',
    },
  });
});

test.each([...games.types])('%s says what a move is', (type) => {
  expect(unwrap(gameOf(type)).moveSchema).toMatchObject({ type: expect.stringMatching(/^(string|integer)$/) });
});
