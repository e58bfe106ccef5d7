/** The canonical dialect: JSON-RPC 2.0 envelopes, fields as in spec 002 and 004's appendix. */
import type { Json, JsonObject } from '../../core/json.ts';
import { PROTOCOL } from '../fields.ts';
import { eachIn } from './bare_message.ts';
import { type Dialect, KNOWN_PROTOCOLS, withoutUndefined } from './dialect.ts';
import { readSpellings } from './spellings.ts';

/** Fields that are also written under the names of spec 002. */
export const ALSO_WRITTEN = { player_a: 'player_A_id', player_b: 'player_B_id' } as const;
/** The message types that have them: in the message itself, or in every entry of a list of it. */
export const ALSO_WRITTEN_IN: ReadonlyMap<Json | undefined, { readonly list?: string }> = new Map([
  ['RUN_MATCH', {}],
  ['ROUND_ANNOUNCEMENT', { list: 'matches' }],
]);

/** The codec of the canonical dialect. */
export const rpc: Dialect = {
  name: 'rpc',
  enveloped: true,
  write(message, to) {
    const { protocol } = to?.echo ?? {};
    return withOtherNames(protocol === undefined ? message : { ...message, protocol });
  },
  read: (wire, hints) => readSpellings(wire, hints?.awaited),
  // Its documents are the contracts themselves.
  lacks: () => [],
  echoOf({ protocol }) {
    const other = KNOWN_PROTOCOLS.find((known) => known === protocol && known !== PROTOCOL);
    return other === undefined ? undefined : { protocol: other };
  },
};

function withOtherNames(message: JsonObject): JsonObject {
  const place = ALSO_WRITTEN_IN.get(message['message_type']);
  if (place === undefined) return message;
  return place.list === undefined ? withBothNames(message) : eachIn(message, place.list, withBothNames);
}

/** Every player is announced the same match: it is copied once, so that its text can be shared as well. */
const copies = new WeakMap<JsonObject, JsonObject>();

function withBothNames(match: JsonObject): JsonObject {
  let copy = copies.get(match);
  if (copy === undefined) {
    const others = Object.entries(ALSO_WRITTEN).map(([name, other]) => [other, match[name]]);
    copy = { ...match, ...withoutUndefined(Object.fromEntries(others)) };
    copies.set(match, copy);
  }
  return copy;
}
