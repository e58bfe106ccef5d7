/** What the table of the surface is made of: a class, its methods, and what a call comes to in each state. */
import type { ErrorCode } from './errors.ts';
import type { MessageType } from './index.ts';

/** Failures that never cross the wire: what a program hears that holds an agent in its own hands. */
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

/** Why a method did not do what it was asked to: the code, one line for people, and a finer word where there is one. */
export interface Failure {
  readonly code: FailureCode;
  readonly detail: string;
  readonly name?: string;
}

/** Before an agent is started, and after it has ended. */
export const NOT_STARTED = 'NOT_STARTED';

/**
 * What a call comes to: it acts; it repeats an answer that was given and changes nothing; or it fails with a code and
 * changes nothing. `passes`: the state lasts no time, so that nothing can be called in it.
 */
export type Happening = 'acts' | 'repeats' | 'passes' | FailureCode;

export interface SurfaceMethod<S extends string = string> {
  /** As specification 002 spells it. */
  readonly name: string;
  /** Its section there. */
  readonly section: string;
  readonly about: string;
  readonly sends: readonly MessageType[];
  readonly takes: readonly MessageType[];
  /** The states in which 002 allows it; empty where it names none. */
  readonly allowed: readonly S[];
  readonly acts: readonly S[];
  readonly repeats?: readonly S[];
  /** In all other states it is E007, but for these. */
  readonly refuses?: { readonly [C in FailureCode]?: readonly S[] };
  /** How it can fail where it acts. */
  readonly failures: readonly FailureCode[];
  /** How and why it is otherwise than in 002. */
  readonly differs?: string;
}

export interface SurfaceClass<S extends string = string> {
  readonly name: string;
  /** Its section in specification 002. */
  readonly section: string;
  readonly file: string;
  readonly about: string;
  readonly states: readonly S[];
  /** States that last no time. */
  readonly passing: readonly S[];
  readonly methods: readonly SurfaceMethod<S>[];
}

/** A class of the surface; its states are spelled once. */
export function surfaceClass<const S extends string>(
  definition: Omit<SurfaceClass<S>, 'methods'> & { readonly methods: readonly SurfaceMethod<NoInfer<S>>[] },
): SurfaceClass<S> {
  return definition;
}

/** What a call of the method comes to in a state. */
export function happensIn<S extends string>(of: SurfaceClass<S>, method: SurfaceMethod<S>, state: S): Happening {
  if (of.passing.includes(state)) return 'passes';
  if (method.acts.includes(state)) return 'acts';
  if (method.repeats?.includes(state) === true) return 'repeats';
  const refused = Object.entries(method.refuses ?? {}).find(([, states]) => states.includes(state));
  return (refused?.[0] as FailureCode | undefined) ?? 'E007';
}

/** `register_referee` as TypeScript spells it: `registerReferee`. */
export function methodName(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
