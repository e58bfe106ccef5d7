/** Failures of the methods that the specification names, as a program that calls them gets them: codes, and a value. */
import type { ErrorCode } from './errors.ts';

/** Failures that never cross the wire: only a program that runs an agent in its own process gets them. */
export const LOCAL_FAILURES = {
  PORT_IN_USE: 'Somebody else listens at this address.',
  INVALID_ADDRESS: 'No wire that was handed in can listen at this address.',
  INVALID_CONFIG: 'What it is to be started with cannot be.',
  DATA_INIT_FAILED: 'Its files cannot be opened: another one uses them, they are damaged, or the disk fails.',
  GAME_RULES_LOAD_FAILED: 'There are no rules for a game it is to offer.',
  REGISTRATION_FAILED: 'The league manager did not answer, or with nothing that makes sense.',
  REGISTRATION_REJECTED: 'The league manager turned it away; the detail says why.',
  NO_PLAYERS_REACHABLE: 'Not one player answered.',
  MATCH_REFUSED: 'The referee does not run this match; the detail says why.',
  REPORT_NOT_TAKEN: 'The report has not arrived, and is kept.',
  ENDPOINT_UNREACHABLE: 'Nobody is there, or the line broke.',
  CONNECTION_TIMEOUT: 'The time was over before the request had left.',
  RESPONSE_TIMEOUT: 'The request left, and no response came in time.',
  INVALID_JSON: 'The response is not JSON.',
  INVALID_RESPONSE: 'The response is JSON and no JSON-RPC 2.0 response to this request.',
  RPC_ERROR: 'The response is an error of JSON-RPC without a code of the league.',
  HTTP_ERROR: 'The carrier itself refused, such as with HTTP 503.',
  RESPONSE_TOO_LARGE: 'The response is larger than anything a league says.',
} as const satisfies { readonly [code: string]: string };

export type LocalCode = keyof typeof LOCAL_FAILURES;
export type FailureCode = ErrorCode | LocalCode;

/** A failed call of a method: the code, one line for people, and a finer word where there is one. */
export interface Failure {
  readonly code: FailureCode;
  readonly detail: string;
  readonly name?: string;
}

/** The state of an agent before its start and after its end. */
export const NOT_STARTED = 'NOT_STARTED';
