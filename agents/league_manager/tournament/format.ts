/** The seam between a league and its tournament: a format says who meets whom, and the league plays it. */

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
