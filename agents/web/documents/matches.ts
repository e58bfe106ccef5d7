/** The lists of matches: the schedule, and those that were opened. */
import type { MatchesPage, MatchRow } from '../../../SHARED/contracts/api/league.ts';
import { nextCursor, PAGE_ROWS, startOf } from '../../../SHARED/contracts/api/paging.ts';

import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import { type League, totalMatches, totalRounds } from '../../league_manager/league/state.ts';
import { publicSentence, publicWords } from '../../league_manager/public/public_league.ts';
import { worthOf } from '../../league_manager/public/public_match.ts';
import { pairingOf, pairingsFrom, pairingsIn, planned } from '../../league_manager/public/queries.ts';
import type { Pairing } from '../../league_manager/tournament/format.ts';
import type { ShownLeague } from '../web.ts';
import type { DocumentQuery, NoDocument } from './documents.ts';
import { headOf, nameIn, openIds } from './league.ts';
import { gently } from './results.ts';

/** A match of a list: the result once it is decided, and no move of it. */
export function matchRow({ league, live }: ShownLeague, pairing: Pairing, waits_for: readonly string[] = []): MatchRow {
  const base = planned(league, pairing);
  const { match_id, player_a, player_b, round_id } = base;
  const decided = league.matches.get(match_id)?.decided;
  const { score, details } = decided?.result ?? {};
  return {
    ...base,
    status: base.status === 'RUNNING' ? openStatus(match_id) : base.status,
    name_a: nameIn(league, player_a),
    name_b: nameIn(league, player_b),
    score_a: score === undefined ? null : (score[player_a] ?? 0),
    score_b: score === undefined ? null : (score[player_b] ?? 0),
    termination: details?.termination ?? null,
    reason: details?.reason === undefined ? null : publicSentence(details.reason),
    ...(decided === undefined ? {} : publicWords(worthOf(league, pairing.seats))),
    opened_at: base.referee_id === null ? null : (league.rounds.get(round_id)?.opened_at ?? null),
    decided_at: decided?.at ?? null,
    waits_for: base.status === 'RUNNING' ? [...waits_for] : [],
  };

  function openStatus(id: string): MatchRow['status'] {
    if (live?.isHeld(id) ?? league.paused !== undefined) return 'PAUSED';
    return live?.isGivenOut(id) === false ? 'QUEUED' : 'RUNNING';
  }
}

/** A page of all matches, played and to come; of one round or one player where it is named. */
export async function schedulePage(shown: ShownLeague, query: DocumentQuery): Promise<Result<MatchesPage, NoDocument>> {
  const { league } = shown;
  const fault = faultIn(league, query);
  if (fault !== undefined) return err(fault);
  const head = headOf(league);
  const [start, limit] = [startOf(query), query.limit ?? PAGE_ROWS.usual];
  if (query.round === undefined && query.player === undefined) {
    const total = league.format === undefined ? 0 : totalMatches(league);
    const rows = await rowsOf(shown, pairingsFrom(league, start, limit));
    return ok({ ...head, total, next_cursor: nextCursor(start, limit, total), rows });
  }
  if (query.round === undefined) {
    const { total, pairings } = await ownPairings(shown, query.player ?? '', start, limit);
    return ok({ ...head, total, next_cursor: nextCursor(start, limit, total), rows: await rowsOf(shown, pairings) });
  }
  const wanted = pairingsIn(league, query.round).filter(
    ({ seats }) => query.player === undefined || seats.includes(query.player),
  );
  const rows = await rowsOf(shown, wanted.slice(start, start + limit));
  return ok({ ...head, total: wanted.length, next_cursor: nextCursor(start, limit, wanted.length), rows });
}

/** How many matches a player has in all rounds, and those of a page; no round is made for it where its format can do without. */
async function ownPairings({ league, clock }: ShownLeague, player_id: string, start: number, limit: number) {
  const pause = gently(clock);
  const opened = league.matchesOf.get(player_id) ?? [];
  const pairings: Pairing[] = [];
  for (const match_id of opened.slice(start, start + limit)) {
    pairings.push(...[pairingOf(league, match_id)].flatMap((pairing) => pairing ?? []));
    await pause();
  }
  const outlook = league.format?.outlook();
  const from = league.rounds.size + 1;
  const total = opened.length + (outlook?.opponentsOf?.(player_id, from).length ?? 0);
  let place = opened.length;
  for (let round_id = from; place < Math.min(total, start + limit) && round_id <= totalRounds(league); round_id++) {
    const pairing =
      outlook?.plannedOf === undefined
        ? pairingsIn(league, round_id).find(({ seats }) => seats.includes(player_id))
        : outlook.plannedOf(player_id, round_id);
    if (pairing !== undefined && place++ >= start) pairings.push(pairing);
    await pause();
  }
  return { total, pairings };
}

/** A page of the matches that were opened, newest first; of the open ones, those that a referee has taken come first. */
export async function matchesPage(shown: ShownLeague, query: DocumentQuery): Promise<Result<MatchesPage, NoDocument>> {
  const { league } = shown;
  const fault = faultIn(league, query);
  if (fault !== undefined) return err(fault);
  const head = headOf(league);
  const [start, limit] = [startOf(query), query.limit ?? PAGE_ROWS.usual];
  const ids = idsOf(shown, query);
  return ok({
    ...head,
    total: ids.length,
    next_cursor: nextCursor(start, limit, ids.length),
    rows: await rowsOf(shown, ids.slice(start, start + limit)),
  });
}

/** The ids of the matches that were opened and fit a query, in the order of their list. */
function idsOf({ league, live }: ShownLeague, { status, player }: DocumentQuery): readonly string[] {
  const all = player === undefined ? [...league.matches.keys()] : [...(league.matchesOf.get(player) ?? [])];
  all.reverse();
  if (status === undefined) return all;
  const open = openIds(league);
  if (status !== 'RUNNING') return all.filter((match_id) => !open.has(match_id));
  const running = all.filter((match_id) => open.has(match_id));
  const isTaken = (match_id: string) => live?.isGivenOut(match_id) ?? true;
  return [...running.filter(isTaken), ...running.filter((match_id) => !isTaken(match_id))];
}

/** The rows of matches by their pairings, or by their ids where they were opened. */
async function rowsOf(shown: ShownLeague, matches: readonly (Pairing | string)[]): Promise<MatchRow[]> {
  const pause = gently(shown.clock);
  const waits = await waitsIn(
    shown,
    matches.map((match) => (typeof match === 'string' ? match : match.match_id)),
  );
  const rows: MatchRow[] = [];
  for (const match of matches) {
    const pairing = typeof match === 'string' ? shown.league.matches.get(match)?.pairing : match;
    if (pairing !== undefined) rows.push(matchRow(shown, pairing, waits.get(pairing.match_id)));
    await pause();
  }
  return rows;
}

/** The players that the open ones of these matches wait for, as far as it is known. */
export async function waitsIn(
  { league, live }: ShownLeague,
  match_ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (live === undefined) return new Map();
  const open = openIds(league);
  const ids = match_ids.filter((match_id) => open.has(match_id));
  return ids.length === 0 ? new Map() : live.waitsFor(ids);
}

function faultIn(league: League, { player, round }: DocumentQuery): NoDocument | undefined {
  const isKnown = player === undefined || league.tallies.has(player) || league.late_places.includes(player);
  if (!isKnown) return { status: 400, parameter: 'player', error: `no player ${player} in this league` };
  const rounds = totalRounds(league);
  if (round === undefined || round <= rounds) return undefined;
  return { status: 400, parameter: 'round', error: `no round ${round} in this league; it has ${rounds}` };
}
