/** JSON as values and as text: the limits of the parser, the canonical text of a value, and equality. */
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
const SHORTEST_FORBIDDEN = Math.min(...[...FORBIDDEN_KEYS].map((key) => key.length));

/** Why a text is refused: no JSON, half a character, a key twice, over a limit, or a key that reaches a prototype. */
export interface JsonFault {
  readonly kind: 'syntax' | 'ill_formed' | 'duplicate_key' | 'limit' | 'forbidden_key';
  /** For people, with the place in the value where there is one: `…, at params.display_name`. */
  readonly detail: string;
}

const BYTE_ORDER_MARK = '\ufeff';

/** A text without the byte order mark that some editors and shells put before it. */
export function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/**
 * Parses a stranger's text; refuses a value that is too deep, too wide or tries to reach a prototype, and what two
 * readers may understand in two ways: half a character, a key twice. Never throws.
 */
export function parseJson(given: string, limits: JsonLimits = JSON_LIMITS): Result<Json, JsonFault> {
  const text = withoutMark(given);
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return err({ kind: 'syntax', detail: 'not valid JSON' });
  }
  const walk: Walk = { limits, mayBeIllFormed: hasHalves(text), keys: 0 };
  const found = findFault(value, walk, 0) ?? (walk.keys < keysAtMost(text) ? findRepeatedKey(text) : undefined);
  if (found === undefined) return ok(value);
  const { kind, what, at } = found;
  return err({ kind, detail: at === '' ? what : `${what}, at ${cut(at.replace(/^\./, ''), PLACE_LENGTH)}` });
}

/** Whether a string in a text may be ill-formed: half a character is there as it is, or as an escape. */
function hasHalves(text: string): boolean {
  return !text.isWellFormed() || (text.includes('\\u') && /\\ud/i.test(text));
}

/** A fault and its place, which grows from the inside out. */
interface Found {
  readonly kind: JsonFault['kind'];
  readonly what: string;
  readonly at: string;
}

interface Walk {
  readonly limits: JsonLimits;
  /** Whether strings have to be looked at. */
  readonly mayBeIllFormed: boolean;
  /** The keys of all objects so far. */
  keys: number;
}

const PLACE_LENGTH = 200;
const KEY_LENGTH = 64;
const ALONE = 'is not well-formed Unicode: half of a surrogate pair stands alone';

function findFault(value: Json, walk: Walk, depth: number): Found | undefined {
  if (typeof value === 'string') return stringFault('string', value, walk);
  if (typeof value !== 'object' || value === null) return undefined;
  const { limits } = walk;
  if (depth >= limits.depth) return fault('limit', `nested deeper than ${limits.depth} levels`);
  if (isJsonArray(value)) {
    if (value.length > limits.items) return fault('limit', `a list has more than ${limits.items} items`);
    for (let index = 0; index < value.length; index++) {
      const found = findFault(value[index] as Json, walk, depth + 1);
      if (found !== undefined) return { ...found, at: `[${index}]${found.at}` };
    }
    return undefined;
  }
  let keys = 0;
  // A parsed object has no keys but its own.
  for (const _ in value) keys++;
  walk.keys += keys;
  if (keys > limits.keys) return fault('limit', `an object has more than ${limits.keys} keys`);
  for (const key in value) {
    if (key.length >= SHORTEST_FORBIDDEN && FORBIDDEN_KEYS.has(key)) {
      return fault('forbidden_key', `the key "${key}" is not allowed`);
    }
    const wrong = stringFault('key', key, walk);
    if (wrong !== undefined) return wrong;
    const found = findFault(value[key] as Json, walk, depth + 1);
    if (found !== undefined) return { ...found, at: `${keyText(key)}${found.at}` };
  }
  return undefined;
}

function stringFault(what: 'string' | 'key', text: string, walk: Walk): Found | undefined {
  const { stringLength } = walk.limits;
  if (text.length > stringLength) return fault('limit', `a ${what} is longer than ${stringLength} characters`);
  return walk.mayBeIllFormed && !text.isWellFormed() ? fault('ill_formed', `a ${what} ${ALONE}`) : undefined;
}

function fault(kind: JsonFault['kind'], what: string, at = ''): Found {
  return { kind, what, at };
}

/** A key as a part of a place: `.params`, `["a key"]`. */
function keyText(key: string): string {
  const shown = cut(key, KEY_LENGTH);
  return /^[\w$-]+$/.test(shown) ? `.${shown}` : `[${JSON.stringify(shown)}]`;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OBJECT, OBJECT_END, LIST, LIST_END] = [0x7b, 0x7d, 0x5b, 0x5d];
const LAST_SPACE = 0x20;

/**
 * The number of keys in a JSON text, or more where a string looks like one: every key ends with a quote, and a colon
 * follows. Where an object has a key twice, this is more than the keys of its value.
 */
function keysAtMost(text: string): number {
  let keys = 0;
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1;
    while (text.charCodeAt(before) <= LAST_SPACE) before--;
    if (text.charCodeAt(before) === QUOTE) keys++;
  }
  return keys;
}

/** The first key that an object of a valid JSON text has twice. */
function findRepeatedKey(text: string): Found | undefined {
  /** What is open, outermost first: an object with its keys, the newest last, or a list with the index of its item. */
  const open: { readonly keys?: Set<string>; at: string | number }[] = [];
  let awaitsKey = false;
  for (let i = 0; i < text.length; i++) {
    const inner = open.at(-1);
    switch (text.charCodeAt(i)) {
      case OBJECT:
        open.push({ keys: new Set(), at: '' });
        awaitsKey = true;
        break;
      case LIST:
        open.push({ at: 0 });
        awaitsKey = false;
        break;
      case OBJECT_END:
      case LIST_END:
        open.pop();
        break;
      case COMMA:
        awaitsKey = inner?.keys !== undefined;
        if (typeof inner?.at === 'number') inner.at++;
        break;
      case QUOTE: {
        const end = endOfString(text, i);
        if (awaitsKey && inner?.keys !== undefined) {
          const key = JSON.parse(text.slice(i, end + 1)) as string;
          if (inner.keys.has(key)) {
            const around = open.slice(0, -1).map(({ at }) => (typeof at === 'number' ? `[${at}]` : keyText(at)));
            const what = `the key ${JSON.stringify(cut(key, KEY_LENGTH))} is there twice`;
            return fault('duplicate_key', what, around.join(''));
          }
          inner.keys.add(key);
          inner.at = key;
          awaitsKey = false;
        }
        i = end;
      }
    }
  }
  return undefined;
}

/** Where the string that begins here ends: at the first quote that no backslash escapes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
}

/** The beginning of a text, at most so long, that ends between two characters. Everything that is cut is cut by this. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const isPair = isHigh(text.charCodeAt(most - 1)) && isLow(text.charCodeAt(most));
  return text.slice(0, isPair ? most - 1 : most);
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** A JSON text of ours as every strict reader takes it: half a character, which no file may hold, becomes U+FFFD. */
export function strictText(text: string): string {
  // JSON.stringify writes a pair as it is, and escapes nothing but a half this way.
  if (!text.includes('\\ud')) return text;
  return text.replace(/\\(?:\\|ud[89a-f][0-9a-f]{2})/g, (found) => (found === '\\\\' ? found : '\ufffd'));
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
  const walk = { isOrdered: true };
  // A sorted copy is written several times as fast as a text that is put together.
  const copy = sortedCopy(value, walk);
  return walk.isOrdered ? JSON.stringify(copy) : sortedText(value);
}

/** A value with the keys of its objects sorted. An object has keys that begin with a digit in an order of its own. */
function sortedCopy(value: Json, walk: { isOrdered: boolean }): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isJsonArray(value)) return value.map((entry) => sortedCopy(entry, walk));
  const copy: { [key: string]: Json } = {};
  for (const key of Object.keys(value).sort()) {
    const first = key.charCodeAt(0);
    if ((first >= DIGITS[0] && first <= DIGITS[1]) || key === '__proto__') walk.isOrdered = false;
    else copy[key] = sortedCopy(value[key] as Json, walk);
  }
  return copy;
}
const DIGITS = [0x30, 0x39] as const;

function sortedText(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(sortedText).join(',')}]`;
  if (isJsonObject(value)) {
    const members = Object.keys(value)
      .filter((key) => value[key] !== undefined)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${sortedText(value[key] as Json)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

/** Whether two JSON values are equal; the order of keys does not count. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isJsonArray(a)) return isJsonArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  return !isJsonArray(b) && sameMembers(a as JsonObject, b as JsonObject);
}

/** A member that is undefined is none. */
function sameMembers(a: JsonObject, b: JsonObject): boolean {
  let more = 0;
  for (const key of Object.keys(a)) {
    if (a[key] === undefined) continue;
    if (!Object.hasOwn(b, key) || !sameJson(a[key], b[key])) return false;
    more += 1;
  }
  for (const key of Object.keys(b)) if (b[key] !== undefined) more -= 1;
  return more === 0;
}
