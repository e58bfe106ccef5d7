/** Reads a text on the wire: what it is, and where it differs from the published schemas. Pure. */
import { contractByMethod } from '../../../SHARED/contracts/index.ts';
import { READ_ONLY } from '../../../SHARED/contracts/read_only.ts';
import { isJsonObject, type JsonObject } from '../../../SHARED/core/json.ts';
import type { SchemaBook } from './schema_book.ts';

export interface Reading {
  /** The message type; read-only methods, bare acknowledgements and JSON-RPC errors by what they are. */
  readonly what: string;
  readonly faults: readonly string[];
}

/** The answer of an agent that has nothing to say. */
export const ACKNOWLEDGEMENT = '{"status":"ok"}';
/** Messages that may stand in for any answer. */
const REFUSALS = ['LEAGUE_ERROR', 'GAME_ERROR'];

/** Reads a request: its envelope, its message, and that the message goes with the method. */
export function readRequest(book: SchemaBook, request: unknown): Reading {
  const malformed = book.envelopeFaultIn('request', request);
  const { method, params } = fieldsOf(request);
  if (isLook(method)) return reading(`${method} (a look)`, malformed);
  const type = typeIn(params);
  const carried = contractByMethod(String(method))?.head.type;
  const misled = carried === type ? undefined : `the method ${method} carries ${carried ?? 'no message'}, not ${type}`;
  return reading(type, malformed, book.faultIn(type, params), misled);
}

/** Reads a reply: its envelope, its message, and that the message answers one of the requests it came for. */
export function readReply(book: SchemaBook, reply: unknown, requests: readonly unknown[]): Reading {
  const malformed = book.envelopeFaultIn('reply', reply);
  const { id, result, error } = fieldsOf(reply);
  const request = requests.map(fieldsOf).find((each) => each['id'] === id);
  const stray = request === undefined ? `it answers nothing that was asked: id ${id}` : undefined;
  if (error !== undefined) return reading(`error ${fieldsOf(error)['code']}`, malformed, stray);
  const method = request?.['method'];
  if (isLook(method)) return reading(`${method} (a look)`, malformed);
  if (JSON.stringify(result) === ACKNOWLEDGEMENT) return reading(ACKNOWLEDGEMENT, malformed, stray);
  const type = typeIn(result);
  const answers = [contractByMethod(String(method))?.head.reply?.type, ...REFUSALS];
  const misled = answers.includes(type) ? undefined : `${type} is no answer to ${method}`;
  return reading(type, malformed, stray, book.faultIn(type, result), misled);
}

/** Whether an answer is awaited. */
export function isAsked(request: unknown): boolean {
  return 'id' in fieldsOf(request);
}

/** The message of a text, or those of a batch; undefined when it is no JSON. */
export function valuesIn(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    return undefined;
  }
}

function reading(what: string, ...faults: readonly (string | undefined)[]): Reading {
  return { what, faults: faults.filter((fault) => fault !== undefined) };
}

function isLook(method: unknown): boolean {
  return typeof method === 'string' && Object.hasOwn(READ_ONLY, method);
}

function fieldsOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function typeIn(message: unknown): string {
  return String(fieldsOf(message)['message_type']);
}
