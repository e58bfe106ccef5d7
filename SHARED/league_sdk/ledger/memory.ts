/** A ledger in memory, for tests and games that nobody has to remember. */
import type { Json } from '../../core/json.ts';
import type { Ledger } from './ledger.ts';

/** A ledger over the given texts, each one append; hand the same list to another to open it again. */
export function memoryLedger<Event extends Json>(appended: string[] = []): Ledger<Event> {
  let last = appended.reduce((sum, text) => sum + (JSON.parse(text) as Event[]).length, 0);
  let closed = false;
  return {
    get last() {
      return last;
    },
    async append(...events) {
      if (closed) throw new Error('the ledger in memory is closed');
      appended.push(JSON.stringify(events));
      last += events.length;
      return last;
    },
    async *replay(from = 1) {
      let seq = 1;
      // What comes while somebody reads is not for them.
      for (const text of appended.slice()) {
        const events = JSON.parse(text) as Event[];
        const asked = events.slice(Math.max(0, from - seq));
        if (asked.length > 0) yield asked;
        seq += events.length;
      }
    },
    async close() {
      closed = true;
    },
  };
}
