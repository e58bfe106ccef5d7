/** The one list of all contracts; code that concerns every message walks it. */
import type { Contract, MessageOf, Party } from './contract.ts';
import * as control from './messages/control.ts';
import * as end from './messages/game_end.ts';
import * as gameflow from './messages/gameflow.ts';
import * as queries from './messages/queries.ts';
import * as registration from './messages/registration.ts';
import * as rounds from './messages/rounds.ts';
import * as standings from './messages/standings.ts';

/** Every contract by its message type. */
export const CONTRACTS = {
  REFEREE_REGISTER_REQUEST: registration.REFEREE_REGISTER_REQUEST,
  REFEREE_REGISTER_RESPONSE: registration.REFEREE_REGISTER_RESPONSE,
  LEAGUE_REGISTER_REQUEST: registration.LEAGUE_REGISTER_REQUEST,
  LEAGUE_REGISTER_RESPONSE: registration.LEAGUE_REGISTER_RESPONSE,
  START_LEAGUE: control.START_LEAGUE,
  LEAGUE_STATUS: control.LEAGUE_STATUS,
  AGENT_COMMAND: control.AGENT_COMMAND,
  PAUSE_COMMAND: control.PAUSE_COMMAND,
  SHUTDOWN_COMMAND: control.SHUTDOWN_COMMAND,
  SHUTDOWN_ACK: control.SHUTDOWN_ACK,
  LEAGUE_ERROR: control.LEAGUE_ERROR,
  LEAGUE_QUERY: queries.LEAGUE_QUERY,
  LEAGUE_QUERY_RESPONSE: queries.LEAGUE_QUERY_RESPONSE,
  ROUND_ANNOUNCEMENT: rounds.ROUND_ANNOUNCEMENT,
  ROUND_ANNOUNCEMENT_ACK: rounds.ROUND_ANNOUNCEMENT_ACK,
  RUN_MATCH: rounds.RUN_MATCH,
  RUN_MATCH_ACK: rounds.RUN_MATCH_ACK,
  LEAGUE_STANDINGS_UPDATE: standings.LEAGUE_STANDINGS_UPDATE,
  STANDINGS_UPDATE_ACK: standings.STANDINGS_UPDATE_ACK,
  ROUND_COMPLETED: standings.ROUND_COMPLETED,
  ROUND_COMPLETED_ACK: standings.ROUND_COMPLETED_ACK,
  LEAGUE_COMPLETED: standings.LEAGUE_COMPLETED,
  LEAGUE_COMPLETED_ACK: standings.LEAGUE_COMPLETED_ACK,
  GAME_INVITATION: gameflow.GAME_INVITATION,
  GAME_JOIN_ACK: gameflow.GAME_JOIN_ACK,
  CHOOSE_PARITY_CALL: gameflow.CHOOSE_PARITY_CALL,
  CHOOSE_PARITY_RESPONSE: gameflow.CHOOSE_PARITY_RESPONSE,
  GAME_MOVE_CALL: gameflow.GAME_MOVE_CALL,
  GAME_MOVE_RESPONSE: gameflow.GAME_MOVE_RESPONSE,
  GAME_OVER: end.GAME_OVER,
  GAME_OVER_ACK: end.GAME_OVER_ACK,
  GAME_ERROR: end.GAME_ERROR,
  MATCH_RESULT_REPORT: end.MATCH_RESULT_REPORT,
  MATCH_RESULT_ACK: end.MATCH_RESULT_ACK,
} as const;

/** The type of the list, for types that are made from it. */
export type All = typeof CONTRACTS;
/** The name of a message type. */
export type MessageType = keyof All;
/** A whole message of a type, envelope included, as its contract's schema has it. */
export type Message<T extends MessageType = MessageType> = MessageOf<All[T]>;

/** The types of messages that ask for something by a method. */
export type RequestType = {
  [T in MessageType]: All[T]['head'] extends { readonly method: string } ? T : never;
}[MessageType];

/** The answer a request is given; never for notices. */
export type AnswerType<T extends MessageType> = All[T]['head'] extends { readonly reply: { readonly type: infer R } }
  ? Extract<R, MessageType>
  : never;

/** The types of requests and notices addressed to a role. */
export type AddressedTo<R extends Party> = {
  [T in RequestType]: R extends All[T]['head']['to'][number] ? T : never;
}[RequestType];

const byMethod = new Map<string, Contract>(
  Object.values(CONTRACTS).flatMap((c: Contract) => (c.head.method === undefined ? [] : [[c.head.method, c] as const])),
);
const byType = new Map<string, Contract>(Object.entries(CONTRACTS));

/** The contract that a JSON-RPC method carries. */
export function contractByMethod(method: string): Contract | undefined {
  return byMethod.get(method);
}

/** The contract of a message type. */
export function contractByType(type: string): Contract | undefined {
  return byType.get(type);
}
