/** The connections of the HTTP client to one origin. */
import { HttpConnection, type HttpPlace } from './connection.ts';
import type { HttpLimits } from './limits.ts';

/** Keeps the connections that wait for their next request; those in use belong to who took them. */
export class HttpPool {
  readonly #place: HttpPlace;
  readonly #limits: HttpLimits;
  readonly #idle: HttpConnection[] = [];
  readonly #gone = (connection: HttpConnection): void => {
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
  };

  constructor(place: HttpPlace, limits: HttpLimits) {
    this.#place = place;
    this.#limits = limits;
  }

  /** A kept connection, the one used last, so that those not needed any more grow old. */
  take(): HttpConnection | undefined {
    return this.#idle.pop();
  }

  open(): HttpConnection {
    return new HttpConnection(this.#place, this.#limits, this.#gone);
  }

  giveBack(connection: HttpConnection): void {
    this.#idle.push(connection);
  }

  /** Closes the connections that nobody is using. */
  close(): void {
    for (const connection of this.#idle.splice(0)) connection.destroy();
  }
}
