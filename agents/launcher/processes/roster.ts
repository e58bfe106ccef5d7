/** Who takes part in a run, and the file beside the ledger that keeps it for `league resume`. */
import { availableParallelism } from 'node:os';
import { RunFile } from '../../../SHARED/contracts/files/league_data.ts';
import type { AgentsConfig } from '../../../SHARED/league_sdk/config_models.ts';
import { documentIn, documentText } from '../../../SHARED/league_sdk/files/document.ts';
import type { LedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { Flags, usage } from '../options.ts';
import { need } from '../world/installation.ts';
import { lasting } from '../world/strategies.ts';

interface RefereeSeat {
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

/** The options of a run that say who takes part and how. */
export const RUN_OPTIONS = [
  ...['players', 'referees', 'strategies', 'transport', 'in-process', 'port-base'],
  ...['legs', 'seed', 'strict', 'keep'],
];

/** Notes what a run was started with. A seed tells every draw to come, so it is for its owner alone. */
export async function noteRun(store: LedgerStore, league_id: string, flags: Flags): Promise<void> {
  const options = Object.fromEntries(
    flags
      .kept(RUN_OPTIONS)
      .map(([name, value]) => [name, name === 'strategies' && typeof value === 'string' ? lasting(value) : value]),
  );
  const file: RunFile = { schema_version: '1.0.0', options };
  await store.document(league_id, 'run').replace(documentText(file));
}

/** What a run was started with, as if it were typed again; undefined when no run was noted. */
export async function notedRun(store: LedgerStore, league_id: string): Promise<Flags | undefined> {
  const document = store.document(league_id, 'run');
  const file = need(documentIn(await document.read(), document.where, RunFile));
  return file === undefined ? undefined : new Flags(Object.entries(file.options));
}
