/** The connections to one place: idle ones that are kept, those that late answers may come by, and a line where there is one. */
import {
  type Carrier,
  type ConnectionHome,
  HttpConnection,
  type HttpPlace,
  type HttpTarget,
  MAX_LATE,
} from './connection.ts';
import type { HttpLimits } from './limits.ts';
import { SharedLine } from './shared_line.ts';

/** A line pays from this number of connections at once on. */
export const LINE_FROM = 4;

/** So long after a line has failed no other is opened. */
const AFTER_FAILURE_MS = 5_000;

/** A server that has offered lines so often and not kept to them is asked for none again. */
const MOST_BROKEN_OFFERS = 3;

/** Keeps the connections that wait for their next request; those in use belong to their requests. */
export class HttpPool implements ConnectionHome {
  readonly #place: HttpPlace;
  readonly #limits: HttpLimits;
  readonly #idle: HttpConnection[] = [];
  readonly #late = new Set<HttpConnection>();
  #open = 0;
  #line: SharedLine | undefined;
  /** How often the server has offered lines and not kept to them. */
  #brokenOffers = 0;
  #noLineUntil = Number.NEGATIVE_INFINITY;

  constructor(place: HttpPlace, limits: HttpLimits) {
    this.#place = place;
    this.#limits = limits;
  }

  /** What is there to carry a text to an address. */
  take(target: HttpTarget, text: string): Carrier {
    return this.#line?.carrierFor(target, text) ?? this.connection();
  }

  /** A kept connection, or a new one. */
  connection(): HttpConnection {
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
    this.#open++;
    return new HttpConnection(this.#place, this.#limits, this);
  }

  gone(connection: HttpConnection): void {
    this.#open--;
    this.#late.delete(connection);
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
  }

  giveBack(connection: HttpConnection): void {
    this.#late.delete(connection);
    this.#idle.push(connection);
    if (connection.offersLines && this.#open >= LINE_FROM) this.#line ??= this.#newLine();
  }

  #newLine(): SharedLine | undefined {
    const { clock } = this.#place;
    if (this.#brokenOffers >= MOST_BROKEN_OFFERS || clock.monotonic() < this.#noLineUntil) return undefined;
    const line = new SharedLine(this.#place, this.#limits, {
      gone: () => {
        if (this.#line === line) this.#line = undefined;
      },
      failed: (isBreach) => {
        if (isBreach) this.#brokenOffers++;
        this.#noLineUntil = clock.monotonic() + AFTER_FAILURE_MS;
      },
    });
    return line;
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

  /** Closes the idle connections, those kept for late answers, and a line that no request waits on. */
  close(): void {
    for (const connection of [...this.#idle.splice(0), ...this.#late]) connection.destroy();
    this.#line?.retire();
  }
}
