/** The spelling of one message type without an envelope: how `flat` and `v1` write it, and how both are read. */
import type { TProperties, TSchema } from 'typebox';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { check } from '../read.ts';
import type { Addressee, BareDialectName, Hints, Seating } from './dialect.ts';

/** A message of ours in the words of one dialect. */
type Spell = (message: JsonObject, to: Addressee) => JsonObject;

/** How one message type is spelled, by dialect; a dialect that is not named spells it canonically. */
export type BareMessage = { readonly [D in BareDialectName]?: Spell } & {
  /** Its name in these dialects, where it has another. */
  readonly type?: string;
  /** Reads the message in any of these dialects, and fills in the fields the dialect does not have. */
  readonly read?: (wire: JsonObject, hints: Hints) => JsonObject;
  /** The body fields the documents require: the name of a field there, then other fields that are as good. */
  readonly requires?: { readonly [D in BareDialectName]?: readonly Requirement[] };
  /** The shapes of fields that are not the canonical ones; agents are judged by them. */
  readonly fields?: { readonly [D in BareDialectName]?: TProperties };
};
type Requirement = readonly [string, ...string[]];

/** The spellings of several message types, by type. */
export type BareMessages = { readonly [type: string]: BareMessage };

/** A message with the part of it that a field holds read or written in another way. */
export function inside(message: JsonObject, field: string, change: (part: JsonObject) => JsonObject): JsonObject {
  const part = message[field];
  return isJsonObject(part) ? { ...message, [field]: change(part) } : message;
}

/** A message with each entry of a list of it read or written in another way. */
export function eachIn(message: JsonObject, field: string, change: (entry: JsonObject) => JsonObject): JsonObject {
  const list = message[field];
  if (!isJsonArray(list)) return message;
  return { ...message, [field]: list.map((entry) => (isJsonObject(entry) ? change(entry) : entry)) };
}

/** The value if it fits our schema of that name; a dialect without the name may mean something else by it. */
export function fitting(schema: TSchema, value: Json | undefined): Json | undefined {
  // An absent value is not worth a search for its fault.
  return value !== undefined && check(schema, value).ok ? value : undefined;
}

/** The players of the match of a message, as far as its reader knows them. */
export function seatingOf({ match_id }: JsonObject, { seating }: Hints): Seating {
  return (typeof match_id === 'string' ? seating?.(match_id) : undefined) ?? {};
}

/** An object's fields, or none. */
export function fieldsIn(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
