/** Every error code that crosses the wire, said once; documents and tests are made from this table. */
import type { Json } from '../core/json.ts';
import type { Cause } from './messages/result.ts';

/** One row of the table. */
export interface WireError {
  readonly name: string;
  readonly about: string;
  /** Whether the same message may succeed when it is sent again. */
  readonly retryable: boolean;
  /** The reason why no agent of ours sends it; it is read all the same. */
  readonly neverSent?: string;
}

/** The table, by code. */
export const ERRORS = {
  E001: { name: 'TIMEOUT_ERROR', about: 'No answer came within the time limit.', retryable: true },
  E002: { name: 'INVALID_MESSAGE', about: 'A field has the wrong type or an impossible value.', retryable: false },
  E003: { name: 'MISSING_REQUIRED_FIELD', about: 'A required field of the message is missing.', retryable: false },
  E004: { name: 'INVALID_PARITY_CHOICE', about: 'The choice is neither "even" nor "odd".', retryable: true },
  E005: { name: 'PLAYER_NOT_REGISTERED', about: 'No such player is registered in this league.', retryable: false },
  E006: { name: 'NOT_ALLOWED', about: 'The sender is known but may not do this.', retryable: false },
  E007: {
    name: 'WRONG_STATE',
    about: 'The message does not fit the present state; nothing changed.',
    retryable: false,
  },
  E008: { name: 'MATCH_NOT_FOUND', about: 'No such match is known here.', retryable: false },
  E009: { name: 'CONNECTION_ERROR', about: 'The agent could not be reached, or the line broke.', retryable: true },
  E010: {
    name: 'DUPLICATE_REPORT',
    about: 'Another result of this match is recorded already; it stays.',
    retryable: false,
  },
  E011: { name: 'AUTH_TOKEN_MISSING', about: 'The message needs an auth_token and has none.', retryable: false },
  E012: {
    name: 'AUTH_TOKEN_INVALID',
    about: 'The auth_token, ticket or conversation_id is not valid here.',
    retryable: false,
  },
  E013: {
    name: 'REFEREE_NOT_REGISTERED',
    about: 'No such referee is registered in this league.',
    retryable: false,
    neverSent: 'A referee is known by its token, and one that is not valid is E012 before any id is looked up.',
  },
  E014: { name: 'OVERLOADED', about: 'Too much at once; try again a little later.', retryable: true },
  E015: { name: 'INVALID_ENDPOINT', about: 'The contact endpoint is not one this league can call.', retryable: false },
  E016: { name: 'DUPLICATE_NAME', about: 'The name or id belongs to another agent.', retryable: false },
  E017: { name: 'LEAGUE_FULL', about: 'The league takes no more agents of this kind.', retryable: false },
  E018: { name: 'PROTOCOL_VERSION_MISMATCH', about: 'The protocol or its version is not supported.', retryable: false },
  E019: {
    name: 'UNSUPPORTED_GAME_TYPE',
    about: 'The game of this league is not among the game types offered.',
    retryable: false,
  },
  E020: { name: 'INTERNAL_ERROR', about: 'A fault on this side, not the sender’s.', retryable: true },
  E021: {
    name: 'INVALID_TIMESTAMP',
    about: 'The timestamp is not UTC in the form 2025-01-15T10:15:00.000Z.',
    retryable: false,
  },
  E022: { name: 'INVALID_MOVE', about: 'The move is not among the valid options.', retryable: true },
  E023: {
    name: 'RESULT_REFUSED',
    about: 'The reported result does not follow from its moves and seed.',
    retryable: false,
  },
} as const satisfies { readonly [code: string]: WireError };

/** A code of the table: E001 and so on. */
export type ErrorCode = keyof typeof ERRORS;

/** From the first code to the last, for descriptions. */
export const CODE_RANGE = { first: Object.keys(ERRORS)[0] ?? '', last: Object.keys(ERRORS).at(-1) ?? '' } as const;

/** A refusal on its way to the wire: the code, and the particular fault. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly detail: string;
  /** A finer word of the specification for the same code, such as NO_REFEREES. */
  readonly name?: string;
}

/** Finer words of spec 002 that travel as `error_name` of E007. */
export const WRONG_STATE_WORDS = [
  'INSUFFICIENT_PLAYERS',
  'NO_REFEREES',
  'SCHEDULE_GENERATION_FAILED',
  'STANDINGS_NOT_AVAILABLE',
] as const;

/** Words of spec 002 for codes that have another name here. */
const OTHER_WORDS: { readonly [word: string]: ErrorCode } = {
  INVALID_AUTH_TOKEN: 'E012',
  PLAYER_NOT_FOUND: 'E005',
  INVALID_CHOICE: 'E004',
  ...Object.fromEntries(WRONG_STATE_WORDS.map((word) => [word, 'E007'])),
};
const CODES: ReadonlyMap<Json | undefined, ErrorCode> = new Map([
  ...(Object.keys(ERRORS) as ErrorCode[]).flatMap((code) => [
    [code, code] as const,
    [ERRORS[code].name, code] as const,
  ]),
  ...Object.entries(OTHER_WORDS),
]);

/** An error as another agent names it: its code, or any word of the specification for it; undefined for another word. */
export function errorNamed(word: Json | undefined, name?: Json): Pick<Refusal, 'code' | 'name'> | undefined {
  const code = CODES.get(word);
  if (code === undefined) return undefined;
  const finer = WRONG_STATE_WORDS.find((each) => code === 'E007' && (each === word || each === name));
  return finer === undefined ? { code } : { code, name: finer };
}

/** A refusal with this code; `name` is the specification's finer word where it has one. */
export function refusal(code: ErrorCode, detail: string, name?: string): Refusal {
  return name === undefined ? { code, detail } : { code, detail, name };
}

/** The error fields of LEAGUE_ERROR and GAME_ERROR, filled from the table. */
export function errorBody(refused: Refusal): { error_code: ErrorCode; error_name: string; error_description: string } {
  return {
    error_code: refused.code,
    error_name: refused.name ?? ERRORS[refused.code].name,
    error_description: refused.detail,
  };
}

/** The errors of JSON-RPC itself: before a message is understood there is no league error to give. */
export const RPC_ERRORS = {
  PARSE_ERROR: { code: -32700, message: 'Parse error' },
  INVALID_REQUEST: { code: -32600, message: 'Invalid Request' },
  METHOD_NOT_FOUND: { code: -32601, message: 'Method not found' },
  INVALID_PARAMS: { code: -32602, message: 'Invalid params' },
  INTERNAL_ERROR: { code: -32603, message: 'Internal error' },
  REFUSED: { code: -32000, message: 'Refused' },
} as const;
export type RpcErrorName = keyof typeof RPC_ERRORS;

/** The reasons for rejecting a registration: the words of spec 002, and ours for its gaps. */
export const REJECTIONS = {
  LEAGUE_FULL: { reason: 'League full', code: 'E017' },
  ADDRESS_FULL: { reason: 'Too many from one address', code: 'E017' },
  INVALID_ENDPOINT: { reason: 'Invalid endpoint', code: 'E015' },
  UNSUPPORTED_GAME: { reason: 'Unsupported game type', code: 'E019' },
  DUPLICATE_NAME: { reason: 'Duplicate name', code: 'E016' },
  REGISTRATION_CLOSED: { reason: 'Registration closed', code: 'E007' },
  PROTOCOL_TOO_OLD: { reason: 'Protocol version too old', code: 'E018' },
  PROTOCOL_TOO_NEW: { reason: 'Protocol version too new', code: 'E018' },
  INVALID_ID: { reason: 'Invalid id', code: 'E002' },
  INVALID_NAME: { reason: 'Invalid name', code: 'E002' },
  NOT_ALLOWED: { reason: 'Operator token required', code: 'E006' },
  REMOVED: { reason: 'Removed from the league', code: 'E006' },
  NOT_INVITED: { reason: 'Invite code required', code: 'E006' },
  NOT_NAMED: { reason: 'Not a player of this league', code: 'E006' },
  CODE_IN_USE: { reason: 'Invite code in use', code: 'E016' },
} as const satisfies { readonly [name: string]: { readonly reason: string; readonly code: ErrorCode } };
/** A reason for rejecting a registration. */
export type Rejection = keyof typeof REJECTIONS;

/** What to change in a player after a fault of each kind: one sentence for each, for people who wrote one. */
const ADVICE: { readonly [C in Cause]: string } = {
  timeout:
    'Answer before the deadline of the call: let the handler neither block nor wait for input, and let it answer one match while it thinks about another.',
  unreachable:
    'Keep the player running at the endpoint it registered with until the league is over, and let calls through to it from the referee’s machine.',
  declined: 'Answer GAME_INVITATION with GAME_JOIN_ACK and "accept": true.',
  excluded: 'Ask the organiser: the player was removed, or is suspended until it is readmitted.',
  invalid_choice: 'Choose one of the valid options of the call, spelled as it is there.',
  bad_answer:
    'Answer with HTTP 200 and one JSON-RPC response: the id of the call, and as result the message that is awaited (the shortest player in doc/protocol_spec.md does so).',
};

/** Where a code says more than its cause. */
const ADVICE_OF_CODE = {
  E002: 'Give every field of the answer the type it has in the example of the message (doc/API.md).',
  E003: 'Put the field that is named into the answer, spelled as in the example of the message (doc/API.md).',
  E004: 'Send "even" or "odd" as parity_choice.',
  E011: 'Give the conversation_id of the call back in the answer.',
  E012: 'Give the conversation_id of the call back in the answer, as it came: every call has its own.',
  E018: 'Write "protocol": "league.v2" into every message.',
  E020: 'Read what the player itself printed: its handler failed with an error of its own.',
  E021: 'Write timestamps in UTC, such as 2025-01-15T10:15:00.000Z.',
  E022: 'Choose one of the valid options of the call, spelled as it is there.',
} satisfies { readonly [C in ErrorCode]?: string };
/** The words of a fault whose player failed while it answered. */
const FAILED = /^HTTP 5\d\d|^it answered with an error|^it closed the connection/;

/** How the words of a fault begin whose player acknowledged a call and did nothing more. */
export const ACKNOWLEDGED = 'it had acknowledged';
const CALLED_BY = new RegExp(`^${ACKNOWLEDGED} a call by (\\S+)`);

function adviceOnSilence(detail: string): string {
  if (!detail.startsWith(ACKNOWLEDGED)) return ADVICE.timeout;
  const [, method] = CALLED_BY.exec(detail) ?? [];
  const answer = 'with the message that is awaited, or post that message to the referee before the deadline';
  return method === undefined
    ? `Answer the call itself ${answer}: a status alone is no move.`
    : `The player registered in this way and is called by ${method}, as well as by the methods of the documents: answer one of the two ${answer}; or register by register_player, and no other method is called.`;
}

/** The advice for a fault: by the code of its last attempt where that says more, else by its cause. */
export function adviceFor(cause: Cause, code?: string, detail = ''): string {
  if (cause === 'bad_answer' && FAILED.test(detail)) return ADVICE_OF_CODE.E020;
  // Out of time is out of time, whatever went before it.
  if (cause === 'timeout') return adviceOnSilence(detail);
  return ADVICE_OF_CODE[code as keyof typeof ADVICE_OF_CODE] ?? ADVICE[cause];
}
