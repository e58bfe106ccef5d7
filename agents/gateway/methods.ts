/** The methods of a seat as plain JSON-RPC at the manager's own address: a POST each, no session and no library. */
import { RPC_ERRORS } from '../../SHARED/contracts/errors.ts';
import { isSeatMethod, SEAT_METHODS } from '../../SHARED/contracts/seat_methods.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '../../SHARED/core/json.ts';
import type { Tool, ToolAnswer } from '../../SHARED/league_sdk/mcp/catalog.ts';
import {
  errorEnvelope,
  openRequest,
  type RequestId,
  resultEnvelope,
} from '../../SHARED/league_sdk/messaging/envelope.ts';
import type { Answer, Origin } from '../../SHARED/league_sdk/transport/transport.ts';

const MAY_BE = new RegExp(`"method"\\s*:\\s*"(?:${Object.keys(SEAT_METHODS).join('|')})"`);
const ALONE = 'a method of a seat is a request of its own: no batch has one';
const NO_ID = 'it has no JSON-RPC id, so that its sender could not be answered: nothing was done';
const NEVER = new AbortController().signal;

/** An answering function that answers the methods of a seat by these tools, and all else as `answer` does. */
export function withSeatMethods(
  answer: Answer,
  tools: readonly Tool[],
  onBug: (what: string, cause: unknown) => void,
): Answer {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));

  async function answered(value: JsonObject, origin: Origin): Promise<JsonObject | undefined> {
    const opened = openRequest(value);
    if (!opened.ok) return errorEnvelope(opened.error.id, 'INVALID_REQUEST', opened.error.detail);
    const { id, method, params } = opened.value;
    if (id === undefined) {
      answer.onRefused?.(method, { code: String(RPC_ERRORS.INVALID_REQUEST.code), detail: NO_ID }, origin);
      return undefined;
    }
    try {
      const caller = {
        origin,
        // A tool asks for it where it begins to wait, and only then is its request none of those being answered.
        get signal() {
          return origin.waits?.() ?? NEVER;
        },
      };
      // Its check of what is given says what is wrong with a list.
      const said = await (byName.get(method) as Tool).run(params as JsonObject, caller);
      return said.failed === true ? refused(id, method, said, origin) : resultEnvelope(id, said.data);
    } catch (cause) {
      onBug(method, cause);
      return errorEnvelope(id, 'INTERNAL_ERROR');
    }
  }

  /** A refusal in the fields of LEAGUE_ERROR, and in one line for people. */
  function refused(id: RequestId, method: string, { data, text = '' }: ToolAnswer, origin: Origin): JsonObject {
    const code = String(data['error_code']);
    answer.onRefused?.(method, { code, detail: String(data['error_description']) }, origin);
    if (code === 'E014') origin.tooMany?.();
    const name = UNREADABLE.has(code) ? 'INVALID_PARAMS' : 'REFUSED';
    return { jsonrpc: '2.0', error: { code: RPC_ERRORS[name].code, message: text, data }, id };
  }

  async function answering(text: string, origin: Origin): Promise<string | undefined> {
    if (!MAY_BE.test(text)) return answer(text, origin);
    const parsed = parseJson(text);
    if (!parsed.ok) return answer(text, origin);
    const { value } = parsed;
    if (isSeats(value)) return written(await answered(value as JsonObject, origin));
    if (!isJsonArray(value) || !value.some(isSeats)) return answer(text, origin);
    return written(errorEnvelope(null, 'INVALID_REQUEST', ALONE));
  }

  // What else an answer says of itself holds for this one too.
  return Object.assign(answering, answer);
}

/** The codes of params that are not what the table of the method says. */
const UNREADABLE: ReadonlySet<string> = new Set(['E002', 'E003']);

function isSeats(value: Json): boolean {
  return isJsonObject(value) && isSeatMethod(value['method']);
}

function written(body: JsonObject | undefined): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body);
}
