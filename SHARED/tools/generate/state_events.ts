/** The events of the state tables, in words: when each of them happens. */
import type {
  AgentEvent,
  LeagueEvent,
  MatchEvent,
  PlayerEvent,
  RefereeEvent,
  SessionEvent,
} from '../../contracts/states.ts';

type Words<E extends string> = { readonly [K in E]: string };

export const AGENT_EVENTS: Words<AgentEvent> = {
  register: 'The league manager has taken it in.',
  league_start: 'The league starts.',
  timeout: 'Three of its matches in a row have ended because it was silent or out of reach.',
  recover: 'It answers again.',
  max_fail: 'Ten such matches in a row.',
  league_end: 'The league is over, or it is told to end.',
  error: 'It cannot go on.',
};

export const LEAGUE_EVENTS: Words<LeagueEvent> = {
  start: 'START_LEAGUE, or everybody the league waits for is there.',
  last_round_completed: 'Every match is decided.',
};

const COURSE = {
  both_joined: 'Both players have taken their seats.',
  all_moves_in: 'Nobody is to move any more.',
  decided: 'The result is worked out.',
  forfeited: 'A player has failed for good, or nobody came.',
} as const;

export const MATCH_EVENTS: Words<MatchEvent> = COURSE;

export const REFEREE_EVENTS: Words<RefereeEvent> = {
  ...COURSE,
  assigned: 'RUN_MATCH.',
  recorded: 'MATCH_RESULT_ACK: the result is recorded.',
  dropped: 'The report was refused, or the match is void: nothing is revealed.',
  notified: 'GAME_OVER was offered to both players.',
  reset: 'The match is put away.',
};

export const PLAYER_EVENTS: Words<PlayerEvent> = {
  register: 'It sends its registration.',
  accepted: 'The league manager has taken it in.',
  rejected: 'The league manager has turned it away.',
  round_announced: 'ROUND_ANNOUNCEMENT.',
  invited: 'GAME_INVITATION.',
  joined: 'It has answered that it takes its seat.',
  called: 'A call for a move.',
  chosen: 'It has answered with its move.',
  game_over: 'GAME_OVER.',
  round_completed: 'ROUND_COMPLETED.',
  league_completed: 'LEAGUE_COMPLETED.',
};

export const SESSION_EVENTS: Words<SessionEvent> = {
  connect: 'The client begins.',
  opened: 'The handshake is done: a registration, or `initialize`.',
  failed: 'The handshake came to nothing, and may succeed another time.',
  missed: 'A heartbeat was not answered in time.',
  answered: 'The server was heard again.',
  lost: 'Two heartbeats in a row were not answered, the line broke, or the server is another one now.',
  refused: 'The server said no for good.',
  close: 'The client wants no more of it.',
};
