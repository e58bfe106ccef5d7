/** The text of a whole ledger: is it one unbroken chain, and what does it say? */
import { dirname, join } from 'node:path';
import type { Json } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Damage, Sequence } from './ledger.ts';
import { BEGINNING, readLine } from './line.ts';

/** The lock of the ledger at a path: it lies there while somebody has the ledger open, and after that one was killed. */
export function lockOf(path: string): string {
  return join(dirname(path), 'ledger.lock');
}

interface Verified {
  readonly last: Sequence;
  readonly hash: string;
  /** How many characters at the end are an append that was interrupted. */
  readonly torn: number;
}

/**
 * Goes over the whole text; `hear` is told what was appended together, in order. Only a last line without its end can be a torn write, since lines are written with
 * their end: whatever else does not fit has been changed.
 */
export function verify(text: string, hear: (events: readonly Json[]) => void = () => {}): Result<Verified, Damage> {
  let last = 0;
  let hash = BEGINNING;
  let start = 0;
  for (let number = 1; ; number++) {
    const end = text.indexOf('\n', start);
    const damaged = (detail: string) => err<Damage>({ code: 'DAMAGED', line: number, detail });
    if (end === -1) {
      const rest = text.slice(start);
      const isWhole = readLine(rest.slice(0, -1), last + 1, hash).ok;
      if (isWhole) return damaged('the end of the last line has been changed');
      return ok({ last, hash, torn: rest.length });
    }
    const line = readLine(text.slice(start, end), last + 1, hash);
    if (!line.ok) return damaged(line.error);
    hear(line.value.events);
    last += line.value.events.length;
    hash = line.value.hash;
    start = end + 1;
  }
}

/** What a ledger says, line by line, and whether its end is an append that was interrupted. */
export function eventsIn<Event>(
  text: string,
): Result<{ readonly lines: readonly (readonly Event[])[]; readonly torn: boolean }, Damage> {
  const lines: (readonly Event[])[] = [];
  const verified = verify(text, (events) => lines.push(events as readonly Event[]));
  return verified.ok ? ok({ lines, torn: verified.value.torn > 0 }) : verified;
}
