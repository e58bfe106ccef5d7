/** One posted request on its way in: its bytes are collected within limits, and it is counted in and out. */
import type { IncomingMessage } from 'node:http';
import type { Overload } from '../../../core/limits.ts';
import { GatheredBytes } from './bytes.ts';
import type { Admission, ConnectionLimits } from './connection_limits.ts';

/** So much of a body that is too long is still read, because who is cut off while sending does not see why. */
const POLITE_BYTES = 1_048_576;
/** So many pieces may be as small as they like, as those of a short message that is sent letter by letter. */
const CRUMBS = 1_024;
/** Of more of them the average piece has at least so many bytes; each costs us more work than its sender. */
const LEAST_AVERAGE = 16;

/** What becomes of a request; exactly one of these is called, none if the caller hangs up before its end. */
export interface IntakeEnds {
  /** The whole text is there; `settled` is to be called when it was answered. */
  readonly whole: (text: string, settled: () => void) => void;
  /** It is longer than allowed; `endless` when it had better be cut off. */
  readonly tooLong: (endless: boolean) => void;
  /** It comes in so many small pieces that it had better be cut off. */
  readonly crumbled: () => void;
  /** Too much is being read already: of this caller, or of all. */
  readonly noRoom: (overload: Overload) => void;
}

/** Reads a request that was counted in. */
export function takeIn(
  request: IncomingMessage,
  {
    visitors,
    visit,
    maxBytes,
  }: { readonly visitors: ConnectionLimits; readonly visit: Admission; readonly maxBytes: number },
  ends: IntakeEnds,
): void {
  const body = new GatheredBytes(maxBytes);
  let pieces = 0;
  let size = 0;
  let held = 0;
  let state: 'reading' | 'answering' | 'over' = 'reading';

  function over(): void {
    if (state === 'over') return;
    state = 'over';
    body.forget();
    visitors.end(visit, held);
  }

  request.on('data', (piece: Buffer) => {
    if (state !== 'reading') return;
    pieces++;
    size += piece.length;
    if (pieces > CRUMBS && size < pieces * LEAST_AVERAGE) {
      over();
      ends.crumbled();
      return;
    }
    if (size > maxBytes) {
      if (size <= maxBytes + POLITE_BYTES) return;
      over();
      ends.tooLong(true);
      return;
    }
    const cost = body.costOf(piece.length);
    const overload = visitors.hold(visit, cost);
    if (overload !== undefined) {
      over();
      ends.noRoom(overload);
      return;
    }
    held += cost;
    body.add(piece);
  });
  request.on('end', () => {
    if (state !== 'reading') return;
    if (size > maxBytes) {
      over();
      ends.tooLong(false);
      return;
    }
    state = 'answering';
    ends.whole(body.text(), over);
  });
  request.on('close', () => {
    if (state === 'reading') over();
  });
}
