/** The managers of a host, a process each: started, started again when they die, and ended when another host is to go on. */
import { type Clock, sleep } from '../../../SHARED/core/clock.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { reasonOf } from '../../../SHARED/core/result.ts';
import { ASKED_TO_END, INTERRUPTED } from '../processes/child.ts';
import { type Spawned, spawnAgent } from '../processes/spawn.ts';
import {
  DATABASE_URL,
  hostedPlaces,
  type LeagueQueue,
  type QueueState,
  type Submission,
} from '../world/installation.ts';

/** The options that the managers of a host have in common. */
export interface ManagersOptions {
  readonly clock: Clock;
  readonly queue: Pick<LeagueQueue, 'submission' | 'isTold'>;
  /** Whether some process leads a league: one of a host that hangs plays on while its manager is well. */
  readonly isLed: (league_id: string) => Promise<boolean>;
  readonly database: string;
  /** The address they listen at, each at any free port; absent: that of the configuration. */
  readonly at: string | undefined;
  readonly data: string;
  readonly logs: string;
  readonly config: string;
  readonly heapMb: number;
  /** Takes what became of a league: it is with this host no more. */
  readonly settled: (league_id: string, state: QueueState, why?: string) => Promise<void>;
  /** Takes how far a league is, in fields of LEAGUE_STATUS. */
  readonly heard: (league_id: string, status: JsonObject) => Promise<void>;
  readonly tell: (line: string) => void;
}

/** One league of this host. */
interface Hosted {
  child: Spawned | undefined;
  /** The league is to be gone on with elsewhere, or is another's already. */
  isGivenUp: boolean;
  readonly done: Promise<void>;
}

/** How a manager that died is started again: after these pauses, in milliseconds, and then no more. */
const PAUSES_MS = [100, 500, 1_000, 2_000, 4_000, 8_000];
/** One that has lived so long dies for a new reason. */
const STEADY_MS = 60_000;
/** The time a manager may take to end in order. */
const ENDING_MS = 10_000;
/** The interval in which a host looks whether another still leads. */
const LED_MS = 500;
const BY_SIGNAL: ReadonlySet<string> = new Set([ASKED_TO_END, INTERRUPTED]);
/** The last words of a process come with its end. */
const WORDS_MS = 100;

export class Managers {
  readonly #options: ManagersOptions;
  readonly #hosted = new Map<string, Hosted>();

  constructor(options: ManagersOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#hosted.size;
  }

  get leagues(): readonly string[] {
    return [...this.#hosted.keys()];
  }

  has(league_id: string): boolean {
    return this.#hosted.has(league_id);
  }

  /** Runs a league from now on until it is over, given up, or cannot be run. */
  start(league_id: string): void {
    if (this.#hosted.has(league_id)) return;
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const hosted: Hosted = { child: undefined, isGivenUp: false, done };
    this.#hosted.set(league_id, hosted);
    void this.#run(league_id, hosted)
      .catch((problem: unknown) => this.#options.tell(`${league_id}: ${reasonOf(problem)}`))
      .finally(() => {
        this.#hosted.delete(league_id);
        resolve();
      });
  }

  /** Ends the manager of a league in order; resolves when it is gone and its league may be taken by another host. */
  async giveUp(league_id: string): Promise<void> {
    const hosted = this.#hosted.get(league_id);
    if (hosted === undefined) return;
    // A second signal would end at once what ends in order.
    if (hosted.isGivenUp) return hosted.done;
    hosted.isGivenUp = true;
    hosted.child?.signal('SIGTERM');
    const { clock } = this.#options;
    const callOff = clock.after(ENDING_MS, () => hosted.child?.signal('SIGKILL'));
    await hosted.done;
    callOff();
  }

  async #run(league_id: string, hosted: Hosted): Promise<void> {
    const { queue, clock, tell, settled, heard, isLed } = this.#options;
    const submission = await queue.submission(league_id);
    if (submission === undefined) return;
    for (let deaths = 0; ; deaths++) {
      do {
        if (await queue.isTold(league_id)) return settled(league_id, 'OVER');
        if (hosted.isGivenUp) return settled(league_id, 'WAITING');
      } while ((await isLed(league_id)) && (await sleep(clock, LED_MS).then(() => true)));
      if (hosted.isGivenUp) return settled(league_id, 'WAITING');
      const since = clock.monotonic();
      const child = this.#spawn(submission);
      hosted.child = child;
      const words = await Promise.race([child.lost, child.gone.then(() => sleep(clock, WORDS_MS))]);
      hosted.child = undefined;
      const farewell = child.farewell();
      if (farewell !== undefined) await heard(league_id, farewell.status);
      if (await queue.isTold(league_id)) return settled(league_id, 'OVER');
      if (hosted.isGivenUp) return settled(league_id, 'WAITING');
      // Ended in order, and by no signal: its operator had it.
      if (words === undefined && farewell !== undefined && !BY_SIGNAL.has(farewell.why))
        return settled(league_id, 'CANCELLED', farewell.why);
      if (clock.monotonic() - since > STEADY_MS) deaths = 0;
      const why = words ?? `manager of ${league_id} was ended from outside`;
      // What was typed wrong stays so, however often it is read.
      const pause = child.exitCode() === 2 ? undefined : PAUSES_MS[deaths];
      if (pause === undefined) return settled(league_id, 'FAILED', why);
      tell(`${why}; it is started again in ${pause / 1_000} s`);
      await sleep(clock, pause);
    }
  }

  #spawn({ league_id, settings }: Submission): Spawned {
    const { at, data, logs, config, database, heapMb, tell } = this.#options;
    const places = hostedPlaces({ data, logs }, league_id);
    const folders = ['--data', places.data, '--logs', places.logs, '--config', config];
    const where = at === undefined ? [] : ['--host', at];
    const words = ['--hosted', '--league', league_id, ...where, '--port', '0', ...folders, ...settings];
    return spawnAgent(`manager of ${league_id}`, 'agents/league_manager/main.ts', words, {
      env: { [DATABASE_URL]: database },
      heapMb,
      onNote: (line) => tell(`${league_id}: ${line}`),
    });
  }
}
