/** JSON-RPC 2.0 envelopes: made, opened and refused here and nowhere else. */
import { errorBody, type Refusal, RPC_ERRORS, type RpcErrorName } from '../../contracts/errors.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { jsonText } from '../../core/json_text.ts';
import { err, ok, type Result } from '../../core/result.ts';

export type RequestId = string | number;
/** What a method is given: by name, or by position. */
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
  return `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${jsonText(params)}${end}}`;
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

export interface OpenedRequest {
  /** Absent: a notification, which gets no answer. */
  readonly id: RequestId | undefined;
  readonly method: string;
  readonly params: Params;
}

/** What a JSON-RPC request asks for, or the envelope that refuses it. */
export function openRequest(value: JsonObject): Result<OpenedRequest, JsonObject> {
  const { jsonrpc, id, method, params = {} } = value;
  const known = isRequestId(id) ? id : null;
  const refused = (detail: string) => err(errorEnvelope(known, 'INVALID_REQUEST', detail));
  if (jsonrpc !== '2.0') return refused('jsonrpc must be "2.0"');
  if (id !== undefined && known === null) {
    return refused('id must be a string of up to 128 characters or a safe integer');
  }
  if (typeof method !== 'string') return refused('method must be a string');
  if (!isJsonObject(params) && !isJsonArray(params)) return refused('params must be an object or a list');
  return ok({ id: known ?? undefined, method, params });
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' ? id.length <= 128 : Number.isSafeInteger(id);
}

export type OpenedReply =
  | { readonly kind: 'result'; readonly result: Json }
  | { readonly kind: 'error'; readonly detail: string; readonly data: Json | undefined }
  /** Not an envelope at all: a bare object, as simple agents send. */
  | { readonly kind: 'bare'; readonly body: JsonObject };

/** What came back for a request, or why it makes no sense. */
export function openReply(value: JsonObject, id: RequestId): Result<OpenedReply, string> {
  const { jsonrpc, result } = value;
  if (jsonrpc === undefined) return ok({ kind: 'bare', body: value });
  if (jsonrpc !== '2.0') return err('the reply is not JSON-RPC 2.0');
  // Some write the one that is not there as null.
  const error = value['error'] ?? undefined;
  if (result !== undefined && error !== undefined) return err('the reply has both a result and an error');
  if (result === undefined && error === undefined) return err('the reply has neither a result nor an error');
  // Who could not read a request could not read its id either.
  const fits = value['id'] === id || (error !== undefined && value['id'] === null);
  if (!fits) return err(`the reply has id ${JSON.stringify(value['id'])}, expected ${JSON.stringify(id)}`);
  if (result !== undefined) return ok({ kind: 'result', result });
  const { message, data } = isJsonObject(error) ? error : {};
  return ok({ kind: 'error', detail: typeof message === 'string' ? message : 'error without a message', data });
}
