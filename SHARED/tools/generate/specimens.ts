/** Messages made from their contracts: one that has every field there is, and others that differ from it in one place. */
import type { Contract } from '../../contracts/contract.ts';
import { TIMESTAMP_PATTERN } from '../../contracts/fields.ts';
import { CONTRACTS } from '../../contracts/index.ts';
import { ID_PATTERN } from '../../core/ids.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, sameJson } from '../../core/json.ts';
import { type FieldRow, fieldRows } from './fields.ts';
import { changed, nameOf } from './paths.ts';
import { plain, type Schema } from './schemas.ts';

/** The example of a contract with every optional field filled in, as other examples fill it. */
export function specimen({ example, body }: Contract): JsonObject {
  return { ...example, ...(complete(plain(body), example) as JsonObject) };
}

/** The specimen itself; then one message for every other thing a field may be, or without it; then the barest of all. */
export function specimens(contract: Contract): readonly JsonObject[] {
  const whole = specimen(contract);
  const rows = fieldRows(plain(contract.body));
  const others = rows.flatMap((row) => alternatives(row).map((value) => changed(whole, row.path, () => value)));
  const barest = rows.reduce((message, { path, required }) => {
    return required ? message : changed(message, path, () => undefined);
  }, whole);
  return [whole, ...others, barest];
}

/** The alternatives of a schema: each literal, each kind of value. */
export function branches(schema: Schema): readonly Schema[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(branches);
  return schema.enum?.map((value) => ({ const: value })) ?? [schema];
}

/** An example of what a schema allows; what the contracts’ own examples give to a field of that name comes first. */
export function sample(schema: Schema, name = ''): Json {
  if (schema.const !== undefined) return schema.const as Json;
  if (schema.type === 'null') return null;
  // What another message maps is not what this one would.
  const given = schema.patternProperties === undefined ? GIVEN.get(name)?.find((value) => isOf(schema, value)) : {};
  return complete(schema, given ?? made(schema));
}

/** A value that differs from the one that is there, as far as the schema lets it. */
export function another(schema: Schema, value: Json | undefined): Json {
  const options = branches(schema);
  const literal = options.find((option) => option.const !== undefined && !sameJson(option.const as Json, value));
  if (literal !== undefined) return literal.const as Json;
  const [{ pattern } = {}] = options;
  if (pattern !== undefined) return PATTERNED.get(pattern) as string;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (isJsonArray(value)) return value.length === 0 ? ['one'] : value.map((entry) => another({}, entry));
  if (isJsonObject(value)) {
    const keys = Object.keys(value);
    return Object.fromEntries((keys.length === 0 ? ['one'] : keys).map((key, nth) => [key, `other ${nth}`]));
  }
  return `${String(value)} and more`;
}

function alternatives({ path, schema, required }: FieldRow): readonly (Json | undefined)[] {
  const options = branches(schema);
  const values = options.length === 1 ? [] : options.map((option) => sample(option, nameOf(path)));
  return required ? values : [...values, undefined];
}

/** Every value that some example gives to a field, by the name of the field. */
const GIVEN: ReadonlyMap<string, readonly Json[]> = given(Object.values(CONTRACTS).map(({ example }) => example));

function given(examples: readonly JsonObject[]): ReadonlyMap<string, readonly Json[]> {
  const found = new Map<string, Json[]>();
  const visit = (value: Json): void => {
    if (isJsonArray(value)) value.forEach(visit);
    if (!isJsonObject(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      found.set(name, [...(found.get(name) ?? []), inner]);
      visit(inner);
    }
  };
  examples.forEach(visit);
  return found;
}

function made({ type, pattern, minimum = 1 }: Schema): Json {
  if (type === 'string') return pattern === undefined ? 'some text' : (PATTERNED.get(pattern) as string);
  if (type === 'integer' || type === 'number') return minimum;
  if (type === 'boolean') return true;
  if (type === 'array') return [];
  return type === 'object' ? {} : 'anything';
}

const PATTERNED: ReadonlyMap<string, string> = new Map([
  [ID_PATTERN, 'X99'],
  [TIMESTAMP_PATTERN, '2025-01-15T10:15:59.000Z'],
  ['^[0-9a-f]{64}$', 'ab'.repeat(32)],
  ['^\\d{1,15}$', '100'],
]);

function isOf({ type, pattern }: Schema, value: Json): boolean {
  if (value === null) return false;
  if (pattern !== undefined) return typeof value === 'string' && new RegExp(pattern).test(value);
  if (type === 'array') return isJsonArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return type === undefined || (typeof value === type && !isJsonArray(value));
}

function complete(schema: Schema, value: Json): Json {
  const { items } = schema;
  if (isJsonArray(value)) {
    if (items?.properties === undefined) return value;
    return (value.length === 0 ? [{}] : value).map((entry) => complete(items, entry));
  }
  const { properties } = branches(schema).find((option) => option.properties !== undefined) ?? {};
  if (properties === undefined || !isJsonObject(value)) return value;
  const filled = Object.entries(properties).map(([name, inner]) => {
    const [first = {}] = branches(inner);
    return [
      name,
      value[name] === undefined || value[name] === null ? sample(first, name) : complete(inner, value[name]),
    ];
  });
  return { ...(Object.fromEntries(filled) as JsonObject), ...extras(value, properties) };
}

function extras(value: JsonObject, known: { readonly [name: string]: Schema }): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => known[name] === undefined));
}
