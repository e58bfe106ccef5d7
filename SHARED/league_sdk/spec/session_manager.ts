/** The Session Manager of spec 004: every connection of a client, from its handshake over loss and reconnection to its end. */
import { type SessionEvent, type SessionState, sessionLife } from '../../contracts/states.ts';
import type { Clock, Monotonic } from '../../core/clock.ts';
import { next } from '../../core/machine.ts';
import type { Random } from '../../core/random.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { jittered, RETRY_POLICY } from '../transport/retry.ts';

/** The result of a heartbeat: the known server, no answer, or another server in its place. */
export type Heartbeat = 'alive' | 'silent' | 'stranger';

/** The result of a handshake. */
export interface Connection<T> {
  readonly value: T;
  /** Asks the server whether it is there. Absent: this server may not be asked, and is not. Never rejects. */
  readonly heartbeat?: () => Promise<Heartbeat>;
  /** Closes the connection. Never rejects. */
  readonly close?: () => Promise<void>;
}

/** A failed handshake. */
export interface SessionFailure {
  readonly code: string;
  readonly detail: string;
  /** Whether asking again would be in vain. */
  readonly final: boolean;
}

/** How often a server is asked and looked for. */
export interface SessionPolicy {
  /** The time a server may be silent before a heartbeat is sent. */
  readonly heartbeatMs: number;
  /** The number of missed heartbeats in a row after which the session is lost. */
  readonly misses: number;
  /** The pauses between attempts to get it back, before jitter. */
  readonly baseMs: number;
  readonly factor: number;
  readonly longestMs: number;
}

/** The usual policy. Its pauses are those of every retry (spec 004), without end, and never more than a minute. */
export const SESSION_POLICY: SessionPolicy = {
  heartbeatMs: 10_000,
  misses: 2,
  baseMs: RETRY_POLICY.baseMs,
  factor: RETRY_POLICY.factor,
  longestMs: 60_000,
};

/** A change of a session's state, and the reason. */
export interface SessionChange {
  readonly server: string;
  readonly from: SessionState;
  readonly to: SessionState;
  readonly event: SessionEvent;
  /** The failure, where there was one. */
  readonly why?: string;
}

/** The parts of a session, and the policy where it differs from the usual one. */
interface SessionOptions<T> extends Partial<SessionPolicy> {
  readonly server: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Makes the connection and proves that it works. Called again whenever the session was lost. Never rejects. */
  readonly handshake: () => Promise<Result<Connection<T>, SessionFailure>>;
  /** Called for every change, in order. */
  readonly onChange?: (change: SessionChange) => void;
}

/** A session with the states of `sessionLife`. It has at most one timer, and none once it is closed. */
export class Session<T> {
  readonly #options: SessionOptions<T> & SessionPolicy;
  #state: SessionState = 'NEW';
  #connection: Connection<T> | undefined;
  #forgetTimer = () => {};
  #heardAt: Monotonic;
  #missed = 0;
  #failures = 0;

  constructor(options: SessionOptions<T>) {
    this.#options = { ...SESSION_POLICY, ...options };
    this.#heardAt = options.clock.monotonic();
  }

  get server(): string {
    return this.#options.server;
  }

  get state(): SessionState {
    return this.#state;
  }

  /** The value of the last handshake; undefined while there is no connection. */
  get value(): T | undefined {
    return this.#connection?.value;
  }

  /** Shakes hands for the first time. Unless the failure is final it is tried again, until the session is closed. */
  async open(): Promise<Result<T, SessionFailure>> {
    this.#move('connect');
    return this.#attempt();
  }

  /** Any message of the server is a sign of life: a server that was just heard is not asked. */
  heard(): void {
    this.#heardAt = this.#options.clock.monotonic();
    this.#missed = 0;
    if (this.#state === 'DEGRADED') this.#move('answered');
  }

  /** The line broke: it is looked for again. */
  lost(why: string): void {
    if (this.#connection === undefined) return;
    this.#move('lost', why);
    void this.#letGo();
    this.#tryAgainLater();
  }

  /** Ends the session; nothing is asked or tried any more. Safe to call twice. */
  close(): Promise<void> {
    this.#forgetTimer();
    if (this.#state !== 'CLOSED') this.#move('close');
    return this.#letGo();
  }

  async #attempt(): Promise<Result<T, SessionFailure>> {
    const shaken = await this.#options.handshake();
    if (this.#isClosed()) {
      if (shaken.ok) await shaken.value.close?.();
      return err({ code: 'CLOSED', detail: 'the session was closed meanwhile', final: true });
    }
    if (shaken.ok) {
      this.#connection = shaken.value;
      this.#failures = 0;
      this.#move('opened');
      this.heard();
      this.#listen();
      return ok(shaken.value.value);
    }
    const { final, detail } = shaken.error;
    if (final) this.#move('refused', detail);
    else {
      if (this.#state === 'CONNECTING') this.#move('failed', detail);
      this.#tryAgainLater();
    }
    return shaken;
  }

  #tryAgainLater(): void {
    const { clock, random, baseMs, factor, longestMs } = this.#options;
    const pauseMs = Math.min(baseMs * factor ** this.#failures++, longestMs);
    this.#after(clock, jittered(pauseMs, random), () => void this.#attempt());
  }

  /** Waits until the server has been silent for as long as it may. */
  #listen(): void {
    const { clock, random, heartbeatMs } = this.#options;
    const connection = this.#connection;
    if (connection?.heartbeat === undefined) return;
    const since = this.#heardAt;
    // Not all at once: a whole league hears the same message in the same moment.
    const patienceMs = jittered(heartbeatMs, random);
    const silentMs = this.#missed > 0 ? 0 : clock.monotonic() - since;
    this.#after(clock, Math.max(0, patienceMs - silentMs), () => {
      if (this.#heardAt > since) this.#listen();
      else void this.#beat(connection);
    });
  }

  async #beat(connection: Connection<T>): Promise<void> {
    const beat = (await connection.heartbeat?.()) ?? 'alive';
    if (this.#connection !== connection) return;
    if (beat === 'stranger') return this.lost('another server is in its place');
    if (beat === 'alive') this.heard();
    else if (++this.#missed >= this.#options.misses) return this.lost(`${this.#missed} heartbeats were not answered`);
    else if (this.#state === 'OPEN') this.#move('missed');
    this.#listen();
  }

  async #letGo(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#missed = 0;
    await connection?.close?.();
  }

  #after(clock: Clock, ms: number, action: () => void): void {
    this.#forgetTimer();
    this.#forgetTimer = clock.after(ms, action);
  }

  #isClosed(): boolean {
    return this.#state === 'CLOSED';
  }

  #move(event: SessionEvent, why?: string): void {
    const from = this.#state;
    const led = next<SessionState, SessionEvent>(sessionLife, from, event);
    if (!led.ok) throw new Error(`a session that is ${from} knows no ${event}`);
    this.#state = led.value;
    const change = { server: this.server, from, to: led.value, event };
    this.#options.onChange?.(why === undefined ? change : { ...change, why });
  }
}

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
