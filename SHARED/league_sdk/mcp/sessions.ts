/** Sessions of clients of the 2025 revisions: each is a server and a transport of the SDK, and ends when it is idle. */
import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Clock } from '../../core/clock.ts';
import type { Entropy } from '../../core/entropy.ts';
import { toHex } from '../../core/hash.ts';
import type { McpLimits } from './admission.ts';
import { boundedEventStore } from './event_store.ts';

const ID_BYTES = 32;
/** The pause after which a client whose stream broke should come back. */
const RETRY_MS = 1_000;

interface SessionsOptions {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly limits: McpLimits;
  readonly makeServer: () => McpServer;
}

/** A client of a 2025 revision, with its server and its transport. */
export interface Session {
  readonly subnet: string;
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Whether requests are answered by streams; otherwise by JSON. */
  readonly isStream: boolean;
  /** The ids of requests that are not answered yet. */
  readonly pendingIds: Set<string>;
  /** The number of its requests and streams that are open. */
  open: number;
  cancelExpiry: () => void;
}

/** Finds sessions by their ids; ends the idle ones, and those of a subnet that has too many. */
export class Sessions {
  readonly #options: SessionsOptions;
  /** By their ids; the longest unused first. */
  readonly #sessions = new Map<string, Session>();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  find(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  /** Makes a session that begins with its first request, `initialize`; undefined where there is no room for one more. */
  async create(subnet: string, isStream: boolean): Promise<Session | undefined> {
    if (!this.#makeRoom(subnet)) return undefined;
    const { entropy, limits, makeServer } = this.#options;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => toHex(entropy.bytes(ID_BYTES)),
      onsessioninitialized: (id) => void this.#sessions.set(id, session),
      enableJsonResponse: !isStream,
      eventStore: boundedEventStore(limits),
      retryInterval: RETRY_MS,
      keepAliveMs: limits.keepAliveMs,
    });
    const server = makeServer();
    const parts = { subnet, server, transport, isStream, pendingIds: new Set<string>() };
    const session: Session = { ...parts, open: 0, cancelExpiry: () => undefined };
    // The server that is connected next calls this, and then closes itself.
    transport.onclose = () => this.#forget(session);
    await server.connect(transport);
    return session;
  }

  /** Counts a request of a session as open until the returned function is called; only a session without any expires. */
  enter(session: Session): () => void {
    const { clock, limits } = this.#options;
    const id = session.transport.sessionId ?? '';
    session.open++;
    session.cancelExpiry();
    // Those used last stand last.
    if (this.#sessions.delete(id)) this.#sessions.set(id, session);
    return () => {
      session.open--;
      if (session.open === 0 && this.#sessions.has(id))
        session.cancelExpiry = clock.after(limits.idleMs, () => void session.server.close());
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
  }

  #forget({ transport, cancelExpiry }: Session): void {
    cancelExpiry();
    this.#sessions.delete(transport.sessionId ?? '');
  }

  /** Ends the longest unused session of a subnet that is at its limit, and never one of another subnet. */
  #makeRoom(subnet: string): boolean {
    const { sessions, sessionsPerAddress } = this.#options.limits;
    const own = [...this.#sessions.values()].filter((session) => session.subnet === subnet);
    if (own.length < sessionsPerAddress && this.#sessions.size < sessions) return true;
    const unused = own.find(({ open }) => open === 0);
    if (unused === undefined) return false;
    this.#forget(unused);
    void unused.server.close();
    return true;
  }
}
