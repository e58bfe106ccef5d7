/** Counts how often somebody goes through all of a map, which in a big league nobody may do for each of its agents. */

/** How often the map has been gone through since; looking up one entry does not count. */
export function walksThrough(map: Map<unknown, unknown>): () => number {
  let walks = 0;
  for (const way of ['values', 'keys', 'entries', 'forEach', Symbol.iterator] as const) {
    const walk = (map[way] as (...args: unknown[]) => unknown).bind(map);
    const counted = (...args: unknown[]) => {
      walks++;
      return walk(...args);
    };
    Object.defineProperty(map, way, { value: counted });
  }
  return () => walks;
}
