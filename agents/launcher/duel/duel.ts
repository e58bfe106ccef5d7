/** A duel over all cores: every pair of strategies in many series, shared out to threads and added up in one order. */
import { systemClock } from '../../../SHARED/core/clock.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import type { GameEntry } from '../../../SHARED/games/load_games.ts';
import { startThread, type Thread } from '../processes/threads.ts';
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

/** The data that a thread is started with. */
export interface DuelThread {
  readonly duel: Duel;
  /** A single number, which the thread counts up. */
  readonly gamesPlayed: Int32Array<SharedArrayBuffer>;
}

/** Two contenders after the duel. */
export interface PairTally {
  readonly pair: readonly [Contender, Contender];
  readonly tally: SeriesTally;
}

export interface DuelOptions {
  readonly threads: number;
  /** Hears how many games of all are over. */
  readonly onProgress?: (games: number) => void;
  /** Called once for a pair of which a game takes longer than `heldUpMs`, as when a strategy never returns. */
  readonly onHeldUp?: (pair: readonly [Contender, Contender]) => void;
  /** As usual unless said. */
  readonly heldUpMs?: number;
  /** Ends the duel where it is when it resolves. */
  readonly enough?: Promise<unknown>;
}

/** At most about so many games are a batch: a few batches a second, for the progress. */
const BATCH_GAMES = 2_000;
/** Each pair has so many batches if it has the series, so that slow strategies keep all cores busy. */
const BATCHES = 64;
/** A game takes a fraction of it with any strategy of ours. */
export const GAME_HELD_UP_MS = 10_000;
/** Files of strategies are loaded anew for every series, and only the end of a thread lets go of them. */
const LIVES_OF_A_THREAD = 4_000;

/** Plays a duel; whole batches alone are counted where it is ended early. Rejects with a Mistake where rules fail. */
export async function playDuel(
  duel: Duel,
  { threads, onProgress, onHeldUp, heldUpMs = GAME_HELD_UP_MS, enough }: DuelOptions,
): Promise<readonly PairTally[]> {
  const batches = batchesOf(duel);
  const played: (SeriesTally | undefined)[] = batches.map(() => undefined);
  const heldUp = new Set<string>();
  const running = new Set<Thread<Batch, SeriesTally>>();
  let [next, games, isEnough] = [0, 0, false];
  const end = () => Promise.all([...running].map((thread) => thread.end()));
  void enough?.then(() => {
    isEnough = true;
    return end();
  });

  /** One thread after another, until no batch is left. */
  async function play(): Promise<void> {
    while (next < batches.length && !isEnough) {
      const gamesPlayed = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const data: DuelThread = { duel, gamesPlayed };
      const thread = startThread<Batch, SeriesTally>('agents/launcher/duel/duel_main.ts', data);
      running.add(thread);
      for (let lives = 0; next < batches.length && lives < LIVES_OF_A_THREAD; ) {
        const at = next++;
        const batch = batches[at] as Batch;
        lives += batch.to - batch.from;
        const stopWatch = watchGames(gamesPlayed, heldUpMs, () => {
          const pair = batch.pair.map((index) => duel.contenders[index] as Contender) as [Contender, Contender];
          if (!heldUp.has(batch.pair.join())) onHeldUp?.(pair);
          heldUp.add(batch.pair.join());
        });
        const tally = await thread.ask(batch).finally(stopWatch);
        played[at] = tally;
        games += tally.games;
        onProgress?.(games);
      }
      await thread.end();
      running.delete(thread);
    }
  }

  try {
    await Promise.all(Array.from({ length: Math.min(threads, batches.length) }, play));
  } catch (problem) {
    // A thread that was ended in the midst of a batch has failed at nothing.
    if (!isEnough) throw problem;
  } finally {
    await end();
  }
  return added(duel, batches, played);
}

/** Calls `onHeldUp` whenever no game has ended for `ms`; the returned function ends the watch. */
function watchGames(gamesPlayed: Int32Array, ms: number, onHeldUp: () => void): () => void {
  const gamesBefore = Atomics.load(gamesPlayed, 0);
  let stop = systemClock.after(ms, () => {
    if (Atomics.load(gamesPlayed, 0) === gamesBefore) onHeldUp();
    stop = watchGames(gamesPlayed, ms, onHeldUp);
  });
  return () => stop();
}

/** Independent of the number of threads, as is the order in which they are added up. */
function batchesOf({ contenders, games, series }: Duel): readonly Batch[] {
  const batches: Batch[] = [];
  const all = Math.ceil(games / series);
  const many = Math.max(1, Math.min(Math.floor(BATCH_GAMES / series), Math.floor(all / BATCHES)));
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
