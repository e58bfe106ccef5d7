/** What a JSON-RPC response says: the object it brings, or the failure it stands for, in the words of the surface. */
import { ERRORS, type ErrorCode } from '../../contracts/errors.ts';
import type { Failure } from '../../contracts/surface_kinds.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { openReply, type RequestId } from './envelope.ts';

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
  if (!isErrorCode(error_code)) return { code: 'RPC_ERROR', detail: said };
  const isFiner = typeof error_name === 'string' && error_name !== ERRORS[error_code].name;
  return isFiner ? { code: error_code, detail: said, name: error_name } : { code: error_code, detail: said };
}

/** Whether this is a code of the league. */
export function isErrorCode(code: Json | undefined): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code);
}

function invalid(detail: string): Result<never, Failure> {
  return err({ code: 'INVALID_RESPONSE', detail });
}
