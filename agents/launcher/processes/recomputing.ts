/** Recomputes the results of a long ledger in other threads, and in this one where those are busy. */
import { availableParallelism } from 'node:os';
import type { Judge } from '../../../SHARED/contracts/messages/result.ts';
import type { GameEntry } from '../../../SHARED/games/load_games.ts';
import type { Damage } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { firstWrong, type Recomputing, type ResultBatch } from '../../league_manager/audit/recorded_results.ts';
import { startThread, type Thread } from './threads.ts';

/** The data that a thread is started with. */
export interface RecomputingData {
  readonly games: readonly GameEntry[];
  /** The number of batches that all threads have recomputed: a caller that never waits can read it. */
  readonly done: Int32Array<SharedArrayBuffer>;
}

export interface RecomputingOptions {
  readonly games: readonly GameEntry[];
  /** A judge by the rules of the same games. */
  readonly judge: Judge;
  /** Threads beside this one; absent: one for each further core, up to as many as a fold can keep busy. */
  readonly threads?: number;
  /** After so many batches threads are started; absent: as many as take longer than a thread takes to start. */
  readonly after?: number;
}

const MOST_THREADS = 3;
const AFTER_BATCHES = 40;
/** The most batches of each thread that are on their way; further ones are recomputed here. */
const WAITING_BATCHES = 8;

/** Recomputes batches in the order in which they are taken. Ended by its caller. */
export function recomputingIn(options: RecomputingOptions): Recomputing & { end(): Promise<void> } {
  const { games, judge, after = AFTER_BATCHES } = options;
  const most = options.threads ?? Math.min(availableParallelism() - 1, MOST_THREADS);
  const done = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const data: RecomputingData = { games, done };
  const threads: Thread<string, Damage | undefined>[] = [];
  /** What was found in each batch, in their order. */
  const found: Promise<Damage | undefined>[] = [];
  let [handed, isWrong] = [0, false];

  const note = (wrong: Damage | undefined) => {
    isWrong ||= wrong !== undefined;
    return wrong;
  };

  function elsewhere(batch: ResultBatch): Promise<Damage | undefined> | undefined {
    if (found.length < after || handed - Atomics.load(done, 0) >= WAITING_BATCHES * most) return undefined;
    while (threads.length < most) threads.push(startThread('agents/launcher/processes/recomputing_main.ts', data));
    // A text is handed over several times as fast as what it stands for.
    const wrong = threads[handed++ % most]?.ask(JSON.stringify(batch)).then(note);
    // It is waited for at the end.
    wrong?.catch(() => undefined);
    return wrong;
  }

  return {
    take: (batch) => void found.push(elsewhere(batch) ?? Promise.resolve(note(firstWrong(batch, judge)))),
    get isWrong() {
      return isWrong;
    },
    async first() {
      for (const each of found) {
        const wrong = await each;
        if (wrong !== undefined) return wrong;
      }
      return undefined;
    },
    async end() {
      await Promise.all(threads.map((thread) => thread.end()));
    },
  };
}
