/** The states of agents, leagues, matches, players and sessions as tables, in the words of the specification. */
import type { Table } from '../core/machine.ts';

/** Life of any agent (spec 004, Agent States). */
export type AgentState = 'INIT' | 'REGISTERED' | 'ACTIVE' | 'SUSPENDED' | 'SHUTDOWN';
export type AgentEvent = 'register' | 'league_start' | 'timeout' | 'recover' | 'max_fail' | 'league_end' | 'error';
export const agentLife = {
  INIT: { register: 'REGISTERED', error: 'SHUTDOWN' },
  REGISTERED: { league_start: 'ACTIVE', league_end: 'SHUTDOWN', error: 'SHUTDOWN' },
  ACTIVE: { timeout: 'SUSPENDED', league_end: 'SHUTDOWN', error: 'SHUTDOWN' },
  SUSPENDED: { recover: 'ACTIVE', max_fail: 'SHUTDOWN', league_end: 'SHUTDOWN', error: 'SHUTDOWN' },
  SHUTDOWN: {},
} as const satisfies Table<AgentState, AgentEvent>;

/** Course of a league (spec 002 section 2). */
export type LeagueState = 'WAITING_FOR_REGISTRATIONS' | 'RUNNING_LEAGUE' | 'LEAGUE_COMPLETE';
export type LeagueEvent = 'start' | 'last_round_completed';
export const leagueCourse = {
  WAITING_FOR_REGISTRATIONS: { start: 'RUNNING_LEAGUE' },
  RUNNING_LEAGUE: { last_round_completed: 'LEAGUE_COMPLETE' },
  LEAGUE_COMPLETE: {},
} as const satisfies Table<LeagueState, LeagueEvent>;

/**
 * Course of a match as its file shows it (spec 001, 004). league.v2 was named after its first game:
 * DRAWING_NUMBER means "working out the result" in every game.
 */
export type MatchState = 'WAITING_FOR_PLAYERS' | 'COLLECTING_CHOICES' | 'DRAWING_NUMBER' | 'FINISHED';
export type MatchEvent = 'both_joined' | 'all_moves_in' | 'decided' | 'forfeited';
export const matchCourse = {
  WAITING_FOR_PLAYERS: { both_joined: 'COLLECTING_CHOICES', forfeited: 'FINISHED' },
  COLLECTING_CHOICES: { all_moves_in: 'DRAWING_NUMBER', forfeited: 'FINISHED' },
  DRAWING_NUMBER: { decided: 'FINISHED' },
  FINISHED: {},
} as const satisfies Table<MatchState, MatchEvent>;

/** The referee's own phases of a match (spec 002 section 3), in logs and `get_match_state`. */
export type RefereePhase =
  | 'IDLE'
  | 'WAITING_FOR_PLAYERS'
  | 'COLLECTING_CHOICES'
  | 'DRAWING_NUMBER'
  | 'REPORTING_RESULT'
  | 'NOTIFYING_PLAYERS'
  | 'MATCH_COMPLETE';
export type RefereeEvent =
  | 'assigned'
  | 'both_joined'
  | 'all_moves_in'
  | 'decided'
  | 'forfeited'
  | 'recorded'
  | 'dropped'
  | 'notified'
  | 'reset';
/** Reporting comes before notifying: nothing is revealed before the manager has the result for good. */
export const refereePhases = {
  IDLE: { assigned: 'WAITING_FOR_PLAYERS' },
  WAITING_FOR_PLAYERS: { both_joined: 'COLLECTING_CHOICES', forfeited: 'REPORTING_RESULT' },
  COLLECTING_CHOICES: { all_moves_in: 'DRAWING_NUMBER', forfeited: 'REPORTING_RESULT' },
  DRAWING_NUMBER: { decided: 'REPORTING_RESULT' },
  REPORTING_RESULT: { recorded: 'NOTIFYING_PLAYERS', dropped: 'MATCH_COMPLETE' },
  NOTIFYING_PLAYERS: { notified: 'MATCH_COMPLETE' },
  MATCH_COMPLETE: { reset: 'IDLE' },
} as const satisfies Table<RefereePhase, RefereeEvent>;

/** A player in a league (spec 002 section 4). CHOOSING_PARITY means "choosing a move" in every game. */
export type PlayerState =
  | 'UNREGISTERED'
  | 'REGISTERING'
  | 'REGISTERED'
  | 'WAITING_FOR_ROUND'
  | 'INVITED_TO_MATCH'
  | 'WAITING_FOR_CHOICE_REQUEST'
  | 'CHOOSING_PARITY'
  | 'WAITING_FOR_RESULT'
  | 'MATCH_COMPLETE'
  | 'LEAGUE_COMPLETE';
export type PlayerEvent =
  | 'register'
  | 'accepted'
  | 'rejected'
  | 'round_announced'
  | 'invited'
  | 'joined'
  | 'called'
  | 'chosen'
  | 'game_over'
  | 'round_completed'
  | 'league_completed';
export const playerCourse = {
  UNREGISTERED: { register: 'REGISTERING' },
  REGISTERING: { accepted: 'REGISTERED', rejected: 'UNREGISTERED' },
  REGISTERED: {
    round_announced: 'WAITING_FOR_ROUND',
    round_completed: 'REGISTERED',
    league_completed: 'LEAGUE_COMPLETE',
  },
  WAITING_FOR_ROUND: {
    invited: 'INVITED_TO_MATCH',
    round_completed: 'REGISTERED',
    league_completed: 'LEAGUE_COMPLETE',
  },
  INVITED_TO_MATCH: { joined: 'WAITING_FOR_CHOICE_REQUEST' },
  WAITING_FOR_CHOICE_REQUEST: { called: 'CHOOSING_PARITY', game_over: 'MATCH_COMPLETE' },
  CHOOSING_PARITY: { chosen: 'WAITING_FOR_RESULT' },
  WAITING_FOR_RESULT: { called: 'CHOOSING_PARITY', game_over: 'MATCH_COMPLETE' },
  MATCH_COMPLETE: {
    round_announced: 'WAITING_FOR_ROUND',
    round_completed: 'REGISTERED',
    league_completed: 'LEAGUE_COMPLETE',
  },
  LEAGUE_COMPLETE: {},
} as const satisfies Table<PlayerState, PlayerEvent>;

/** A client's session with a server (spec 004, Session Manager). */
export type SessionState = 'NEW' | 'CONNECTING' | 'OPEN' | 'DEGRADED' | 'RECONNECTING' | 'CLOSED';
export type SessionEvent = 'connect' | 'opened' | 'failed' | 'missed' | 'answered' | 'lost' | 'refused' | 'close';
export const sessionLife = {
  NEW: { connect: 'CONNECTING', close: 'CLOSED' },
  CONNECTING: { opened: 'OPEN', failed: 'RECONNECTING', refused: 'CLOSED', close: 'CLOSED' },
  OPEN: { missed: 'DEGRADED', lost: 'RECONNECTING', close: 'CLOSED' },
  DEGRADED: { answered: 'OPEN', lost: 'RECONNECTING', close: 'CLOSED' },
  RECONNECTING: { opened: 'OPEN', refused: 'CLOSED', close: 'CLOSED' },
  CLOSED: {},
} as const satisfies Table<SessionState, SessionEvent>;
