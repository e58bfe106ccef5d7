/** The answers of the seat tools, as data: each states the situation and the next thing to do. */
import { errorBody, type Refusal } from '../../SHARED/contracts/errors.ts';
import type { StandingsRow } from '../../SHARED/contracts/fields.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import type { ToolAnswer } from '../../SHARED/league_sdk/mcp/catalog.ts';
import type { FinishedMatch } from './finished_matches.ts';
import type { Gateway } from './gateway.ts';
import type { OpenTurn } from './open_turns.ts';
import type { CurrentMatch, Seat, SeatStatus } from './seat.ts';

/** Rows of the final table, beside one's own. */
const SHOWN_ROWS = 10;
/** Earlier matches against the same opponent. */
const SHOWN_MEETINGS = 5;

/** A refusal: its code, its name or the league's reason, and the exact fault. */
export function failed(refused: Refusal, more: JsonObject = {}): ToolAnswer {
  const { error_code, error_name, error_description } = errorBody(refused);
  const data = { error_code, error_name, error_description, ...more };
  return { data, text: `${error_code} ${error_name}: ${error_description}`, failed: true };
}

/** What the answers are made of, beside the seat. */
type Around = Pick<Gateway, 'clock' | 'status' | 'rows' | 'rowsOf' | 'matchMs'>;

/** The answer to a client that waited. */
export function statusAnswer(seat: Seat, word: SeatStatus, around: Around): JsonObject {
  const rows = around.rows();
  const over = word.finished.length === 0 ? {} : { finished_matches: word.finished.map((each) => named(each, rows)) };
  const dropped = word.dropped === 0 ? {} : { matches_not_shown: word.dropped };
  const { last } = word;
  const told = last === undefined ? {} : { told_up_to: last };
  const common = { player_id: seat.player_id, ...over, ...dropped, ...told };
  const again = last === undefined ? 'Call wait_for_turn again.' : `Call wait_for_turn again, with heard: "${last}".`;
  switch (word.status) {
    case 'your_turn':
      return { status: word.status, ...common, ...turnAnswer(word.turn as OpenTurn, seat, around), next: MAKE_MOVE };
    case 'match_over':
      return { status: word.status, ...common, next: again };
    case 'league_over':
      return { status: word.status, ...common, ...finalAnswer(seat, rows), next: 'Nothing: you are done.' };
    case 'left':
      return { status: word.status, ...common, next: 'Nothing, or join_league with this seat_token to come back.' };
    case 'waiting':
      return { status: word.status, ...common, ...waitingFor(seat, around), next: again };
  }
}

const MAKE_MOVE = 'Call make_move with this match_id and one of legal_moves, before the deadline.';

function turnAnswer({ turn, limit, asked }: OpenTurn, seat: Seat, around: Around): JsonObject {
  const { match_id, round_id, game_type, step, opponent_id, view, moves } = turn;
  const rows = around.rows();
  const met = seat.news.finished.filter((match) => match.opponent_id === opponent_id).slice(-SHOWN_MEETINGS);
  const { opponent_name } = seat.state.matches.get(match_id) ?? {};
  const opponent = named({ opponent_id, ...(opponent_name === undefined ? {} : { opponent_name }) }, rows);
  const board = around.rowsOf(view);
  return {
    ...{ match_id, round_id, game_type, step, ...opponent },
    legal_moves: [...moves],
    view,
    ...(board === undefined ? {} : { board }),
    deadline: limit.deadline,
    seconds_left: secondsOf(limit.at - around.clock.monotonic()),
    ...matchClock(match_id, seat, around),
    times_asked: asked,
    earlier_matches: met.map((each) => named(each, rows)),
  };
}

/** What is left of the seat's clock for the whole match, of how much, and when that is over if it goes on thinking; nothing where that is not known. */
function matchClock(match_id: string, seat: Seat, { clock, matchMs }: Around): JsonObject {
  const spentMs = seat.spentMs(match_id);
  if (matchMs === undefined || spentMs === undefined) return {};
  const leftMs = Math.max(0, matchMs - spentMs);
  const ends_at = new Date(clock.now().getTime() + leftMs).toISOString();
  return { match_clock: { seconds_left: secondsOf(leftMs), of_seconds: matchMs / 1_000, ends_at } };
}

function secondsOf(ms: number): number {
  return Math.floor(ms / 100) / 10;
}

/** The same with the opponent's name beside its id, where the league knows it. */
export function named(
  match: Readonly<Partial<CurrentMatch>> | FinishedMatch,
  rows: readonly StandingsRow[],
): JsonObject {
  const opponent_name = match.opponent_name ?? rows.find((row) => row.player_id === match.opponent_id)?.display_name;
  return { ...(match as JsonObject), ...(opponent_name === undefined ? {} : { opponent_name }) };
}

/** A player's place in words, `shared 2nd, of 3`; null where it has none yet. */
export function placeIn(rows: readonly Pick<StandingsRow, 'player_id' | 'rank'>[], player_id: string): string | null {
  const own = rows.find((row) => row.player_id === player_id);
  if (own === undefined) return null;
  const isShared = rows.some((row) => row !== own && row.rank === own.rank);
  return `${isShared ? 'shared ' : ''}${ordinal(own.rank)}, of ${rows.length}`;
}

function ordinal(rank: number): string {
  const isTeen = Math.floor(rank / 10) % 10 === 1;
  return `${rank}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][rank % 10]) ?? 'th'}`;
}

/** In a large league the seat heard the first rows and its own; places are counted in the rows of all. */
function finalAnswer({ state: { final, standings }, player_id }: Seat, all: readonly StandingsRow[]): JsonObject {
  const own = standings.find((row) => row.player_id === player_id);
  const first = all.filter(({ rank }) => rank === 1);
  const champion = final?.champion ?? null;
  const named = first.map((row) => ({ player_id: row.player_id, display_name: row.display_name }));
  return {
    champion: champion && { ...champion },
    ...(first.length > 1 ? { first_place_shared_by: named.slice(0, SHOWN_ROWS) } : {}),
    your_rank: own?.rank ?? null,
    your_place: placeIn(all, player_id),
    your_row: own === undefined ? null : { ...own },
    standings: standings.slice(0, SHOWN_ROWS).map((row) => ({ ...row })),
  };
}

/** The reason why there is nothing to do yet, in a sentence. */
export function whyWaiting(seat: Seat, around: Around): string {
  return String(waitingFor(seat, around)['why']);
}

function waitingFor({ state, match, ended }: Seat, around: Around): JsonObject {
  const { round, completed } = state;
  const { status, players } = around.status();
  // Ids alone: a display name may hold any text, and this is a sentence of ours.
  const against = match === undefined ? '' : `${match.match_id} against ${match.opponent_id}`;
  if (ended !== undefined)
    return why(
      'manager',
      `your player is not running (${ended}); the seat is kept, and join_league with its seat_token brings you back`,
    );
  if (match !== undefined) {
    const { phase, ...about } = match;
    return { ...whyInMatch(phase, against), ...named(about, around.rows()) };
  }
  if (round > 0 && completed === round) return why('round', `round ${round} is over; the next is about to begin`);
  if (round > 0) return why('round', `you have nothing to play in round ${round} any more; others still play`);
  if (status === 'waiting')
    return why('start', `the league has not begun (players registered: ${String(players)}); its operator starts it`);
  return why('round', 'the league goes on; your next match is announced with its round');
}

function whyInMatch(phase: CurrentMatch['phase'], against: string): JsonObject {
  if (phase === 'moved') return why('opponent', `your move in ${against} is made; the result is awaited`);
  if (phase === 'asked') return why('opponent', `the time for your move in ${against} is over`);
  return why('match', `match ${against} is about to begin`);
}

function why(waiting_for: 'start' | 'round' | 'match' | 'opponent' | 'manager', reason: string): JsonObject {
  return { waiting_for, why: reason };
}
