/** The text of a message with a long list that others get as well: an entry that was written once is not written again. */
import { isJsonArray, type Json, type JsonObject } from './json.ts';

/** Of shorter lists it is quicker to write the text than to look for it. */
const LONG = 8;
const texts = new WeakMap<object, string>();

/** As JSON.stringify, for messages that nobody changes any more. */
export function jsonText(message: JsonObject): string {
  if (!Object.values(message).some(isLong)) return JSON.stringify(message);
  const fields: string[] = [];
  for (const [name, value] of Object.entries(message)) {
    if (value === undefined) continue;
    fields.push(
      `${JSON.stringify(name)}:${isLong(value) ? `[${value.map(entryText).join(',')}]` : JSON.stringify(value)}`,
    );
  }
  return `{${fields.join(',')}}`;
}

function isLong(value: Json | undefined): value is readonly Json[] {
  return isJsonArray(value) && value.length >= LONG;
}

function entryText(entry: Json): string {
  if (typeof entry !== 'object' || entry === null) return JSON.stringify(entry);
  let text = texts.get(entry);
  if (text === undefined) {
    text = JSON.stringify(entry);
    texts.set(entry, text);
  }
  return text;
}
