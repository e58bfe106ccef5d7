/** The games there are: from the name of a game and its options to its rules. */
import type { JsonObject } from '../core/json.ts';
import { err, ok, type Result } from '../core/result.ts';
import { connectFour } from './connect_four.ts';
import { evenOdd } from './even_odd.ts';
import type { Game, GameFamily } from './game.ts';
import { prisonersDilemma } from './prisoners_dilemma.ts';
import { rockPaperScissors } from './rock_paper_scissors.ts';
import { ticTacToe } from './tic_tac_toe.ts';

const families: readonly GameFamily[] = [
  withoutOptions(evenOdd),
  withoutOptions(ticTacToe),
  rockPaperScissors,
  prisonersDilemma,
  withoutOptions(connectFour),
];

/** Every game by its type. A new game is one file and its place in the list above. */
export const games: ReadonlyMap<string, GameFamily> = new Map(families.map((family) => [family.type, family]));

/** Why there is no such game. */
export type GameRefusal = {
  readonly code: 'UNSUPPORTED_GAME_TYPE' | 'INVALID_OPTIONS';
  /** One line for a person. */
  readonly detail: string;
};

/** The rules of a game with these options, or why there are none. */
export function gameOf(type: string, options: JsonObject = {}): Result<Game, GameRefusal> {
  const family = games.get(type);
  if (family === undefined) {
    const detail = `no game is called "${type}"; known: ${[...games.keys()].join(', ')}`;
    return err({ code: 'UNSUPPORTED_GAME_TYPE', detail });
  }
  try {
    return ok(family.make(options));
  } catch (error) {
    if (error instanceof RangeError) return err({ code: 'INVALID_OPTIONS', detail: `${type}: ${error.message}` });
    throw error;
  }
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
