/** Every result of a league in a few bytes: tables over all matches are made from it without reading the matches again. */
import type { Clock } from '../../../SHARED/core/clock.ts';
import { FairQueue } from '../../../SHARED/league_sdk/flow/fair_share.ts';
import type { League, Round } from '../../league_manager/league/state.ts';

/** Work of so many milliseconds at a time: a manager that shows its league has deadlines to keep. */
const SLICE_MS = 10;

/** Of all documents that are being made one has a slice in each turn of the event loop, however many they are. */
const LINES = new WeakMap<Clock, FairQueue>();

/** Lets others have their turn when a piece of work has taken its time. */
export function gently(clock: Clock): () => Promise<void> {
  const line = LINES.get(clock) ?? new FairQueue(clock, Number.POSITIVE_INFINITY);
  LINES.set(clock, line);
  let since = clock.monotonic();
  return async () => {
    if (clock.monotonic() - since < SLICE_MS) return;
    await line.turn('');
    since = clock.monotonic();
  };
}

/** The outcome of a match for the player of one seat. */
export type SeatOutcome = 'won' | 'drawn' | 'lost' | 'forfeited' | 'both_forfeited' | 'running';

/** The results of a round: two entries for each of its matches, in the order of the seats. */
export interface RoundResults {
  readonly round_id: number;
  readonly ids: readonly string[];
  /** Numbers of players, as `ResultBook.numberOf` gives them. */
  readonly seats: Uint32Array;
  readonly points: Float64Array;
  readonly outcomes: Uint8Array;
}

const OUTCOMES: readonly SeatOutcome[] = ['running', 'won', 'drawn', 'lost', 'forfeited', 'both_forfeited'];
const RUNNING = OUTCOMES.indexOf('running');

/** The outcome of an entry. */
export function outcomeAt({ outcomes }: RoundResults, entry: number): SeatOutcome {
  return OUTCOMES[outcomes[entry] ?? RUNNING] as SeatOutcome;
}

/** Matches that are read before others may have their turn. */
const BETWEEN_PAUSES = 128;

/** The results of one league, read once each: a round that is decided is not read again. */
export class ResultBook {
  readonly #league: League;
  readonly #clock: Clock;
  readonly #numbers = new Map<string, number>();
  readonly #decided: RoundResults[] = [];
  #reading: Promise<unknown> = Promise.resolve();

  constructor({ league, clock }: { readonly league: League; readonly clock: Clock }) {
    this.#league = league;
    this.#clock = clock;
  }

  /** The number of a player in the seats of results; undefined where it has had no match. */
  numberOf(player_id: string): number | undefined {
    return this.#numbers.get(player_id);
  }

  /** The results of all rounds that were opened, as they are now. */
  read(): Promise<readonly RoundResults[]> {
    const read = this.#reading.then(() => this.#read());
    this.#reading = read.catch(() => undefined);
    return read;
  }

  async #read(): Promise<readonly RoundResults[]> {
    const pause = gently(this.#clock);
    const all = [...this.#decided];
    for (let round_id = all.length + 1; round_id <= this.#league.rounds.size; round_id++) {
      const round = this.#league.rounds.get(round_id) as Round;
      const results = await this.#resultsOf(round, pause);
      all.push(results);
      if (round.decided === round.matches.length && this.#decided.length === round_id - 1) this.#decided.push(results);
    }
    return all;
  }

  async #resultsOf({ round_id, matches: ids }: Round, pause: () => Promise<void>): Promise<RoundResults> {
    const seats = new Uint32Array(2 * ids.length);
    const points = new Float64Array(2 * ids.length);
    const outcomes = new Uint8Array(2 * ids.length);
    for (const [at, match_id] of ids.entries()) {
      if (at % BETWEEN_PAUSES === 0) await pause();
      const { pairing, decided } = this.#league.matches.get(match_id) ?? {};
      for (const [seat, id] of (pairing?.seats ?? []).entries()) {
        const entry = 2 * at + seat;
        seats[entry] = this.#numbered(id);
        if (decided === undefined) continue;
        const { winner, score, details } = decided.result;
        const isAtFault = details.faults.some(({ player_id }) => player_id === id);
        points[entry] = score[id] ?? 0;
        outcomes[entry] = OUTCOMES.indexOf(seatOutcome(id, winner, isAtFault));
      }
    }
    return { round_id, ids, seats, points, outcomes };
  }

  #numbered(player_id: string): number {
    const known = this.#numbers.get(player_id);
    if (known !== undefined) return known;
    this.#numbers.set(player_id, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

/** The outcome of a decided match for one of its players. */
export function seatOutcome(
  player_id: string,
  winner: string | null,
  isAtFault: boolean,
): Exclude<SeatOutcome, 'running'> {
  if (winner === player_id) return 'won';
  if (isAtFault) return winner === null ? 'both_forfeited' : 'forfeited';
  return winner === null ? 'drawn' : 'lost';
}
