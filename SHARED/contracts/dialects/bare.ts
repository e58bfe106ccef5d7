/** Messages without an envelope: the part that `flat` and `v1` share. A reader of one reads the other as well. */
import type { JsonObject } from '../../core/json.ts';
import { contractByType } from '../index.ts';
import { fits } from '../validator.ts';
import { ERROR_MESSAGES } from './bare_errors.ts';
import { LEAGUE } from './bare_league.ts';
import { MATCH } from './bare_match.ts';
import type { BareMessage } from './bare_message.ts';
import { REGISTRATION } from './bare_registration.ts';
import { type BareDialectName, type Hints, withoutUndefined } from './dialect.ts';
import { ONLY_GAME } from './results.ts';
import { canonicalType, readSpellings } from './spellings.ts';

const MESSAGES: ReadonlyMap<string, BareMessage> = new Map(
  Object.entries({ ...REGISTRATION, ...LEAGUE, ...MATCH, ...ERROR_MESSAGES }),
);

/** The spelling of a message type; empty for a type that is spelled canonically. */
export function bareMessage(type: string): BareMessage {
  return MESSAGES.get(type) ?? {};
}

/** The canonical type of a message, or of what it would be an answer to. */
export function typeOf({ message_type }: JsonObject, awaited = ''): string {
  return typeof message_type === 'string' ? canonicalType(message_type) : awaited;
}

/** A message of either dialect in canonical words. A place that is an empty text is none. */
export function readBare(wire: JsonObject, hints: Hints): JsonObject {
  const { league_id, match_id } = wire;
  const placed = {
    league_id: league_id === '' ? undefined : league_id,
    match_id: match_id === '' ? undefined : match_id,
  };
  const type = typeOf(wire, hints.awaited);
  const spelled = readSpellings(withoutUndefined({ ...wire, ...placed }), hints.awaited, ONLY_GAME);
  return withoutStrangers(type, bareMessage(type).read?.(spelled, hints) ?? spelled);
}

/** Fields that may be missing from our messages and are in the documents of these dialects as well. */
const DOCUMENTED: ReadonlySet<string> = new Set([
  ...['league_id', 'round_id', 'match_id', 'player_id', 'player_a', 'player_b', 'total_rounds', 'details'],
]);

/** Drops fields that have a canonical name, are in no document of the dialect, and do not fit the canonical schema. */
function withoutStrangers(type: string, message: JsonObject): JsonObject {
  const body = contractByType(type)?.body;
  if (body === undefined) return message;
  const { required = [] } = body as { readonly required?: readonly string[] };
  const theirs = new Set([...required, ...DOCUMENTED]);
  const kept = Object.entries(message).filter(([name, value]) => {
    const ours = theirs.has(name) ? undefined : body.properties[name];
    return ours === undefined || fits(ours, value);
  });
  return Object.fromEntries(kept);
}

/** The body fields that are required of a message and not there. */
export function lacking(wire: JsonObject, dialect: BareDialectName): readonly string[] {
  const required = bareMessage(typeOf(wire)).requires?.[dialect] ?? [];
  return required.filter((names) => names.every((name) => wire[name] === undefined)).map(([name]) => name);
}
