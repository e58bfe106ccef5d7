/** The seam between a league and its tournament: a format says who meets whom, and the league plays it. */

import { Column, packed, unpacked } from '../../../SHARED/core/pack.ts';
import type { LeagueConfig } from '../../../SHARED/league_sdk/config_models.ts';
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

/** The rounds that were opened so far; when the next one is asked for, all of them are decided. */
export interface Played {
  readonly rounds: number;
  /** The matches of a round from 1 to `rounds`, in order. */
  round(round_id: number): readonly PlayedMatch[];
}

/** The facts of a league that are known before it is played. */
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

/** The schedule of a league file. */
export type ScheduleConfig = LeagueConfig['schedule'];

/** The players of a league in the order of its schedule, and whether it matters which of two sits first. */
export interface Field {
  readonly players: readonly string[];
  readonly seatsMatter: boolean;
}

/** The entry of a format in the registry, made by a file of this folder. */
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

/** The number of matches packed together: as many are unpacked for the sake of one. */
const PAGE = 128;
/** Packs are kept in pieces of memory of this size: many small ones would lie scattered. */
const SLAB_BYTES = 256 * 1024;

/** A round whose matches are packed. */
export interface PackedRound {
  readonly count: number;
  /** The numbers of its matches; absent where they are 1, 2 and so on. */
  readonly numbers?: readonly number[];
}

interface RoundOfMatches {
  readonly round_id: number;
  readonly matches: readonly string[];
}

/** What a match must have to be packed. */
interface Packable {
  readonly pairing: Pairing;
  readonly decided?: { readonly result: { readonly score: { readonly [player_id: string]: number } } } | undefined;
}

/** The numbers that tell a match without unpacking it: its own, the places of its two players, what each took. */
export const MEETING = 5;

/**
 * The matches of a league by id, in the order they were opened. Packed ones take a tenth of the memory; such a match is
 * made anew whenever it is asked for, equal to the one that was set.
 */
export class MatchBook<M extends Packable> {
  readonly #loose = new Map<string, M>();
  /** From the first round on. */
  readonly #packed: (PackedRound & { readonly pages: readonly Uint8Array[] })[] = [];
  /** The meetings of the newest packed rounds, until they are taken. */
  readonly #meetings: Uint8Array[] = [];
  /** The piece of memory that is being filled, and how far it is. */
  #slab = { bytes: new Uint8Array(0), used: 0 };
  #newest: { readonly page: Uint8Array; readonly matches: readonly M[] } | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(match_id: string): M | undefined {
    const loose = this.#loose.get(match_id);
    if (loose !== undefined) return loose;
    const [, round, number] = MATCH_ID.exec(match_id) ?? [];
    const { numbers, pages, count = 0 } = this.#packed[Number(round) - 1] ?? {};
    // Its number is its place, unless matches of its round were left out.
    const place = numbers === undefined ? Number(number) - 1 : numbers.indexOf(Number(number));
    const page = place < count ? pages?.[Math.floor(place / PAGE)] : undefined;
    return page === undefined ? undefined : this.#matchesOf(page)[place % PAGE];
  }

  /** Sets a match that is not packed. */
  set(match_id: string, match: M): void {
    if (!this.#loose.has(match_id)) this.#size += 1;
    this.#loose.set(match_id, match);
  }

  *keys(): Generator<string, void> {
    for (const [i, round] of this.#packed.entries()) yield* idsIn(i + 1, round);
    yield* this.#loose.keys();
  }

  *values(): Generator<M, void> {
    for (const { pages } of this.#packed) for (const page of pages) yield* this.#matchesOf(page);
    yield* this.#loose.values();
  }

  /** Those of rounds that are not packed. */
  loose(): IterableIterator<M> {
    return this.#loose.values();
  }

  /** The same round without the ids of its matches where they are packed: they are made whenever they are asked for. */
  lean<R extends RoundOfMatches>(round: R): R {
    const packed = this.#packed[round.round_id - 1];
    if (packed === undefined) return round;
    const { matches: _, ...rest } = round;
    return Object.defineProperty(rest, 'matches', { get: () => idsIn(round.round_id, packed), enumerable: true }) as R;
  }

  /**
   * Packs the matches of a round that will not change, and gives the round without their ids; where one is not decided, the
   * round before is not packed, or it has other ids, all stays as it is.
   */
  pack<R extends RoundOfMatches>(round: R, placeOf: (player_id: string) => number): R {
    const { round_id, matches: ids } = round;
    const matches = ids.flatMap((match_id) => this.#loose.get(match_id) ?? []);
    const parts = ids.map((match_id) => MATCH_ID.exec(match_id));
    const isOfRound = parts.every((part) => part?.[1] === String(round_id));
    const isOver = matches.length === ids.length && matches.every(({ decided }) => decided !== undefined);
    if (this.#packed.length !== round_id - 1 || !isOver || !isOfRound) return round;
    const numbers = parts.map((part) => Number(part?.[2]));
    const pages: Uint8Array[] = [];
    for (let i = 0; i < matches.length; i += PAGE)
      pages.push(this.#kept(packed(JSON.stringify(matches.slice(i, i + PAGE)))));
    const isInOrder = numbers.every((number, i) => number === i + 1);
    this.#packed.push({ count: ids.length, ...(isInOrder ? {} : { numbers }), pages });
    const meetings = new Float64Array(matches.flatMap((match, i) => meetingOf(match, numbers[i] ?? 0, placeOf)));
    this.#meetings.push(new Uint8Array(meetings.buffer));
    for (const match_id of ids) this.#loose.delete(match_id);
    return this.lean(round);
  }

  /** The packed rounds, and the pages of those that were not taken yet, with how many were: of each round the meetings, then the matches. */
  take(): { readonly rounds: readonly PackedRound[]; readonly pages: readonly Uint8Array[]; readonly from: number } {
    const untaken = this.#packed.slice(this.#packed.length - this.#meetings.length);
    const pages = untaken.flatMap((round, i) => [this.#meetings[i] as Uint8Array, ...round.pages]);
    this.#meetings.length = 0;
    const all = this.#packed.reduce((sum, round) => sum + 1 + round.pages.length, 0);
    return { rounds: this.#packed.map(({ pages: _, ...round }) => round), pages, from: all - pages.length };
  }

  /**
   * Fills an empty book with packed rounds, from all pages that were ever taken; gives the meetings of each round, made
   * whenever they are gone through.
   */
  restore(rounds: readonly PackedRound[], pages: readonly Uint8Array[]): Iterable<Float64Array> {
    const meetings: Uint8Array[] = [];
    let at = 0;
    for (const round of rounds) {
      meetings.push(pages[at] as Uint8Array);
      const end = at + 1 + Math.ceil(round.count / PAGE);
      this.#packed.push({ ...round, pages: pages.slice(at + 1, end) });
      this.#size += round.count;
      at = end;
    }
    return {
      [Symbol.iterator]: () => meetings.values().map((bytes) => new Float64Array(new Uint8Array(bytes).buffer)),
    };
  }

  #kept(page: Uint8Array): Uint8Array {
    if (this.#slab.used + page.length > this.#slab.bytes.length)
      this.#slab = { bytes: new Uint8Array(Math.max(SLAB_BYTES, page.length)), used: 0 };
    const { bytes, used } = this.#slab;
    bytes.set(page, used);
    this.#slab.used += page.length;
    return bytes.subarray(used, used + page.length);
  }

  #matchesOf(page: Uint8Array): readonly M[] {
    if (this.#newest?.page !== page) this.#newest = { page, matches: JSON.parse(unpacked(page)) as readonly M[] };
    return this.#newest.matches;
  }
}

function idsIn(round_id: number, { count, numbers }: PackedRound): readonly string[] {
  return Array.from({ length: count }, (_, i) => `R${round_id}M${numbers?.[i] ?? i + 1}`);
}

function meetingOf({ pairing, decided }: Packable, number: number, placeOf: (id: string) => number): readonly number[] {
  const [a, b] = pairing.seats;
  const { score = {} } = decided?.result ?? {};
  return [number, placeOf(a), placeOf(b), score[a] ?? 0, score[b] ?? 0];
}

/** Rounds count more than any number of a match in one of them. */
const ROUND_STEP = 10_000_000;

/** A match by its round and number, in one number. */
export function codeOf(round_id: number, number: number): number {
  return round_id * ROUND_STEP + number;
}

/** The matches of each player, in their order: an id takes the memory of a number. */
export class MatchLists {
  readonly #codes = new Map<string, Column>();
  /** Ids that are not of the usual form. */
  readonly #others: string[] = [];

  has(player_id: string): boolean {
    return this.#codes.has(player_id);
  }

  /** The ids of a player's matches, made anew; undefined where it has none. */
  get(player_id: string): readonly string[] | undefined {
    return this.#codes
      .get(player_id)
      ?.numbers()
      .map((code) => this.#idOf(code));
  }

  add(player_id: string, match_id: string): void {
    const [, round, number] = MATCH_ID.exec(match_id) ?? [];
    const code = round === undefined ? -this.#others.push(match_id) : codeOf(Number(round), Number(number));
    const codes = this.#codes.get(player_id) ?? new Column();
    if (codes.push(code) === 0) this.#codes.set(player_id, codes);
  }

  /** Where so many matches of a player are added, each by its round and number as `codeOf` tells it, which is `most` at most. */
  listOf(player_id: string, count: number, most: number): { push(code: number): number } {
    const codes = this.#codes.get(player_id) ?? new Column();
    this.#codes.set(player_id, codes);
    codes.reserve(count, most);
    return codes;
  }

  #idOf(code: number): string {
    if (code < 0) return this.#others[-code - 1] as string;
    return `R${Math.floor(code / ROUND_STEP)}M${code % ROUND_STEP}`;
  }
}

/** League points each player took from each opponent; a pair takes a third of the memory of an entry in a map. */
export class PointsAgainst {
  /** The place of each player in the lists. */
  readonly places = new Map<string, number>();
  /** The places of the opponents of each player, and what it took from each of them. */
  readonly #opponents: Column[] = [];
  readonly #points: Column[] = [];

  get(player_id: string): { get(opponent_id: string): number | undefined } | undefined {
    const place = this.places.get(player_id);
    if (place === undefined) return undefined;
    const [opponents, points] = [this.#opponents[place] as Column, this.#points[place] as Column];
    return {
      get: (opponent_id) => {
        const at = opponents.indexOf(this.places.get(opponent_id) ?? -1);
        return at < 0 ? undefined : points.at(at);
      },
    };
  }

  placeOf(player_id: string): number {
    const known = this.places.get(player_id);
    if (known !== undefined) return known;
    this.places.set(player_id, this.#opponents.length);
    this.#points.push(new Column());
    return this.#opponents.push(new Column()) - 1;
  }

  /** Makes room for so many opponents of the player at a place. */
  reserveAt(place: number, count: number): void {
    (this.#opponents[place] as Column).reserve(count, this.places.size);
    (this.#points[place] as Column).reserve(count, 0);
  }

  /** The same as `addPoints`, by the places of the two; `isFirst` where they have not met before. */
  addAt(place: number, opponent: number, points: number, isFirst = false): void {
    const [opponents, taken] = [this.#opponents[place] as Column, this.#points[place] as Column];
    const at = isFirst ? -1 : opponents.indexOf(opponent);
    if (at >= 0) taken.set(at, taken.at(at) + points);
    else {
      opponents.push(opponent);
      taken.push(points);
    }
  }
}

/** Adds points that a player took from an opponent, or takes them out again. */
export function addPoints(all: PointsAgainst, player_id: string, opponent_id: string, points: number): void {
  all.addAt(all.placeOf(player_id), all.placeOf(opponent_id), points);
}
