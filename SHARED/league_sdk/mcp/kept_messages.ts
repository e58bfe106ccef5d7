/** The last messages of one conversation, so that a client whose line broke can go on where it was. */
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';
import type { McpLimits } from './limits.ts';

interface Kept {
  readonly stream: string;
  readonly text: string;
}

/** Keeps so many messages of all streams together, and no more than so many characters; the oldest make room. */
export function keptMessages({ keptMessages: most, keptCharacters }: McpLimits): EventStore {
  const kept = new Map<number, Kept>();
  let count = 0;
  let characters = 0;

  function makeRoom(): void {
    for (const [id, { text }] of kept) {
      if (kept.size <= most && characters <= keptCharacters) return;
      kept.delete(id);
      characters -= text.length;
    }
  }

  return {
    async storeEvent(stream, message) {
      const text = JSON.stringify(message);
      kept.set(++count, { stream, text });
      characters += text.length;
      makeRoom();
      return `${count}`;
    },
    getStreamIdForEventId: async (id) => kept.get(Number(id))?.stream,
    async replayEventsAfter(last, { send }) {
      const stream = kept.get(Number(last))?.stream ?? '';
      for (const [id, entry] of [...kept]) {
        // What begins a stream says nothing: it was stored for its number alone.
        const saysNothing = entry.text === '{}';
        if (entry.stream !== stream || id <= Number(last) || saysNothing) continue;
        await send(`${id}`, JSON.parse(entry.text) as JSONRPCMessage);
      }
      return stream;
    },
  };
}
