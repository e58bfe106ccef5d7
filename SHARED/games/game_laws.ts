/** The laws every game obeys, as checks that need no test runner: for tests, and for authors of games. */
import { sha256 } from '../core/hash.ts';
import { canonicalJson, isJsonArray, isJsonObject, type Json, sameJson } from '../core/json.ts';
import { chanceStream, seeded } from '../core/random.ts';
import type { Game, MoveSchema, Seat } from './game.ts';
import { replay } from './judge.ts';
import { type Playout, playout } from './playout.ts';
import { moveSchemaFault } from './registry.ts';

/** One law and one game to hold it against. */
export interface Law {
  /** The law in words: true of every game. */
  readonly name: string;
  /** The breach in one line; undefined when the game keeps the law. Never throws. */
  breach(): string | undefined;
}

/**
 * The laws, ready to be tried on a game; each plays a handful of games at random, the same ones every time.
 *
 * @example
 * test.each(gameLaws(nim))('nim obeys: $name', (law) => {
 *   expect(law.breach()).toBeUndefined();
 * });
 */
export function gameLaws(game: Game): readonly Law[] {
  return Object.entries(LAWS).map(([name, check]) => ({ name, breach: () => firstBreach(game, check) }));
}

type Check = (game: Game, seed: number) => string | undefined;

const SEEDS = Array.from({ length: 25 }, (_, index) => index + 1);

/** Games that are enough to see a drawn coin that is not of their chance. */
const FEW_SEEDS = SEEDS.slice(0, 10);

/** Whether the same chance and the same moves have been seen to give another game: then no result can be checked. */
export function differsFromItself(game: Game): boolean {
  return FEW_SEEDS.some((seed) => {
    try {
      return LAWS[SAME_AGAIN]?.(game, seed) !== undefined;
    } catch {
      // Rules that fail are told by the match that they fail in.
      return false;
    }
  });
}

function firstBreach(game: Game, check: Check): string | undefined {
  for (const seed of SEEDS) {
    try {
      const breach = check(game, seed);
      if (breach !== undefined) return `game ${seed}: ${breach}`;
    } catch (error) {
      return `game ${seed}: ${error}`;
    }
  }
  return undefined;
}

const SAME_AGAIN = 'the same chance and the same moves give the same game';

const LAWS: { readonly [name: string]: Check } = {
  'a game has a snake_case type, a version and at least two seats': (game) =>
    /^[a-z][a-z0-9_]*$/.test(game.type) && game.version !== '' && game.seats >= 2
      ? undefined
      : `${game.type} ${game.version} for ${game.seats}`,

  'games end': (game, seed) => (playRandomly(game, seed).scenes.length > 0 ? undefined : 'over before it began'),

  'whenever a game is not over somebody is to move, once, and has a move': (game, seed) => {
    for (const { toMove } of playRandomly(game, seed).scenes) {
      if (toMove.length === 0 || new Set(toMove).size < toMove.length) return `to move: [${toMove}]`;
      const stranger = toMove.find((seat) => !seats(game).includes(seat));
      if (stranger !== undefined) return `there is no seat ${stranger}`;
    }
    return undefined;
  },

  'the moves of a seat are JSON and differ from each other': (game, seed) => {
    for (const { state, toMove } of playRandomly(game, seed).scenes) {
      for (const moves of toMove.map((seat) => game.moves(state, seat))) {
        if (!isJson(moves)) return `not JSON: ${JSON.stringify(moves)}`;
        if (new Set(moves.map(canonicalJson)).size < moves.length) return `not distinct: ${JSON.stringify(moves)}`;
      }
    }
    return undefined;
  },

  'the schema of a move is one that every client takes, and every move fits it': (game, seed) => {
    const { moveSchema } = game;
    if (moveSchema === undefined) return undefined;
    const fault = moveSchemaFault(moveSchema);
    if (fault !== undefined) return `moveSchema ${fault}`;
    for (const { state, toMove } of playRandomly(game, seed).scenes) {
      const stranger = toMove.flatMap((seat) => game.moves(state, seat)).find((move) => !fits(moveSchema, move));
      if (stranger !== undefined) return `${JSON.stringify(stranger)} does not fit ${JSON.stringify(moveSchema)}`;
    }
    return undefined;
  },

  'a state is JSON, and the game goes on from its copy as from itself': (game, seed) => {
    const played = playRandomly(game, seed);
    const states = [...played.scenes.map(({ state }) => state), played.final];
    if (!isJson(states)) return `not JSON: ${JSON.stringify(states)}`;
    const copy = (state: Json) => JSON.parse(JSON.stringify(state)) as Json;
    return difference(played, playRandomly(game, seed, copy));
  },

  'nothing changes a state it was given': (game, seed) => {
    const { scenes, final, outcome } = playRandomly(game, seed, deepFreeze);
    for (const state of [...scenes.map((scene) => scene.state), final]) {
      for (const seat of seats(game)) {
        const view = deepFreeze(game.view(state, seat));
        game.board?.(view);
      }
    }
    game.explain(deepFreeze(outcome));
    return undefined;
  },

  [SAME_AGAIN]: (game, seed) => difference(playRandomly(game, seed), playRandomly(game, seed)),

  'what a seat sees is JSON': (game, seed) => {
    for (const { state } of playRandomly(game, seed).scenes) {
      const blind = seats(game).find((seat) => !isJson(game.view(state, seat)));
      if (blind !== undefined) return `seat ${blind} does not`;
    }
    return undefined;
  },

  'a board is rows of equal length, of texts and empty cells, and the same whenever and for whomever it is drawn': (
    game,
    seed,
  ) => {
    const { scenes, final } = playRandomly(game, seed);
    for (const state of [...scenes.map((scene) => scene.state), final]) {
      const [board, ...others] = [0, ...seats(game)].map((seat) => game.board?.(game.view(state, seat)));
      if (board === undefined) continue;
      if (!isBoard(board)) return `drawn as ${JSON.stringify(board)}`;
      if (!others.every((other) => sameJson(board, other as Json))) return 'drawn otherwise the second time';
    }
    return undefined;
  },

  'an outcome has a finite score for every seat, and its facts are JSON': (game, seed) => {
    const { scores, facts } = playRandomly(game, seed).outcome;
    if (scores.length !== game.seats || !scores.every(Number.isFinite)) return `scores ${JSON.stringify(scores)}`;
    return isJson(facts) ? undefined : `facts ${JSON.stringify(facts)}`;
  },

  'an outcome is explained in one line that names no seat but its own': (game, seed) => {
    const sentence = game.explain(playRandomly(game, seed).outcome);
    if (typeof sentence !== 'string' || !/^[^\n]+$/.test(sentence)) return `explained by ${JSON.stringify(sentence)}`;
    const named = [...sentence.matchAll(/\{(.*?)\}/g)].map(([, name]) => name);
    const stranger = named.find((name) => !seats(game).some((seat) => String(seat) === name));
    return stranger === undefined ? undefined : `{${stranger}} in "${sentence}"`;
  },

  'a replay of the record gives the same outcome': (game, seed) => {
    const { scenes, outcome } = playRandomly(game, seed);
    const steps = scenes.map(({ step }) => step);
    const again = replay(game, seedHexOf(seed), steps);
    if (!again.ok) return `${again.error.code}: ${again.error.detail}`;
    return sameJson(again.value.scores, outcome.scores) && sameJson(again.value.facts, outcome.facts)
      ? undefined
      : `${JSON.stringify(outcome)} became ${JSON.stringify(again.value)}`;
  },
};

function playRandomly(game: Game, seed: number, carry?: (state: Json) => Json): Playout {
  const sources = { chance: chanceStream(seedHexOf(seed)), whims: seeded(seed) };
  return playout(game, carry === undefined ? sources : { ...sources, carry });
}

function seedHexOf(seed: number): string {
  return sha256(String(seed));
}

function seats(game: Game): readonly Seat[] {
  return Array.from({ length: game.seats }, (_, seat) => seat);
}

function difference(one: Playout, other: Playout): string | undefined {
  const [a, b] = [JSON.stringify(one), JSON.stringify(other)];
  return a === b ? undefined : `${a} and ${b}`;
}

function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean';
  if (value === null) return true;
  if (Array.isArray(value)) return value.every(isJson);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson);
}

function fits(schema: MoveSchema, move: Json): boolean {
  switch (schema.type) {
    case 'string':
      return typeof move === 'string' && (schema.enum?.includes(move) ?? true);
    case 'boolean':
      return typeof move === 'boolean';
    case 'integer': {
      const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema;
      return Number.isInteger(move) && Number(move) >= minimum && Number(move) <= maximum;
    }
    case 'array': {
      const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
      if (!isJsonArray(move) || move.length < minItems || move.length > maxItems) return false;
      return move.every((each) => fits(items, each));
    }
    case 'object': {
      if (!isJsonObject(move) || Object.keys(move).length !== schema.required.length) return false;
      return Object.entries(schema.properties).every(([name, part]) => name in move && fits(part, move[name] as Json));
    }
  }
}

function isBoard(value: unknown): boolean {
  const isRow = (row: unknown) => Array.isArray(row) && row.every((cell) => cell === null || typeof cell === 'string');
  if (!Array.isArray(value) || value.length === 0 || !value.every(isRow)) return false;
  return value[0].length > 0 && value.every((row) => row.length === value[0].length);
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
