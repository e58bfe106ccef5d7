/** JSON Schemas that clients of every making can read: what may be anything says so, for an empty schema is taken for a slip. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';

/** Words that describe a value and demand nothing of it. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples']);
const TYPES = ['string', 'number', 'boolean', 'object', 'array', 'null'];
/** One type at a time: a list of types is a spelling that some clients do not know. */
const ANYTHING: Json = TYPES.map((type) => ({ type }));

/** The same schema, accepting the same values, without a part that says nothing of what it accepts. */
export function portable(schema: JsonObject): JsonObject {
  if (isAnything(schema)) return { ...schema, anyOf: ANYTHING };
  const { patternProperties, ...rest } = schema;
  const isFree = isJsonObject(patternProperties) && Object.values(patternProperties).every(isAnything);
  if (isFree) return { ...portableParts(rest), additionalProperties: true };
  return portableParts(schema);
}

function portableParts(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([keyword, value]) => [keyword, portablePart(keyword, value)] as const);
  return Object.fromEntries(entries);
}

function portablePart(keyword: string, value: Json): Json {
  switch (keyword) {
    case 'properties':
    case 'patternProperties':
      return isJsonObject(value)
        ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, portableValue(part)]))
        : value;
    case 'anyOf':
      return isJsonArray(value) ? value.map(portableValue) : value;
    case 'items':
      return portableValue(value);
    default:
      return value;
  }
}

function portableValue(value: Json): Json {
  return isJsonObject(value) ? portable(value) : value;
}

function isAnything(schema: Json): boolean {
  return isJsonObject(schema) && Object.keys(schema).every((keyword) => ANNOTATIONS.has(keyword));
}
