/** The conversations of 2025 clients over HTTP: each has an unguessable id, and ends when it is silent for long. */
import {
  type EventStore,
  type JSONRPCMessage,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Clock } from '../../core/clock.ts';
import type { Entropy } from '../../core/entropy.ts';
import { toHex } from '../../core/hash.ts';
import type { McpLimits } from './admission.ts';
import { Conversation } from './conversation.ts';

const ID_BYTES = 32;
/** How long a client whose line broke should wait before it comes back. */
const RETRY_MS = 1_000;
/** Streams are kept alive where they are written, by the clock that is handed in. */
export const OWN_KEEP_ALIVE = { keepAliveMs: 0 };
/** The last revision with batches. */
const BATCHES_UNTIL = '2025-03-26';

interface SessionsOptions {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly limits: McpLimits;
  readonly makeServer: () => McpServer;
  readonly onBug: (what: string, cause: unknown) => void;
}

/** One conversation. */
interface Session {
  readonly id: string;
  /** Its subnet, which has a share of all sessions. */
  readonly subnet: string;
  readonly conversation: Conversation;
  /** Whether its revision knows batches. */
  takesBatches(): boolean;
}

interface Kept extends Session {
  readonly server: McpServer;
  /** Requests and streams of it that are open. */
  open: number;
  callOff: () => void;
}

export class Sessions {
  readonly #options: SessionsOptions;
  /** The longest unused first. */
  readonly #sessions = new Map<string, Kept>();
  #isClosed = false;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#sessions.size;
  }

  get(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  /** A transport that becomes a session with its first request; undefined when there is no room for one more. */
  async begin(subnet: string): Promise<Conversation | undefined> {
    if (!this.#makeRoom(subnet)) return undefined;
    const { entropy, limits, makeServer, onBug } = this.#options;
    const server = makeServer();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => toHex(entropy.bytes(ID_BYTES)),
      eventStore: keptMessages(limits),
      retryInterval: RETRY_MS,
      ...OWN_KEEP_ALIVE,
      onsessioninitialized: (id) => this.#keep({ id, subnet, conversation, server }),
    });
    const conversation = new Conversation(transport, onBug);
    // The server that is connected next calls this, and then closes itself.
    conversation.onclose = () => this.#forget(transport.sessionId ?? '');
    await server.connect(conversation);
    return conversation;
  }

  /** Counts a request of a session in, and with the returned function out: while one is open, it is not silent. */
  enter(id: string): () => void {
    const session = this.#sessions.get(id);
    if (session === undefined) return () => undefined;
    session.open++;
    session.callOff();
    // Those used last stand last.
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return () => {
      session.open--;
      if (session.open === 0 && this.#sessions.has(id)) this.#awaitSilence(session);
    };
  }

  /** Ends all sessions, and those that still begin. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
  }

  #keep(session: Pick<Kept, 'id' | 'subnet' | 'conversation' | 'server'>): void {
    const { server } = session.server;
    if (this.#isClosed) {
      void server.close();
      return;
    }
    const takesBatches = () => (server.getNegotiatedProtocolVersion() ?? '') <= BATCHES_UNTIL;
    this.#sessions.set(session.id, { ...session, takesBatches, open: 0, callOff: () => undefined });
  }

  #awaitSilence(session: Kept): void {
    const { clock, limits } = this.#options;
    session.callOff = clock.after(limits.idleMs, () => void session.server.close());
  }

  #forget(id: string): void {
    this.#sessions.get(id)?.callOff();
    this.#sessions.delete(id);
  }

  /** A subnet at its limit loses its own longest unused session, and never another's. */
  #makeRoom(subnet: string): boolean {
    const { sessions, sessionsPerAddress } = this.#options.limits;
    const own = [...this.#sessions.values()].filter((session) => session.subnet === subnet);
    if (own.length < sessionsPerAddress && this.#sessions.size < sessions) return true;
    const unused = own.find(({ open }) => open === 0);
    if (unused === undefined) return false;
    this.#forget(unused.id);
    void unused.server.close();
    return true;
  }
}

/** Whether a request outside any session may be a batch: without a named revision the last one that knows batches holds. */
export function mayBeBatch(revision: string | null): boolean {
  return revision === null || revision <= BATCHES_UNTIL;
}

interface KeptMessage {
  readonly stream: string;
  readonly text: string;
}

/** Keeps so many messages of all streams together, and no more than so many characters; the oldest make room. */
export function keptMessages({ keptMessages: most, keptCharacters }: McpLimits): EventStore {
  const kept = new Map<number, KeptMessage>();
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
