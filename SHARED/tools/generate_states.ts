/** The state tables as Markdown and as Mermaid diagrams. */
import { agentLife, leagueCourse, matchCourse, playerCourse, refereePhases } from '../contracts/states.ts';
import type { Table } from '../league_sdk/core/machine.ts';
import { markdownTable } from './generate_markdown.ts';

export interface StateTable {
  readonly title: string;
  readonly about: string;
  /** It begins in the first of its states. */
  readonly table: Table<string, string>;
}

export const STATE_TABLES = {
  agent: {
    title: 'Agents',
    about:
      'The life of any agent, as the league manager sees it. A suspended player is told and asked less, and is back with its first answer.',
    table: agentLife,
  },
  league: { title: 'The league', about: 'The course of a league.', table: leagueCourse },
  match: {
    title: 'A match',
    about:
      'The course of a match, as its file shows it. league.v2 was named after its first game: `DRAWING_NUMBER` means that the result is worked out, whatever is played.',
    table: matchCourse,
  },
  referee: {
    title: 'The referee in a match',
    about:
      'The referee’s own phases, in its log and in `get_match_state`. It reports before it tells the players: nothing is revealed before the league manager has the result for good.',
    table: refereePhases,
  },
  player: {
    title: 'The player in a league',
    about:
      'A player’s own state, in `get_player_state`. It never costs a match: a player joins and chooses whenever the ticket is right, even out of order. `CHOOSING_PARITY` means choosing a move, whatever is played.',
    table: playerCourse,
  },
} as const satisfies { readonly [name: string]: StateTable };

/** Every transition, one row each; where a state has none, it is the end. */
export function transitions(table: Table<string, string>): string {
  const rows = Object.entries(table).flatMap(([state, events]) => {
    const ways = Object.entries(events);
    if (ways.length === 0) return [[code(state), '–', 'the end']];
    return ways.map(([event, target]) => [code(state), code(event), code(target as string)]);
  });
  return markdownTable(['State', 'Event', 'Next state'], rows);
}

/** The table as a Mermaid state diagram. */
export function mermaid(table: Table<string, string>): string {
  const states = Object.keys(table);
  const arrows = Object.entries(table).flatMap(([state, events]) => {
    const targets = new Map<string, string[]>();
    for (const [event, target] of Object.entries(events) as [string, string][]) {
      targets.set(target, [...(targets.get(target) ?? []), event]);
    }
    if (targets.size === 0) return [`  ${state} --> [*]`];
    return [...targets].map(([target, names]) => `  ${state} --> ${target}: ${names.join(', ')}`);
  });
  return ['stateDiagram-v2', `  [*] --> ${states[0]}`, ...arrows, ''].join('\n');
}

/** Path below doc to text, for every diagram. */
export function diagramFiles(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(STATE_TABLES).map(([name, { table }]) => [`diagrams/${name}_states.mmd`, mermaid(table)]),
  );
}

function code(text: string): string {
  return `\`${text}\``;
}
