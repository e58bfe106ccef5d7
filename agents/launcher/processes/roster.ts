/** Who takes part in a run: referees and players with their names, places and strategies. */
import { availableParallelism } from 'node:os';
import type { AgentsConfig } from '../../../SHARED/league_sdk/config_models.ts';
import { usage } from '../mistake.ts';
import type { Flags } from '../options.ts';

export interface RefereeSeat {
  readonly id: string;
  readonly name: string;
  readonly port: number;
}
export interface PlayerSeat {
  readonly id: string;
  readonly name: string;
  /** As the user named it; absent: the player's own, else the default. */
  readonly strategy: string | undefined;
}
export interface Roster {
  readonly managerPort: number;
  readonly referees: readonly RefereeSeat[];
  readonly players: readonly PlayerSeat[];
  /** Where players listen: one port each, or one per process that hosts many. */
  readonly playerPorts: readonly number[];
  readonly hosted: boolean;
}

/** Up to so many players have a process of their own. */
const OWN_PROCESS = 16;

export function rosterOf(flags: Flags, agents: AgentsConfig, minPlayers: number, maxPlayers: number): Roster {
  const players = flags.number('players', 2, 10_000) ?? Math.max(4, minPlayers);
  const referees = flags.number('referees', 1, 100) ?? 2;
  const base = flags.number('port-base', 1, 65_000) ?? 8_000;
  if (players < minPlayers || players > maxPlayers)
    throw usage(`this league takes ${minPlayers} to ${maxPlayers} players, not ${players}`);
  const named = flags
    .text('strategies')
    ?.split(',')
    .map((name) => name.trim());
  if (named?.some((name) => name === ''))
    throw usage('--strategies takes names separated by commas, such as random,always:even');
  const hosted = players > OWN_PROCESS;
  const doors = hosted ? Math.max(1, availableParallelism()) : players;
  if (base + 100 + doors > 65_535) throw usage(`--port-base ${base} leaves no room for ${doors} player ports above it`);
  return {
    managerPort: base,
    referees: Array.from({ length: referees }, (_, i) => {
      const id = numbered('REF', i);
      return {
        id,
        name: agents.referees.find((known) => known.referee_id === id)?.display_name ?? `Referee ${id}`,
        port: base + 1 + i,
      };
    }),
    players: Array.from({ length: players }, (_, i) => {
      const id = numbered('P', i);
      const name = agents.players.find((known) => known.player_id === id)?.display_name ?? `Player ${id}`;
      return { id, name, strategy: named?.[i % named.length] };
    }),
    playerPorts: Array.from({ length: doors }, (_, i) => base + 101 + i),
    hosted,
  };
}

function numbered(prefix: string, index: number): string {
  return `${prefix}${String(index + 1).padStart(2, '0')}`;
}
