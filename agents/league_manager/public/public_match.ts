/** The public data of one match and of one player. */
import { type MatchRecord, recordHash } from '../../../SHARED/contracts/files/match.ts';
import type { MatchResult } from '../../../SHARED/contracts/messages/result.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import { type MatchReader, NOT_KEPT_TEXT } from '../../../SHARED/league_sdk/records/records.ts';
import { exclusionOf, isOfWorth, type League, type Match } from '../league/state.ts';
import { commitmentOf } from '../registration/tokens.ts';
import type { Pairing } from '../tournament/format.ts';
import {
  headOf,
  type PublicSource,
  publicSentence,
  publicWords,
  recordsOf,
  withoutOwnMatters,
} from './public_league.ts';
import { pairingOf, planned, type ScheduledMatch } from './queries.ts';

/** A match as it is told: moves, faults and seed once it is decided. */
export type ToldMatch = ScheduledMatch & {
  readonly assignment_epoch?: number;
  readonly draw_commitment?: string;
  readonly decided_at?: string;
  readonly verified?: boolean;
  /** Why it counts in no table; absent where it counts. */
  readonly annulled?: string;
  readonly draw_seed?: string;
  /** The hash of the referee's record; null where it named none. */
  readonly record_sha256?: string | null;
  readonly result?: MatchResult;
};

/** A match, planned, open or decided, with what its players alone are told; undefined when the league has no such match. */
export function toldMatch(league: League, match_id: string): ToldMatch | undefined {
  const pairing = pairingOf(league, match_id);
  if (pairing === undefined) return undefined;
  const base = planned(league, pairing);
  const match = league.matches.get(match_id);
  if (match === undefined) return base;
  const { seed, epoch, decided } = match;
  const open = { ...base, assignment_epoch: epoch, draw_commitment: commitmentOf(seed, match_id) };
  if (decided === undefined) return open;
  const { at: decided_at, verified, record_sha256, result } = decided;
  return { ...open, decided_at, verified, ...worthOf(league, pairing.seats), draw_seed: seed, record_sha256, result };
}

/** Why a result of these players counts in no table; nothing where it counts. */
export function worthOf(league: League, seats: Pairing['seats']): { readonly annulled?: string } {
  if (isOfWorth(league, seats)) return {};
  const gone = seats.filter((id) => league.agents.get(id)?.removed?.counted === false);
  const why = gone.map((id) => `${id} was ${exclusionOf(league, id)}, before half of its matches were played`);
  return { annulled: why.join('; ') };
}

/** A match as anybody may know it. */
export function forAnybody(told: ToldMatch): ToldMatch {
  const { result, annulled } = told;
  if (result === undefined) return told;
  const worth = annulled === undefined ? {} : { annulled: publicWords(annulled) };
  return { ...told, ...worth, result: { ...result, details: courseForAnybody(result.details) } };
}

/** The part of a result that tells how the match went, without the failures of strategies, and of the words of players only what is for anybody. */
function courseForAnybody<D extends { readonly guarded?: unknown; readonly timeline?: unknown }>(details: D): D {
  const { timeline, violations, reason, faults, ...rest } = withoutOwnMatters(details) as JsonObject;
  const steps = isJsonArray(timeline) ? timeline.filter(isJsonObject).map(withoutOwnMatters) : undefined;
  return {
    ...rest,
    ...(isJsonArray(faults) ? { faults: faults.filter(isJsonObject).map(toldFault) } : {}),
    ...(typeof reason === 'string' ? { reason: publicSentence(reason) } : {}),
    ...(steps === undefined ? {} : { timeline: steps.map(toldStep) }),
    ...(isJsonArray(violations) ? { violations: violations.filter(isJsonObject).map(withoutExample) } : {}),
  } as unknown as D;
}

function toldFault({ evidence, ...fault }: JsonObject): JsonObject {
  return { ...publicWords(fault), ...(isJsonObject(evidence) ? { evidence: shortened(evidence, 'detail') } : {}) };
}

function toldStep({ fault, ...step }: JsonObject): JsonObject {
  return { ...publicWords(step), ...(isJsonObject(fault) ? { fault: shortened(fault, 'sentence') } : {}) };
}

/** An object as anybody may read it, one of its texts as a sentence. */
function shortened(value: JsonObject, name: string): JsonObject {
  const { [name]: text } = value;
  return { ...publicWords(value), ...(typeof text === 'string' ? { [name]: publicSentence(text) } : {}) };
}

function withoutExample({ example: _, ...violation }: JsonObject): JsonObject {
  return violation;
}

/** The decided matches of a league, or of one player, in the order in which they were opened. */
export function* decidedMatches(league: League, player_id?: string, from = 0): Generator<ToldMatch & { at: number }> {
  const ids = player_id === undefined ? league.matches.keys() : (league.matchesOf.get(player_id) ?? []);
  let at = -1;
  for (const match_id of ids) {
    if (++at < from) continue;
    const told = toldMatch(league, match_id);
    if (told?.result !== undefined) yield { ...told, at };
  }
}

/** Matches of one answer, and its length in characters: the longest match alone may be longer. */
const PAGE = 100;
const PAGE_LENGTH = 200_000;

/** The answer to `get_matches`. */
export function matchesPage(league: League, { match_id, player_id, cursor, limit }: JsonObject): JsonObject {
  const { league_id, run_id, seeded, game_type } = league;
  const head = { league_id, run_id, seeded, game_type };
  if (typeof match_id === 'string') {
    const told = toldMatch(league, match_id);
    return { ...head, matches: told === undefined ? [] : [forAnybody(told)], next_cursor: null };
  }
  const of = typeof player_id === 'string' ? player_id : undefined;
  const matches: JsonObject[] = [];
  let length = 0;
  for (const { at, ...told } of decidedMatches(league, of, Number(cursor ?? 0))) {
    if (matches.length === (limit ?? PAGE) || length > PAGE_LENGTH)
      return { ...head, matches, next_cursor: String(at) };
    const shown = forAnybody(told);
    length += JSON.stringify(shown).length;
    matches.push(shown);
  }
  return { ...head, matches, next_cursor: null };
}

/** A match with the head of its league and, where it is at hand, its record. */
export async function publicMatch(source: PublicSource, match_id: string): Promise<JsonObject | undefined> {
  const { league } = source;
  const told = toldMatch(league, match_id);
  if (told === undefined) return undefined;
  const { record_sha256, ...match } = forAnybody(told);
  const base = { ...headOf(league), game_type: league.game_type, ...match };
  if (told.status === 'RUNNING') return { ...base, hidden: 'Moves and seed are told once the match is decided.' };
  return told.result === undefined ? base : { ...base, ...(await recordIn(source, match_id, record_sha256)) };
}

/** A player with its newest decided matches, oldest first; undefined when no player has that id. */
export function publicPlayer({ league, rows }: PublicSource, player_id: string): JsonObject | undefined {
  const agent = league.agents.get(player_id);
  if (agent?.role !== 'player') return undefined;
  const row = publicWords(rows().find((candidate) => candidate.player_id === player_id));
  const { removed, suspended } = publicWords(agent);
  const out = removed === undefined ? {} : { removed: { ...removed } };
  const held = suspended === undefined ? {} : { suspended };
  return {
    ...(row ?? { player_id }),
    state: agent.state,
    ...out,
    ...held,
    newest_matches: newestMatches(league, player_id),
  };
}

/** The ids of the players, in the order of the schedule or, before it, of their registration. */
export function playerIds({ league }: PublicSource): readonly string[] {
  return [...league.tallies.keys()];
}

/** The outcome of a match for one of its players. */
export function outcomeFor(player_id: string, winner: string | null): 'won' | 'lost' | 'not won by either' {
  if (winner === null) return 'not won by either';
  return winner === player_id ? 'won' : 'lost';
}

/** The referee's record with all messages of the match, if it is here and is the one that was reported. */
async function recordIn(
  source: PublicSource,
  match_id: string,
  sha256: string | null | undefined,
): Promise<JsonObject> {
  const found = await recordAt(recordsOf(source), match_id, sha256);
  if (!found.ok)
    return {
      record: null,
      record_missing: `${found.error}; the result above is what the league manager's ledger says`,
    };
  const { transcript, result, ...record } = found.value;
  const said = publicWords(transcript.map(withoutOwnMatters));
  const shown = { ...record, transcript: said, result: result && courseForAnybody(result) };
  return { record: shown as unknown as JsonObject };
}

/** The record of a match, if it is the one that was reported; else one line on why it is not to be had. */
export async function recordAt(
  records: MatchReader,
  match_id: string,
  sha256: string | null | undefined,
): Promise<Result<MatchRecord, string>> {
  const isReported = (record: MatchRecord) => recordHash(record) === sha256;
  const read = await records.get(match_id, isReported);
  if (!read.ok) return err('the file of the match is damaged');
  if (read.value === undefined) {
    if (!(await records.isKept())) return err(NOT_KEPT_TEXT);
    if (records.damage().length > 0) return err('the match is in none of the segments, and one of them is damaged');
    return err('the file of the match is where its referee runs, or not written yet');
  }
  const { record } = read.value;
  return isReported(record) ? ok(record) : err('the file of the match is not what was reported');
}

/** The most matches of a player that are told: the newest of them. */
const MOST_MATCHES = 20;

function newestMatches(league: League, player_id: string): readonly JsonObject[] {
  // One more than is told: the newest may be open.
  const newest = (league.matchesOf.get(player_id) ?? []).slice(-MOST_MATCHES - 1);
  return newest
    .flatMap((match_id) => {
      const match = league.matches.get(match_id);
      return match?.decided === undefined ? [] : [asSeenBy(player_id, match, match.decided.result)];
    })
    .slice(-MOST_MATCHES);
}

function asSeenBy(
  player_id: string,
  { pairing }: Match,
  { winner, score, details }: NonNullable<Match['decided']>['result'],
): JsonObject {
  const { match_id, round_id, seats } = pairing;
  const opponent_id = seats[0] === player_id ? seats[1] : seats[0];
  const { termination, faults, reason, moves = null, choices = null } = details;
  return {
    ...{ match_id, round_id, opponent_id, outcome: outcomeFor(player_id, winner), score: { ...score }, termination },
    ...({ reason: reason === undefined ? null : publicSentence(reason), moves, choices } satisfies {
      readonly [name: string]: Json;
    }),
    at_fault: faults.map((fault) => fault.player_id),
  };
}
