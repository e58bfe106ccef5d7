/** The addressing frame of a pipe, which has no addresses of its own: a few JSON-RPC methods between an agent and the hub that holds it. */
import { isUtf8 } from 'node:buffer';
import { cut, isJsonObject, type Json, type JsonObject, withoutMark } from '../../../core/json.ts';
import type { Address, ListenFailure, SendFailure } from '../transport.ts';

/** The hub speaks first, so that a client without the frame never sees one. Of `raw`, see `readRaw`. */
export const FRAME = {
  /** hub → agent, `{raw}`, no answer: there is a hub, and the frame may be used. */
  hello: 'wire/hello',
  /** agent → hub, `{at, raw}`: I listen there from now on. */
  listen: 'wire/listen',
  /** agent → hub, `{at}`: I no longer do. */
  unlisten: 'wire/unlisten',
  /** Either way, `{to, text}`, from the hub with `from`: the result is `{text}`, or `{}` when there was nothing to say. */
  deliver: 'wire/deliver',
  /** agent → hub, `{to}`: does anybody listen there? */
  knock: 'wire/knock',
  /** agent → hub, `{id}`, no answer: the answer to that request is not awaited any more. */
  forget: 'wire/forget',
} as const;
export type FrameMethod = (typeof FRAME)[keyof typeof FRAME];

/** Whether an address is one of a pipe. */
export function isStdioAddress(address: Address): boolean {
  return /^stdio:./.test(address);
}

/** The failures that are said on both sides of a pipe. */
export const nobodyAt = (to: Address) => failed('UNREACHABLE', `nobody listens at ${cut(to, SHOWN)}`);
export const takenAt = (at: Address) => failed('PORT_IN_USE', `somebody already listens at ${at}`);
export const notOfPipe = (at: Address) => failed('INVALID_ADDRESS', `${cut(at, SHOWN)} is not stdio:…`);
export const tooLargeFor = (bytes: number) => failed('TOO_LARGE', `a text has at most ${bytes} bytes`);

/** The most characters of a stranger's address that are repeated. */
const SHOWN = 200;

/** Ids of frame requests: an agent's are words, for the numbers on its pipe may be an MCP client's. */
export type FrameId = string | number;

/** Why a frame request was not granted: a failure of `send` or `listen`, as it travels. */
export interface FrameFailure {
  readonly code: SendFailure['code'] | ListenFailure['code'];
  readonly detail: string;
}

/** In the range that JSON-RPC leaves to implementations. */
const NOT_GRANTED = -32_050;
const METHODS = new Set<string>(Object.values(FRAME));
const CODES = new Set<string>([
  'UNREACHABLE',
  'DEADLINE_PASSED',
  'TOO_LARGE',
  'REFUSED',
  'PORT_IN_USE',
  'INVALID_ADDRESS',
]);
/** A character of a text takes at most six bytes in a JSON string, and a frame a few more around it. */
const LONGEST_ESCAPE = 6;
const AROUND = 4_096;

/** How long a line may be that carries a text of so many bytes. */
export function lineBytesFor(textBytes: number): number {
  return LONGEST_ESCAPE * textBytes + AROUND;
}

export type ReadLine =
  | { readonly kind: 'frame'; readonly method: FrameMethod; readonly params: JsonObject; readonly id?: FrameId }
  /** A response, to whomever. */
  | { readonly kind: 'response'; readonly id: FrameId; readonly response: JsonObject }
  /** JSON of any other sort. */
  | { readonly kind: 'other'; readonly value: Json }
  | { readonly kind: 'rubbish' };

/** A text on its way: a string, or the UTF-8 bytes it came in where they are more than ASCII, which a hub passes on as they are. */
export type Carried = string | Buffer;

export function textIn(carried: Carried): string {
  return typeof carried === 'string' ? carried : carried.toString('utf8');
}

/** A delivery as it was asked for. */
export interface AskedDelivery {
  readonly id: FrameId;
  readonly to: Address;
  readonly from: string;
  readonly text: Carried;
  /** Whether it came as a raw line; its answer is written in the same way. */
  readonly isRaw: boolean;
}

/** The content of a raw line: a delivery, or the text that answers one. */
export type RawLine = AskedDelivery | { readonly id: FrameId; readonly answer: Carried };

/** Stands for no address. */
const NOWHERE = '-';
const IS_NUMBER = /^\d{1,15}$/;

/**
 * A raw line, `>id to from text` or `<id text`: a delivery or its answer, whose text is not escaped once more. Only ends
 * that have both said `raw` write them; none is JSON, and so none is anything else. Undefined: the line is none.
 */
export function readRaw(line: Carried): RawLine | undefined {
  const mark = markOf(line);
  if (mark === undefined) return undefined;
  const afterId = line.indexOf(' ');
  if (afterId < 2 || (typeof line !== 'string' && !isUtf8(line))) return undefined;
  const word = wordIn(line, 1, afterId);
  const id = IS_NUMBER.test(word) ? Number(word) : word;
  if (mark === '<') return { id, answer: restOf(line, afterId + 1) };
  const afterTo = line.indexOf(' ', afterId + 1);
  const afterFrom = afterTo < 0 ? -1 : line.indexOf(' ', afterTo + 1);
  if (afterFrom < 0) return undefined;
  const [to, from] = [wordIn(line, afterId + 1, afterTo), wordIn(line, afterTo + 1, afterFrom)];
  return { id, to, from, text: restOf(line, afterFrom + 1), isRaw: true };
}

/** What every raw line begins with, and nothing that is JSON. */
export function markOf(line: Carried): '>' | '<' | undefined {
  const first = typeof line === 'string' ? line[0] : String.fromCharCode(line[0] ?? 0);
  return first === '>' || first === '<' ? first : undefined;
}

function wordIn(line: Carried, from: number, to: number): string {
  return typeof line === 'string' ? line.slice(from, to) : line.toString('utf8', from, to);
}

function restOf(line: Carried, from: number): Carried {
  return typeof line === 'string' ? line.slice(from) : line.subarray(from);
}

/** The words before a text in the raw line that delivers it; undefined where it has to be escaped. */
export function rawAsk(id: FrameId, { to, from = NOWHERE, text }: Outgoing): string | undefined {
  return isRawWord(to) && isRawWord(from) && isRawText(text) ? `>${id} ${to} ${from} ` : undefined;
}

/** The same of an answer. */
export function rawAnswer(id: FrameId, text: Carried): string | undefined {
  return isRawText(text) ? `<${id} ` : undefined;
}

/** A text that is to be delivered. */
export interface Outgoing {
  readonly to: Address;
  readonly from?: string;
  readonly text: Carried;
}

function isRawWord(word: string): boolean {
  return /^\S+$/.test(word) && word.isWellFormed();
}

/** A return ends a line for readers of other making. */
function isRawText(text: Carried): boolean {
  return !text.includes('\n') && !text.includes('\r') && (typeof text !== 'string' || text.isWellFormed());
}

/** The kind of a line, as far as the frame is concerned; never throws. */
export function readFrame(text: string): ReadLine {
  let value: Json;
  try {
    value = JSON.parse(withoutMark(text)) as Json;
  } catch {
    return { kind: 'rubbish' };
  }
  if (!isJsonObject(value)) return { kind: 'other', value };
  const { method, id } = value;
  const hasId = typeof id === 'number' || typeof id === 'string';
  if (method === undefined && hasId && ('result' in value || 'error' in value)) {
    return { kind: 'response', id, response: value };
  }
  if (typeof method !== 'string' || !METHODS.has(method)) return { kind: 'other', value };
  const params = isJsonObject(value['params']) ? value['params'] : {};
  return { kind: 'frame', method: method as FrameMethod, params, ...(hasId ? { id } : {}) };
}

/** The text at a name, or none: a stranger's value may be of any type. */
export function textAt(params: JsonObject, name: string): string {
  const value = params[name];
  return typeof value === 'string' ? value : '';
}

export function requestLine(id: FrameId, method: FrameMethod, params: JsonObject): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

export function noticeLine(method: FrameMethod, params: JsonObject = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

export function resultLine(id: FrameId, text?: Carried): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result: text === undefined ? {} : { text: textIn(text) } });
}

export function failureLine(id: FrameId, { code, detail }: FrameFailure): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: NOT_GRANTED, message: detail, data: { code } } });
}

/** The content of a response: the text of its result, or why there is none. */
export type Delivered =
  | { readonly ok: true; readonly text?: Carried }
  | { readonly ok: false; readonly failure: FrameFailure };

export function deliveredIn({ result, error }: JsonObject): Delivered {
  if (isJsonObject(result)) {
    const { text } = result;
    return typeof text === 'string' ? { ok: true, text } : { ok: true };
  }
  const said = isJsonObject(error) ? error : {};
  const code = isJsonObject(said['data']) ? textAt(said['data'], 'code') : '';
  const detail = textAt(said, 'message') || 'an answer that says nothing';
  // An agent that answers the frame with an error of its own does not know it.
  return failed(CODES.has(code) ? (code as FrameFailure['code']) : 'REFUSED', detail);
}

/** A delivery that came to nothing. */
export type RefusedFrame = Extract<Delivered, { readonly ok: false }>;

export function failed(code: FrameFailure['code'], detail: string): RefusedFrame {
  return { ok: false, failure: { code, detail } };
}
