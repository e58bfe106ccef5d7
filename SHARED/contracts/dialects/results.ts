/** Results in messages without an envelope: each fact a field, a draw a word, an absent value an empty text. */
import { isId } from '../../core/ids.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { GameResult } from '../messages/game_end.ts';
import { UNNAMED_GAME, wordsFor } from '../moves.ts';
import type { TSchema } from '../schema_builder.ts';
import { fits } from '../validator.ts';
import { withoutUndefined } from './dialect.ts';

/** The only game that the documents of these dialects know. */
export const ONLY_GAME = UNNAMED_GAME;
/** The names of players that are known by their seats alone. */
export const SEATS = ['PLAYER_A', 'PLAYER_B'] as const;
const DRAW = 'DRAW';
/** The choices of the only game in capitals. */
const CAPITALS: ReadonlyMap<Json, string> = new Map([
  ['even', 'EVEN'],
  ['odd', 'ODD'],
]);

/** How a dialect writes choices and draws. */
export interface Wording {
  choice(move: Json): Json;
  /** The stand-in for an absent value of this field. */
  nothing(field: string): Json;
}

/** As the examples of the flat documents: choices in capitals, no nulls. */
export const FLAT_WORDING: Wording = {
  choice: (move) => CAPITALS.get(move) ?? move,
  nothing: (field) => (field === 'drawn_number' ? 0 : ''),
};
/** As the examples of spec 004: choices as the game has them, null for an absent value. */
export const V1_WORDING: Wording = { choice: (move) => move, nothing: () => null };

/** The wording of a dialect for this game: the words of the documents hold for their only game and for no other. */
export function wordingFor(game_type: Json | undefined, wording: Wording): Wording {
  return gameIn(game_type) === ONLY_GAME ? wording : V1_WORDING;
}

/** A choice in any case, in ours. */
export function readMove(move: Json): Json {
  const lower = typeof move === 'string' ? move.toLowerCase() : move;
  return CAPITALS.has(lower) ? lower : move;
}

/** A result's choices, moves and facts in a dialect's words. */
export function wordedResult(result: JsonObject, game_type: Json | undefined, wording: Wording): JsonObject {
  const { choices, moves } = result;
  const facts = wordsFor(gameIn(game_type)).facts.filter((name) => result[name] !== undefined);
  const { choice, nothing } = wordingFor(game_type, wording);
  return withoutUndefined({
    ...result,
    ...Object.fromEntries(facts.map((name) => [name, result[name] ?? nothing(name)])),
    choices: eachMove(choices, choice),
    moves: isJsonArray(moves) ? moves.map((step) => eachMove(step, choice) as Json) : moves,
  });
}

/** The facts of a match that was not played out. */
export function undrawn(game_type: Json | undefined): JsonObject {
  return Object.fromEntries(wordsFor(gameIn(game_type)).facts.map((name) => [name, null]));
}

/** The same read: choices in our words, null for a number never drawn. Results of other games stay as they are. */
export function readResult(result: JsonObject, game_type: Json | undefined): JsonObject {
  if (game_type !== ONLY_GAME || isRead(result)) return result;
  const { choices, moves, drawn_number, number_parity } = result;
  return withoutUndefined({
    ...result,
    choices: eachMove(choices, (move) => (move === '' ? null : readMove(move))),
    moves: isJsonArray(moves) ? moves.map((step) => eachMove(step, readMove) as Json) : moves,
    drawn_number: drawn_number === 0 ? null : drawn_number,
    number_parity: number_parity === '' ? null : number_parity && readMove(number_parity),
  });
}

/** Whether a result is in our words already, as those of our own referees are. */
function isRead({ choices, moves, drawn_number, number_parity }: JsonObject): boolean {
  if (drawn_number === 0 || !isOurMove(number_parity) || !areOurMoves(choices)) return false;
  return !isJsonArray(moves) || moves.every(areOurMoves);
}

function areOurMoves(table: Json | undefined): boolean {
  if (!isJsonObject(table)) return true;
  for (const player in table) if (!isOurMove(table[player])) return false;
  return true;
}

function isOurMove(move: Json | undefined): boolean {
  return typeof move !== 'string' || CAPITALS.has(move);
}

/**
 * The fields of a message that belong to its result. The documents know none of them, so a field that does not fit our
 * schema is the sender's own by the same name, and is left out.
 */
export function resultFields(
  message: JsonObject,
  others: ReadonlySet<string>,
  game_type: Json | undefined,
): JsonObject {
  const own = gameIn(game_type) === ONLY_GAME ? Object.keys(GameResult.properties) : Object.keys(message);
  const told = withoutUndefined(
    Object.fromEntries(own.filter((name) => !others.has(name)).map((name) => [name, message[name]])),
  );
  const result = readResult(told, gameIn(game_type));
  return Object.fromEntries(Object.entries(result).filter(([name, value]) => isOurs(name, value)));
}

function isOurs(name: string, value: Json): boolean {
  const schema = (GameResult.properties as { readonly [name: string]: TSchema })[name];
  return schema === undefined || fits(schema, value);
}

/** The winner on the wire: an id or a seat, `DRAW` for a match without one. */
export function writeWinner(winner: Json | undefined): Json {
  return winner ?? DRAW;
}

/** A winner's id, null for a draw; a seat becomes its player where that is known. A player's id may equal a seat. */
export function readWinner(winner: Json | undefined, { player_a, player_b }: JsonObject): Json | undefined {
  if (typeof winner !== 'string' || winner === player_a || winner === player_b) return winner;
  if (winner === '' || winner.toUpperCase() === DRAW) return null;
  if (!isSeat(winner)) return winner;
  return (winner === SEATS[0] ? player_a : player_b) ?? winner;
}

function isSeat(name: string): boolean {
  return SEATS.some((seat) => seat === name);
}

/** The players of a result in the order of their seats: as the message says, else as they stand in it. */
export function seatsIn({ player_a, player_b }: JsonObject, result: JsonObject): readonly [Json, Json] {
  if (player_a !== undefined && player_b !== undefined) return [player_a, player_b];
  const { choices, score } = result;
  const named = [choices, score]
    .map((table) => (isJsonObject(table) ? Object.keys(table) : []))
    .find((n) => n.length > 0);
  const ids = (named ?? []).filter((id) => !isSeat(id));
  const [a, b] = SEATS.map((seat) => (named?.includes(seat) ? seat : ids.shift()));
  return [a ?? SEATS[0], b ?? SEATS[1]];
}

/** The choice of the player in a seat; null when it made none. */
export function choiceOf(result: JsonObject, seat: Json): Json {
  const { choices } = result;
  return (isJsonObject(choices) && typeof seat === 'string' ? choices[seat] : undefined) ?? null;
}

/** The even or odd of a number that was drawn. */
export function parityOf(drawn_number: Json | undefined): Json {
  if (!Number.isInteger(drawn_number)) return null;
  return (drawn_number as number) % 2 === 0 ? 'even' : 'odd';
}

/** The game a message is about; one that does not say is about the only one. */
export function gameIn(game_type: Json | undefined): string {
  return typeof game_type === 'string' ? game_type : ONLY_GAME;
}

/**
 * Choices by player, from choices by seat. Where the players of the seats are not named, the winner is the one that
 * chose the drawn parity, or that chose at all; the other player keeps the name of its seat.
 */
export function choicesBySeat(a: Json, b: Json, { winner, parity, game_type, ...told }: Told): JsonObject {
  const word = (choice: Json): Json => (gameIn(game_type) === ONLY_GAME ? readMove(choice) : choice);
  const [choiceA, choiceB] = [a, b].map((choice) => (choice === '' ? null : word(choice))) as [Json, Json];
  const isWinners = (choice: Json, other: Json): boolean =>
    choice !== other && (parity === null ? other === null : choice === parity);
  const named = (seat: 0 | 1, choice: Json, other: Json): string => {
    const id = seat === 0 ? told.player_a : told.player_b;
    if (typeof id === 'string') return id;
    return isId(winner) && !isSeat(winner) && isWinners(choice, other) ? winner : SEATS[seat];
  };
  return { [named(0, choiceA, choiceB)]: choiceA, [named(1, choiceB, choiceA)]: choiceB };
}

interface Told {
  readonly game_type: Json | undefined;
  readonly winner: Json | undefined;
  readonly parity: Json;
  readonly player_a: Json | undefined;
  readonly player_b: Json | undefined;
}

function eachMove(table: Json | undefined, word: (move: Json) => Json): Json | undefined {
  if (!isJsonObject(table)) return table;
  return Object.fromEntries(Object.entries(table).map(([player, move]) => [player, word(move)]));
}
