/** The tables of states as documents: what each event means, and the pictures and lists that are made of them. */
import {
  type AgentEvent,
  agentLife,
  type LeagueEvent,
  leagueCourse,
  type MatchEvent,
  matchCourse,
  type PlayerEvent,
  playerCourse,
  type RefereeEvent,
  refereePhases,
  type SessionEvent,
  sessionLife,
} from '../../contracts/states.ts';
import type { Table } from '../../core/machine.ts';
import { markdownTable } from './markdown.ts';

type Words<E extends string> = { readonly [K in E]: string };

const AGENT_EVENTS: Words<AgentEvent> = {
  register: 'The league manager has taken it in.',
  league_start: 'The league starts.',
  timeout: 'Three of its matches in a row have ended because it was silent or out of reach.',
  recover: 'It answers again.',
  max_fail: 'Ten such matches in a row.',
  league_end: 'The league is over, or it is told to end.',
  error: 'It cannot go on.',
};

const LEAGUE_EVENTS: Words<LeagueEvent> = {
  start: 'START_LEAGUE, or everybody the league waits for is there.',
  last_round_completed: 'Every match is decided.',
};

const COURSE = {
  both_joined: 'Both players have taken their seats.',
  all_moves_in: 'Nobody is to move any more.',
  decided: 'The result is worked out.',
  forfeited: 'A player has failed for good, or nobody came.',
} as const;

const MATCH_EVENTS: Words<MatchEvent> = COURSE;

const REFEREE_EVENTS: Words<RefereeEvent> = {
  ...COURSE,
  assigned: 'RUN_MATCH.',
  recorded: 'MATCH_RESULT_ACK: the result is recorded.',
  dropped: 'The report was refused, or the match is void: nothing is revealed.',
  notified: 'GAME_OVER was offered to both players.',
  reset: 'The match is put away.',
};

const PLAYER_EVENTS: Words<PlayerEvent> = {
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

const SESSION_EVENTS: Words<SessionEvent> = {
  connect: 'The client begins.',
  opened: 'The handshake is done: a registration, or `initialize`.',
  failed: 'The handshake came to nothing, and may succeed another time.',
  missed: 'A heartbeat was not answered in time.',
  answered: 'The server was heard again.',
  lost: 'Two heartbeats in a row were not answered, the line broke, or the server is another one now.',
  refused: 'The server said no for good.',
  close: 'The client wants no more of it.',
};

export interface StateTable {
  readonly title: string;
  readonly about: string;
  /** It begins in the first of its states. */
  readonly table: Table<string, string>;
  /** When each event happens. */
  readonly events: { readonly [event: string]: string };
}

export const STATE_TABLES = {
  agent: {
    title: 'Agents',
    about:
      'The life of any agent, as the league manager sees it. A suspended player is told and asked less, and is back with its first answer.',
    table: agentLife,
    events: AGENT_EVENTS,
  },
  league: {
    title: 'The league',
    about: 'The course of a league.',
    table: leagueCourse,
    events: LEAGUE_EVENTS,
  },
  match: {
    title: 'A match',
    about:
      'The course of a match, as its file shows it. league.v2 was named after its first game: `DRAWING_NUMBER` means that the result is worked out, whatever is played.',
    table: matchCourse,
    events: MATCH_EVENTS,
  },
  referee: {
    title: 'The referee in a match',
    about:
      'The referee’s own phases, in its log and in `get_match_state`. It reports before it tells the players: nothing is revealed before the league manager has the result for good.',
    table: refereePhases,
    events: REFEREE_EVENTS,
  },
  player: {
    title: 'The player in a league',
    about:
      'A player’s own state, in `get_player_state`. It never costs a match: a player joins and chooses whenever the ticket is right, even out of order. `CHOOSING_PARITY` means choosing a move, whatever is played.',
    table: playerCourse,
    events: PLAYER_EVENTS,
  },
  session: {
    title: 'A session with a server',
    about:
      'What a client keeps with each server: players and referees with their league manager, `league mcp` with the agents it shows. Pauses between attempts grow and are jittered.',
    table: sessionLife,
    events: SESSION_EVENTS,
  },
} as const satisfies { readonly [name: string]: StateTable };

/** Every transition, one row each; where a state has none, it is the end. */
export function transitions({ table, events }: StateTable): string {
  const rows = Object.entries(table).flatMap(([state, ways]) => {
    const all = Object.entries(ways) as [string, string][];
    if (all.length === 0) return [[code(state), '–', '', 'the end']];
    return all.map(([event, target]) => [code(state), code(event), events[event] ?? '', code(target)]);
  });
  return markdownTable(['State', 'Event', 'When', 'Next state'], rows);
}

/** From a state to another, by one event or several. */
export interface Way {
  readonly from: string;
  readonly to: string;
  readonly events: readonly string[];
}

/** The ways of a table, events that lead the same way together. */
export function waysOf(table: StateTable['table']): readonly Way[] {
  return Object.entries(table).flatMap(([from, ways]) => {
    const targets = Map.groupBy(Object.entries(ways) as [string, string][], ([, to]) => to);
    return [...targets].map(([to, events]) => ({ from, to, events: events.map(([event]) => event) }));
  });
}

function code(text: string): string {
  return `\`${text}\``;
}
