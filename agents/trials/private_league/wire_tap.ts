/** Taps every wire of a league: each text is read, counted by its type, and held against the published schemas. */

import { contractByMethod } from '../../../SHARED/contracts/index.ts';
import { READ_ONLY } from '../../../SHARED/contracts/read_only.ts';
import { cut, isJsonObject, type JsonObject } from '../../../SHARED/core/json.ts';
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { SchemaBook } from './schema_book.ts';

/** A text that is not as it was published. */
interface SchemaViolation {
  /** The message type, or what else it was. */
  readonly what: string;
  /** The id of its sender. */
  readonly by: string;
  readonly fault: string;
}

/** The texts that went over the wires so far. */
export interface WireCounts {
  /** Requests and replies, each of a batch for itself. */
  readonly total: number;
  readonly kinds: ReadonlyMap<Reading['what'], number>;
  readonly violations: readonly SchemaViolation[];
}

export interface WireTap {
  counts(): WireCounts;
  /** The same transport for a party. What it writes is counted once: requests when it sends, replies when it answers. */
  around(party: string, transport: Transport): Transport;
}

/** A tap that has heard nothing yet. */
export function wireTap(book: SchemaBook): WireTap {
  const kinds = new Map<string, number>();
  const violations: SchemaViolation[] = [];

  function note(by: string, { what, faults }: Reading): void {
    kinds.set(what, (kinds.get(what) ?? 0) + 1);
    violations.push(...faults.map((fault) => ({ what, by, fault })));
  }

  function hear(by: string, text: string, read: (value: unknown) => Reading): void {
    const values = valuesIn(text);
    if (values === undefined) note(by, { what: 'no JSON', faults: [cut(text, 80)] });
    for (const value of values ?? []) note(by, read(value));
  }

  return {
    counts: () => ({ total: [...kinds.values()].reduce((sum, count) => sum + count, 0), kinds, violations }),
    around: (party, transport) => ({
      ...transport,
      send(to, text, deadline) {
        hear(party, text, (request) => readRequest(book, request));
        return transport.send(to, text, deadline);
      },
      listen: (at, answer) =>
        transport.listen(at, async (text, origin) => {
          const reply = await answer(text, origin);
          const requests = valuesIn(text) ?? [];
          if (reply !== undefined) hear(party, reply, (value) => readReply(book, value, requests));
          else if (requests.some(isAsked)) note(party, { what: 'no reply', faults: ['it was asked'] });
          return reply;
        }),
    }),
  };
}

interface Reading {
  /** The message type; read-only methods, bare acknowledgements and JSON-RPC errors by what they are. */
  readonly what: string;
  readonly faults: readonly string[];
}

/** The answer of an agent that has nothing to say. */
const ACKNOWLEDGEMENT = '{"status":"ok"}';
/** Messages that may stand in for any answer. */
const REFUSALS = ['LEAGUE_ERROR', 'GAME_ERROR'];

/** Reads a request: its envelope, its message, and that the message goes with the method. */
function readRequest(book: SchemaBook, request: unknown): Reading {
  const malformed = book.envelopeFaultIn('request', request);
  const { method, params } = fieldsOf(request);
  if (isLook(method)) return reading(`${method} (a look)`, malformed);
  const type = typeIn(params);
  const carried = contractByMethod(String(method))?.head.type;
  const misled = carried === type ? undefined : `the method ${method} carries ${carried ?? 'no message'}, not ${type}`;
  return reading(type, malformed, book.faultIn(type, params), misled);
}

/** Reads a reply: its envelope, its message, and that the message answers one of the requests it came for. */
function readReply(book: SchemaBook, reply: unknown, requests: readonly unknown[]): Reading {
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
function isAsked(request: unknown): boolean {
  return 'id' in fieldsOf(request);
}

/** The message of a text, or those of a batch; undefined when it is no JSON. */
function valuesIn(text: string): readonly unknown[] | undefined {
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
