/** The spelling of one message type without an envelope: how `flat` and `v1` write it, and how both are read. */
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { TProperties } from '../schema_builder.ts';
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

/** The players of the match of a message, as far as its reader knows them. */
export function seatingOf({ match_id }: JsonObject, { seating }: Hints): Seating {
  return (typeof match_id === 'string' ? seating?.(match_id) : undefined) ?? {};
}

/** An object's fields, or none. */
export function fieldsIn(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
