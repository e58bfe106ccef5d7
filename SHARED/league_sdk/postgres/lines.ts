/** The lines of a run, page by page, each checked against the one before. */
import type { Json } from '../../core/json.ts';
import type { AppendedEvents, Damage, Sequence } from '../ledger/ledger.ts';
import { BEGINNING, type Link, readLine } from '../ledger/text.ts';
import type { DatabaseSession } from './database.ts';
import { LINES } from './statements.ts';

/** How far a chain has come, and in how many lines. */
export interface Mark extends Link {
  readonly line: number;
}
/** Before the first line. */
export const FIRST: Mark = { last: 0, hash: BEGINNING, line: 0 };

/** The number of lines fetched at a time. */
const PAGE = 1_000;

/** The lines that were appended to a run, up to an event, in order; ends with the damage where the chain does not hold. */
export async function* linesFrom<Event extends Json>(
  by: Pick<DatabaseSession, 'rows'>,
  run: string,
  until: { readonly last: Sequence; readonly hash?: string },
  start: Mark = FIRST,
): AsyncGenerator<AppendedEvents<Event> & { readonly seq: Sequence; readonly length: number }, Damage | undefined> {
  let { last, hash, line: number } = start;
  while (last < until.last) {
    const rows = await by.rows<{ line: string }>(LINES, [run, last, until.last, PAGE]);
    if (rows.length === 0) return damaged(number, 'lines behind it are missing');
    for (const { line: text } of rows) {
      number += 1;
      const line = readLine<Event>(text, last + 1, hash);
      if (!line.ok) return damaged(number, line.error);
      const { seq, events } = line.value;
      last += events.length;
      hash = line.value.hash;
      yield { events, seq, line: number, length: text.length };
    }
  }
  if (last > until.last || (until.hash !== undefined && hash !== until.hash))
    return damaged(number, 'it is not the last one that was acknowledged');
  return undefined;
}

/** Where the lines of a run stop making sense, and why. */
export function damaged(line: number, detail: string): Damage {
  return { code: 'DAMAGED', line, detail };
}
