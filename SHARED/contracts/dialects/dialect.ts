/** A dialect: how the canonical message is spelled on the wire for one kind of agent. */
import { asText, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Party } from '../contract.ts';
import { MANAGER_ID, PROTOCOL } from '../fields.ts';
import { Type } from '../schema_builder.ts';
import type { HabitName } from './habits.ts';

/** The dialects there are; every other list of them is made from this one. */
export const DIALECT_NAMES = ['rpc', 'flat', 'v1'] as const;
/** The name of a dialect. */
export type DialectName = (typeof DIALECT_NAMES)[number];
/** A dialect whose messages travel without an envelope. */
export type BareDialectName = Exclude<DialectName, 'rpc'>;

/** The protocol that the messages of a bare dialect name. */
export const BARE_PROTOCOLS: { readonly [D in BareDialectName]: string } = { flat: PROTOCOL, v1: 'league.v1' };
/** The values of the `protocol` field that are understood. */
export const KNOWN_PROTOCOLS: readonly string[] = Object.values(BARE_PROTOCOLS);

/** The name of a dialect as a field of a message or a file. */
export function dialectName(description?: string) {
  return Type.Enum([...DIALECT_NAMES], description === undefined ? {} : { description });
}

/** The bare dialect that names this protocol; of an unknown one, the plainest. */
export function bareDialect(protocol: Json | undefined): BareDialectName {
  const named = DIALECT_NAMES.find((name) => name !== 'rpc' && BARE_PROTOCOLS[name] === protocol);
  return named === undefined || named === 'rpc' ? 'flat' : named;
}

/** Names of an agent's own choosing: they are remembered with the agent, and every message to it uses them. */
export interface Echo {
  /** The protocol named inside its JSON-RPC envelopes, where that is not ours. */
  readonly protocol?: string;
  /** The league id of a `v1` agent. */
  readonly league_id?: string;
  /** The habits it showed, in the order of the table. */
  readonly habits?: HabitName[];
}

/** The addressee of a message, as far as the words depend on it. */
export interface Addressee {
  readonly id?: string;
  readonly echo?: Echo | undefined;
  /** The request that the message answers: other dialects repeat fields of it that ours leaves out. */
  readonly request?: JsonObject;
  /** The same request as it came: a bare one is answered in its own words. */
  readonly wire?: JsonObject;
  /** How long its answer may take. */
  readonly withinMs?: number;
}

/** The players of a match, as far as the reader of a message knows them. */
export interface Seating {
  readonly player_a?: string | undefined;
  readonly player_b?: string | undefined;
  readonly opponent_id?: string | undefined;
}

/** The reader's own knowledge, for messages that leave it out. */
export interface Hints {
  /** Given for the body of a response: it may be an answer of this type without a `message_type`. */
  readonly awaited?: string;
  /** The id of the reader. */
  readonly me?: string;
  /** The players of a match, for referees that do not name them. */
  readonly seating?: ((match_id: string) => Seating | undefined) | undefined;
  /** Our id of the league, for agents that have another one. */
  readonly league_id?: string | undefined;
  /** The time, for deadlines that are not said. */
  readonly now?: () => string;
  /** The message came in an envelope: the players of its match are written to in envelopes as well. */
  readonly enveloped?: boolean;
  /** A secret seed, for a match that was ordered without one. */
  readonly seed?: () => string;
}

/** The codec of one dialect: it makes new messages, and leaves those it is given as they are. */
export interface Dialect {
  readonly name: DialectName;
  /** Whether a message travels in a JSON-RPC envelope, or is itself the body. */
  readonly enveloped: boolean;
  /** A canonical message in this dialect's words. */
  write(message: JsonObject, to?: Addressee): JsonObject;
  /** A message of this dialect in canonical words; a field that is not understood stays as it is. */
  read(wire: JsonObject, hints?: Hints): JsonObject;
  /** The body fields a request lacks although the dialect's own documents require them, by their names there. */
  lacks(wire: JsonObject): readonly string[];
  /** The names of its own that the sender of a message will be told again. */
  echoOf(wire: JsonObject): Echo | undefined;
}

/** The fields that have a value. */
export function withoutUndefined(fields: { readonly [name: string]: Json | undefined }): JsonObject {
  const known: { [name: string]: Json } = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value !== undefined) known[name] = value;
  }
  return known;
}

/** A message with the part of it that a field holds read or written in another way; itself where that is the same. */
export function inside(message: JsonObject, field: string, change: (part: JsonObject) => JsonObject): JsonObject {
  const part = message[field];
  const changed = isJsonObject(part) ? change(part) : part;
  return changed === part ? message : { ...message, [field]: changed as Json };
}

/** A message with each entry of a list of it read or written in another way; itself where all are the same. */
export function eachIn(message: JsonObject, field: string, change: (entry: JsonObject) => JsonObject): JsonObject {
  const list = message[field];
  if (!isJsonArray(list)) return message;
  let isSame = true;
  const changed = list.map((entry) => {
    const other = isJsonObject(entry) ? change(entry) : entry;
    isSame &&= other === entry;
    return other;
  });
  return isSame ? message : { ...message, [field]: changed };
}

const OURS = /^(player|referee):(.+)$/;
const WITH_UNDERSCORE = /^(player|referee)_(.+)$/;
/** Names that stand for a party by themselves. */
const BY_THEMSELVES: ReadonlySet<string> = new Set(['league_manager', 'launcher', 'operator', 'referee', 'unknown']);

/** The id in a sender of ours, or the sender itself where it is no agent. */
export function idIn<S extends Json | undefined>(sender: S): S | string {
  return OURS.exec(asText(sender))?.[2] ?? sender;
}

/** A sender of ours as `v1` writes it: `player_P01`. */
export function v1Sender(sender: Json | undefined): Json | undefined {
  return typeof sender === 'string' ? sender.replace(OURS, '$1_$2') : sender;
}

/**
 * A flat sender in our form. `player_1` may be a whole id or the player 1 of `v1`: it stays as it is, for a caller
 * that knows the ids.
 */
export function readFlatSender(sender: Json | undefined, from: readonly Party[]): Json | undefined {
  if (typeof sender !== 'string' || OURS.test(sender) || WITH_UNDERSCORE.test(sender)) return sender;
  if (sender === MANAGER_ID) return 'league_manager';
  const [party, ...others] = from;
  const isAgent = party === 'player' || party === 'referee';
  return isAgent && others.length === 0 && !BY_THEMSELVES.has(sender) ? `${party}:${sender}` : sender;
}

/** A `v1` sender in our form: `player:P01`. */
export function readV1Sender(sender: Json | undefined): Json | undefined {
  return typeof sender === 'string' ? sender.replace(WITH_UNDERSCORE, '$1:$2') : sender;
}
