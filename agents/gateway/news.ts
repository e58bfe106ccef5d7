/** What has happened to a seat, from the messages its player heard: where it stands, and what its client has to be told. */

import { factsOf, type HistoryEntry } from '../../SHARED/contracts/files/history.ts';
import type { Message } from '../../SHARED/contracts/index.ts';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import { PlayerHistoryRepository, type Store } from '../../SHARED/league_sdk/repositories.ts';
import { type Ending, endingOfGame, endingOfRound, pointsFor, resultFor } from '../player/outcome.ts';
import type { HeardMessage } from '../player/tap.ts';

/** Of matches that are over, so many are told later; whoever is away for longer is told how many more there were. */
const KEPT = 50;

interface CurrentMatch {
  readonly match_id: string;
  opponent_id: string;
  opponent_name?: string;
  round_id: number;
  phase: 'announced' | 'seated' | 'asked' | 'moved';
}

/** A match that is over, as its client is told. */
export type FinishedMatch = JsonObject & { readonly match_id: string; readonly opponent_id: string };

/** What is known of a client when it asks: after which match it has to be told, and up to which it was. */
export interface Asking {
  readonly after: number;
  readonly handed: number;
}

export class News {
  readonly #current = new Map<string, CurrentMatch>();
  /** The last of this league, oldest first. */
  readonly #finished: FinishedMatch[] = [];
  /** How many have ended in all: a match's number is how many had when it did. */
  #count = 0;
  /** Up to which number matches were put into an answer, and up to which it is known that one was received. */
  #handed = 0;
  #received = 0;
  #round: { readonly round_id: number; readonly total_rounds: number | undefined } | undefined;
  #isRoundOver = false;
  #final: Message<'LEAGUE_COMPLETED'> | undefined;
  #standings: Message<'LEAGUE_STANDINGS_UPDATE'>['standings'] = [];

  get round() {
    return this.#round;
  }

  get isRoundOver(): boolean {
    return this.#isRoundOver;
  }

  /** How the league ended, once it has. */
  get final(): Message<'LEAGUE_COMPLETED'> | undefined {
    return this.#final;
  }

  get finished(): readonly FinishedMatch[] {
    return this.#finished;
  }

  /** A client asks. What it says it has heard last, by the id of the match, decides what it is told; else what it was told. */
  asking(heard?: string): Asking {
    const number = heard === undefined ? undefined : this.#numberOf(heard);
    if (number !== undefined) return { after: number, handed: number };
    return { after: this.#received, handed: this.#handed };
  }

  /** Whether there is something that this client was not told yet. */
  hasNewsFor({ handed }: Asking): boolean {
    return this.#count > handed;
  }

  /**
   * The matches to tell whoever asked, and how many more there were before them. Nobody knows whether an answer arrives:
   * what was told is told once more to the next who asks, unless that one says that it has heard it.
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

  /** What was played before this process began: told once more, but nothing to wake anybody for. */
  remember(matches: readonly FinishedMatch[]): void {
    for (const match of matches) if (!this.isOver(match.match_id)) this.#keep(match);
    this.#handed = this.#count;
  }

  /** The standings as they were last told. */
  get standings() {
    return this.#standings;
  }

  /** The match of this round, while it is undecided. */
  get match(): CurrentMatch | undefined {
    return [...this.#current.values()].at(-1);
  }

  /** What is known of an undecided match. */
  at(match_id: string): CurrentMatch | undefined {
    return this.#current.get(match_id);
  }

  /** Whether a match of this seat is over. */
  isOver(match_id: string): boolean {
    return this.#finished.some((match) => match.match_id === match_id);
  }

  /** Takes a message in, and says which matches are over by it. */
  hear({ type, message }: HeardMessage, me: string): readonly string[] {
    if (type === 'ROUND_ANNOUNCEMENT') this.#announced(message, me);
    if (type === 'GAME_INVITATION') this.#invited(message);
    if (type === 'LEAGUE_STANDINGS_UPDATE') this.#standings = message.standings;
    if (type === 'GAME_OVER') return this.#gameOver(message, me);
    if (type === 'ROUND_COMPLETED') return this.#roundCompleted(message, me);
    if (type === 'LEAGUE_COMPLETED') {
      this.#final = message;
      this.#standings = message.final_standings;
    }
    return [];
  }

  /** A move is awaited in a match. */
  asked({ match_id, opponent_id, round_id }: Pick<CurrentMatch, 'match_id' | 'opponent_id' | 'round_id'>): void {
    this.#open(match_id, { opponent_id, round_id }).phase = 'asked';
  }

  /** The move that was awaited is made. */
  moved(match_id: string): void {
    const match = this.#current.get(match_id);
    if (match !== undefined) match.phase = 'moved';
  }

  #announced({ round_id, total_rounds, matches }: Message<'ROUND_ANNOUNCEMENT'>, me: string): void {
    if (round_id !== this.#round?.round_id) this.#isRoundOver = false;
    this.#round = { round_id, total_rounds };
    for (const { match_id, player_a, player_b } of matches) {
      if (player_a !== me && player_b !== me) continue;
      if (!this.isOver(match_id))
        this.#open(match_id, { round_id, opponent_id: player_a === me ? player_b : player_a });
    }
  }

  #invited({ match_id, opponent_id, opponent_name, round_id }: Message<'GAME_INVITATION'>): void {
    const match = this.#open(match_id, { opponent_id, round_id: round_id ?? this.#round?.round_id ?? 0 });
    if (opponent_name !== undefined) match.opponent_name = opponent_name;
    if (match.phase === 'announced') match.phase = 'seated';
  }

  #gameOver(message: Message<'GAME_OVER'>, me: string): readonly string[] {
    const { match_id, game_result, draw_seed, round_id } = message;
    const other = [message.player_a, message.player_b, ...Object.keys(game_result.choices)].find((id) => id !== me);
    return this.#finish(match_id, endingOfGame(game_result), { me, other, draw_seed, round_id });
  }

  #roundCompleted({ round_id, results }: Message<'ROUND_COMPLETED'>, me: string): readonly string[] {
    this.#isRoundOver = round_id === this.#round?.round_id;
    return results
      .filter(({ player_a, player_b }) => player_a === me || player_b === me)
      .flatMap((result) => {
        const { match_id, player_a, player_b, draw_seed } = result;
        const other = player_a === me ? player_b : player_a;
        return this.#finish(match_id, endingOfRound(result), { me, other, draw_seed, round_id });
      });
  }

  #finish(match_id: string, ending: Ending, told: Told): readonly string[] {
    const match = this.#current.get(match_id);
    this.#current.delete(match_id);
    if (this.isOver(match_id)) return [];
    this.#keep(finishedMatch(match_id, match, ending, told));
    return [match_id];
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

  #open(match_id: string, about: Pick<CurrentMatch, 'opponent_id' | 'round_id'>): CurrentMatch {
    const known = this.#current.get(match_id);
    if (known !== undefined) return known;
    const match: CurrentMatch = { match_id, ...about, phase: 'announced' };
    this.#current.set(match_id, match);
    return match;
  }
}

interface Told {
  readonly me: string;
  readonly other: string | undefined;
  readonly draw_seed: string | undefined;
  readonly round_id: number | undefined;
}

function finishedMatch(match_id: string, match: CurrentMatch | undefined, ending: Ending, told: Told): FinishedMatch {
  const { me, draw_seed } = told;
  const opponent_id = match?.opponent_id ?? told.other ?? 'unknown';
  const { reason, termination, moves } = ending;
  return {
    match_id,
    round_id: match?.round_id ?? told.round_id ?? null,
    opponent_id,
    ...(match?.opponent_name === undefined ? {} : { opponent_name: match.opponent_name }),
    result: resultFor(me, ending),
    points: pointsFor(me, ending),
    why: reason ?? '',
    ...(termination === undefined ? {} : { termination }),
    your_move: (ending.choices[me] ?? null) as Json,
    opponent_move: (ending.choices[opponent_id] ?? null) as Json,
    facts: { ...ending.facts },
    ...(moves === undefined ? {} : { moves: moves as Json }),
    draw_seed: draw_seed ?? null,
  };
}

/** Which league, and which run of it. */
interface Run {
  readonly league_id: string;
  readonly run_id: string;
}

/** The finished matches of a player in this run, oldest first, or why its history cannot be read. */
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
