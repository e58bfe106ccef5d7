/** One life of an agent: it can be stopped and go on, and after its death nothing it asked for ever happens. */
import { type Clock, watchOf } from '../../../SHARED/core/clock.ts';

/** The end of a life: the process alone, or its machine with all that was not safe on its disk. */
export type Death = 'killed' | 'power cut';

/** The kinds of work that wait in a process: its event loop runs timers first, then what has arrived. */
type Doing = 'timer' | 'arrival' | 'poll';

export interface IncarnationOptions {
  readonly clock: Clock;
  readonly life: string;
  /** The error of its wall clock. */
  readonly skewMs: () => number;
  /** Is told once, when it dies. */
  readonly onDeath: (death: Death) => void;
}

/** A promise of a dead life. A new one each time, since a shared one would keep every waiting caller in memory. */
export function never(): Promise<never> {
  return new Promise(() => {});
}

/** Something that happens to a life at one of its effects. */
export interface Fuse {
  /** Only effects count that have this in them: the text that is sent, the path that is written. */
  readonly aim: string | undefined;
  /** The number of them that go by before. */
  readonly effects: number;
  /** Just after the effect, or just before. */
  readonly after: boolean;
  readonly burn: () => void;
}

export class Incarnation {
  readonly life: string;
  readonly clock: Clock;
  #state: 'running' | 'stopped' | 'dead' = 'running';
  #fuse: (Fuse & { left: number; isLit: boolean }) | undefined;
  readonly #waiting: { readonly [D in Doing]: (() => void)[] } = { timer: [], arrival: [], poll: [] };
  readonly #onDeath: IncarnationOptions['onDeath'];
  readonly #world: Clock;
  #stoodMs = 0;
  #stoppedAt: number | undefined;

  constructor({ clock, life, skewMs, onDeath }: IncarnationOptions) {
    this.life = life;
    this.#onDeath = onDeath;
    this.#world = clock;
    this.clock = {
      now: () => {
        const skew = skewMs();
        return skew === 0 ? clock.now() : new Date(clock.now().getTime() + skew);
      },
      monotonic: clock.monotonic,
      after: (ms, action) => (this.begin() ? clock.after(ms, () => this.run('timer', action)) : () => {}),
      poll: () => {
        if (!this.begin()) return never();
        return new Promise((resolve) => void clock.poll().then(() => this.run('poll', resolve)));
      },
      watch: () => watchOf(() => this.stoodMs),
    };
  }

  /** How long it has been stopped in all its life. */
  get stoodMs(): number {
    return this.#stoodMs + (this.#stoppedAt === undefined ? 0 : this.#world.monotonic() - this.#stoppedAt);
  }

  get lives(): boolean {
    return this.#state !== 'dead';
  }

  /** Before every effect: whether it happens. A dead life does nothing. */
  begin(doing = ''): boolean {
    if (this.#state === 'dead') return false;
    const fuse = this.#fuse;
    if (fuse === undefined || (fuse.aim !== undefined && !doing.includes(fuse.aim)) || fuse.left-- > 0) return true;
    if (fuse.after) fuse.isLit = true;
    else this.#explode(fuse);
    return this.lives;
  }

  /** Straight after an effect: a fault may come between it and the next. */
  end(): void {
    if (this.#fuse?.isLit === true) this.#explode(this.#fuse);
  }

  #explode({ burn }: Fuse): void {
    this.snuffFuse();
    burn();
  }

  /** Lets something happen at one of the effects to come, unless something else is about to. */
  lightFuse(fuse: Fuse): void {
    if (this.lives) this.#fuse ??= { ...fuse, left: fuse.effects, isLit: false };
  }

  snuffFuse(): void {
    this.#fuse = undefined;
  }

  die(death: Death): void {
    if (this.#state === 'dead') return;
    this.#state = 'dead';
    this.#onDeath(death);
  }

  /** It ended by itself, which is no fault. */
  exit(): void {
    this.#state = 'dead';
  }

  /** As SIGSTOP does: nothing of it runs until it goes on. */
  stop(): void {
    if (this.#state !== 'running') return;
    this.#state = 'stopped';
    this.#stoppedAt = this.#world.monotonic();
  }

  goOn(): void {
    if (this.#state !== 'stopped') return;
    this.#stoodMs = this.stoodMs;
    this.#stoppedAt = undefined;
    this.#state = 'running';
    const { timer, arrival, poll } = this.#waiting;
    // The turns of its event loop: what comes of a timer happens before anything is read, and what was asked to wait
    // for another look comes after it.
    const reads = this.#world.poll();
    for (const action of timer.splice(0)) this.run('timer', action);
    void reads.then(() => {
      for (const action of arrival.splice(0)) this.run('arrival', action);
      for (const action of poll.splice(0)) this.run('poll', action);
    });
  }

  /** Runs something in this process: now, when it goes on, or never. */
  run(doing: Doing, action: () => void): void {
    if (this.#state === 'stopped') this.#waiting[doing].push(action);
    else if (this.#state !== 'dead') action();
  }
}
