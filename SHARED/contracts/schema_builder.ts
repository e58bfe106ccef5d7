/** Builds the JSON Schemas of contracts under the names and static types of TypeBox, of which nothing is loaded. */
import type { Type as TypeBox } from 'typebox';

export type { Static, TBoolean, TInteger, TNumber, TObject, TOptional, TProperties, TSchema } from 'typebox';

type Schema = { readonly [keyword: string]: unknown };

/** Schemas of fields that may be left out. The mark is not part of the schema: a copy by spread does not have it. */
const optional = new WeakSet<object>();
/** The pattern of names in a record whose key has no pattern of its own. */
const ANY_LINE = '^.*$';

const BUILDERS = {
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Schema) => ({ type: 'boolean', ...options }),
  Enum: (values: readonly unknown[], options?: Schema) => ({ enum: values, ...options }),
  Integer: (options?: Schema) => ({ type: 'integer', ...options }),
  Literal: (value: unknown, options?: Schema) => ({ type: typeof value, const: value, ...options }),
  Null: (options?: Schema) => ({ type: 'null', ...options }),
  Number: (options?: Schema) => ({ type: 'number', ...options }),
  Object: (properties: { readonly [name: string]: Schema }, options?: Schema) => {
    const required = Object.keys(properties).filter((name) => !optional.has(properties[name] as Schema));
    return { type: 'object', ...(required.length === 0 ? {} : { required }), properties, ...options };
  },
  Optional: (schema: Schema) => {
    const copy = { ...schema };
    optional.add(copy);
    return copy;
  },
  Record: ({ pattern = ANY_LINE }: { readonly pattern?: string }, value: Schema, options?: Schema) => ({
    type: 'object',
    patternProperties: { [pattern]: value },
    ...options,
  }),
  String: (options?: Schema) => ({ type: 'string', ...options }),
  Union: (anyOf: readonly Schema[], options?: Schema) => ({ anyOf, ...options }),
  Unknown: (options?: Schema) => ({ ...options }),
  /** Any schema, with a static type that the caller vouches for. */
  Unsafe: (schema: Schema) => ({ ...schema }),
};

/** The constructors of schemas; each gives a plain object of JSON Schema. */
export const Type = BUILDERS as unknown as Pick<typeof TypeBox, keyof typeof BUILDERS>;

/** A schema as far as its parts are looked into. */
export interface SchemaNode {
  readonly properties?: { readonly [name: string]: SchemaNode };
  readonly patternProperties?: { readonly [pattern: string]: SchemaNode };
  readonly additionalProperties?: boolean;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  readonly default?: unknown;
}
