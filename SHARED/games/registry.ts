/** The games that were loaded: from the name of a game and its options to its rules. */
import type { JsonObject } from '../core/json.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Game, GameFamily } from './game.ts';

/** Games by their types: games_registry.json lists them, and load_games.ts loads them. */
export interface Games {
  /** In the order in which they were handed in. */
  readonly types: readonly string[];
  /** The rules of a game with these options, or the reason why there are none. */
  readonly gameOf: (type: string, options?: JsonObject) => Result<Game, GameRefusal>;
}

/** The reason why there is no such game. */
export type GameRefusal = {
  readonly code: 'UNSUPPORTED_GAME_TYPE' | 'INVALID_OPTIONS';
  /** One line for a person. */
  readonly detail: string;
};

/**
 * The registry of these games; of two with one type the last counts.
 *
 * @example
 * const { gameOf } = makeGames([rockPaperScissors, withoutOptions(evenOdd)]);
 * gameOf('rock_paper_scissors', { best_of: 5 });
 */
export function makeGames(families: readonly GameFamily[]): Games {
  const byType = new Map(families.map((family) => [family.type, family]));
  const types = [...byType.keys()];
  return {
    types,
    gameOf(type, options = {}) {
      const family = byType.get(type);
      if (family === undefined) {
        const detail = `no game is called "${type}"; known: ${types.join(', ')}`;
        return err({ code: 'UNSUPPORTED_GAME_TYPE', detail });
      }
      try {
        return ok(family.make(options));
      } catch (error) {
        if (error instanceof RangeError) return err({ code: 'INVALID_OPTIONS', detail: `${type}: ${error.message}` });
        throw error;
      }
    },
  };
}

/** The family of a game that can be played in one way only. */
export function withoutOptions(game: Game): GameFamily {
  return {
    type: game.type,
    make(options) {
      const [name] = Object.keys(options);
      if (name !== undefined) throw new RangeError(`there is no option "${name}"`);
      return game;
    },
  };
}
