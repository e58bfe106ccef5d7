/** JSON as values and as text: what parsing accepts, how deep it may go, and how a text is put together from parts. */
import { err, ok, type Result } from './result.ts';

type JsonPrimitive = string | number | boolean | null;
/** Any JSON value. */
export type Json = JsonPrimitive | readonly Json[] | JsonObject;
/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** The limits on a stranger's JSON. */
export const JSON_LIMITS = { depth: 32, keys: 256, stringLength: 4_096, items: 20_000 } as const;
interface JsonLimits {
  readonly depth: number;
  readonly keys: number;
  readonly stringLength: number;
  readonly items: number;
}

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

export type JsonFault = { readonly kind: 'syntax' | 'limit' | 'forbidden_key'; readonly detail: string };

/** Parses a stranger's text; refuses a value that is too deep, too wide or tries to reach a prototype. Never throws. */
export function parseJson(text: string, limits: JsonLimits = JSON_LIMITS): Result<Json, JsonFault> {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return err({ kind: 'syntax', detail: 'not valid JSON' });
  }
  const fault = findFault(value, limits, 0);
  return fault === undefined ? ok(value) : err(fault);
}

function findFault(value: Json, limits: JsonLimits, depth: number): JsonFault | undefined {
  if (typeof value === 'string') {
    return value.length > limits.stringLength
      ? { kind: 'limit', detail: `a string is longer than ${limits.stringLength} characters` }
      : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= limits.depth) return { kind: 'limit', detail: `nested deeper than ${limits.depth} levels` };
  if (isJsonArray(value)) {
    if (value.length > limits.items) return { kind: 'limit', detail: `a list has more than ${limits.items} items` };
    for (const item of value) {
      const fault = findFault(item, limits, depth + 1);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }
  let keys = 0;
  for (const key of Object.keys(value)) {
    if (FORBIDDEN_KEYS.has(key)) return { kind: 'forbidden_key', detail: `the key "${key}" is not allowed` };
    if (++keys > limits.keys) return { kind: 'limit', detail: `an object has more than ${limits.keys} keys` };
    if (key.length > limits.stringLength) {
      return { kind: 'limit', detail: `a key is longer than ${limits.stringLength} characters` };
    }
    const fault = findFault(value[key] as Json, limits, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Whether a value is a list. */
export function isJsonArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether a value is an object and no list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as text; empty for an object, which may bring a `toString` field that is no function. */
export function asText(value: Json | undefined): string {
  return typeof value === 'object' ? '' : String(value);
}

/** The one text of a value: keys sorted, no spaces. Equal values have equal texts. */
export function canonicalJson(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (isJsonObject(value)) {
    const members = Object.keys(value)
      .filter((key) => value[key] !== undefined)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

/** Whether two JSON values are equal; the order of keys does not count. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return canonicalJson(a) === canonicalJson(b);
}

/** For a shorter list, writing the text is quicker than looking it up. */
const LONG = 8;
const texts = new WeakMap<object, string>();

/** As JSON.stringify, but the texts of entries of long lists are kept: for messages that never change again. */
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
