/** Reads what a player answered as the league reads it, and holds it against what is published. */
import { dialectOf } from '../../SHARED/contracts/dialects/detect.ts';
import type { DialectName } from '../../SHARED/contracts/dialects/dialect.ts';
import { canonicalType } from '../../SHARED/contracts/dialects/spellings.ts';
import { RPC_ERRORS } from '../../SHARED/contracts/errors.ts';
import { contractByType } from '../../SHARED/contracts/index.ts';
import { type Breach, breachIn } from '../../SHARED/contracts/judged.ts';
import { MOVE_FIELDS, moveIn } from '../../SHARED/contracts/moves.ts';
import { type Unanswered, type Violation, violationOf } from '../../SHARED/contracts/violations.ts';
import type { Monotonic } from '../../SHARED/core/clock.ts';
import { isJsonObject, type Json, type JsonObject, sameJson } from '../../SHARED/core/json.ts';
import { type Asked, understand, valueIn } from '../../SHARED/league_sdk/messaging/reply_reader.ts';
import { bodyIn, type Exchange, objectIn } from './watch.ts';

/** The meaning of an answer. */
export type Reading =
  | { readonly kind: 'answer'; readonly body: JsonObject }
  /** It was heard, and nothing else was said. */
  | { readonly kind: 'acknowledged' }
  /** The player said no, in an error of the league or of JSON-RPC. */
  | { readonly kind: 'refused'; readonly detail: string; readonly code?: string; readonly violation: Violation }
  | { readonly kind: 'bad'; readonly detail: string; readonly violation: Violation };

const AT = 0 as Monotonic;
const INTERNAL = RPC_ERRORS.INTERNAL_ERROR.code;

/** Reads the answer in an exchange with a player of this dialect. */
export function readingOf({ type, sent, received, failure }: Exchange, dialect: DialectName): Reading {
  const awaited = contractByType(type)?.head.reply?.type ?? '';
  if (failure !== undefined) return failed(failure, awaited);
  const wire = objectIn(sent);
  const codec = dialectOf(dialect);
  const message = codec.read(bodyIn(sent)) as Asked['message'];
  if (!hasReply(message.message_type)) return errorIn(received) ?? { kind: 'acknowledged' };
  const id = typeof wire['id'] === 'string' || typeof wire['id'] === 'number' ? wire['id'] : 0;
  const reply = { text: received, sentAt: AT, receivedAt: AT };
  const heard = understand({ to: { id: 'player', dialect }, id, message }, valueIn(reply), reply);
  if (heard.ok) {
    const { value } = heard;
    if (value.kind === 'answer')
      return illegal(message, value.message as JsonObject) ?? { kind: 'answer', body: value.message as JsonObject };
    return { kind: 'acknowledged' };
  }
  const { code, detail, error_code, rpc_code } = heard.error;
  if (code === 'ERROR_REPLY' && rpc_code === INTERNAL)
    return { kind: 'bad', detail: `it answered with an internal error: ${detail}`, violation: 'crash' };
  if (code === 'ERROR_REPLY')
    return {
      kind: 'refused',
      detail,
      ...(error_code === undefined ? {} : { code: error_code }),
      violation: breach({ awaited, error: { rpc_code, error_code } }),
    };
  return {
    kind: 'bad',
    detail: error_code === undefined ? detail : `${error_code}: ${detail}`,
    violation: breach({ awaited, code: error_code }),
  };
}

/** Whether a message is one of the protocol that awaits an answer. */
function hasReply(type: string): boolean {
  return contractByType(type)?.head.reply !== undefined;
}

/** The error in a reply to what awaits no answer of its own. */
function errorIn(received: string | undefined): Reading | undefined {
  const { error } = objectIn(received);
  if (!isJsonObject(error)) return undefined;
  const detail = JSON.stringify(error);
  if (error['code'] === INTERNAL)
    return { kind: 'bad', detail: `it answered with an internal error: ${detail}`, violation: 'crash' };
  return { kind: 'refused', detail, violation: 'schema' };
}

function failed({ code, detail, hungUp, status }: NonNullable<Exchange['failure']>, awaited: string): Reading {
  const words = {
    UNREACHABLE: 'no answer came',
    REFUSED: 'an error of HTTP came',
    DEADLINE_PASSED: 'no answer came in time',
    TOO_LARGE: 'the answer is too large',
  };
  const isGone = code === 'UNREACHABLE' || (code === 'REFUSED' && status === undefined);
  const lost = hungUp ? { code: 'E009' } : { cause: 'unreachable' };
  const said = status === undefined || status < 400 ? {} : { error: {} };
  const silent = code === 'DEADLINE_PASSED' ? { cause: 'timeout' } : said;
  return {
    kind: 'bad',
    detail: `${words[code]}: ${detail}`,
    violation: breach({ awaited, ...(isGone ? lost : silent) }),
  };
}

function breach(failed: Omit<Unanswered, 'cause'> & Partial<Unanswered>): Violation {
  return violationOf({ cause: 'bad_answer', ...failed }) ?? 'schema';
}

/** A move that is none of the options, where the message was a call for one. */
function illegal(asked: JsonObject, answer: JsonObject): Reading | undefined {
  const options = optionsIn(asked);
  if (options === undefined) return undefined;
  const move = moveIn(answer);
  const shown = options.map((option) => JSON.stringify(option)).join(', ');
  if (move === undefined || move === null)
    return {
      kind: 'bad',
      detail: `there is no choice in the answer; it could be one of ${shown}`,
      violation: 'missing_field',
    };
  if (options.some((option) => sameJson(option, move))) return undefined;
  const violation = typeof move === typeof options[0] ? 'schema' : 'wrong_type';
  return { kind: 'bad', detail: `the choice ${JSON.stringify(move)} is not one of ${shown}`, violation };
}

/** The moves a call offers; undefined where the message is no call. */
function optionsIn({ message_type, valid_options, move_request }: JsonObject): readonly Json[] | undefined {
  if (message_type === 'CHOOSE_PARITY_CALL') return (valid_options as readonly Json[] | undefined) ?? ['even', 'odd'];
  if (message_type !== 'GAME_MOVE_CALL' || !isJsonObject(move_request)) return undefined;
  return (move_request['valid_options'] as readonly Json[] | undefined) ?? [];
}

/** The breach of the published rules in an answer that is understood; undefined where it keeps to them. */
export function breachOf({ type, received }: Exchange, dialect: DialectName): Breach | undefined {
  const awaited = contractByType(type)?.head.reply?.type;
  const reply = objectIn(received);
  const body = isJsonObject(reply['result']) ? reply['result'] : reply;
  const { message_type } = body;
  const isAnswer = message_type === undefined ? false : canonicalType(message_type) === awaited;
  const hasMove = MOVE_FIELDS.some((field) => body[field] !== undefined) || body['accept'] !== undefined;
  if (awaited === undefined || (!isAnswer && !hasMove)) return undefined;
  return breachIn(awaited, dialect, body);
}
