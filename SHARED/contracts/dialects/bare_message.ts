/** What it takes to spell one message without an envelope: in `flat` and in `v1`, and to read both. */
import type { TSchema } from 'typebox';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { check } from '../read.ts';
import type { Addressee, BareDialectName, Hints, Seating } from './dialect.ts';

/** A message of ours in the words of one dialect. */
type Spell = (message: JsonObject, to: Addressee) => JsonObject;

/** How one message is spelled, by dialect; what is not named is spelled as it is with us. */
export type BareMessage = { readonly [D in BareDialectName]?: Spell } & {
  /** Its name in these dialects, where it has another. */
  readonly type?: string;
  /** Reads what any of these dialects says, and fills in what it cannot say. */
  readonly read?: (wire: JsonObject, hints: Hints) => JsonObject;
  /** What the documents require of its body: the name of a field there, then other fields that say as much. */
  readonly requires?: { readonly [D in BareDialectName]?: readonly Requirement[] };
};
type Requirement = readonly [string, ...string[]];

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

/** A value that is what we would say by that name; a dialect that does not know the name may mean something else. */
export function fitting(schema: TSchema, value: Json | undefined): Json | undefined {
  // What is not there is not worth a search for what is wrong with it.
  return value !== undefined && check(schema, value).ok ? value : undefined;
}

/** Who plays the match of a message, as far as its reader knows. */
export function seatingOf({ match_id }: JsonObject, { seating }: Hints): Seating {
  return (typeof match_id === 'string' ? seating?.(match_id) : undefined) ?? {};
}

/** An object's fields, or none. */
export function fieldsIn(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
