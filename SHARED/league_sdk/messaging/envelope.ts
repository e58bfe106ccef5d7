/** JSON-RPC envelopes: requests, results and errors as values and as texts, and what a foreign answer holds. */
import {
  ERRORS,
  type ErrorCode,
  errorBody,
  errorNamed,
  type Refusal,
  RPC_ERRORS,
  type RpcErrorName,
  refusal,
} from '../../contracts/errors.ts';
import type { Failure } from '../../contracts/failures.ts';
import { messageText } from '../../contracts/shared_list.ts';
import {
  cut,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonFault,
  type JsonObject,
  parseJson,
} from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { SendFailure } from '../transport/transport.ts';

export type RequestId = string | number;
/** The parameters of a method: by name, or by position. */
export type Params = JsonObject | readonly Json[];

/** At most so many messages travel as one batch. */
export const MAX_BATCH = 50;

/** A request, or without an id a notification. */
export function requestEnvelope(id: RequestId | undefined, method: string, params: JsonObject): JsonObject {
  return id === undefined ? { jsonrpc: '2.0', method, params } : { jsonrpc: '2.0', method, params, id };
}

/** The text of a request, or without an id of a notification. */
export function requestText(id: RequestId | undefined, method: string, params: JsonObject): string {
  const end = id === undefined ? '' : `,"id":${JSON.stringify(id)}`;
  return `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${messageText(params)}${end}}`;
}

export function resultEnvelope(id: RequestId, result: Json): JsonObject {
  return { jsonrpc: '2.0', result, id };
}

/** An error; a refusal travels in its `data`, in the fields of LEAGUE_ERROR. */
export function errorEnvelope(id: RequestId | null, name: RpcErrorName, because?: string | Refusal): JsonObject {
  const { code, message } = RPC_ERRORS[name];
  if (because === undefined) return { jsonrpc: '2.0', error: { code, message }, id };
  const data: JsonObject = typeof because === 'string' ? { detail: because } : errorBody(because);
  return { jsonrpc: '2.0', error: { code, message, data }, id };
}

interface OpenedRequest {
  /** Absent: a notification, which gets no answer. */
  readonly id: RequestId | undefined;
  readonly method: string;
  readonly params: Params;
}

/** Why a request cannot be opened, and the id to answer to: null where there is none to be had. */
interface BadRequest {
  readonly id: RequestId | null;
  readonly detail: string;
}

/** The method and parameters of a JSON-RPC request, or what is wrong with it. */
export function openRequest(value: JsonObject): Result<OpenedRequest, BadRequest> {
  const { jsonrpc, id, method, params = {} } = value;
  const known = isRequestId(id) ? id : null;
  if (jsonrpc !== '2.0') return err({ id: known, detail: 'jsonrpc must be "2.0"' });
  if (id !== undefined && known === null) {
    return err({ id: known, detail: 'id must be a string of up to 128 characters or a safe integer' });
  }
  if (typeof method !== 'string') return err({ id: known, detail: 'method must be a string' });
  if (isJsonObject(params) || isJsonArray(params)) return ok({ id: known ?? undefined, method, params });
  return err({ id: known, detail: 'params must be an object or a list' });
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' ? id.length <= 128 : Number.isSafeInteger(id);
}

type OpenedReply =
  | { readonly kind: 'result'; readonly result: Json; readonly isForeign?: true }
  | {
      readonly kind: 'error';
      readonly detail: string;
      readonly code: Json | undefined;
      readonly data: Json | undefined;
      readonly isForeign?: true;
    }
  /** Not an envelope at all: a bare object, as simple agents send. */
  | { readonly kind: 'bare'; readonly body: JsonObject };

/** The reply to a request, or why it makes no sense: one with another id is the reply to something else. */
export function openReply(value: JsonObject, id: RequestId): Result<OpenedReply, string> {
  const opened = openAnyReply(value, id);
  return opened.ok && opened.value.kind !== 'bare' && opened.value.isForeign ? err(foreignId(value, id)) : opened;
}

/** The reply where only this request was made: a reply with another id is marked as foreign. */
export function openAnyReply(value: JsonObject, id: RequestId): Result<OpenedReply, string> {
  const { jsonrpc, result } = value;
  if (jsonrpc === undefined) return ok({ kind: 'bare', body: value });
  if (jsonrpc !== '2.0') return err('the reply is not JSON-RPC 2.0');
  // Some write the one that is not there as null.
  const error = value['error'] ?? undefined;
  if (result !== undefined && error !== undefined) return err('the reply has both a result and an error');
  if (result === undefined && error === undefined) return err('the reply has neither a result nor an error');
  // A server that could not read a request could not read its id either.
  const fits = value['id'] === id || (error !== undefined && value['id'] === null);
  if (result !== undefined) return ok(fits ? { kind: 'result', result } : { kind: 'result', result, isForeign: true });
  const { code, message, data } = isJsonObject(error) ? error : {};
  const detail = typeof message === 'string' ? message : 'error without a message';
  const said = { kind: 'error', detail, code, data } as const;
  return ok(fits ? said : { ...said, isForeign: true });
}

/** The sentence about a reply whose id is not the one of the request. */
export function foreignId({ id: given }: JsonObject, id: RequestId): string {
  const shown = given === undefined ? 'no id' : `id ${cut(JSON.stringify(given), 50)}`;
  return `the reply has ${shown}, expected ${JSON.stringify(id)}`;
}

/** The result of a response, which may also have come without an envelope; any error in it is a failure. */
export function objectOf(response: Json | undefined, id?: RequestId): Result<JsonObject, Failure> {
  if (!isJsonObject(response)) return invalid('the response is not a JSON object');
  const opened = openReply(response, id ?? (response['id'] as RequestId));
  if (!opened.ok) return invalid(opened.error);
  if (opened.value.kind === 'error') {
    const { data, detail } = opened.value;
    return err(refusedBy(isJsonObject(data) ? data : {}, detail));
  }
  const result = opened.value.kind === 'result' ? opened.value.result : opened.value.body;
  if (!isJsonObject(result)) return invalid('the result is not an object');
  const { message_type } = result;
  return message_type === 'LEAGUE_ERROR' || message_type === 'GAME_ERROR'
    ? err(refusedBy(result, message_type))
    : ok(result);
}

/** The failure in the fields of an error: its code where the league knows it, and its name where that says more. */
export function refusedBy(fields: JsonObject, otherwise: string): Failure {
  const { error_code, error_name, error_description, detail } = fields;
  const said = [error_description, detail].find((text) => typeof text === 'string') ?? otherwise;
  const known = errorNamed(error_code);
  if (known === undefined) return { code: 'RPC_ERROR', detail: said };
  const { code, name = error_name } = known;
  const isFiner = typeof name === 'string' && name !== ERRORS[code].name;
  return isFiner ? { code, detail: said, name } : { code, detail: said };
}

/** Whether this is a code of the league. */
export function isErrorCode(code: Json | undefined): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code);
}

function invalid(detail: string): Result<never, Failure> {
  return err({ code: 'INVALID_RESPONSE', detail });
}

/** The error that a text which cannot be read is answered with: a text over a limit was at least read as JSON. */
export function nameOfFault({ kind }: JsonFault): RpcErrorName {
  return kind === 'limit' || kind === 'forbidden_key' ? 'INVALID_REQUEST' : 'PARSE_ERROR';
}

const REFUSALS: ReadonlyMap<number, readonly [RpcErrorName, ErrorCode]> = new Map([
  [403, ['INVALID_REQUEST', 'E006']],
  // The body was not read.
  [413, ['PARSE_ERROR', 'E002']],
  [429, ['INVALID_REQUEST', 'E014']],
  [503, ['INVALID_REQUEST', 'E014']],
]);

function refusalOf(status: number): readonly [RpcErrorName, ErrorCode] {
  return REFUSALS.get(status) ?? ['INVALID_REQUEST', 'E002'];
}

/** Whether a code says no more than this HTTP status: it goes with every refusal by it. */
export function isImplied(error_code: string | undefined, status: number | undefined): boolean {
  return status !== undefined && refusalOf(status)[1] === error_code;
}

/** The body of a refusal with this HTTP status. */
export function refusalText(status: number, why: string): string {
  const [name, code] = refusalOf(status);
  return JSON.stringify(errorEnvelope(null, name, refusal(code, why)));
}

/** A refusal of the carrier by the sentence in its body, where that is an error in our fields; any other as it is. */
export function bySentence(failure: SendFailure): SendFailure {
  const parsed = parseJson(failure.text ?? '');
  const { error } = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
  const { data } = isJsonObject(error) ? error : {};
  const { error_description } = isJsonObject(data) ? data : {};
  if (typeof error_description !== 'string') return failure;
  return { ...failure, detail: `HTTP ${failure.status}: ${cut(error_description, SENTENCE)}` };
}

/** The most characters of a stranger's sentence that are repeated. */
const SENTENCE = 300;

/** An error that a body says. */
export interface SaidError {
  readonly detail: string;
  readonly code: Json | undefined;
  readonly name: Json | undefined;
}

/** The error a body is, if it is one: a league error, or an object with no better word than `error`. */
export function errorIn(body: JsonObject): SaidError | undefined {
  const { message_type, error_code: code, error_name: name, error_description } = body;
  if (message_type === 'LEAGUE_ERROR' || message_type === 'GAME_ERROR') {
    return { code, name, detail: typeof error_description === 'string' ? error_description : message_type };
  }
  const error = body['error'] ?? undefined;
  if (error === undefined || message_type !== undefined) return undefined;
  if (isJsonObject(error)) {
    return { code: error['error_code'], name: error['error_name'], detail: JSON.stringify(error) };
  }
  // A text may be the word of an error, or a sentence about one.
  const word = errorNamed(error) === undefined ? undefined : error;
  return { code: word, name: undefined, detail: typeof error === 'string' ? error : JSON.stringify(error) };
}

/** Whether a reply without a message type that says `error` has other fields beside it. */
export function saysMoreThanError({ error: _, message_type, ...rest }: JsonObject): boolean {
  return message_type === undefined && Object.values(rest).some((value) => value !== null);
}
