/** Detects the dialect of a message, and is the one way to its codec. Envelope and vocabulary are told apart. */
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Contract } from '../contract.ts';
import { bareDialect, DIALECT_NAMES, type Dialect, type DialectName } from './dialect.ts';
import { flat } from './flat.ts';
import { rpc } from './rpc.ts';
import { v1 } from './v1.ts';

const DIALECTS: { readonly [N in DialectName]: Dialect } = { rpc, flat, v1 };

/** The codec of a dialect. */
export function dialectOf(name: DialectName): Dialect {
  return DIALECTS[name];
}

/** The dialects that have a codec. */
export function spokenDialects(): readonly DialectName[] {
  return DIALECT_NAMES;
}

/** The ways a message is wrapped. */
export type EnvelopeKind = 'jsonrpc' | 'bare' | 'none';

/** How a JSON value is wrapped: as JSON-RPC, as a bare league message, or as neither. */
export function envelopeOf(value: Json): EnvelopeKind {
  if (!isJsonObject(value)) return 'none';
  if (value['jsonrpc'] !== undefined) return 'jsonrpc';
  return typeof value['message_type'] === 'string' ? 'bare' : 'none';
}

/**
 * The dialect of a message in its envelope. JSON-RPC is always `rpc`, also with another protocol in it. A bare
 * message has the dialect of its protocol; without one, that of the request it answers, or else `flat`.
 */
export function detectDialect(
  envelope: EnvelopeKind,
  { protocol }: JsonObject,
  spokenTo: DialectName = 'flat',
): DialectName {
  if (envelope === 'jsonrpc') return 'rpc';
  if (protocol === undefined) return spokenTo;
  return bareDialect(protocol);
}

/** Whether a JSON-RPC request is as its contract says, as far as habits go; nearly every one is, and is looked at no further. */
export function isUsual(contract: Contract | undefined, { message_type, protocol, timestamp }: JsonObject): boolean {
  if (contract === undefined || contract.head.chapter === 'registration') return false;
  if (message_type !== contract.head.type || protocol === undefined) return false;
  return typeof timestamp !== 'string' || (timestamp.endsWith('Z') && timestamp[4] === '-');
}
