/** A ledger in memory, for tests and games that nobody has to remember. */
import type { Json } from '../core/json.ts';
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
      if (events.length > 0) appended.push(JSON.stringify(events));
      last += events.length;
      return last;
    },
    async *replay(from = 1) {
      const until = appended.length;
      let seq = 1;
      for (const text of appended.slice(0, until)) {
        const events = JSON.parse(text) as Event[];
        if (seq + events.length > from) yield from > seq ? events.slice(from - seq) : events;
        seq += events.length;
      }
    },
    async close() {
      closed = true;
    },
  };
}
