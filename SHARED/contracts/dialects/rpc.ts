/** The canonical dialect: JSON-RPC 2.0 envelopes, fields as in spec 002 and 004's appendix. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { PROTOCOL } from '../fields.ts';
import { sharedList, sharingOf, withOwnEntries } from '../shared_list.ts';
import { type Dialect, KNOWN_PROTOCOLS, withoutUndefined } from './dialect.ts';
import { readSpellings } from './spellings.ts';

/** Fields that are also written under another name, and where: in the message itself, or in every entry of a list of it. */
interface AlsoWritten {
  readonly names: { readonly [field: string]: string };
  readonly list?: string;
}

/** The names of spec 002. */
const PLAYERS = { player_a: 'player_A_id', player_b: 'player_B_id' };
/** By message type. Referees in the wild read `choice` and nothing else. */
export const ALSO_WRITTEN_IN: ReadonlyMap<Json | undefined, AlsoWritten> = new Map([
  ['RUN_MATCH', { names: PLAYERS }],
  ['ROUND_ANNOUNCEMENT', { names: PLAYERS, list: 'matches' }],
  ['CHOOSE_PARITY_RESPONSE', { names: { parity_choice: 'choice' } }],
]);

/** The codec of the canonical dialect. */
export const rpc: Dialect = {
  name: 'rpc',
  enveloped: true,
  write(message, to) {
    const protocol = to?.echo?.protocol;
    const timestamp = wholeSeconds(message['timestamp']);
    if (protocol !== undefined) return withOtherNames({ ...message, ...withoutUndefined({ protocol, timestamp }) });
    return withOtherNames(timestamp === message['timestamp'] ? message : { ...message, timestamp: timestamp as Json });
  },
  read: (wire, hints) => readSpellings(wire, hints?.awaited),
  // Its documents are the contracts themselves.
  lacks: () => [],
  echoOf({ protocol }) {
    const isOther = typeof protocol === 'string' && protocol !== PROTOCOL && KNOWN_PROTOCOLS.includes(protocol);
    return isOther ? { protocol } : undefined;
  },
};

/** A time stamp of ours without its fraction: some agents take whole seconds only, and none needs more. */
export function wholeSeconds<T extends Json | undefined>(timestamp: T): T | string {
  return typeof timestamp === 'string' && timestamp.length === WITH_FRACTION ? `${timestamp.slice(0, 19)}Z` : timestamp;
}
const WITH_FRACTION = '2025-01-15T10:15:00.000Z'.length;

function withOtherNames(message: JsonObject): JsonObject {
  const place = ALSO_WRITTEN_IN.get(message['message_type']);
  if (place === undefined) return message;
  const { names, list } = place;
  if (list === undefined) return withBothNames(message, names);
  const entries = message[list];
  return isJsonArray(entries) ? { ...message, [list]: copied(entries, names) } : message;
}

/** Every player is announced the same matches: they are copied once, so that their text can be shared as well. */
const copies = new WeakMap<readonly Json[], readonly Json[]>();

function copied(entries: readonly Json[], names: AlsoWritten['names']): readonly Json[] {
  const rename = (entry: Json) => (isJsonObject(entry) ? withBothNames(entry, names) : entry);
  const sharing = sharingOf(entries);
  if (sharing === undefined) return entries.map(rename);
  const { common, own } = sharing;
  const copy = copies.get(common) ?? sharedList(common.map(rename));
  copies.set(common, copy);
  return withOwnEntries(
    copy,
    own.map(([place, entry]) => [place, rename(entry)]),
  );
}

function withBothNames(message: JsonObject, names: AlsoWritten['names']): JsonObject {
  const both: { [name: string]: Json } = { ...message };
  for (const name in names) {
    const value = message[name];
    if (value !== undefined) both[names[name] as string] = value;
  }
  return both;
}
