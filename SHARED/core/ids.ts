/** Ids: the one pattern they all keep to, how those that are given out are spelled, their natural order, and columns of what stands for them. */

/** Ids become file names and parts of URLs, so nothing else is ever accepted. */
export const ID_PATTERN = '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$';
const ID = new RegExp(ID_PATTERN);
/** Ids become keys of score and choice tables, and these keys are refused in any JSON we read. */
const NEVER_IDS: ReadonlySet<string> = new Set(['constructor', 'prototype']);

/** Whether a value is an id. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && ID.test(text) && !NEVER_IDS.has(text);
}

/** The id of an agent by its number, such as P07 or REF12. */
export function numberedId(prefix: string, number: number): string {
  return `${prefix}${String(number).padStart(2, '0')}`;
}

/** Natural order: digits count as numbers, so P2 comes before P10. */
export function byNaturalOrder(a: string, b: string): number {
  const partsA = a.match(/\d+|\D+/g) ?? [];
  const partsB = b.match(/\d+|\D+/g) ?? [];
  const shared = Math.min(partsA.length, partsB.length);
  for (let i = 0; i < shared; i++) {
    const partA = partsA[i] as string;
    const partB = partsB[i] as string;
    if (partA === partB) continue;
    const difference = Number(partA) - Number(partB);
    if (!Number.isNaN(difference) && difference !== 0) return difference;
    return partA < partB ? -1 : 1;
  }
  return partsA.length - partsB.length;
}

/** How the id of a final ends. */
export const FINAL = '_final';

/** The id of a season's final. */
export function finalId(season_id: string): string {
  return `${season_id}${FINAL}`;
}

/** So much longer than it is, at least, a column becomes when it is full. */
const GROWTH = 1 / 8;
const FEW = 4;

function withRoom(length: number): number {
  return length + FEW + Math.floor(length * GROWTH);
}

/** Lists of whole numbers below a limit each, and the last of any. */
const WIDTHS = [
  { limit: 2 ** 8, list: Uint8Array },
  { limit: 2 ** 16, list: Uint16Array },
  { limit: 2 ** 32, list: Uint32Array },
  { limit: Number.POSITIVE_INFINITY, list: Float64Array },
] as const;

/**
 * A list of numbers that only grows, outside the heap: long leagues have tens of thousands, which no collection walks
 * through. It is as wide as its widest number.
 */
export class Column {
  #width: (typeof WIDTHS)[number] = WIDTHS[0];
  #values: Uint8Array | Uint16Array | Uint32Array | Float64Array = new Uint8Array(0);
  #length = 0;

  /** Adds a number; gives its place. */
  push(value: number): number {
    const { length } = this.#values;
    if (this.#length === length) this.#resize(withRoom(length));
    this.set(this.#length, value);
    return this.#length++;
  }

  /** What is at a place below the length. */
  at(place: number): number {
    return this.#values[place] as number;
  }

  set(place: number, value: number): void {
    const size = Number.isInteger(value) && value >= 0 ? value : Number.POSITIVE_INFINITY;
    if (size >= this.#width.limit && this.#width !== WIDTHS[3]) {
      this.#width = WIDTHS.find(({ limit }) => size < limit) ?? WIDTHS[3];
      this.#resize(this.#values.length);
    }
    this.#values[place] = value;
  }

  /** Makes room for so many more whole numbers up to `most` at once: growing with each of them would take many times as long. */
  reserve(count: number, most: number): void {
    const width = WIDTHS.findIndex(({ limit }) => most < limit);
    if (width > WIDTHS.indexOf(this.#width)) this.#width = WIDTHS[width] as (typeof WIDTHS)[number];
    this.#resize(withRoom(this.#length + count));
  }

  /** The first place with a number; -1 where it is nowhere. */
  indexOf(value: number): number {
    const place = this.#values.indexOf(value);
    return place < this.#length ? place : -1;
  }

  numbers(): readonly number[] {
    return [...this.#values.subarray(0, this.#length)];
  }

  #resize(length: number): void {
    const values = new this.#width.list(length);
    values.set(this.#values);
    this.#values = values;
  }
}
