/** A game is a handful of pure functions over JSON states. Nothing here knows players, wires or leagues. */
import type { Json, JsonObject } from '../core/json.ts';
import type { Random } from '../core/random.ts';
import type { Result } from '../core/result.ts';

/** A place at the table, counted from 0. Games know seats; only referees know the players in them. */
export type Seat = number;

/** A position is either waiting for somebody, or over. There is no third thing. */
export type Status =
  | { readonly over: false; readonly toMove: readonly Seat[] }
  | { readonly over: true; readonly outcome: Outcome };

/** The end of a game. */
export interface Outcome {
  /** One number per seat; higher is better, equal is a draw. League points are not the game's business. */
  readonly scores: readonly number[];
  /** The facts for the record, in the game's own words (drawn number, final board, …). */
  readonly facts: { readonly [name: string]: Json };
}

/**
 * The rules of one game. Pure: the same state, moves and chance give the same next state in every process, which is
 * how a result is checked. `gameLaws` tries a new game on everything that callers rely on.
 *
 * @example
 * const random = () => 0;
 * const state = evenOdd.play(evenOdd.start(random), new Map([[0, 'even'], [1, 'odd']]), random);
 * evenOdd.status(state); // over: 1 was drawn, so the scores are [0, 1]
 */
export interface Game<State extends Json = Json, Move extends Json = Json> {
  readonly type: string;
  readonly version: string;
  readonly seats: number;
  /** Whether the order of the seats matters; the schedule then balances seats. */
  readonly seatsMatter: boolean;

  /** The first position; a shuffled deck or the like comes from `random`. */
  start(random: Random): State;
  /** The seats to move, or the outcome. */
  status(state: State): Status;

  /** The part of the state that one seat may know. Secrets are hidden here, and nowhere else. */
  view(state: State, seat: Seat): Json;

  /** The moves open to a seat that is to move: shown to the player, and the test of legality. */
  moves(state: State, seat: Seat): readonly Move[];

  /**
   * What a move is, for clients that are shown a schema before they play: every move of `moves()` fits it, and not all
   * that fits is legal. Left out, moves are shown as texts: one of the legal moves, what is no text as JSON.
   */
  readonly moveSchema?: MoveSchema;

  /** One step, given a legal move for every seat in `toMove`. Chance comes only from `random`. */
  play(state: State, moves: ReadonlyMap<Seat, Move>, random: Random): State;

  /** The outcome in one sentence, seats as {0} and {1}. */
  explain(outcome: Outcome): string;

  /**
   * The outcome that follows from reported facts and each seat's last move, where the game can tell: a
   * foreign referee reports no more. Undefined when the facts make no sense.
   */
  settle?(facts: Outcome['facts'], choices: readonly Move[]): Outcome | undefined;

  /**
   * The position as people draw it: rows of cells from the top, the mark in each or null where it is empty. It is drawn
   * from what a seat may know, and is the same for every seat: players see it in a turn, and everybody in the end.
   */
  board?(view: Json): Board;

  /** The file of the rules, for people; the loader of games adds it. */
  readonly source?: string;
}

/**
 * A move as JSON Schema, in what every model API takes: one kind at each place, lists with their items, objects whose
 * members are all there. Whole numbers have bounds and not an enum, which some take for texts alone.
 */
export type MoveSchema = { readonly description?: string } & (
  | { readonly type: 'string'; readonly enum?: readonly string[] }
  | { readonly type: 'integer'; readonly minimum?: number; readonly maximum?: number }
  | { readonly type: 'boolean' }
  | { readonly type: 'array'; readonly items: MoveSchema; readonly minItems?: number; readonly maxItems?: number }
  | {
      readonly type: 'object';
      readonly properties: { readonly [name: string]: MoveSchema };
      /** All of its members. */
      readonly required: readonly string[];
      readonly additionalProperties: false;
    }
);

/** Rows of equal length, from the top; null is an empty cell. Readers see the cells counted from 0, row by row. */
export type Board = readonly (readonly (string | null)[])[];

/** One step in a record: the seat as text, and its move. `{ "0": "even", "1": "odd" }` */
export type Step = { readonly [seat: string]: Json };

/** The move of a seat; throws when there is none, because a step always brings one for every seat to move. */
export function moveOf<Move extends Json>(moves: ReadonlyMap<Seat, Move>, seat: Seat): Move {
  const move = moves.get(seat);
  if (move === undefined) throw new RangeError(`seat ${seat} has no move in this step`);
  return move;
}

/** The same moves as a record keeps them. */
export function recordOf(moves: ReadonlyMap<Seat, Json>): Step {
  return Object.fromEntries([...moves].map(([seat, move]) => [String(seat), move]));
}

/** Rules that failed: its message is a sentence that says how, with file and line where those are known. */
export class GameFault extends Error {}

/** A game for people: its type, and the file of its rules. */
export function titleOf({ type, source }: { readonly type: string; readonly source?: string | undefined }): string {
  return source === undefined ? `the game ${type}` : `the game ${type} (${source})`;
}

/** A game as the registry keeps it: made from its options, which are checked when it is made. */
export interface GameFamily {
  readonly type: string;
  /** The game with these options, or a thrown RangeError that names the option that is wrong. */
  make(options: { readonly [name: string]: Json }): Game;
}

/** The rules of a game with these options, or one line on why there are none. */
export type GameOf = (type: string, options: JsonObject) => Result<Game, { readonly detail: string }>;
