/** Messages as a bug or an attacker would write them: real ones with changed structure, envelope or text. */
import { CONTRACTS } from '../contracts/index.ts';
import { READ_ONLY } from '../contracts/read_only.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { intBetween, pick, type Random } from '../core/random.ts';

export interface HostileOptions {
  readonly random: Random;
  /** Real texts to begin with. */
  readonly originals: readonly string[];
  /** Strings that have broken something somewhere. */
  readonly naughty: readonly string[];
}

type Mutable = { [key: string]: Json } | Json[];

const METHODS = [
  ...Object.values(CONTRACTS).flatMap(({ head }) => ('method' in head ? [head.method] : [])),
  ...Object.keys(READ_ONLY),
  'mcp_message',
  'rpc.discover',
  'constructor',
  '__proto__',
];
const TYPES = Object.keys(CONTRACTS);
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'length',
  '',
  '0',
  'auth_token',
  'message_type',
  'id',
];
const deep = (levels: number): Json => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as Json;
const wide = (keys: number): Json => Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, i]));
const VALUES: readonly Json[] = [
  ...[null, true, false, 0, -0, -1, 1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 5e-324],
  ...['', ' ', '0', 'null', 'true', 'P01', 'P02', 'REF01', 'LM01', 'R1M1', 'R2M1', 'operator', 'draw', 'even', 'ODD'],
  ...['../../etc/passwd', '..\\..\\x', '/proc/self/environ', 'C:\\con', 'a\0b', '\ud800', '\u202e', 'x'.repeat(64)],
  ...['x'.repeat(65), 'x'.repeat(128), 'x'.repeat(129), 'x'.repeat(4_096), 'x'.repeat(4_097), '%00'],
  ...['2025-01-15T10:15:00.000Z', '2025-02-30T10:15:00Z', '2025-01-15T12:15:00+02:00', '9999-12-31T23:59:59Z', '-1'],
  ...['http://169.254.169.254/', 'http://localhost:1/mcp', 'memory:P01', 'memory:LM01', 'javascript:1', 'league.v1'],
  ...[[], {}, [[]], [{}], { a: { b: {} } }, ['even'], { value: 'even' }, deep(31), deep(33), wide(256), wide(257)],
  ...[{ toString: 1, valueOf: 1 }, { toJSON: 'x' }, { length: 2 ** 32 }],
  ...[Array.from({ length: 300 }, () => 1), Array.from({ length: 51 }, () => ({}))],
];

/** An endless supply: each call gives the next text. The same chance gives the same texts. */
export function hostileTexts({ random, originals, naughty }: HostileOptions): () => string {
  const chance = (of: number) => random() < of;
  const value = (): Json => (chance(0.3) ? pick(random, naughty) : structuredClone(pick(random, VALUES)));
  const original = (): Json => JSON.parse(pick(random, originals)) as Json;

  /** A list or an object somewhere inside. */
  function somewhere(root: Json): Mutable | undefined {
    let at: Json = root;
    for (let depth = intBetween(random, 0, 5); depth > 0; depth--) {
      const inside: readonly Json[] = isJsonArray(at) ? at : Object.values((at ?? {}) as JsonObject);
      const deeper: readonly Json[] = inside.filter((each) => typeof each === 'object' && each !== null);
      if (deeper.length === 0) break;
      at = pick(random, deeper);
    }
    return typeof at === 'object' && at !== null ? (at as Mutable) : undefined;
  }

  function change(place: Mutable): void {
    if (Array.isArray(place)) {
      const at = intBetween(random, 0, place.length);
      if (chance(0.3)) place.splice(at, 1);
      else place.splice(at, Number(chance(0.5)), value());
      return;
    }
    const keys = Object.keys(place);
    const key = keys.length === 0 ? 'x' : pick(random, keys);
    const ways = [
      () => delete place[key],
      () => define(place, key, value()),
      () => define(place, key, value()),
      () => define(place, key, [place[key] ?? null]),
      () => define(place, key, JSON.stringify(place[key])),
      () => define(place, pick(random, [...KEYS, ...naughty]), value()),
      () => define(place, pick(random, KEYS), place[key] ?? null),
      () => define(place, key, original()),
    ];
    pick(random, ways)();
  }

  function envelope(message: Json): Json {
    const request = isJsonObject(message) ? { ...message } : {};
    const ways: readonly (() => Json)[] = [
      () => ({ ...request, method: pick(random, METHODS) }),
      () => ({ ...request, id: value() }),
      () => ({ ...request, jsonrpc: value() }),
      () => ({ ...request, params: value() }),
      () => (isJsonObject(request['params']) ? request['params'] : request),
      () => ({ ...(isJsonObject(request['params']) ? request['params'] : {}), message_type: pick(random, TYPES) }),
      () => Array.from({ length: pick(random, [0, 1, 2, 3, 50, 51]) }, () => request),
      () => [request, value(), original()],
      () => ({ jsonrpc: '2.0', method: pick(random, METHODS), params: value(), id: 1 }),
      () => value(),
    ];
    return pick(random, ways)();
  }

  function garble(text: string): string {
    const at = intBetween(random, 0, text.length);
    const ways = [
      () => text.slice(0, at),
      () => text.slice(0, at) + text.slice(at + intBetween(random, 1, 9)),
      () => text.slice(0, at) + pick(random, naughty) + text.slice(at),
      () => text.slice(0, at) + String.fromCodePoint(intBetween(random, 0, 0xd7ff)) + text.slice(at),
      () => text.replace('{', '{"id":1,"id":2,'),
      () => text.replace(/:"[^"]*"/, ':"\\ud800\\u0000"'),
      () => `\uFEFF${text}`,
      () => text + text,
      () => text.replaceAll('"', "'"),
    ];
    return pick(random, ways)();
  }

  return () => {
    let message = original();
    if (chance(0.25)) message = envelope(message);
    for (let changes = intBetween(random, 0, 3); changes > 0; changes--) {
      const place = somewhere(message);
      if (place !== undefined) change(place);
    }
    const text = JSON.stringify(message);
    return chance(0.15) ? garble(text) : text;
  };
}

/** Defines an own property under any name: a plain assignment would reach for the prototype. */
function define(place: { [key: string]: Json }, key: string, value: Json): void {
  Object.defineProperty(place, key, { value, enumerable: true, configurable: true, writable: true });
}
