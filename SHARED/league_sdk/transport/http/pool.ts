/** The connections to one endpoint between their requests. */
import { HttpConnection, type HttpEndpoint, MAX_LATE } from './connection.ts';
import type { HttpLimits } from './limits.ts';

/** Holds idle connections, and those that wait for a late answer; a connection in use belongs to its request. */
export class HttpPool {
  readonly #endpoint: HttpEndpoint;
  readonly #limits: HttpLimits;
  readonly #idle: HttpConnection[] = [];
  readonly #late = new Set<HttpConnection>();

  constructor(endpoint: HttpEndpoint, limits: HttpLimits) {
    this.#endpoint = endpoint;
    this.#limits = limits;
  }

  /**
   * The idle connection that was used last, so that surplus ones time out, or a new one. A connection from before its
   * host was pinned elsewhere is closed.
   */
  take(): HttpConnection {
    const pinned = this.#endpoint.pinned();
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (idle.pinned === pinned) return idle;
      idle.destroy();
    }
    return this.open();
  }

  /** A new connection. */
  open(): HttpConnection {
    return new HttpConnection(this.#endpoint, this.#limits, (closed) => {
      this.#late.delete(closed);
      const index = this.#idle.indexOf(closed);
      if (index >= 0) this.#idle.splice(index, 1);
    });
  }

  /** Takes back a connection that was answered. */
  release(connection: HttpConnection): void {
    this.#late.delete(connection);
    this.#idle.push(connection);
  }

  /** Holds a connection for a late answer; closes it where too many are held already. */
  awaitLate(connection: HttpConnection): void {
    if (this.#late.size >= MAX_LATE) {
      connection.destroy();
      return;
    }
    this.#late.add(connection);
    connection.awaitLate();
  }

  /** Closes all connections held here. */
  close(): void {
    for (const connection of [...this.#idle.splice(0), ...this.#late]) connection.destroy();
  }
}
