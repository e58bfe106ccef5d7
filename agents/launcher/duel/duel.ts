/** A duel over all cores: every pair of strategies in many series, shared out to threads and added up in one order. */
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import type { GameEntry } from '../../../SHARED/games/load_games.ts';
import { Mistake } from '../options.ts';
import { CODE_EXTENSION, ROOT } from '../world/installation.ts';
import { emptyTally, type SeriesTally } from './series.ts';

/** A strategy that takes part. */
export interface Contender {
  /** What it is called in this duel, unlike any other. */
  readonly name: string;
  /** The name or file it is loaded by. */
  readonly wish: string;
}

/** All that decides what is played; the same duel gives the same digits on every machine. */
export interface Duel {
  readonly contenders: readonly Contender[];
  readonly game: GameEntry;
  readonly options: JsonObject;
  /** Of each pair. */
  readonly games: number;
  /** Games after which both have forgotten each other. */
  readonly series: number;
  readonly seed: string;
}

/** Some series of one pair: what a thread is given at a time. */
export interface Batch {
  readonly pair: readonly [number, number];
  readonly from: number;
  readonly to: number;
}

/** What a thread says of a batch; `fault`: the rules failed, or a file does not load any more. */
export type BatchPlayed = { readonly tally: SeriesTally } | { readonly fault: string };

/** Two contenders after the duel. */
export interface PairTally {
  readonly pair: readonly [Contender, Contender];
  readonly tally: SeriesTally;
}

export interface DuelOptions {
  readonly threads: number;
  /** Hears how many games of all are over. */
  readonly onProgress?: (games: number) => void;
  /** Ends the duel where it is when it resolves. */
  readonly enough?: Promise<unknown>;
}

/** About so many games are a batch: a few of them a second, for the progress. */
const BATCH_GAMES = 2_000;
/** Files of strategies are loaded anew for every series, and only the end of a thread lets go of them. */
const LIVES_OF_A_THREAD = 4_000;

/** Plays a duel; whole batches alone are counted where it is ended early. Rejects with a Mistake where rules fail. */
export async function playDuel(
  duel: Duel,
  { threads, onProgress, enough }: DuelOptions,
): Promise<readonly PairTally[]> {
  const batches = batchesOf(duel);
  const played: (SeriesTally | undefined)[] = batches.map(() => undefined);
  let [next, games, isEnough] = [0, 0, false];
  const running = new Set<Worker>();
  const ended = enough?.then(() => {
    isEnough = true;
    return end();
  });

  async function end(): Promise<void> {
    await Promise.all([...running].map((worker) => worker.terminate()));
  }

  /** One thread after another, until no batch is left. */
  async function play(): Promise<void> {
    while (next < batches.length && !isEnough) await oneThread();
  }

  function oneThread(): Promise<void> {
    const worker = workerFor(duel);
    running.add(worker);
    let at = -1;
    let lives = 0;
    const { promise, resolve: done, reject } = Promise.withResolvers<void>();
    const give = () => {
      const batch = batches[next];
      if (batch === undefined || lives >= LIVES_OF_A_THREAD) return void worker.terminate();
      at = next++;
      lives += batch.to - batch.from;
      worker.postMessage(batch);
    };
    worker.on('message', (said: BatchPlayed) => {
      if ('fault' in said) return reject(new Mistake(said.fault));
      played[at] = said.tally;
      games += said.tally.games;
      onProgress?.(games);
      at = -1;
      give();
    });
    worker.once('error', (thrown) => reject(new Mistake(`a strategy broke its thread: ${String(thrown)}`)));
    worker.once('exit', () => {
      running.delete(worker);
      if (at !== -1 && !isEnough) reject(new Mistake('a strategy ended its thread'));
      done();
    });
    give();
    return promise;
  }

  try {
    await Promise.all(Array.from({ length: Math.min(threads, batches.length) }, play));
  } finally {
    await end();
  }
  if (isEnough) await ended;
  return added(duel, batches, played);
}

/** Independent of the number of threads, as is the order in which they are added up. */
function batchesOf({ contenders, games, series }: Duel): readonly Batch[] {
  const batches: Batch[] = [];
  const all = Math.ceil(games / series);
  const many = Math.max(1, Math.floor(BATCH_GAMES / series));
  for (let a = 0; a < contenders.length; a++)
    for (let b = a + 1; b < contenders.length; b++)
      for (let from = 0; from < all; from += many) batches.push({ pair: [a, b], from, to: Math.min(all, from + many) });
  return batches;
}

function added(
  { contenders }: Duel,
  batches: readonly Batch[],
  played: readonly (SeriesTally | undefined)[],
): readonly PairTally[] {
  const pairs = new Map<string, PairTally>();
  for (const [at, { pair }] of batches.entries()) {
    const [a, b] = pair.map((index) => contenders[index] as Contender) as [Contender, Contender];
    const sum = pairs.get(pair.join()) ?? { pair: [a, b], tally: emptyTally() };
    pairs.set(pair.join(), sum);
    const tally = played[at];
    if (tally !== undefined) addTo(sum.tally, tally);
  }
  return [...pairs.values()];
}

/** Adds the games of one tally to another. */
export function addTo(sum: SeriesTally, { games, playedOut, sides, failures }: SeriesTally): void {
  sum.games += games;
  sum.playedOut += playedOut;
  for (const side of [0, 1] as const)
    for (const name of Object.keys(sides[side]) as (keyof (typeof sides)[0])[])
      sum.sides[side][name] += sides[side][name];
  for (const failure of failures) {
    const before = sum.failures.find(({ side, kind }) => side === failure.side && kind === failure.kind);
    if (before === undefined) sum.failures.push({ ...failure });
    else before.games += failure.games;
  }
}

/** What strategies print is for stderr: stdout is the result of the command. */
function workerFor(duel: Duel): Worker {
  const worker = new Worker(resolve(ROOT, 'SHARED', 'tools', 'start.mjs'), {
    argv: [`agents/launcher/duel/duel_main${CODE_EXTENSION}`],
    workerData: duel,
    // It would keep every life of a file for good.
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
    stdout: true,
  });
  worker.stdout.pipe(process.stderr, { end: false });
  return worker;
}
