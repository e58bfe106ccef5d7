/** An agent in the hands of its program: started once at a time, and gone when it has ended. */
import type { Failure } from '../../contracts/surface_kinds.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Running, StartFailure } from '../effects.ts';

/** Where an agent is kept between its start and its end. */
export class EmbeddedAgent<R extends Running> {
  readonly #who: string;
  #running: R | undefined;
  #isStarting = false;

  /** `who` stands in failures: `the referee`. */
  constructor(who: string) {
    this.#who = who;
  }

  get isStarting(): boolean {
    return this.#isStarting;
  }

  get running(): R | undefined {
    return this.#running;
  }

  /** Starts it, unless it is there or on its way; after its end it may be started again. */
  async start(begin: () => Promise<Result<R, StartFailure>>): Promise<Result<void, Failure>> {
    if (this.#running !== undefined || this.#isStarting) return wrongState(`${this.#who} is started already`);
    this.#isStarting = true;
    const started = await begin().finally(() => {
      this.#isStarting = false;
    });
    if (!started.ok) return started;
    const running = started.value;
    this.#running = running;
    void running.ended.then(() => {
      if (this.#running === running) this.#running = undefined;
    });
    return ok(undefined);
  }

  /** The agent at work; E007 when it is not. */
  atWork(): Result<R, Failure> {
    return this.#running === undefined ? wrongState(`${this.#who} is not started`) : ok(this.#running);
  }
}

/** That something cannot be done as things stand; nothing changed. */
export function wrongState(detail: string): Result<never, Failure> {
  return err({ code: 'E007', detail });
}
