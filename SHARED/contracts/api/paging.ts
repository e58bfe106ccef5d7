/** Pages and searches of lists, the same in the server, in the page and in a file that has all rows; and where it has them. */

/** Rows of a page unless the query says otherwise, and at most. */
export const PAGE_ROWS = { usual: 50, most: 1_000 } as const;
/** Players of a crosstable at most: it has as many columns. */
export const CROSSTABLE_PLAYERS = 100;
/** Players whose points are told over rounds, unless the query names them, and at most. */
export const PROGRESS_LINES = { usual: 10, most: 20 } as const;
/** How many times as fast as it was a league can be played back. */
export const PLAYBACK_SPEEDS = { least: 0.01, most: 100_000 } as const;

/** The id of the element in which a saved page has its documents: gzipped, in base64. */
export const SAVED_ID = 'league-data';

/** Which rows of a list are asked for. */
export interface PageQuery {
  /** Where the last page ended. */
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** A page: how many rows there are, those that were asked for, and where the next page begins. */
export interface Page<T> {
  readonly total: number;
  readonly next_cursor: string | null;
  readonly rows: readonly T[];
}

/** The first row of a page, counted from 0. */
export function startOf({ cursor = '0' }: PageQuery): number {
  return Number(cursor);
}

/** The cursor of the next page of a list of so many rows; null on the last. */
export function nextCursor(start: number, limit: number, total: number): string | null {
  return start + limit < total ? String(start + limit) : null;
}

/** The page of a list that is asked for; `usual` rows where no limit is named. */
export function pageIn<T>(all: readonly T[], query: PageQuery, usual: number): Page<T> {
  const [start, limit] = [startOf(query), query.limit ?? usual];
  return {
    total: all.length,
    next_cursor: nextCursor(start, limit, all.length),
    rows: all.slice(start, start + limit),
  };
}

/** The rows whose id or name has a text in it, in any case; all of them where there is no text. */
export function found<T>(
  all: readonly T[],
  search: string | undefined,
  wordsOf: (row: T) => readonly string[],
): readonly T[] {
  const wanted = search?.trim().toLowerCase() ?? '';
  if (wanted === '') return all;
  return all.filter((row) => wordsOf(row).some((word) => word.toLowerCase().includes(wanted)));
}
