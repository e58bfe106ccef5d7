/** From a schema to the rows of a table of fields, nested ones by their path. */
import { TIMESTAMP_PATTERN } from '../../contracts/fields.ts';
import { ID_PATTERN } from '../../core/ids.ts';
import type { Schema } from './schemas.ts';

export interface FieldRow {
  /** `matches[].match_id` is the match_id of every entry of `matches`. */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly about: string;
  readonly schema: Schema;
}

/** One row per field, each object followed by its own fields. */
export function fieldRows(schema: Schema, prefix = ''): readonly FieldRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix + name;
    const required = schema.required?.includes(name) ?? false;
    const inner = nested(field);
    return [
      { path, type: typeName(field), required, about: aboutOf(field), schema: field },
      ...(inner === undefined ? [] : fieldRows(inner.schema, `${path}${inner.suffix}.`)),
    ];
  });
}

/** The values that a schema allows, in words. */
export function typeName(schema: Schema): string {
  if (schema.const !== undefined) return quoted(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(quoted).join(' or ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeName).join(' or ');
  switch (schema.type) {
    case undefined:
      return 'anything';
    case 'string':
      return stringName(schema);
    case 'array':
      return `list of ${counted(schema)}${plural(typeName(schema.items ?? {}))}`;
    case 'object':
      return objectName(schema);
    default:
      return `${schema.type}${range(schema.minimum, schema.maximum)}`;
  }
}

/** The description of a field, its own or that of what it may be. */
export function aboutOf(schema: Schema): string {
  return schema.description ?? schema.anyOf?.find(({ description }) => description)?.description ?? '';
}

const PATTERNS: ReadonlyMap<string | undefined, string> = new Map([
  [ID_PATTERN, 'id'],
  [TIMESTAMP_PATTERN, 'time'],
  ['^[0-9a-f]{64}$', '64 hex digits'],
]);

function stringName({ pattern, minLength = 0, maxLength }: Schema): string {
  const known = PATTERNS.get(pattern);
  if (known !== undefined) return known;
  if (pattern !== undefined) return `string like \`${pattern}\``;
  if (maxLength === undefined) return minLength > 0 ? 'string, not empty' : 'string';
  return `string of ${minLength > 0 ? `${minLength} to` : 'up to'} ${maxLength} characters`;
}

function objectName({ properties, patternProperties, additionalProperties }: Schema): string {
  if (properties === undefined && patternProperties !== undefined) {
    return `map to ${Object.values(patternProperties).map(typeName).join(' or ')}`;
  }
  return additionalProperties === true ? 'object with room for more' : 'object';
}

function plural(type: string): string {
  return type.replace(/^(object|map|id|time|string|integer|number|boolean)\b/, '$1s');
}

function counted({ minItems, maxItems }: Schema): string {
  if (maxItems !== undefined) return minItems === maxItems ? `${maxItems} ` : `up to ${maxItems} `;
  return minItems === undefined ? '' : `at least ${minItems} `;
}

function range(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` from ${minimum}`;
  return maximum === undefined ? '' : ` up to ${maximum}`;
}

function quoted(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}

/** The fields inside a field: of an object, of what may also be null, or of each entry of a list or map. */
function nested(field: Schema): { readonly schema: Schema; readonly suffix: string } | undefined {
  if (field.properties !== undefined) return { schema: field, suffix: '' };
  const option = field.anyOf?.find(({ properties }) => properties !== undefined);
  if (option !== undefined) return { schema: option, suffix: '' };
  const entry = field.items ?? Object.values(field.patternProperties ?? {})[0];
  return entry?.properties === undefined ? undefined : { schema: entry, suffix: field.items ? '[]' : '{}' };
}
