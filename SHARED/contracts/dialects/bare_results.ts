/** The end of a match without an envelope: GAME_OVER for the players, MATCH_RESULT_REPORT for the manager. */
import { asText, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Contract } from '../contract.ts';
import * as messages from '../messages/game_end.ts';
import { Type } from '../schema_builder.ts';
import { type BareMessage, fieldsIn, seatingOf } from './bare_message.ts';
import { withoutUndefined } from './dialect.ts';
import * as words from './results.ts';

export const BARE_GAME_OVER: BareMessage = {
  flat({ game_result, ...message }) {
    const result = fieldsIn(game_result);
    const { game_type } = message;
    const drawn = { ...words.undrawn(game_type), ...result };
    const { winner_player_id, ...rest } = words.wordedResult(drawn, game_type, words.FLAT_WORDING);
    const seats = words.seatsIn(message, result);
    const [player_a_choice, player_b_choice] = seats.map((seat) => {
      const choice = words.choiceOf(result, seat);
      return choice === null ? '' : words.wordingFor(game_type, words.FLAT_WORDING).choice(choice);
    });
    return withoutUndefined({
      ...rest,
      ...message,
      winner: words.writeWinner(winner_player_id),
      player_a_choice,
      player_b_choice,
    });
  },
  v1({ game_result, ...message }) {
    const result = fieldsIn(game_result);
    const { winner_player_id: winner_id = null, ...rest } = { ...words.undrawn(message.game_type), ...result };
    const seats = words.seatsIn(message, result);
    const loser_id = winner_id === null ? null : (seats.find((seat) => seat !== winner_id) ?? null);
    const points = fieldsIn(result.score);
    return {
      ...message,
      result: withoutUndefined({
        ...rest,
        winner_id,
        loser_id,
        winner_choice: words.choiceOf(result, winner_id),
        loser_choice: words.choiceOf(result, loser_id),
        points_awarded: points[asText(winner_id ?? seats[0])] ?? 0,
      }),
    };
  },
  read(wire, hints) {
    const { player_a, player_b } = seatingOf(wire, hints);
    const message = withoutUndefined({ player_a, player_b, ...wire, game_type: wire.game_type ?? words.ONLY_GAME });
    if (isJsonObject(wire.game_result)) return message;
    if (isJsonObject(wire.result)) return { ...message, game_result: resultOfV1(wire.result, message) };
    return wire.winner === undefined ? message : { ...message, game_result: flatResult(message) };
  },
  requires: {
    // Other games draw no number, and their results, which no document knows, have a status.
    flat: ['winner', 'drawn_number', 'player_a_choice', 'player_b_choice'].map(
      (field) => [field, 'game_result', 'result', ...(field === 'drawn_number' ? ['status'] : [])] as const,
    ),
    v1: [['result', 'game_result', 'winner']],
  },
};

/** The fields of a message besides its result: those of its contract, the envelope's included. */
const besides = ({ schema }: Contract, result: string) =>
  Object.keys(schema.properties).filter((name) => name !== result);

/** Fields of a message with a flat result that are not the result's. */
const NOT_THE_RESULT: ReadonlySet<string> = new Set([
  ...besides(messages.GAME_OVER, 'game_result'),
  ...besides(messages.MATCH_RESULT_REPORT, 'result'),
  // The words of these dialects for winners, losers and choices.
  ...['winner', 'winner_player_id', 'player_a_choice', 'player_b_choice'],
  ...['winner_id', 'loser_id', 'winner_choice', 'loser_choice', 'points_awarded'],
]);

function flatResult(wire: JsonObject): JsonObject {
  const { game_type } = wire;
  const winner_player_id = words.readWinner(wire.winner, wire) as Json;
  const fields = words.resultFields(wire, NOT_THE_RESULT, game_type);
  const choices = fields.choices ?? choicesOf(wire, winner_player_id, fields);
  return completed({ ...fields, winner_player_id, choices }, game_type);
}

function resultOfV1(result: JsonObject, wire: JsonObject): JsonObject {
  const { winner_id, loser_id, winner_choice = null, loser_choice = null, points_awarded } = result;
  const fields = words.resultFields(result, NOT_THE_RESULT, wire.game_type);
  const winner_player_id = words.readWinner(winner_id, wire);
  const [a, b] = words.seatsIn(wire, {}).map(String) as [string, string];
  const won = typeof winner_player_id === 'string';
  const chosen = {
    ...(won ? { [winner_player_id]: winner_choice } : {}),
    ...(typeof loser_id === 'string' ? { [loser_id]: loser_choice } : {}),
  };
  const points = won
    ? { [winner_player_id]: points_awarded as Json }
    : { [a]: points_awarded as Json, [b]: points_awarded as Json };
  const read = withoutUndefined({
    score: typeof points_awarded === 'number' ? points : undefined,
    ...fields,
    winner_player_id,
    choices: fields.choices ?? words.readResult({ choices: chosen }, words.gameIn(wire.game_type)).choices,
  });
  return completed(read, wire.game_type);
}

/** The choices of a match, from what was chosen in each seat. */
function choicesOf(wire: JsonObject, winner: Json, { number_parity, drawn_number }: JsonObject): JsonObject {
  const { player_a_choice = null, player_b_choice = null, player_a, player_b, game_type } = wire;
  const parity = number_parity ?? words.parityOf(drawn_number);
  return words.choicesBySeat(player_a_choice, player_b_choice, { winner, parity, player_a, player_b, game_type });
}

/** A result with the missing fields that follow from the rest of it. */
function completed(result: JsonObject, game_type: Json | undefined): JsonObject {
  const { winner_player_id, drawn_number = null } = result;
  const played = winner_player_id === null ? 'DRAW' : 'WIN';
  const isOnlyGame = words.gameIn(game_type) === words.ONLY_GAME;
  if (!isOnlyGame) return { status: played, reason: '', ...result };
  // Only a match that was not played out has no number.
  const status = drawn_number === null ? 'TECHNICAL_LOSS' : played;
  return { status, reason: '', drawn_number, number_parity: words.parityOf(drawn_number), ...result };
}

export const BARE_MATCH_RESULT_REPORT: BareMessage = {
  flat: (message) => flatReport(message, words.FLAT_WORDING),
  v1: (message) => flatReport(message, words.V1_WORDING),
  read(wire) {
    const { result } = wire;
    if (!isJsonObject(result)) return wire.winner === undefined ? wire : { ...wire, result: reported(wire) };
    if (result.winner_id === undefined) return wire;
    const { winner_player_id, score, ...details } = resultOfV1(withSharedPoints(result, wire), wire);
    return { ...wire, result: withoutUndefined({ winner: winner_player_id, score, details }) };
  },
  requires: {
    flat: [
      ['player_a', 'player_A_id', 'result'],
      ['player_b', 'player_B_id', 'result'],
      ['winner', 'result'],
    ],
    v1: [['winner', 'result']],
  },
  // Its words for winners and choices are the dialect's own; what they come to is recomputed.
  fields: { flat: { result: Type.Object({}) }, v1: { result: Type.Object({}) } },
};

/** A result keeps its points only in a draw of two named players: there the one number is that of both. */
function withSharedPoints(result: JsonObject, wire: JsonObject): JsonObject {
  const { points_awarded: _, ...rest } = result;
  const isShared = words.readWinner(result.winner_id, wire) === null && wire.player_a !== undefined;
  return isShared && wire.player_b !== undefined ? result : rest;
}

/** A match that came to nothing has no winner: not null, as a draw has, but none. */
const VOIDED = 'referee_fault';

function flatReport({ result, ...message }: JsonObject, wording: words.Wording): JsonObject {
  const { winner, score, details } = fieldsIn(result);
  const happened = fieldsIn(details);
  const [player_a, player_b] = words.seatsIn(message, { ...happened, ...withoutUndefined({ score }) });
  return withoutUndefined({
    ...words.wordedResult(happened, message.game_type, wording),
    player_a,
    player_b,
    ...message,
    winner: winner === undefined ? '' : words.writeWinner(winner),
    score,
  });
}

function reported(wire: JsonObject): JsonObject {
  const { score, ...details } = words.resultFields(wire, NOT_THE_RESULT, wire.game_type);
  const winner = words.readWinner(wire.winner, wire) as Json;
  const chosen = wire.player_a_choice === undefined ? {} : { choices: choicesOf(wire, winner, details) };
  const isVoid = details.termination === VOIDED;
  return withoutUndefined({ winner: isVoid ? undefined : winner, score, details: { ...chosen, ...details } });
}
