/** The seam between a league and its tournament: a format says who meets whom, and the league plays it. */
import type { LeagueConfig } from '../../../SHARED/league_sdk/config_models.ts';
import { type PackedText, packed, unpacked } from '../../../SHARED/league_sdk/files/document.ts';
import type { Row } from './standings.ts';

/** Two player ids, in the order of the seats. */
export type Seats = readonly [string, string];

/** A match that is to be played: `R1M1` is the first of round 1. */
export interface Pairing {
  readonly match_id: string;
  readonly round_id: number;
  readonly seats: Seats;
}

/** A match as a format sees it. */
export interface PlayedMatch extends Pairing {
  /** Undefined while the match is open. */
  readonly result?: { readonly winner: string | null; readonly score: { readonly [player_id: string]: number } };
}

/** What has been opened so far; when the next round is asked for, all of it is decided. */
export interface Played {
  readonly rounds: number;
  /** The matches of a round from 1 to `rounds`, in order. */
  round(round_id: number): readonly PlayedMatch[];
}

/** What is known of a league before it is played. */
export interface Outlook {
  readonly rounds?: number;
  readonly matches?: number;
  /** How often two players meet in the whole league, at least and at most. */
  readonly meetings?: { readonly least: number; readonly most: number };
  /** The pairings of a round; empty for a round that is not to be. Absent where they depend on results. */
  planned?(round_id: number): readonly Pairing[];
  /** The length of `planned(round_id)` without making it: large rounds are counted more often than read. */
  sizeOf?(round_id: number): number;
  /** The match of a player in a round without making the round; undefined where it has none. There wherever `planned` is long. */
  plannedOf?(player_id: string, round_id: number): Pairing | undefined;
  /** The opponents of a player from a round on, one for each match. Absent: one in every round, not known yet. */
  opponentsOf?(player_id: string, from_round: number): readonly string[];
}

/**
 * Who meets whom. Pure: the same results give the same pairings, in this process and in the next.
 *
 * @example
 * const format = formatOf({ algorithm: 'round_robin', legs: 2 }, { players: ['P01', 'P02'], seatsMatter: true });
 * format?.outlook().rounds; // 2
 */
export interface Format {
  /** The pairings of the next round, from everything decided so far; undefined when the league is over. */
  next(played: Played): readonly Pairing[] | undefined;
  outlook(): Outlook;
  /** The final order where it is not the table. */
  ranking?(played: Played, table: readonly Row[]): readonly Row[];
}

/** What a league file says of its schedule. */
export type ScheduleConfig = LeagueConfig['schedule'];

/** The players of a league in the order of its schedule, and whether it matters which of two sits first. */
export interface Field {
  readonly players: readonly string[];
  readonly seatsMatter: boolean;
}

/** What a file of this folder is to the registry. */
export interface FormatKind {
  /** The format of one league. */
  make(field: Field, schedule: ScheduleConfig): Format;
  /** Who meets whom by such a schedule, in a sentence for people. */
  about(schedule: ScheduleConfig): string;
}

/** The matches of a round from its seats, numbered in their order. */
export function numbered(round_id: number, seats: readonly Seats[]): readonly Pairing[] {
  return seats.map((pair, i) => ({ match_id: `R${round_id}M${i + 1}`, round_id, seats: pair }));
}

const MATCH_ID = /^R([1-9]\d{0,6})M([1-9]\d{0,6})$/;

/** The match of an id in what is planned; undefined when none is. */
export function plannedMatch(format: Format, match_id: string): Pairing | undefined {
  const [, round, place] = MATCH_ID.exec(match_id) ?? [];
  return format.outlook().planned?.(Number(round))[Number(place) - 1];
}

/** How many matches a round is planned with; undefined where nothing says so. */
export function sizeIn(format: Format | undefined, round_id: number): number | undefined {
  const { sizeOf, planned } = format?.outlook() ?? {};
  return sizeOf?.(round_id) ?? planned?.(round_id).length;
}

/** So many matches are packed together: as many are unpacked for the sake of one. */
const PAGE = 128;

interface PackedRound {
  readonly ids: readonly string[];
  readonly pages: readonly PackedText[];
}

/**
 * The matches of a league by id, in the order they were opened. Packed ones take a tenth of the memory; such a match is
 * made anew whenever it is asked for, equal to the one that was set.
 */
export class MatchBook<M extends { readonly pairing: Pairing }> {
  readonly #loose = new Map<string, M>();
  /** From the first round on. */
  readonly #packed: PackedRound[] = [];
  #newest: { readonly page: PackedText; readonly matches: readonly M[] } | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(match_id: string): M | undefined {
    const loose = this.#loose.get(match_id);
    if (loose !== undefined) return loose;
    const [, round, number] = MATCH_ID.exec(match_id) ?? [];
    const { ids, pages } = this.#packed[Number(round) - 1] ?? {};
    // Its number is its place, unless matches of its round were left out.
    const guess = Number(number) - 1;
    const place = ids?.[guess] === match_id ? guess : (ids?.indexOf(match_id) ?? -1);
    const page = pages?.[Math.floor(place / PAGE)];
    return page === undefined ? undefined : this.#matchesOf(page)[place % PAGE];
  }

  /** Sets a match that is not packed. */
  set(match_id: string, match: M): void {
    if (!this.#loose.has(match_id)) this.#size += 1;
    this.#loose.set(match_id, match);
  }

  *keys(): Generator<string, void> {
    for (const { ids } of this.#packed) yield* ids;
    yield* this.#loose.keys();
  }

  *values(): Generator<M, void> {
    for (const { pages } of this.#packed) for (const page of pages) yield* this.#matchesOf(page);
    yield* this.#loose.values();
  }

  /** Packs the matches of a round that will not change; where the round before is not packed, or has other ids, they stay as they are. */
  pack(round_id: number, ids: readonly string[]): void {
    const matches = ids.flatMap((match_id) => this.#loose.get(match_id) ?? []);
    const isOfRound = ids.every((match_id) => MATCH_ID.exec(match_id)?.[1] === String(round_id));
    if (this.#packed.length !== round_id - 1 || matches.length !== ids.length || !isOfRound) return;
    const pages: PackedText[] = [];
    for (let i = 0; i < matches.length; i += PAGE) pages.push(packed(JSON.stringify(matches.slice(i, i + PAGE))));
    this.#packed.push({ ids, pages });
    for (const match_id of ids) this.#loose.delete(match_id);
  }

  #matchesOf(page: PackedText): readonly M[] {
    if (this.#newest?.page !== page) this.#newest = { page, matches: JSON.parse(unpacked(page)) as readonly M[] };
    return this.#newest.matches;
  }
}

/** The list of a key, which is made where there is none. */
export function listed(lists: Map<string, string[]>, key: string): string[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const made: string[] = [];
  lists.set(key, made);
  return made;
}
