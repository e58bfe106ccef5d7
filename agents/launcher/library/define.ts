/** Strategies and games of a user's own program, checked when they are made: a mistake is a TypeError of one line. */
import { didYouMean } from '../../../SHARED/core/did_you_mean.ts';
import type { Json } from '../../../SHARED/core/json.ts';
import type { Game } from '../../../SHARED/games/game.ts';
import { moveSchemaFault } from '../../../SHARED/games/registry.ts';
import type { Strategy } from '../../player/strategy.ts';

/** One part of a definition: what it must be, in words, and whether a value is that. */
interface Part {
  readonly must: string;
  fits(value: unknown): boolean;
  readonly isOptional?: true;
}

const NAME = /^[^\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]{1,64}$/u;
const TYPE = /^[a-z][a-z0-9_]{0,63}$/;
const PAIR = 2;

const part = (must: string, fits: Part['fits']): Part => ({ must, fits });
const called = (use: string): Part => part(`a function ${use}`, (value) => typeof value === 'function');
const text = (must: string, pattern: RegExp): Part =>
  part(must, (value) => typeof value === 'string' && pattern.test(value));

const STRATEGY: Readonly<Record<keyof Strategy, Part>> = {
  name: text('a text of 1 to 64 characters in one line', NAME),
  decide: called('(turn) => move'),
  learn: { ...called('(match) => void'), isOptional: true },
  unguarded: { ...part('true or false', (value) => typeof value === 'boolean'), isOptional: true },
};

const GAME: Readonly<Record<Exclude<keyof Game, 'source'>, Part>> = {
  type: text('small letters, digits and _, such as "nim"', TYPE),
  version: text('a text, such as "1.0.0"', /./),
  seats: part('2, since the matches of a league are for two', (value) => value === PAIR),
  seatsMatter: part('true where the order of the seats matters, else false', (value) => typeof value === 'boolean'),
  start: called('(random) => state'),
  status: called('(state) => { over: false, toMove } or { over: true, outcome }'),
  view: called('(state, seat) => what that seat may know'),
  moves: called('(state, seat) => the legal moves'),
  moveSchema: {
    ...part(
      'a schema of its moves, such as { type: "integer", minimum: 1, maximum: 3 }',
      (value) => moveSchemaFault(value) === undefined,
    ),
    isOptional: true,
  },
  play: called('(state, moves, random) => state'),
  explain: called('(outcome) => a sentence'),
  settle: { ...called('(facts, choices) => outcome'), isOptional: true },
  board: { ...called('(view) => rows of cells'), isOptional: true },
};

/**
 * The same strategy, once it is one: a name, `decide`, and `learn` where it learns. A strategy file of `league run`
 * exports it as `strategy`.
 *
 * @example
 * export const strategy = defineStrategy({ name: 'first', decide: ({ moves }) => moves[0] ?? null });
 */
export function defineStrategy(strategy: Strategy): Strategy {
  check('defineStrategy', strategy, STRATEGY);
  return strategy;
}

/**
 * The same game, once it has all its parts; whether its rules hold together, the first match tells. A file that exports
 * it is played by `league run --game FILE` as well.
 */
export function defineGame<State extends Json, Move extends Json>(game: Game<State, Move>): Game<State, Move> {
  check('defineGame', game, GAME);
  return game;
}

/** Throws a TypeError that names the part that is missing, wrong or unknown. */
function check(what: string, value: unknown, parts: { readonly [name: string]: Part }): void {
  if (typeof value !== 'object' || value === null)
    throw new TypeError(`${what} takes an object with ${needed(parts)}, not ${said(value)}`);
  for (const [name, { must, fits, isOptional }] of Object.entries(parts)) {
    const found = (value as { readonly [name: string]: unknown })[name];
    if ((found === undefined && isOptional === true) || fits(found)) continue;
    throw new TypeError(`${what}: "${name}" must be ${must}, not ${said(found)}`);
  }
  const known = Object.keys(parts);
  const stranger = Object.keys(value).find((name) => !known.includes(name));
  if (stranger === undefined) return;
  const meant = didYouMean(stranger, known);
  throw new TypeError(
    `${what}: there is no "${stranger}"; ${meant === undefined ? `known are ${known.join(', ')}` : `did you mean "${meant}"?`}`,
  );
}

function needed(parts: { readonly [name: string]: Part }): string {
  const names = Object.keys(parts).filter((name) => parts[name]?.isOptional !== true);
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Whether a game may be called so: leagues, files and messages name it. */
export function isGameType(value: unknown): value is string {
  return typeof value === 'string' && TYPE.test(value);
}

/** A value that was given, as an error names it. */
export function said(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (value === null || typeof value !== 'object') return typeof value === 'function' ? 'a function' : String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}
