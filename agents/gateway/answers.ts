/** The answers of the seat tools, as data: each states the situation and the next thing to do. */
import { errorBody, type Refusal } from '../../SHARED/contracts/errors.ts';
import type { Clock } from '../../SHARED/core/clock.ts';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import type { ToolAnswer } from '../../SHARED/league_sdk/mcp/catalog.ts';
import type { OpenTurn } from './open_turns.ts';
import type { Seat, SeatStatus } from './seat.ts';

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

/** The answer to a client that waited. */
export function statusAnswer(seat: Seat, word: SeatStatus, clock: Clock, league: JsonObject): JsonObject {
  const over = word.finished.length === 0 ? {} : { finished_matches: [...word.finished] };
  const dropped = word.dropped === 0 ? {} : { matches_not_shown: word.dropped };
  const { last } = word;
  const told = last === undefined ? {} : { told_up_to: last };
  const common = { player_id: seat.player_id, ...over, ...dropped, ...told };
  const again = last === undefined ? 'Call wait_for_turn again.' : `Call wait_for_turn again, with heard: "${last}".`;
  switch (word.status) {
    case 'your_turn':
      return { status: word.status, ...common, ...turnAnswer(word.turn as OpenTurn, seat, clock), next: MAKE_MOVE };
    case 'match_over':
      return { status: word.status, ...common, next: again };
    case 'league_over':
      return { status: word.status, ...common, ...finalAnswer(seat), next: 'Nothing: you are done.' };
    case 'left':
      return { status: word.status, ...common, next: 'Nothing, or join_league with this seat_token to come back.' };
    case 'waiting':
      return { status: word.status, ...common, ...waitingFor(seat, league), next: again };
  }
}

const MAKE_MOVE = 'Call make_move with this match_id and one of legal_moves, before the deadline.';

function turnAnswer({ turn, limit, asked }: OpenTurn, { state, news }: Seat, clock: Clock): JsonObject {
  const { match_id, round_id, game_type, step, opponent_id, view, moves } = turn;
  const opponent_name = state.matches.get(match_id)?.opponent_name;
  const met = news.finished.filter((match) => match.opponent_id === opponent_id).slice(-SHOWN_MEETINGS);
  return {
    ...{ match_id, round_id, game_type, step, opponent_id },
    ...(opponent_name === undefined ? {} : { opponent_name }),
    legal_moves: [...moves],
    view,
    deadline: limit.deadline,
    seconds_left: Math.floor((limit.at - clock.monotonic()) / 100) / 10,
    times_asked: asked,
    earlier_matches: met,
  };
}

function finalAnswer({ state: { final, standings }, player_id }: Seat): JsonObject {
  const own = standings.find((row) => row.player_id === player_id);
  return {
    champion: (final?.champion ?? null) as unknown as Json,
    your_rank: own?.rank ?? null,
    your_row: (own ?? null) as unknown as Json,
    standings: standings.slice(0, SHOWN_ROWS) as unknown as Json,
  };
}

/** The reason why there is nothing to do yet, in a sentence. */
export function whyWaiting(seat: Seat, league: JsonObject): string {
  return String(waitingFor(seat, league)['why']);
}

function waitingFor({ state, match, ended }: Seat, { status, players }: JsonObject): JsonObject {
  const { round, completed } = state;
  // Ids alone: a display name may hold any text, and this is a sentence of ours.
  const against = match === undefined ? '' : `${match.match_id} against ${match.opponent_id}`;
  if (ended !== undefined)
    return why(
      'manager',
      `your player is not running (${ended}); the seat is kept, and join_league with its seat_token brings you back`,
    );
  if (match?.phase === 'moved') return why('opponent', `your move in ${against} is made; the result is awaited`);
  if (match?.phase === 'asked') return why('opponent', `the time for your move in ${against} is over`);
  if (match !== undefined) return why('match', `match ${against} is about to begin`);
  if (round > 0 && completed === round) return why('round', `round ${round} is over; the next is about to begin`);
  if (round > 0) return why('round', `you have nothing to play in round ${round} any more; others still play`);
  if (status === 'waiting')
    return why('start', `the league has not begun (players registered: ${String(players)}); its operator starts it`);
  return why('round', 'the league goes on; your next match is announced with its round');
}

function why(waiting_for: 'start' | 'round' | 'match' | 'opponent' | 'manager', reason: string): JsonObject {
  return { waiting_for, why: reason };
}
