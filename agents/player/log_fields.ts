/** The fields of each message that go into the player's log: a list, so that no token or ticket can slip in. */
import type { Message, MessageType } from '../../SHARED/contracts/index.ts';
import { moveIn, wordsFor } from '../../SHARED/contracts/moves.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import type { Details } from '../../SHARED/league_sdk/logger.ts';
import type { Line } from '../../SHARED/league_sdk/logs/message_log.ts';
import type { LoggedMessage } from '../../SHARED/league_sdk/messaging/peer.ts';
import type { Match } from './matches.ts';
import { endingOfGame, pointsFor, resultFor } from './outcome.ts';
import type { State } from './state.ts';

type Tell = { readonly [T in MessageType]?: (message: Message<T>, me: string) => Details };

const TELL: Tell = {
  LEAGUE_REGISTER_REQUEST: ({ player_meta }) => ({ display_name: player_meta.display_name }),
  LEAGUE_REGISTER_RESPONSE: ({ status, player_id, reason }) =>
    status === 'ACCEPTED' ? { status, player_id } : { status, reason },
  LEAGUE_QUERY: ({ query_type }) => ({ query_type }),
  LEAGUE_QUERY_RESPONSE: ({ query_type, success }) => ({ query_type, success }),
  ROUND_ANNOUNCEMENT: ({ round_id, matches }, me) => ({
    round_id,
    match_id: matches.find(({ player_a, player_b }) => player_a === me || player_b === me)?.match_id,
  }),
  GAME_INVITATION: ({ match_id, opponent_id }) => ({ match_id, opponent_id }),
  GAME_JOIN_ACK: ({ match_id }) => ({ match_id }),
  CHOOSE_PARITY_CALL: ({ match_id }) => ({ match_id }),
  GAME_MOVE_CALL: ({ match_id, step }) => ({ match_id, step }),
  GAME_OVER: ({ match_id, game_result }, me) => {
    const ending = endingOfGame(game_result);
    return { match_id, result: resultFor(me, ending), points_earned: pointsFor(me, ending) };
  },
  GAME_OVER_ACK: ({ match_id }) => ({ match_id }),
  LEAGUE_STANDINGS_UPDATE: ({ round_id, standings }, me) => ({ round_id, ...rankOf(me, standings) }),
  ROUND_COMPLETED: ({ round_id, matches_played }) => ({ round_id, matches_played }),
  LEAGUE_COMPLETED: ({ champion, final_standings }, me) => ({
    champion: champion?.player_id,
    ...rankOf(me, final_standings),
  }),
  GAME_ERROR: ({ match_id, error_code, error_name, error_description, affected_player, retry_count }) => ({
    ...(typeof match_id === 'string' ? { match_id } : {}),
    ...{ error_code, error_name, error_description, affected_player, retry_count },
  }),
  LEAGUE_ERROR: ({ error_code, error_name, error_description }) => ({ error_code, error_name, error_description }),
  SHUTDOWN_COMMAND: ({ reason }) => ({ reason }),
};

const ERRORS: ReadonlySet<string> = new Set<MessageType>(['GAME_ERROR', 'LEAGUE_ERROR']);

/** The line of one message. A move is told in the words of its game's records, with the strategy's reason for it. */
export function describer(state: State): (sighting: LoggedMessage) => Line {
  return ({ message }) => {
    const { message_type, match_id } = message;
    const match = typeof match_id === 'string' ? state.matches.get(match_id) : undefined;
    const words = wordsFor(match?.game_type ?? '');
    if (match !== undefined && message_type === words.answer) return moveLine(message, match, words.record);
    const tell = TELL[message_type as MessageType] as ((message: JsonObject, me: string) => Details) | undefined;
    const details = tell?.(message, state.isMember ? state.member.player_id : '') ?? briefly(message);
    return { message_type, level: ERRORS.has(message_type) ? 'ERROR' : 'INFO', details };
  };
}

function moveLine(
  message: JsonObject,
  match: Match,
  record: { readonly message_type: string; readonly field: string },
): Line {
  // A call of a game that is asked for once bears no number.
  const step = typeof message.step === 'number' ? message.step : 1;
  const { reasoning, fallback } = match.asked.get(step)?.decided ?? {};
  return {
    message_type: record.message_type,
    level: fallback === undefined ? 'INFO' : 'WARNING',
    details: { match_id: match.match_id, [record.field]: moveIn(message), reasoning, fallback },
  };
}

function rankOf(player_id: string, rows: Message<'LEAGUE_STANDINGS_UPDATE'>['standings']): Details {
  const row = rows.find((candidate) => candidate.player_id === player_id);
  return { rank: row?.rank, points: row?.points };
}

function briefly({ round_id, status }: JsonObject): Details {
  return { ...(round_id === undefined ? {} : { round_id }), ...(status === undefined ? {} : { status }) };
}
