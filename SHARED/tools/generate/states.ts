/** The state tables as Markdown. */

import {
  agentLife,
  leagueCourse,
  matchCourse,
  playerCourse,
  refereePhases,
  sessionLife,
} from '../../contracts/states.ts';
import type { Table } from '../../core/machine.ts';
import { markdownTable } from './markdown.ts';
import {
  AGENT_EVENTS,
  LEAGUE_EVENTS,
  MATCH_EVENTS,
  PLAYER_EVENTS,
  REFEREE_EVENTS,
  SESSION_EVENTS,
} from './state_events.ts';

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
