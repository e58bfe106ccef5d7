/**
 * Finds out whether a message would be accepted, by the very code that reads it: a field that code does not miss is not
 * required.
 */
import type { Contract, Head } from '../../contracts/contract.ts';
import { dialectOf } from '../../contracts/dialects/detect.ts';
import type { Addressee, DialectName } from '../../contracts/dialects/dialect.ts';
import { ALSO_WRITTEN_IN } from '../../contracts/dialects/rpc.ts';
import { CONTRACTS, type RequestType } from '../../contracts/index.ts';
import { moveIn } from '../../contracts/moves.ts';
import { merelyAcknowledges, readMessage } from '../../contracts/read.ts';
import type { Monotonic } from '../../core/clock.ts';
import type { JsonObject } from '../../core/json.ts';
import { type Asked, understand } from '../../league_sdk/messaging/reply_reader.ts';
import { specimen } from './specimens.ts';

const ALL: readonly Contract[] = Object.values(CONTRACTS);
const NOW = '2025-01-15T10:15:00.000Z';
const READER = { me: 'P01', now: () => NOW, seed: () => '0f'.repeat(32) };
const FRESH = { timestamp: () => NOW, conversation_id: () => '880e8400-e29b-41d4-a716-446655440003' };

/** The request that a message answers; undefined for one that is itself a request. */
function requestFor({ type, method }: Head): Contract | undefined {
  return method === undefined ? ALL.find(({ head }) => head.reply?.type === type) : undefined;
}

/** The addressee of examples: the first player, with the request that is being answered. */
export function readerOf({ head }: Contract): Addressee {
  const withinMs = head.reply?.withinMs;
  const asked = requestFor(head);
  return {
    id: READER.me,
    ...(withinMs === undefined ? {} : { withinMs }),
    ...(asked === undefined ? {} : { request: specimen(asked) }),
  };
}

/** A message in the words of a dialect. */
export function written(contract: Contract, dialect: DialectName, message: JsonObject = contract.example): JsonObject {
  return dialectOf(dialect).write(message, readerOf(contract));
}

/** An answer of the canonical dialect without the fields that say once more what another one says. */
export function withoutCopies({ head }: Contract, dialect: DialectName, wire: JsonObject): JsonObject {
  if (dialect !== 'rpc' || head.method !== undefined) return wire;
  const copies = Object.values(ALSO_WRITTEN_IN.get(head.type)?.names ?? {});
  return Object.fromEntries(Object.entries(wire).filter(([name]) => !copies.includes(name)));
}

/** The canonical message that a message of a dialect is read as; undefined when it is refused. */
export function readAs(contract: Contract, dialect: DialectName, wire: JsonObject): JsonObject | undefined {
  const { read, lacks } = dialectOf(dialect);
  if (wire['message_type'] === undefined || lacks(wire).length > 0) return undefined;
  const { league_id } = specimen(contract);
  const hints = typeof league_id === 'string' ? { ...READER, league_id } : READER;
  const message = readMessage(contract, read(wire, hints), FRESH);
  return message.ok ? message.value : undefined;
}

/** Whether a message says enough: a request to be handled, a response to count as the answer. */
export function isTaken(contract: Contract, dialect: DialectName, wire: JsonObject): boolean {
  const request = requestFor(contract.head);
  if (request === undefined) return readAs(contract, dialect, wire) !== undefined;
  const at = 0 as Monotonic;
  const asked = { to: { id: READER.me, dialect }, id: 1, message: specimen(request) } as unknown as Asked;
  const body = dialectOf(dialect).enveloped ? { jsonrpc: '2.0', result: wire, id: 1 } : wire;
  const heard = understand<RequestType>(asked, body, { text: '', sentAt: at, receivedAt: at });
  if (!heard.ok || heard.value.kind !== 'answer') return heard.ok && merelyAcknowledges(contract);
  // An answer without a move is one, and loses.
  return moveIn(heard.value.message as unknown as JsonObject) !== null;
}
