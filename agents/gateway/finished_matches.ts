/** The finished matches that the client of a seat has to be told of, and those it was told already. */
import { factsOf, type HistoryEntry } from '../../SHARED/contracts/files/history.ts';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import { PlayerHistoryRepository, type Store } from '../../SHARED/league_sdk/repositories.ts';
import { pointsFor, resultFor } from '../player/outcome.ts';
import type { Finished } from '../player/sensors.ts';

/** The number of finished matches kept to be told; a client that was away for longer is told how many more there were. */
const KEPT = 50;

/** A match that is over, as its client is told. */
export type FinishedMatch = JsonObject & { readonly match_id: string; readonly opponent_id: string };

/** The position of a client that asks: the match after which it has to be told, and the one up to which it was. */
export interface Asking {
  readonly after: number;
  readonly handed: number;
}

/** The matches of a seat that are over: told again until the client is known to have heard of them. */
export class FinishedMatches {
  /** The last of this league, oldest first. */
  readonly #finished: FinishedMatch[] = [];
  /** The number of matches that have ended; a match's own number is this count at its end. */
  #count = 0;
  /** The number of the last match in an answer, and of the last one in an answer that is known to have arrived. */
  #handed = 0;
  #received = 0;

  get finished(): readonly FinishedMatch[] {
    return this.#finished;
  }

  /** A match has ended. */
  add(finished: Finished): void {
    this.#keep(finishedMatch(finished));
  }

  /** A client asks. The last match it says it has heard of decides what it is told; else the last one it was told. */
  asking(heard?: string): Asking {
    const number = heard === undefined ? undefined : this.#numberOf(heard);
    if (number !== undefined) return { after: number, handed: number };
    return { after: this.#received, handed: this.#handed };
  }

  /** Whether a match has ended that this client was not told of yet. */
  hasNewsFor({ handed }: Asking): boolean {
    return this.#count > handed;
  }

  /**
   * The matches to tell the client that asked, and how many more there were before. An answer may not arrive:
   * its matches are told once more with the next answer, unless the client says that it has heard of them.
   */
  tell({ after, handed }: Asking): { readonly matches: readonly FinishedMatch[]; readonly dropped: number } {
    const forgotten = this.#count - this.#finished.length;
    this.#received = Math.max(this.#received, handed);
    this.#handed = this.#count;
    return {
      matches: this.#finished.slice(Math.max(0, after - forgotten)),
      dropped: Math.max(0, forgotten - after),
    };
  }

  /** Matches from before this process began: told once more, but no reason to wake a waiting client. */
  remember(matches: readonly FinishedMatch[]): void {
    for (const match of matches) if (!this.isOver(match.match_id)) this.#keep(match);
    this.#handed = this.#count;
  }

  /** Whether a match of this seat is over. */
  isOver(match_id: string): boolean {
    return this.#finished.some((match) => match.match_id === match_id);
  }

  #keep(match: FinishedMatch): void {
    this.#count += 1;
    this.#finished.push(match);
    if (this.#finished.length > KEPT) this.#finished.shift();
  }

  #numberOf(match_id: string): number | undefined {
    const index = this.#finished.findIndex((match) => match.match_id === match_id);
    return index < 0 ? undefined : this.#count - this.#finished.length + index + 1;
  }
}

/** Which league, and which run of it. */
interface Run {
  readonly league_id: string;
  readonly run_id: string;
}

/** The finished matches of a player in this run, oldest first, or the fault of its history file. */
export async function pastMatchesOf(
  player_id: string,
  run: Run,
  store: Store,
): Promise<Result<readonly FinishedMatch[], string>> {
  try {
    const read = await new PlayerHistoryRepository(player_id, store).getHistory();
    if (!read.ok) return err(read.error.detail);
    const ofRun = read.value.matches.filter(
      ({ league_id, run_id }) => league_id === run.league_id && run_id === run.run_id,
    );
    return ok(ofRun.map(rememberedMatch));
  } catch (thrown) {
    return err((thrown as Error).message);
  }
}

function finishedMatch({ player_id, match, ending, draw_seed }: Finished): FinishedMatch {
  const { match_id, opponent_name } = match;
  const other = Object.keys(ending.choices).find((id) => id !== player_id);
  const opponent_id = match.opponent_id ?? other ?? 'unknown';
  const { reason, termination, moves } = ending;
  return {
    match_id,
    round_id: match.round_id ?? null,
    opponent_id,
    ...(opponent_name === undefined ? {} : { opponent_name }),
    result: resultFor(player_id, ending),
    points: pointsFor(player_id, ending),
    why: reason ?? '',
    ...(termination === undefined ? {} : { termination }),
    your_move: (ending.choices[player_id] ?? null) as Json,
    opponent_move: (ending.choices[opponent_id] ?? null) as Json,
    facts: { ...ending.facts },
    ...(moves === undefined ? {} : { moves: moves as Json }),
    draw_seed: draw_seed ?? null,
  };
}

function rememberedMatch(entry: HistoryEntry): FinishedMatch {
  const { match_id, round_id, opponent_id, opponent_name, reason, termination, moves } = entry;
  return {
    ...{ match_id, round_id, opponent_id },
    ...(opponent_name === undefined ? {} : { opponent_name }),
    ...{ result: entry.result, points: entry.points_earned, why: reason ?? '' },
    ...(termination === undefined ? {} : { termination }),
    ...{ your_move: entry.my_choice, opponent_move: entry.opponent_choice, facts: { ...factsOf(entry) } },
    ...(moves === undefined ? {} : { moves: moves as Json }),
    draw_seed: null,
  };
}
