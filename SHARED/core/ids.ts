/** Ids: the one pattern they all keep to, how those that are given out are spelled, and their natural order. */

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
