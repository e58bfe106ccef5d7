/** The newest messages of one session, for a client whose stream broke and that comes back with `Last-Event-ID`. */
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';
import type { McpLimits } from './admission.ts';

interface StoredEvent {
  readonly number: number;
  readonly stream: string;
  readonly text: string;
}

/** The SDK's name for the stream of messages that answer no request. */
const STANDALONE_STREAM = '_GET_stream';

/**
 * Stores messages of all streams of a session within the limits of their number and of their characters; the oldest are
 * dropped. An unknown event id continues the standalone stream from now on.
 */
export function boundedEventStore({
  keptMessages,
  keptCharacters,
}: Pick<McpLimits, 'keptMessages' | 'keptCharacters'>): EventStore {
  const stored = new Map<string, StoredEvent>();
  let count = 0;
  let characters = 0;

  function dropOldest(): void {
    for (const [id, { text }] of stored) {
      if (stored.size <= keptMessages && characters <= keptCharacters) return;
      stored.delete(id);
      characters -= text.length;
    }
  }

  return {
    async storeEvent(stream, message) {
      const text = JSON.stringify(message);
      const id = String(++count);
      stored.set(id, { number: count, stream, text });
      characters += text.length;
      dropOldest();
      return id;
    },
    getStreamIdForEventId: async (id) => stored.get(id)?.stream ?? STANDALONE_STREAM,
    async replayEventsAfter(last, { send }) {
      const { stream, number } = stored.get(last) ?? { stream: STANDALONE_STREAM, number: count };
      for (const [id, event] of [...stored]) {
        // The SDK stores an empty message at the start of a stream, for its id alone.
        if (event.stream !== stream || event.number <= number || event.text === '{}') continue;
        await send(id, JSON.parse(event.text) as JSONRPCMessage);
      }
      return stream;
    },
  };
}
