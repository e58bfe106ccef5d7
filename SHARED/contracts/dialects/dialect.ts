/** A dialect: how the canonical message is spelled on the wire for one kind of agent. */
import { Type } from 'typebox';
import { asText, type Json, type JsonObject } from '../../core/json.ts';
import type { Party } from '../contract.ts';
import { MANAGER_ID, PROTOCOL } from '../fields.ts';

/** The dialects there are; every other list of them is made from this one. */
export const DIALECT_NAMES = ['rpc', 'flat', 'v1'] as const;
export type DialectName = (typeof DIALECT_NAMES)[number];
/** A dialect whose messages travel without an envelope. */
export type BareDialectName = Exclude<DialectName, 'rpc'>;

/** The protocol that the messages of a bare dialect name. */
export const BARE_PROTOCOLS: { readonly [D in BareDialectName]: string } = { flat: PROTOCOL, v1: 'league.v1' };
/** What is read in the `protocol` field. */
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

/** What an agent calls by a name of its own; it is remembered with the agent, and everything sent to it says the same. */
export interface Echo {
  /** The protocol named inside its JSON-RPC envelopes, where that is not ours. */
  readonly protocol?: string;
  /** What a `v1` agent calls the league. */
  readonly league_id?: string;
}

/** Whom a message is for, as far as its words depend on that. */
export interface Addressee {
  readonly id?: string;
  readonly echo?: Echo | undefined;
  /** The request that the message answers: what goes without saying for us, other dialects say again. */
  readonly request?: JsonObject;
  /** How long its answer may take. */
  readonly withinMs?: number;
}

/** Who plays a match, as far as its reader knows. */
export interface Seating {
  readonly player_a?: string | undefined;
  readonly player_b?: string | undefined;
  readonly opponent_id?: string | undefined;
}

/** What a reader knows that a message may leave out. */
export interface Hints {
  /** Given for what came back in a response: it may be an answer of that type without saying so. */
  readonly awaited?: string;
  /** Whom the message is for. */
  readonly me?: string;
  /** Who plays a match, for referees that do not say. */
  readonly seating?: ((match_id: string) => Seating | undefined) | undefined;
  /** What we call the league, for those who call it otherwise. */
  readonly league_id?: string | undefined;
  /** The time, for deadlines that are not said. */
  readonly now?: () => string;
  /** A secret seed, for a match that was ordered without one. */
  readonly seed?: () => string;
}

export interface Dialect {
  readonly name: DialectName;
  /** Whether a message travels in a JSON-RPC envelope, or is itself the body. */
  readonly enveloped: boolean;
  /** A canonical message in this dialect's words. */
  write(message: JsonObject, to?: Addressee): JsonObject;
  /** A message of this dialect in canonical words; what is not understood is left as it is. */
  read(wire: JsonObject, hints?: Hints): JsonObject;
  /** The body fields a request lacks although the dialect's own documents require them, by their names there. */
  lacks(wire: JsonObject): readonly string[];
  /** The names of its own that the sender of a message will be told again. */
  echoOf(wire: JsonObject): Echo | undefined;
}

/** The fields that have a value: what is not known is not said. */
export function withoutUndefined(fields: { readonly [name: string]: Json | undefined }): JsonObject {
  const known: { [name: string]: Json } = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) known[name] = value;
  return known;
}

const OURS = /^(player|referee):(.+)$/;
const WITH_UNDERSCORE = /^(player|referee)_(.+)$/;
/** Names that stand for a party by themselves. */
const BY_THEMSELVES: ReadonlySet<string> = new Set(['league_manager', 'launcher', 'operator', 'referee', 'unknown']);

/** The id in a sender of ours, or the sender itself where it is no agent. */
export function idIn<S extends Json | undefined>(sender: S): S | string {
  return OURS.exec(asText(sender))?.[2] ?? sender;
}

export function v1Sender(sender: Json | undefined): Json | undefined {
  return typeof sender === 'string' ? sender.replace(OURS, '$1_$2') : sender;
}

/**
 * A flat sender in our form. `player_1` may be a whole id or the player 1 of `v1`: it stays as it is, for those
 * who know the ids.
 */
export function readFlatSender(sender: Json | undefined, from: readonly Party[]): Json | undefined {
  if (typeof sender !== 'string' || OURS.test(sender) || WITH_UNDERSCORE.test(sender)) return sender;
  if (sender === MANAGER_ID) return 'league_manager';
  const [party, ...others] = from;
  const isAgent = party === 'player' || party === 'referee';
  return isAgent && others.length === 0 && !BY_THEMSELVES.has(sender) ? `${party}:${sender}` : sender;
}

export function readV1Sender(sender: Json | undefined): Json | undefined {
  return typeof sender === 'string' ? sender.replace(WITH_UNDERSCORE, '$1:$2') : sender;
}
