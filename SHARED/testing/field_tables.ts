/** Compares a message with the documents' tables of its fields; the tables are fixtures, written by hand. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import additions from './fixtures/dialects/additions.json' with { type: 'json' };
import player from './fixtures/dialects/flat_000_player.json' with { type: 'json' };
import referee from './fixtures/dialects/flat_001_referee.json' with { type: 'json' };
import manager from './fixtures/dialects/flat_003_league_manager.json' with { type: 'json' };
import decided from './fixtures/dialects/flat_decided.json' with { type: 'json' };
import v1 from './fixtures/dialects/v1_004.json' with { type: 'json' };

/** A document's description of one field. */
export interface Field {
  readonly type: string;
  readonly required?: boolean;
  readonly null?: boolean;
  readonly values?: readonly Json[];
  readonly pattern?: string;
  readonly fields?: Fields;
  readonly items?: Fields;
}
export type Fields = { readonly [name: string]: Field };
type Tables = { readonly messages: { readonly [type: string]: { readonly fields: Fields } } };

const FLAT = [player, referee, manager, decided].map((tables) => Object.entries((tables as Tables).messages));

/** The fields of a message as each document has them; a message of two documents is held against both. */
export function fieldTables(dialect: 'flat' | 'v1', type: string): readonly Fields[] {
  const flat = FLAT.flatMap((messages) => messages.flatMap(([name, { fields }]) => (name === type ? [fields] : [])));
  if (dialect === 'flat') return flat;
  const own = (v1 as Tables).messages[type]?.fields;
  const [match_id, round_id] = (v1.places as { readonly [type: string]: readonly Json[] })[type] ?? [];
  const base: Fields = {
    ...(v1.base as Fields),
    message_type: { type: 'string', values: [type] },
    ...(match_id === undefined ? {} : { match_id: { type: 'string', values: [match_id] } }),
    ...(round_id === undefined ? {} : { round_id: { type: 'integer', values: [round_id] } }),
  };
  return own === undefined ? flat.map((fields) => ({ ...fields, ...base })) : [{ ...own, ...base }];
}

/** Every way in which a message departs from its documents, but for the decided additions. */
export function violations(dialect: 'flat' | 'v1', wire: JsonObject): readonly string[] {
  const type = String(wire['message_type']);
  const tables = fieldTables(dialect, type);
  if (tables.length === 0) return [`no document has a ${type}`];
  const added = (additions.messages as { readonly [type: string]: { readonly fields: readonly string[] } })[type];
  const known = new Set([...additions.envelope, ...(added?.fields ?? [])]);
  return [...new Set(tables.flatMap((fields) => faultsIn(wire, fields, '', known)))];
}

function faultsIn(value: JsonObject, fields: Fields, path: string, known: ReadonlySet<string>): readonly string[] {
  const missing = Object.entries(fields)
    .filter(([name, { required = true }]) => required && value[name] === undefined)
    .map(([name]) => `${path}${name} is missing`);
  const wrong = Object.entries(value).flatMap(([name, part]) => {
    const field = fields[name];
    if (field !== undefined) return faultsOf(part, field, `${path}${name}`, known);
    return known.has(`${path}${name}`) ? [] : [`${path}${name} is in no document`];
  });
  return [...missing, ...wrong];
}

function faultsOf(value: Json, field: Field, path: string, known: ReadonlySet<string>): readonly string[] {
  if (value === null && field.null === true) return [];
  const fits = LOOKS[field.type]?.(value) ?? false;
  if (!fits) return [`${path} is ${JSON.stringify(value)}, not of type ${field.type}`];
  if (field.values !== undefined && !field.values.includes(value)) return [`${path} is ${JSON.stringify(value)}`];
  if (field.pattern !== undefined && !new RegExp(field.pattern).test(String(value))) return [`${path} is ${value}`];
  if (field.fields !== undefined) return faultsIn(value as JsonObject, field.fields, `${path}.`, known);
  const { items } = field;
  if (items === undefined || !isJsonArray(value)) return [];
  return value.flatMap((entry) => faultsIn(entry as JsonObject, items, `${path}[].`, known));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const LOOKS: { readonly [type: string]: (value: Json) => boolean } = {
  string: (value) => typeof value === 'string',
  id: (value) => typeof value === 'string' && value !== '',
  uuid: (value) => typeof value === 'string' && UUID.test(value),
  timestamp: (value) => typeof value === 'string' && UTC.test(value),
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: isJsonObject,
  array: isJsonArray,
  any: () => true,
};
