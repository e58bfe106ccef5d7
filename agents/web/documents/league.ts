/** The documents on a league as a whole, and on its rounds. */
import type { LeagueDocument, RoundRow, RoundsPage } from '../../../SHARED/contracts/api/league.ts';
import { nextCursor, PAGE_ROWS, type PageQuery, startOf } from '../../../SHARED/contracts/api/paging.ts';

import { timestamp } from '../../../SHARED/core/clock.ts';
import { ok, type Result } from '../../../SHARED/core/result.ts';
import { type League, type Round, totalRounds } from '../../league_manager/league/state.ts';
import { publicWords } from '../../league_manager/public/public_league.ts';
import { statusOf } from '../../league_manager/public/queries.ts';
import { rulesIn } from '../../league_manager/settings.ts';
import { sizeIn } from '../../league_manager/tournament/format.ts';
import { kindOf } from '../../league_manager/tournament/formats.ts';
import { championOf, type Row, sharedFirst } from '../../league_manager/tournament/standings.ts';
import type { ShownLeague } from '../web.ts';

/** The head of every document. */
export function headOf({ league_id, run_id, sequence }: League) {
  return { league_id, run_id, sequence };
}

/** The name of an agent for people; the id of one that is not there. */
export function nameIn(league: League, agent_id: string): string {
  return league.agents.get(agent_id)?.display_name ?? agent_id;
}

/** How far the league is, its rules in short, and its champion. */
export function leagueDocument(shown: ShownLeague): Result<LeagueDocument, never> {
  const { league, settings, rows, game, clock } = shown;
  const { config, limits } = settings;
  const { scoring, double_forfeit, schedule = config.schedule } = league.rules ?? rulesIn(config);
  const { status, matches_completed: decided, players, referees } = statusOf(league);
  const { champion, created_at, started_at = null, closed_at = null, game_type, seeded } = league;
  const outlook = league.format?.outlook();
  const total = outlook?.matches === undefined ? null : outlook.matches - league.unplayed;
  const table = rows();
  return ok({
    ...headOf(league),
    display_name: config.display_name,
    kind: config.kind,
    game: { game_type, display_name: game_type, description: '', ...game },
    status,
    paused: publicWords(shown.live?.paused() ?? league.paused ?? null),
    seeded,
    is_playback: shown.isPlayback === true,
    now: timestamp(clock),
    created_at,
    started_at,
    closed_at,
    rounds: { current: league.rounds.size, closed: closedRounds(league), total: outlook?.rounds ?? null },
    matches: { decided, running: league.matches.size - decided, queued: queuedIn(shown), total },
    remaining_sec: total === null ? null : remainingSec(league, total - decided, clock.now().getTime()),
    players,
    referees,
    technical_losses: table.reduce((sum, { technical_losses }) => sum + technical_losses, 0),
    violations: table.reduce((sum, row) => sum + breachesIn(row), 0),
    champion: champion === null ? null : { player_id: champion, display_name: nameIn(league, champion) },
    leader: decided === 0 ? null : leaderOf(table),
    first_place: decided === 0 ? null : (sharedFirst(table) ?? null),
    outlook: { about: kindOf(schedule)?.about(schedule) ?? null, meetings: outlook?.meetings ?? null },
    scoring: { ...scoring, tiebreakers: [...scoring.tiebreakers], double_forfeit },
    deadlines: shown.live === undefined ? null : { join_sec: limits.joinMs / 1_000, move_sec: limits.moveMs / 1_000 },
  });
}

/** Who is first in a table, unless that one takes part no longer. */
function leaderOf(table: readonly Row[]): LeagueDocument['leader'] {
  const [first] = table;
  if (first === undefined || championOf(table) === null) return null;
  return { player_id: first.player_id, display_name: first.display_name, points: first.points };
}

/** The matches that are open: being played, or queued. */
export function openIds(league: League): ReadonlySet<string> {
  const open = new Set<string>();
  for (const { matches, decided } of league.rounds.values()) {
    if (decided === matches.length) continue;
    for (const match_id of matches) if (league.matches.get(match_id)?.decided === undefined) open.add(match_id);
  }
  return open;
}

/** How many open matches no referee has been given; of a league from files that is not known, and none. */
function queuedIn({ league, live }: ShownLeague): number {
  if (live === undefined) return 0;
  let queued = 0;
  for (const match_id of openIds(league)) if (!live.isGivenOut(match_id)) queued++;
  return queued;
}

/** The breaches of a row, all kinds together. */
export function breachesIn({ violations = {} }: { readonly violations?: { readonly [kind: string]: number } }): number {
  return Object.values(violations).reduce((sum, times) => sum + times, 0);
}

function closedRounds({ rounds }: League): number {
  let closed = 0;
  for (const { closed_at } of rounds.values()) if (closed_at !== undefined) closed++;
  return closed;
}

/** The pace is that of so many newest rounds: an interruption before them says nothing of what comes. */
const PACE_ROUNDS = 5;
/** More of them where they are short, or the pace would be that of a moment. */
const PACE_MS = 20_000;

/** How long the matches that are left may take; null where that cannot be told. */
export function remainingSec(
  {
    rounds,
    phase,
  }: Pick<League, 'phase'> & {
    readonly rounds: ReadonlyMap<number, Pick<Round, 'opened_at' | 'decided'>>;
  },
  left: number,
  now: number,
): number | null {
  if (phase !== 'RUNNING_LEAGUE') return null;
  const all = [...rounds.values()];
  const recent = all.findLastIndex(({ opened_at }) => Date.parse(opened_at) < now - PACE_MS) + 1;
  const newest = all.slice(Math.max(0, Math.min(recent, all.length - PACE_ROUNDS)));
  const decided = newest.reduce((sum, round) => sum + round.decided, 0);
  const since = Date.parse(newest[0]?.opened_at ?? '');
  return decided === 0 ? null : Math.max(0, Math.round((left * (now - since)) / decided / 1_000));
}

/** A page of the rounds, played and to come. */
export function roundsPage({ league }: ShownLeague, query: PageQuery): Result<RoundsPage, never> {
  const [start, limit, total] = [startOf(query), query.limit ?? PAGE_ROWS.usual, totalRounds(league)];
  const rows: RoundRow[] = [];
  for (let round_id = start + 1; round_id <= Math.min(start + limit, total); round_id++) rows.push(rowOf(round_id));
  return ok({ ...headOf(league), total, next_cursor: nextCursor(start, limit, total), rows });

  function rowOf(round_id: number): RoundRow {
    const round = league.rounds.get(round_id);
    if (round === undefined) {
      const matches = sizeIn(league.format, round_id) ?? 0;
      return { round_id, status: 'SCHEDULED', started_at: null, completed_at: null, matches, decided: 0 };
    }
    const { opened_at: started_at, closed_at: completed_at = null, matches, decided } = round;
    const status = completed_at === null ? 'RUNNING' : 'COMPLETED';
    return { round_id, status, started_at, completed_at, matches: matches.length, decided };
  }
}
