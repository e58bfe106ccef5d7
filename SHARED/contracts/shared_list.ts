/**
 * Lists that many messages have in common: each list of a broadcast is checked once and written once, and a receiver's own
 * entries take the places of shared ones.
 */
import { isJsonArray, type Json, type JsonObject } from '../core/json.ts';

/** A shorter list is written as fast as its text is put together. */
const MIN_LENGTH = 8;

/** An entry for one receiver, and its place in the shared list. */
export type OwnEntry<T> = readonly [number, T];

/** The shared list behind a list of one message, and the entries of this message alone. */
export interface Sharing {
  readonly common: readonly Json[];
  readonly own: readonly OwnEntry<Json>[];
}

const sharings = new WeakMap<object, Sharing>();
const textCache = new WeakMap<object, ListText>();

/** The text of a list, and where in it each entry ends. */
interface ListText {
  readonly text: string;
  readonly ends: readonly number[];
}

/** Makes a frozen copy of a list for many messages. */
export function sharedList<T>(list: readonly T[]): T[] {
  const common = Object.freeze([...list]) as T[];
  if (common.length >= MIN_LENGTH) sharings.set(common, { common: common as readonly Json[], own: [] });
  return common;
}

/** Makes a frozen copy of a shared list with entries for one receiver, by place in rising order; one at the very end is added. */
export function withOwnEntries<T>(common: readonly T[], own: readonly OwnEntry<T>[]): T[] {
  if (own.length === 0) return common as T[];
  const list = [...common];
  for (const [place, entry] of own) list[place] = entry;
  Object.freeze(list);
  if (sharings.has(common)) sharings.set(list, { common, own } as Sharing);
  return list;
}

/** Finds the shared list behind a list; undefined where there is none. */
export function sharingOf(list: Json | undefined): Sharing | undefined {
  return isJsonArray(list) ? sharings.get(list) : undefined;
}

/** Writes a message as JSON.stringify does, and reuses the text of its shared lists. The message must not change any more. */
export function messageText(message: JsonObject): string {
  let shares = false;
  for (const name in message) shares ||= sharingOf(message[name]) !== undefined;
  if (!shares) return JSON.stringify(message);
  // Pieces are joined by the transport: a long text is copied once.
  let text = '{';
  for (const name in message) {
    const value = message[name];
    if (value === undefined) continue;
    const sharing = sharingOf(value);
    const field = sharing === undefined ? JSON.stringify(value) : splicedText(sharing);
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:${field}`;
  }
  return `${text}}`;
}

function splicedText({ common, own }: Sharing): string {
  const { text, ends } = listText(common);
  let spliced = '';
  let from = 0;
  for (const [place, entry] of own) {
    const end = ends[place];
    const before = end === undefined ? `${text.slice(from, -1)},` : text.slice(from, (ends[place - 1] ?? 0) + 1);
    spliced += before + JSON.stringify(entry);
    from = end ?? text.length - 1;
  }
  return spliced + text.slice(from);
}

function listText(list: readonly Json[]): ListText {
  let cached = textCache.get(list);
  if (cached === undefined) {
    const entries = list.map((entry) => JSON.stringify(entry));
    const ends: number[] = [];
    for (const { length } of entries) ends.push((ends.at(-1) ?? 0) + length + 1);
    cached = { text: `[${entries.join(',')}]`, ends };
    textCache.set(list, cached);
  }
  return cached;
}
