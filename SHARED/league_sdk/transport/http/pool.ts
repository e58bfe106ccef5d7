/** The connections to one place: idle ones that are kept, and those that late answers may come by. */
import { type ConnectionHome, HttpConnection, type HttpPlace, MAX_LATE } from './connection.ts';
import type { HttpLimits } from './limits.ts';

/** Keeps the connections that wait for their next request; those in use belong to their requests. */
export class HttpPool implements ConnectionHome {
  readonly #place: HttpPlace;
  readonly #limits: HttpLimits;
  readonly #idle: HttpConnection[] = [];
  readonly #late = new Set<HttpConnection>();

  constructor(place: HttpPlace, limits: HttpLimits) {
    this.#place = place;
    this.#limits = limits;
  }

  /** A kept connection, or a new one. */
  take(): HttpConnection {
    return this.#kept() ?? this.open();
  }

  /**
   * The one used last, so that those not needed any more grow old. One that was opened before the host was pinned
   * elsewhere is closed.
   */
  #kept(): HttpConnection | undefined {
    const pinned = this.#place.pinned();
    for (let kept = this.#idle.pop(); kept !== undefined; kept = this.#idle.pop()) {
      if (kept.pinned === pinned) return kept;
      kept.destroy();
    }
    return undefined;
  }

  open(): HttpConnection {
    return new HttpConnection(this.#place, this.#limits, this);
  }

  gone(connection: HttpConnection): void {
    this.#late.delete(connection);
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
  }

  giveBack(connection: HttpConnection): void {
    this.#late.delete(connection);
    this.#idle.push(connection);
  }

  /** Its answer may still come, unless too many are waited for. */
  expire(connection: HttpConnection): void {
    if (this.#late.size >= MAX_LATE) {
      connection.destroy();
      return;
    }
    this.#late.add(connection);
    connection.awaitLate();
  }

  /** Closes the idle connections, and those kept for late answers. */
  close(): void {
    for (const connection of [...this.#idle.splice(0), ...this.#late]) connection.destroy();
  }
}
