/** The Session Manager of spec 004: every connection of a client, from its handshake to its end. */
import type { SessionState } from '../../contracts/states.ts';
import type { Clock } from '../../core/clock.ts';
import type { Random } from '../../core/random.ts';
import { Session, type SessionChange, type SessionOptions, type SessionPolicy } from './session.ts';

export type { Beat, Connection, SessionChange, SessionFailure, SessionPolicy } from './session.ts';
export { SESSION_POLICY, Session } from './session.ts';

/** The clock and chance of all sessions, and the policy where it differs from the usual one. */
export interface SessionManagerOptions extends Partial<SessionPolicy> {
  readonly clock: Clock;
  readonly random: Random;
}

/** Sessions by the name of their server; `T` is the value of a handshake. */
export class SessionManager<T> {
  readonly #options: SessionManagerOptions;
  readonly #sessions = new Map<string, Session<T>>();
  readonly #listeners = new Set<(change: SessionChange) => void>();
  #closed = false;

  constructor(options: SessionManagerOptions) {
    this.#options = options;
  }

  /** A session with a server, to be opened by the caller. A name is given once. */
  add(server: string, handshake: SessionOptions<T>['handshake']): Session<T> {
    if (this.#sessions.has(server)) throw new Error(`there is a session with ${server} already`);
    if (this.#closed) throw new Error('the session manager is closed');
    const onChange = (change: SessionChange): void => {
      for (const listener of this.#listeners) listener(change);
    };
    const session = new Session<T>({ ...this.#options, server, handshake, onChange });
    this.#sessions.set(server, session);
    return session;
  }

  get(server: string): Session<T> | undefined {
    return this.#sessions.get(server);
  }

  /** All of them, in the order they were added. */
  get sessions(): readonly Session<T>[] {
    return [...this.#sessions.values()];
  }

  /** The state of each session, by server. */
  states(): ReadonlyMap<string, SessionState> {
    return new Map(this.sessions.map(({ server, state }) => [server, state]));
  }

  /** Calls the listener for every change of every session; returns a function that ends that. */
  onChange(listener: (change: SessionChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Closes all sessions; no more can be added. Safe to call twice. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.sessions.map((session) => session.close()));
  }
}
