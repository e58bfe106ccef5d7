/** Fills in the defaults of a schema. */
import type { SchemaNode, TSchema } from '../../contracts/schema_builder.ts';
import { fits } from '../../contracts/validator.ts';
import { isJsonArray, isJsonObject, type Json } from '../../core/json.ts';

/** A copy of the value in which every missing part that has a default is filled in, at any depth; it may still be wrong. */
export function withDefaults(schema: TSchema, given: Json | undefined): Json | undefined {
  const { properties, items, anyOf, default: usual }: SchemaNode = schema;
  const value = given === undefined ? (structuredClone(usual) as Json | undefined) : given;
  if (isJsonArray(value) && items !== undefined) return value.map((item) => withDefaults(items, item) ?? null);
  if (isJsonObject(value) && properties !== undefined) {
    const filled: { [name: string]: Json } = { ...value };
    for (const [name, part] of Object.entries(properties)) {
      const field = withDefaults(part, value[name]);
      if (field !== undefined) filled[name] = field;
    }
    return filled;
  }
  for (const part of anyOf ?? []) {
    const filled = withDefaults(part, value);
    if (fits(part, filled)) return filled;
  }
  return value;
}
