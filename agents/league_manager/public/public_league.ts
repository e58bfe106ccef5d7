/** The public data of a league: nothing secret, and never more at once than a reader can take. */
import { withoutSecrets } from '../../../SHARED/contracts/fields.ts';
import { cut, type Json, type JsonObject } from '../../../SHARED/core/json.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import { type MatchReader, matchReader } from '../../../SHARED/league_sdk/records/records.ts';
import { agentsOf, type League, type Round, totalMatches, totalRounds } from '../league/state.ts';
import type { Manager } from '../manager.ts';
import { attemptsOf, rulesIn } from '../settings.ts';
import { roundEntry, standingsFile } from '../telling/views.ts';
import { kindOf } from '../tournament/formats.ts';
import { sharedFirst } from '../tournament/standings.ts';
import { pairingsIn, planned, schedule, statusOf } from './queries.ts';

/** The sources of the public data. */
export interface PublicSource extends Pick<Manager, 'league' | 'settings' | 'rows'> {
  /** The league's game in the words of the games registry. */
  readonly game?: { readonly display_name: string; readonly description: string };
  /** The disk with the records of matches, if the referees run here. */
  readonly disk: Disk;
  readonly data: string;
  /** The folder with the records; absent: where the referees of this data folder write them. */
  readonly matchFolder?: string;
}

/** The records of the league's matches. */
export function recordsOf({ league: { league_id }, disk, data, matchFolder }: PublicSource): MatchReader {
  return matchReader(disk, matchFolder ?? dataPaths(data).matches(league_id));
}

/** Rows, or matches, of one text at most: as many as a query may ask for. */
export const MOST_ROWS = 1_000;

/** How far the league is. */
export function publicStatus({ league, rows }: PublicSource): JsonObject {
  const { champion, created_at, started_at = null, closed_at = null } = league;
  const first_place = champion === null ? undefined : sharedFirst(rows());
  const end = first_place === undefined ? { champion } : { champion, first_place };
  return { ...statusOf(league), created_at, started_at, closed_at, ...end, ...waitingFor(league) };
}

/** The table; before the league starts it says so. */
export function publicStandings({ league, rows }: PublicSource): JsonObject {
  const all = publicWords(rows());
  const { standings, ...head } = standingsFile(league, all.slice(0, MOST_ROWS));
  const more = `The first ${MOST_ROWS} of ${all.length} rows. The rest: get_standings with limit ${MOST_ROWS} and cursor "${MOST_ROWS}", and so on.`;
  return {
    ...head,
    ...waitingFor(league),
    total: all.length,
    ...(all.length > MOST_ROWS ? { more } : {}),
    standings: asJson(standings),
  };
}

/** The schedule; of a long one what comes from the open round on. */
export function publicSchedule({ league }: PublicSource): JsonObject {
  const head = headOf(league);
  if (league.format === undefined) return { ...head, total_rounds: 0, total_matches: 0, matches: [] };
  const total = totalMatches(league);
  const isLong = total > MOST_ROWS;
  const first = isLong ? league.matches.size - (league.rounds.get(league.rounds.size)?.matches.length ?? 0) : 0;
  const page = schedule(league, { cursor: String(first), limit: MOST_ROWS });
  if (!page.ok) throw new Error(page.error.detail);
  const { next_cursor, ...shown } = page.value;
  const onward =
    next_cursor === null
      ? ''
      : ` league_query with query_type GET_SCHEDULE, limit ${MOST_ROWS} and cursor "${String(next_cursor)}" goes on.`;
  const more = `Matches ${first + 1} to ${Math.min(first + MOST_ROWS, total)} of ${total}. Any round: league://rounds/{round_id}.${onward}`;
  return { ...head, ...(isLong ? { more } : {}), ...shown };
}

/** The rounds so far with what became of their matches; of many the newest. */
export function publicRounds({ league }: PublicSource): JsonObject {
  const shown: JsonObject[] = [];
  let room = MOST_ROWS;
  for (const round of [...league.rounds.values()].reverse()) {
    if (shown.length > 0 && round.matches.length > room) break;
    room -= round.matches.length;
    shown.unshift(openedRound(league, round));
  }
  const left = league.rounds.size - shown.length;
  const more = `The newest ${shown.length} of ${league.rounds.size} rounds. Any other: league://rounds/{round_id}.`;
  return {
    ...headOf(league),
    total_rounds: totalRounds(league),
    ...(left > 0 ? { more } : {}),
    rounds: shown,
  };
}

/** One round, played or planned; undefined when the league has no such round. */
export function publicRound({ league }: PublicSource, round_id: number): JsonObject | undefined {
  const opened = league.rounds.get(round_id);
  if (opened !== undefined) return { ...headOf(league), ...openedRound(league, opened) };
  const pairings = pairingsIn(league, round_id);
  if (pairings.length === 0) return undefined;
  const matches = pairings.slice(0, MOST_ROWS).map((pairing) => planned(league, pairing));
  return { ...headOf(league), round_id, status: 'SCHEDULED', ...restOf(round_id, pairings.length), matches };
}

/** Everything that decides what a result is worth and how long an answer may take; no seed, token or address. */
export function publicRules({ league, settings, game }: PublicSource): JsonObject {
  const { config, limits } = settings;
  const { options, scoring, double_forfeit, referees } = league.rules ?? rulesIn(config);
  const { algorithm, legs, max_rounds = null } = config.schedule;
  const outlook = league.format?.outlook();
  return {
    ...headOf(league),
    display_name: config.display_name,
    kind: config.kind,
    game: { game_type: config.game_type, ...game, options },
    schedule: {
      algorithm,
      legs,
      max_rounds,
      total_rounds: outlook?.rounds ?? null,
      total_matches: outlook?.matches ?? null,
      about: kindOf(config.schedule)?.about(config.schedule) ?? null,
    },
    participants: { min_players: config.participants.min_players, max_players: config.participants.max_players },
    scoring: { ...scoring },
    ranking:
      'By the tiebreakers of the scoring, in their order; head_to_head counts the points taken from those who are equal so far. Players equal in all but the id share a rank, and the first of the order is champion.',
    deadlines: {
      join_sec: limits.joinMs / 1_000,
      move_sec: limits.moveMs / 1_000,
      match_sec: limits.maxMatchMs / 1_000,
      about: 'For an invitation, for one move, and each player’s clock for all its moves of a match together.',
    },
    attempts: {
      of_each_call: attemptsOf(settings),
      after_a_missed_deadline: limits.retryOnTimeout,
      about:
        'A player is asked so often in all; after_a_missed_deadline false means that the first missed deadline forfeits.',
    },
    forfeits: {
      technical_loss_points: scoring.technical_loss_points,
      double_forfeit,
      about:
        'Who stays silent, cannot be reached, declines or makes no legal move in its attempts loses the match, with the evidence in its record. When both fail, double_forfeit says whether that is a draw or a loss for both.',
    },
    draw: {
      commitment: 'hex SHA-256 of the 32 seed bytes followed by the match id, told before anybody moves',
      reveal: 'the seed is told when the match is decided: draw_seed of league://matches/{match_id}',
      chance:
        'block k is SHA-256(seed bytes, then k as four bytes, big endian), from k = 0; a number from 0 to 1 is its first six bytes over 2^48',
      chosen_seed: league.seeded,
    },
    results: referees.accept,
  };
}

/** The head of every document: which league, at which point of its ledger, and whether it has begun. */
export function headOf(league: League): JsonObject {
  const { league_id, run_id, sequence, seeded } = league;
  return { league_id, run_id, sequence, seeded, ...waitingFor(league) };
}

function openedRound(league: League, round: Round): JsonObject {
  const { matches, ...about } = roundEntry(league, { ...round, matches: round.matches.slice(0, MOST_ROWS) });
  return { ...about, ...restOf(round.round_id, round.matches.length), matches: asJson(matches.map(forStrangers)) };

  function forStrangers(match: (typeof matches)[number]) {
    return publicWords(withoutOwnMatters(match));
  }
}

/** The failure of a strategy is no business of its opponents, nor is the model it asks. */
export function withoutOwnMatters<T extends { readonly [K in Unshown]?: unknown }>(value: T): Omit<T, Unshown> {
  const { guarded: _guarded, model_use: _use, models: _models, ...rest } = value;
  return rest;
}
type Unshown = 'guarded' | 'model_use' | 'models';

const ADDRESSES = [
  /https?:\/\/[^\s"'<>)]+/g,
  /(?<=\b(ECONN\w+|EHOST\w+|ENET\w+|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EADDR\w+) )[^\s;,]+/g,
  /\[[\da-f:.]*:[\da-f:.]*\](:\d+)?/gi,
  /\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b/g,
];

/** Ids of conversations: by their form, also where their end is cut off, or by their name. */
const CONVERSATIONS = [/\b[\da-f]{8}-[\da-f]{4}(-[\da-f]{0,12}){0,3}/gi, /(?<=conversation_id\W{1,8})[^\s"'\\,}]+/g];

/**
 * The same value; network addresses, tokens and ids of conversations in its texts are left out: where a player can be
 * called is for the operator, and what it proves itself by for the player. Names are as their agents chose them.
 */
export function publicWords<T>(value: T): T {
  if (typeof value === 'string') return publicText(value) as T;
  if (Array.isArray(value)) return value.map((each) => publicWords(each)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const told = Object.entries(value).map(([key, each]) => [key, key === 'display_name' ? each : publicWords(each)]);
  return Object.fromEntries(told) as T;
}

function publicText(text: string): string {
  const placeless = ADDRESSES.reduce((rest, pattern) => rest.replace(pattern, '(its address)'), withoutSecrets(text));
  return CONVERSATIONS.reduce((rest, pattern) => rest.replace(pattern, '[secret]'), placeless);
}

/** The most characters of a player's or a referee's words that are told to anybody. */
export const TOLD_LENGTH = 200;

/** A sentence as anybody may read it: it may hold the words of a player, so that only its beginning is told. */
export function publicSentence(text: string): string {
  return cut(publicText(text), TOLD_LENGTH);
}

function restOf(round_id: number, total: number): JsonObject {
  if (total <= MOST_ROWS) return {};
  const more = `The first ${MOST_ROWS} of ${total} matches. The rest: league_query with query_type GET_SCHEDULE, round_id ${round_id}, limit ${MOST_ROWS} and cursor "${MOST_ROWS}". Any one: league://matches/{match_id}.`;
  return { more };
}

function waitingFor(league: League): JsonObject {
  if (league.phase !== 'WAITING_FOR_REGISTRATIONS') return {};
  const [players, referees] = [agentsOf(league, 'player').length, agentsOf(league, 'referee').length];
  return {
    not_started: `The league has not started. Registered so far: players ${players}, referees ${referees}. Matches and results come with the start.`,
  };
}

/** A value that was checked as a file is JSON; its type only says more. */
function asJson(value: object): Json {
  return value as Json;
}
