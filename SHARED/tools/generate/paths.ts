/** Fields inside a message by their paths: `matches[].match_id` is the match_id of every entry of `matches`. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';

/** The last word of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** The path of what holds the field; empty for the message itself. */
export function containerOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

/** Whether a field is somewhere inside another. */
export function isInside(path: string, container: string): boolean {
  return path.startsWith(`${container}.`) || path.startsWith(`${container}[].`);
}

/** Every path that a message has, each container before what it holds. */
export function pathsIn(message: JsonObject, prefix = ''): readonly string[] {
  return Object.entries(message).flatMap(([name, inner]) => {
    const path = prefix + name;
    if (isJsonObject(inner)) return [path, ...pathsIn(inner, `${path}.`)];
    if (!isJsonArray(inner)) return [path];
    return [path, ...inner.flatMap((entry) => (isJsonObject(entry) ? pathsIn(entry, `${path}[].`) : []))];
  });
}

/** Every object of a message that might have the field. */
export function holdersIn(message: JsonObject, path: string): readonly JsonObject[] {
  const container = containerOf(path);
  if (container === '') return [message];
  return holdersIn(message, container).flatMap((holder) => {
    const inner = holder[nameOf(container).replace('[]', '')];
    if (isJsonArray(inner)) return inner.filter(isJsonObject);
    return isJsonObject(inner) ? [inner] : [];
  });
}

/** The first value that a message has at a path. */
export function valueAt(message: JsonObject, path: string): Json | undefined {
  return holdersIn(message, path)
    .map((holder) => holder[nameOf(path)])
    .find((value) => value !== undefined);
}

/** A message in which a field has another value, or none, in every entry of the lists on its way. */
export function changed(
  message: JsonObject,
  path: string,
  change: (value: Json | undefined) => Json | undefined,
): JsonObject {
  const [, name = '', rest] = /^([^.]+)(?:\.(.+))?$/.exec(path) ?? [];
  const key = name.replace('[]', '');
  const { [key]: value, ...others } = message;
  if (rest === undefined) {
    const next = change(value);
    return next === undefined ? others : { ...message, [key]: next };
  }
  const deeper = (part: Json): Json => (isJsonObject(part) ? changed(part, rest, change) : part);
  if (value === undefined) return message;
  return { ...message, [key]: isJsonArray(value) ? value.map(deeper) : deeper(value) };
}

/** Fields one after the other, each followed by those inside it; of what one container holds, the order stays. */
export function nested<F extends { readonly path: string }>(fields: readonly F[], container = ''): readonly F[] {
  return fields
    .filter(({ path }) => containerOf(path) === container)
    .flatMap((field) => [field, ...nested(fields, field.path), ...nested(fields, `${field.path}[]`)]);
}
