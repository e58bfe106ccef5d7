/** The answers to LEAGUE_QUERY: standings, schedule, next match, statistics; paged by cursor and limit. */
import { errorBody, type Refusal, refusal } from '../../../SHARED/contracts/errors.ts';
import type { Message } from '../../../SHARED/contracts/index.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { Identity } from '../../../SHARED/league_sdk/messaging/serve.ts';
import { type Agent, isOfWorth, type League, type Match, totalMatches, totalRounds } from '../league/state.ts';
import type { DerivedTokens } from '../registration/tokens.ts';
import { announcementOf } from '../telling/broadcasts.ts';
import { type Pairing, plannedMatch } from '../tournament/format.ts';
import { markOf, type Row } from '../tournament/standings.ts';

type Query = Message<'LEAGUE_QUERY'>;
type Params = NonNullable<Query['query_params']>;
const PAGE = 100;

/** The sources of the answers. */
export interface Sources {
  readonly league: League;
  readonly rows: () => readonly Row[];
  readonly tokens: DerivedTokens;
  /** Whether an open match is held back by a pause; absent: none is given out in a pause. */
  readonly isHeld?: (match_id: string) => boolean;
}

/** The body of the response; for a query without an answer it has an `error`. */
export function answerQuery({ league, rows, tokens, isHeld }: Sources, query: Query, asker: Identity) {
  const params = query.query_params ?? {};
  const answers = {
    GET_STANDINGS: () => standings(league, rows, params),
    GET_SCHEDULE: () => schedule(league, params, isHeld),
    GET_NEXT_MATCH: () => nextMatch(league, tokens, params, asker),
    GET_PLAYER_STATS: () => playerStats(league, rows, params, asker),
  };
  const answer = answers[query.query_type]();
  const { query_type } = query;
  return answer.ok
    ? { query_type, success: true, data: { ...answer.value }, error: null }
    : { query_type, success: false, data: null, error: { ...errorBody(answer.error) } };
}

/** A page of the schedule: `total_rounds`, `total_matches`, `matches` and `next_cursor`, or the matches of one round. */
export function schedule(
  league: League,
  params: Params,
  isHeld: NonNullable<Sources['isHeld']> = () => league.paused !== undefined,
): Answer {
  if (league.format === undefined) return err(refusal('E007', 'there is no schedule before the league starts'));
  if (params.round_id !== undefined) return page('matches', pairingsIn(league, params.round_id).map(rowOf), params);
  const { start, limit } = pageIn(params);
  const matches = pairingsFrom(league, start, limit).map(rowOf);
  const [total_rounds, total_matches] = [totalRounds(league), totalMatches(league)];
  const next_cursor = start + limit < total_matches ? String(start + limit) : null;
  return ok({ total_rounds, total_matches, matches, next_cursor });

  function rowOf(pairing: Pairing): ScheduledMatch {
    const row = planned(league, pairing);
    return row.status === 'RUNNING' && isHeld(row.match_id) ? { ...row, status: 'PAUSED' } : row;
  }
}

/** The pairings of a round, or those between two places of it: as it was opened, or else as it is planned. */
export function pairingsIn(league: League, round_id: number, from = 0, to?: number): readonly Pairing[] {
  const opened = league.rounds.get(round_id);
  if (opened === undefined) return (league.format?.outlook().planned?.(round_id) ?? []).slice(from, to);
  return opened.matches.slice(from, to).flatMap((match_id) => league.matches.get(match_id)?.pairing ?? []);
}

/** The match of an id: as it was opened, or else as it is planned. */
export function pairingOf(league: League, match_id: string): Pairing | undefined {
  const opened = league.matches.get(match_id)?.pairing;
  return opened ?? (league.format === undefined ? undefined : plannedMatch(league.format, match_id));
}

/** A row of the schedule. */
export type ScheduledMatch = {
  readonly match_id: string;
  readonly round_id: number;
  readonly player_a: string;
  readonly player_b: string;
  readonly referee_id: string | null;
  /**
   * LATE_PLACE: nobody has taken a place of it yet; NOT_PLAYED: a player of it was removed; CAME_LATER: its round was
   * opened before a player of it came; PAUSED: it is open, and not given out before the pause ends.
   */
  readonly status: 'SCHEDULED' | 'RUNNING' | 'PAUSED' | 'DECIDED' | 'LATE_PLACE' | 'NOT_PLAYED' | 'CAME_LATER';
  readonly winner: string | null;
};

/** The players of a match, and how far it is. */
export function planned(league: League, pairing: Pairing): ScheduledMatch {
  const [player_a, player_b] = pairing.seats;
  const match = league.matches.get(pairing.match_id);
  const base = {
    match_id: pairing.match_id,
    round_id: pairing.round_id,
    player_a,
    player_b,
    referee_id: match?.referee_id ?? null,
  };
  if (match === undefined) return { ...base, status: statusToCome(league, pairing), winner: null };
  if (match.decided === undefined) return { ...base, status: 'RUNNING', winner: null };
  return { ...base, status: 'DECIDED', winner: match.decided.result.winner };
}

/** How a match that is not open is to be read: a place that nobody has taken in time, or a player that was removed. */
function statusToCome(league: League, { seats, round_id }: Pairing): ScheduledMatch['status'] {
  if (isOfWorth(league, seats)) return league.rounds.has(round_id) ? 'CAME_LATER' : 'SCHEDULED';
  return seats.every((id) => league.agents.has(id)) ? 'NOT_PLAYED' : 'LATE_PLACE';
}

/** The fields of LEAGUE_STATUS. */
export function statusOf(league: League) {
  const words = {
    WAITING_FOR_REGISTRATIONS: 'waiting',
    RUNNING_LEAGUE: 'running',
    LEAGUE_COMPLETE: 'completed',
  } as const;
  let matches_completed = 0;
  for (const round of league.rounds.values()) matches_completed += round.decided;
  const count = { player: 0, referee: 0 };
  for (const { role, removed } of league.agents.values()) if (removed === undefined) count[role] += 1;
  return {
    league_id: league.league_id,
    run_id: league.run_id,
    game_type: league.game_type,
    status: words[league.phase],
    current_round: currentRound(league),
    total_rounds: totalRounds(league),
    matches_completed,
    total_matches: totalMatches(league),
    players: count.player,
    referees: count.referee,
    seeded: league.seeded,
  };
}

/** The most agents that a status names. */
const NAMED = 100;

/**
 * The fields of LEAGUE_STATUS, how agents with habits speak, where people play, and which agents do not play as the
 * others do, as `told` lets them be.
 */
export function wholeStatus(league: League, told = (all: readonly JsonObject[]) => all): JsonObject {
  const [speaks, people, out]: [JsonObject[], JsonObject[], JsonObject[]] = [[], [], []];
  // Thousands that register ask for a status each, and every registration changes it: one walk, and no list of them all.
  for (const agent of league.agents.values()) {
    const { id, dialect, display_name, kind, echo, removed, since = null } = agent;
    const habits = removed === undefined ? echo?.habits : undefined;
    if (habits !== undefined && habits.length > 0) speaks.push({ agent_id: id, dialect, habits: [...habits] });
    if (kind === 'human' && removed === undefined) people.push({ player_id: id, display_name });
    const known = markOf(agent) ?? silenceOf(agent);
    if (known !== undefined) out.push({ agent_id: id, display_name, ...known, since });
  }
  // The agents that do not play as the others do, with the reason and since when.
  const excluded = told(out.slice(0, NAMED));
  return {
    ...statusOf(league),
    ...(speaks.length === 0 ? {} : { speaks: speaks.slice(0, NAMED) }),
    ...(people.length === 0 ? {} : { people: people.slice(0, NAMED) }),
    ...(excluded.length === 0 ? {} : { excluded: [...excluded] }),
  };
}

/** That a player failed in so many matches that it is not waited for, in the words of a mark; also after the end. */
export function silenceOf({ state, failures }: Pick<Agent, 'state' | 'failures'>) {
  if (state !== 'SUSPENDED' && state !== 'SHUTDOWN') return undefined;
  const mark = state === 'SUSPENDED' ? ('suspended' as const) : ('given up' as const);
  return { mark, reason: `no usable answer in ${failures} matches in a row` };
}

/** The round that is open, or 0 before the first. */
export function currentRound(league: League): number {
  return league.rounds.size;
}

/** Which rows are asked for. */
export function pageIn({ cursor = '0', limit = PAGE }: Params): { readonly start: number; readonly limit: number } {
  return { start: Number(cursor), limit };
}

type Answer = Result<JsonObject, Refusal>;

function standings(league: League, rows: () => readonly Row[], params: Params): Answer {
  if (league.phase === 'WAITING_FOR_REGISTRATIONS') {
    return err(refusal('E007', 'there are no standings before the league starts', 'STANDINGS_NOT_AVAILABLE'));
  }
  return page('standings', rows(), params);
}

/** The next `limit` matches of the whole league from one on, counted from 0; rounds before it are only counted. */
export function pairingsFrom(league: League, start: number, limit: number): readonly Pairing[] {
  const { planned: plan, sizeOf } = league.format?.outlook() ?? {};
  const found: Pairing[] = [];
  let before = 0;
  for (let round_id = 1; round_id <= totalRounds(league) && found.length < limit; round_id++) {
    const size = league.rounds.get(round_id)?.matches.length ?? sizeOf?.(round_id) ?? plan?.(round_id).length ?? 0;
    const from = Math.max(0, start - before);
    if (from < size) found.push(...pairingsIn(league, round_id, from, from + limit - found.length));
    before += size;
  }
  return found;
}

/** The asker's open match with its ticket, or the next one that is planned. */
function nextMatch(league: League, tokens: DerivedTokens, params: Params, asker: Identity): Answer {
  if (league.format === undefined) return err(refusal('E007', 'there is no schedule before the league starts'));
  const player_id = asker.party === 'player' ? asker.id : (params.player_id ?? '');
  const player = league.agents.get(player_id);
  if (player?.role !== 'player') return err(refusal('E005', `no player ${player_id || '(none named)'} in this league`));
  const newest = league.matches.get(league.matchesOf.get(player_id)?.at(-1) ?? '');
  if (newest !== undefined && newest.decided === undefined) return ok({ match: openMatch(newest) });
  const pairing = nextPairing(league, player_id);
  return ok({ match: pairing === undefined ? null : planned(league, pairing) });

  function openMatch(match: Match): JsonObject {
    const [entry] = announcementOf(league, match, player as NonNullable<typeof player>, tokens).matches;
    const { ticket, ...open } = entry as NonNullable<typeof entry>;
    // A ticket is for its player alone, proved by its own token; others may ask about the match.
    const isOwn = asker.id === player_id && asker.reclaimed !== true;
    return { round_id: match.pairing.round_id, ...open, ...(isOwn && ticket !== undefined ? { ticket } : {}) };
  }
}

/** The first match that is planned for a player in a round that is not open yet; undefined where none is known. */
export function nextPairing(league: League, player_id: string): Pairing | undefined {
  if (league.agents.get(player_id)?.removed?.counted === false) return undefined;
  for (let round_id = currentRound(league) + 1; round_id <= totalRounds(league); round_id++) {
    const pairing = pairingsIn(league, round_id).find(
      ({ seats }) => seats.includes(player_id) && isOfWorth(league, seats),
    );
    if (pairing !== undefined) return pairing;
  }
  return undefined;
}

function playerStats(league: League, rows: () => readonly Row[], params: Params, asker: Identity): Answer {
  const player_id = params.player_id ?? asker.id;
  const row = rows().find((candidate) => candidate.player_id === player_id);
  if (row === undefined) return err(refusal('E005', `no player ${player_id} in this league`));
  return ok({ ...row, state: league.agents.get(player_id)?.state ?? 'INIT' });
}

function page(name: string, items: readonly JsonObject[] | readonly Row[], params: Params): Answer {
  const { start, limit } = pageIn(params);
  const next_cursor = start + limit < items.length ? String(start + limit) : null;
  return ok({ [name]: items.slice(start, start + limit) as unknown as Json, total: items.length, next_cursor });
}
