/** One posted request on its way in: its bytes are collected within limits, and it is counted in and out. */
import type { IncomingMessage } from 'node:http';
import type { HttpVisitors, Visit } from './http_visitors.ts';
import { joined, textOf } from './utf8.ts';

/** So much of a body that is too long is still read, because who is cut off while sending does not see why. */
const POLITE_BYTES = 1_048_576;

/** What becomes of a request; exactly one of these is called, none if the caller hangs up before its end. */
export interface IntakeEnds {
  /** The whole text is there; `settled` is to be called when it was answered. */
  readonly whole: (text: string, settled: () => void) => void;
  /** It is longer than allowed; `endless` when it had better be cut off. */
  readonly tooLong: (endless: boolean) => void;
  /** Too much is being read already. */
  readonly noRoom: () => void;
}

/** Reads a request that was counted in. */
export function takeIn(
  request: IncomingMessage,
  { visitors, visit, maxBytes }: { readonly visitors: HttpVisitors; readonly visit: Visit; readonly maxBytes: number },
  ends: IntakeEnds,
): void {
  const pieces: Buffer[] = [];
  let size = 0;
  let held = 0;
  let state: 'reading' | 'answering' | 'over' = 'reading';

  function over(): void {
    if (state === 'over') return;
    state = 'over';
    pieces.length = 0;
    visitors.end(visit, held);
  }

  request.on('data', (piece: Buffer) => {
    if (state !== 'reading') return;
    size += piece.length;
    if (size > maxBytes) {
      if (size <= maxBytes + POLITE_BYTES) return;
      over();
      ends.tooLong(true);
    } else if (visitors.hold(piece.length)) {
      held += piece.length;
      pieces.push(piece);
    } else {
      over();
      ends.noRoom();
    }
  });
  request.on('end', () => {
    if (state !== 'reading') return;
    if (size > maxBytes) {
      over();
      ends.tooLong(false);
      return;
    }
    state = 'answering';
    ends.whole(textOf(joined(pieces)), over);
  });
  request.on('close', () => {
    if (state === 'reading') over();
  });
}
