/** Taps every wire of a league: each text is read, counted by its type, and held against the published schemas. */
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { SchemaBook } from './schema_book.ts';
import { isAsked, type Reading, readReply, readRequest, valuesIn } from './wire_reading.ts';

/** A text that is not as it was published. */
export interface SchemaViolation {
  /** The message type, or what else it was. */
  readonly what: string;
  /** The id of its sender. */
  readonly by: string;
  readonly fault: string;
}

/** The texts that went over the wires so far. */
export interface WireCounts {
  /** Requests and replies, each of a batch for itself. */
  readonly total: number;
  readonly kinds: ReadonlyMap<Reading['what'], number>;
  readonly violations: readonly SchemaViolation[];
}

export interface WireTap {
  counts(): WireCounts;
  /** The same transport for a party. What it writes is counted once: requests when it sends, replies when it answers. */
  around(party: string, transport: Transport): Transport;
}

/** A tap that has heard nothing yet. */
export function wireTap(book: SchemaBook): WireTap {
  const kinds = new Map<string, number>();
  const violations: SchemaViolation[] = [];

  function note(by: string, { what, faults }: Reading): void {
    kinds.set(what, (kinds.get(what) ?? 0) + 1);
    violations.push(...faults.map((fault) => ({ what, by, fault })));
  }

  function hear(by: string, text: string, read: (value: unknown) => Reading): void {
    const values = valuesIn(text);
    if (values === undefined) note(by, { what: 'no JSON', faults: [text.slice(0, 80)] });
    for (const value of values ?? []) note(by, read(value));
  }

  return {
    counts: () => ({ total: [...kinds.values()].reduce((sum, count) => sum + count, 0), kinds, violations }),
    around: (party, transport) => ({
      ...transport,
      send(to, text, deadline) {
        hear(party, text, (request) => readRequest(book, request));
        return transport.send(to, text, deadline);
      },
      listen: (at, answer) =>
        transport.listen(at, async (text, origin) => {
          const reply = await answer(text, origin);
          const requests = valuesIn(text) ?? [];
          if (reply !== undefined) hear(party, reply, (value) => readReply(book, value, requests));
          else if (requests.some(isAsked)) note(party, { what: 'no reply', faults: ['it was asked'] });
          return reply;
        }),
    }),
  };
}
