/** The games that were loaded: from the name of a game and its options to its rules. */
import type { JsonObject } from '../core/json.ts';
import { err, ok, type Result } from '../core/result.ts';
import { threw } from '../core/thrown.ts';
import { type Game, type GameFamily, GameFault, type MoveSchema, titleOf } from './game.ts';

/** Games by their types: games_registry.json lists them, and load_games.ts loads them. */
export interface Games {
  /** In the order in which they were handed in. */
  readonly types: readonly string[];
  /** The rules of a game with these options, or the reason why there are none. */
  readonly gameOf: (type: string, options?: JsonObject) => Result<Game, GameRefusal>;
}

/** The reason why there is no such game. */
export type GameRefusal = {
  readonly code: 'UNSUPPORTED_GAME_TYPE' | 'INVALID_OPTIONS' | 'INVALID_RULES';
  /** One line for a person. */
  readonly detail: string;
};

/**
 * The registry of these games; of two with one type the last counts. An exception of their rules becomes a
 * GameFault; `sources` has the file of a type, for people.
 *
 * @example
 * const { gameOf } = makeGames([rockPaperScissors, withoutOptions(evenOdd)]);
 * gameOf('rock_paper_scissors', { best_of: 5 });
 */
export function makeGames(families: readonly GameFamily[], sources: ReadonlyMap<string, string> = new Map()): Games {
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
        const game = family.make(options);
        const fault = gameFault(game);
        if (fault !== undefined) return err({ code: 'INVALID_RULES', detail: `${type}: ${fault}` });
        return ok(witnessed(game, sources.get(type)));
      } catch (error) {
        if (error instanceof RangeError) return err({ code: 'INVALID_OPTIONS', detail: `${type}: ${error.message}` });
        return err({ code: 'INVALID_RULES', detail: `${type}: its make ${threw(error)}` });
      }
    },
  };
}

/** What keeps the game that a family has made from being one. */
function gameFault(game: Game): string | undefined {
  const lacking = lackingParts(game);
  if (lacking.length > 0) return `the game that its make gives lacks ${partsText(lacking)}`;
  const odd = OPTIONAL_PARTS.find((part) => game[part] !== undefined && typeof game[part] !== 'function');
  if (odd !== undefined) return `the game that its make gives has ${odd}, which must be a function`;
  const fault = game.moveSchema === undefined ? undefined : moveSchemaFault(game.moveSchema);
  return fault === undefined ? undefined : `its moveSchema ${fault}`;
}

/** A part without which nothing is a game, and its kind. */
type GamePart = readonly [part: string, kind: string];

export const GAME_PARTS: readonly GamePart[] = [
  ['type', 'string'],
  ['seats', 'number'],
  ...['start', 'status', 'view', 'moves', 'play', 'explain'].map((part) => [part, 'function'] as const),
];
const OPTIONAL_PARTS = ['settle', 'board'] as const;

/** The parts of a game that a thing does not have. */
export function lackingParts(thing: unknown): readonly GamePart[] {
  return GAME_PARTS.filter(([part, kind]) => !hasPart(thing, part, kind));
}

export function hasPart(thing: unknown, part: string, kind: string): boolean {
  return typeof thing === 'object' && thing !== null && typeof (thing as Record<string, unknown>)[part] === kind;
}

/** Parts in words: explain (a function). */
export function partsText(parts: readonly GamePart[]): string {
  return parts.map(([part, kind]) => `${part} (a ${kind})`).join(', ');
}

/** The same game; what it throws, and what cannot be a position or a list of moves, is a GameFault. */
function witnessed(game: Game, source: string | undefined): Game {
  const title = () => titleOf({ type: game.type, source });
  function witness<A extends readonly unknown[], R>(part: (...args: A) => R): (...args: A) => R {
    return (...args) => {
      try {
        return part.apply(game, args as never);
      } catch (thrown) {
        throw thrown instanceof GameFault ? thrown : new GameFault(`the game ${game.type} ${threw(thrown)}`);
      }
    };
  }
  const { type, version, seats, seatsMatter, start, status, view, moves, play, explain, settle, board, moveSchema } =
    game;
  return {
    ...{ type, version, seats, seatsMatter },
    ...(source === undefined ? {} : { source }),
    start: witness(start),
    status: witness((state) => {
      const now = status.call(game, state);
      if (now?.over === true || (now?.over === false && Array.isArray(now.toMove))) return now;
      throw new GameFault(
        `${title()} gives a status that is neither { over: false, toMove } nor { over: true, outcome }`,
      );
    }),
    view: witness(view),
    moves: witness((state, seat) => {
      const open = moves.call(game, state, seat);
      if (Array.isArray(open)) return open;
      throw new GameFault(`${title()} gives moves that are no list`);
    }),
    play: witness(play),
    explain: witness(explain),
    ...(settle === undefined ? {} : { settle: witness(settle) }),
    ...(moveSchema === undefined ? {} : { moveSchema }),
    ...(board === undefined ? {} : { board: witness(board) }),
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

const isText = (value: unknown) => typeof value === 'string';
const isWhole = (value: unknown) => Number.isSafeInteger(value);
const isTexts = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isText);

/** The words of a schema of each kind, and what each must be. */
const MOVE_WORDS: { readonly [kind: string]: { readonly [word: string]: (value: unknown) => boolean } } = {
  string: { enum: isTexts },
  integer: { minimum: isWhole, maximum: isWhole },
  boolean: {},
  array: { items: () => true, minItems: isWhole, maxItems: isWhole },
  object: { properties: isPlain, required: isTexts, additionalProperties: (value) => value === false },
};

/** The fault of a value as a schema of moves, as the rest of a sentence; undefined where it is one. */
export function moveSchemaFault(schema: unknown): string | undefined {
  if (!isPlain(schema)) return 'is not a schema';
  const { type, description, ...rest } = schema;
  const words = typeof type === 'string' && Object.hasOwn(MOVE_WORDS, type) ? MOVE_WORDS[type] : undefined;
  if (words === undefined) return `must have one type of ${Object.keys(MOVE_WORDS).join(', ')}`;
  if (description !== undefined && !isText(description)) return 'has a description that is no text';
  const odd = Object.entries(rest).find(
    ([word, value]) => !Object.hasOwn(words, word) || words[word]?.(value) !== true,
  );
  if (odd !== undefined) return `of type ${type} cannot have ${JSON.stringify(odd[0])}: ${JSON.stringify(odd[1])}`;
  if (type === 'array') return faultAt('items', rest['items']);
  if (type !== 'object') return undefined;
  const { properties = {}, required = [], additionalProperties } = rest as Partial<Members>;
  const names = Object.keys(properties);
  if (names.length === 0 || names.length !== required.length || names.some((name) => !required.includes(name)))
    return 'of type object must have properties, and list all of them as required';
  if (additionalProperties !== false) return 'of type object must have additionalProperties: false';
  return names.map((name) => faultAt(name, properties[name])).find((fault) => fault !== undefined);
}

type Members = Extract<MoveSchema, { readonly type: 'object' }>;

function faultAt(part: string, schema: unknown): string | undefined {
  const fault = moveSchemaFault(schema);
  return fault === undefined ? undefined : `has the part ${JSON.stringify(part)}, which ${fault}`;
}

function isPlain(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
