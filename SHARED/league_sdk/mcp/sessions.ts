/**
 * The conversations of 2025 clients over HTTP: each has an unguessable id, and ends when it is silent for long. Those of
 * an agent with a session key go on when it is started again.
 */
import {
  type EventStore,
  type JSONRPCMessage,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Clock } from '../../core/clock.ts';
import type { Entropy } from '../../core/entropy.ts';
import { fromHex, hmac, sameSecret, toHex } from '../../core/hash.ts';
import type { McpLimits } from './admission.ts';
import { Conversation } from './conversation.ts';

const NONCE_BYTES = 16;
const PROCESS_BYTES = 8;
const MARK_DIGITS = 32;
const ID = /^([0-9a-f]{16})([0-9a-f]{32})([0-9a-f]{32})$/;
/** Sessions of earlier processes that have ended here; one that is forgotten could begin once more, and would do no harm. */
const MOST_ENDED = 1_000;
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
  /** The server of a session; of one that goes on from an earlier process it is not known what its client has subscribed to. */
  readonly makeServer: (goesOn: boolean) => McpServer;
  /** The key by which the ids that earlier processes of this agent gave are known; absent: they are not. */
  readonly sessionKey?: Promise<string> | undefined;
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
  /** Whether a client that comes back for what its agent says by itself, from this event on, can only be given it from now on. */
  beginsAnewAfter(event: string): Promise<boolean>;
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
  /** Those of earlier processes that are about to go on. */
  readonly #reviving = new Map<string, Promise<void>>();
  readonly #ended = new Set<string>();
  /** Stands in every id that is given here. */
  readonly #process: string;
  #isClosed = false;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#process = toHex(options.entropy.bytes(PROCESS_BYTES));
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** The session of an id, also of one that an earlier process of this agent gave; its client need not know. */
  async find(id: string, subnet: string, revision: string | null): Promise<Session | undefined> {
    if (!this.#sessions.has(id) && (await this.#isOfEarlier(id))) {
      const reviving = this.#reviving.get(id) ?? this.#revive(id, subnet, revision ?? BATCHES_UNTIL);
      this.#reviving.set(id, reviving);
      await reviving.finally(() => this.#reviving.delete(id));
    }
    return this.#sessions.get(id);
  }

  /** Shakes hands in the client's place, by the revision that it names. */
  async #revive(id: string, subnet: string, protocolVersion: string): Promise<void> {
    const conversation = await this.begin(subnet, id);
    const clientInfo = { name: 'client of an earlier process', version: '0' };
    const params = { protocolVersion, capabilities: {}, clientInfo };
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const shaken = await conversation?.handleRequest(new Request('http://localhost/', { method: 'POST', headers }), {
      parsedBody: { jsonrpc: '2.0', id: 'revived', method: 'initialize', params },
    });
    await shaken?.text();
    this.enter(id)();
  }

  async #isOfEarlier(id: string): Promise<boolean> {
    const [, process = '', nonce = '', mark = ''] = ID.exec(id) ?? [];
    if (mark === '' || process === this.#process || this.#ended.has(id)) return false;
    const right = await this.#markOf(process + nonce);
    return right !== undefined && sameSecret(mark, right);
  }

  async #newId(): Promise<string> {
    const { entropy } = this.#options;
    const unique = this.#process + toHex(entropy.bytes(NONCE_BYTES));
    return unique + ((await this.#markOf(unique)) ?? toHex(entropy.bytes(MARK_DIGITS / 2)));
  }

  async #markOf(unique: string): Promise<string | undefined> {
    const key = await this.#options.sessionKey;
    return key === undefined ? undefined : hmac(fromHex(key), unique).slice(0, MARK_DIGITS);
  }

  /** A transport that becomes a session with its first request; undefined when there is no room for one more. */
  async begin(subnet: string, known?: string): Promise<Conversation | undefined> {
    const own = known ?? (await this.#newId());
    if (!this.#makeRoom(subnet)) return undefined;
    const { limits, makeServer, onBug } = this.#options;
    const server = makeServer(known !== undefined);
    const events = keptMessages(limits, this.#process);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => own,
      eventStore: events,
      retryInterval: RETRY_MS,
      ...OWN_KEEP_ALIVE,
      onsessioninitialized: (id) => this.#keep({ id, subnet, conversation, server, beginsAnewAfter }),
    });
    const conversation = new Conversation(transport, onBug);
    const beginsAnewAfter = async (event: string) =>
      OF_OWN_STREAM.test(event) && (await events.getStreamIdForEventId?.(event)) === undefined;
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

  #keep(session: Omit<Kept, 'takesBatches' | 'open' | 'callOff'>): void {
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
    if (this.#sessions.delete(id) && !id.startsWith(this.#process)) this.#noteEnded(id);
  }

  #noteEnded(id: string): void {
    this.#ended.add(id);
    const [oldest = ''] = this.#ended;
    if (this.#ended.size > MOST_ENDED) this.#ended.delete(oldest);
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
  readonly number: number;
  readonly stream: string;
  readonly text: string;
}

/** The SDK's name for the stream of what an agent says by itself; ids of its events show it, also to later processes. */
const OWN_STREAM = '_GET_stream';
const OF_OWN_STREAM = /\.own$/;

/**
 * Keeps so many messages of all streams together, and no more than so many characters; the oldest make room. The ids of
 * events begin with the process, so that none names an event of another.
 */
export function keptMessages({ keptMessages: most, keptCharacters }: McpLimits, process: string): EventStore {
  const kept = new Map<string, KeptMessage>();
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
      const id = `${process}.${++count}${stream === OWN_STREAM ? '.own' : ''}`;
      kept.set(id, { number: count, stream, text });
      characters += text.length;
      makeRoom();
      return id;
    },
    getStreamIdForEventId: async (id) => kept.get(id)?.stream,
    async replayEventsAfter(last, { send }) {
      const { stream, number } = kept.get(last) ?? { stream: '', number: 0 };
      for (const [id, entry] of [...kept]) {
        // What begins a stream says nothing: it was stored for its number alone.
        const saysNothing = entry.text === '{}';
        if (entry.stream !== stream || entry.number <= number || saysNothing) continue;
        await send(id, JSON.parse(entry.text) as JSONRPCMessage);
      }
      return stream;
    },
  };
}
