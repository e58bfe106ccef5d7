/** The place of a league under fire: a folder of its own with short limits, free ports, and its agents. */

import { join } from 'node:path';
import type { RecordsPolicy } from '../../../SHARED/contracts/files/system.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { writeTestConfig } from '../../../SHARED/testing/test_config.ts';
import { Flags } from '../../launcher/options.ts';
import type { Roster } from '../../launcher/processes/roster.ts';
import { stageOf } from '../../launcher/processes/stage.ts';
import { portOf } from '../../launcher/world/wires_http.ts';
import { freePortBase } from '../testing/rehearsal.ts';
import type { Role } from './kill_plan.ts';

export const REFEREES = 2;
/** The time a referee keeps a match without a heartbeat. */
export const LEASE_MS = 2_000;

export interface Battlefield {
  readonly begins: Beginning;
  readonly league_id: string;
  readonly data: string;
  /** The database that the ledger is in; absent: it is in files. */
  readonly database?: string;
  /** The data folders of its managers, where they have their own. */
  readonly managers?: readonly string[];
  readonly logs: string;
  /** The folders, as options of every command. */
  readonly where: readonly string[];
  readonly roster: Roster;
  readonly manager: string;
  /** Further arguments of `league run`. */
  readonly runWords: readonly string[];
  /** The ids of all agents, in the order in which they are started. */
  readonly ids: readonly string[];
  /** Those that do not end with the league. */
  readonly staying?: readonly string[];
  /** The words of `league` that start one of them. */
  commandOf(id: string): readonly string[];
}

type Timeouts = { readonly [name: string]: number };

const TIMEOUTS: Timeouts = {
  game_join_timeout_sec: 1,
  move_timeout_sec: 1,
  notify_timeout_sec: 0.5,
  generic_response_timeout_sec: 1,
  // A manager that comes back waits this long for agents that do not.
  registration_timeout_sec: 10,
  lease_sec: LEASE_MS / 1_000,
  ping_interval_sec: 0.5,
};

/** In a league that was started by hand nobody is given up: every owner comes back in time. */
const PATIENT = { resume_wait_sec: 60 } as const;

/** How a league began: by `league run`, or by hand, one command each. */
export type Beginning = 'run' | 'by hand';

/** The move of every owner of a player that was started by hand; no strategy of ours says the same in every match. */
export const OWNERS_MOVE = 'even';
const MOVES: { readonly [B in Beginning]: string } = {
  run: 'moves[Math.floor(random() * moves.length)]',
  'by hand': `'${OWNERS_MOVE}'`,
};

/** Takes a moment over every choice: a league that is over at once cannot be hit in the middle of anything. */
const unhurried = (move: string) => `export const strategy = {
  name: 'unhurried',
  decide: ({ moves, random, clock }) =>
    new Promise((settle) => clock.after(40 + random() * 160, () => settle(${move}))),
};
`;

/** How a battlefield differs from any other. */
export interface Terrain {
  /** Absent: by `league run`. */
  readonly begins?: Beginning;
  readonly timeouts?: Timeouts;
  /** Further arguments of `league manager`. */
  readonly managerWords?: readonly string[];
  /** How matches and histories are kept; absent: in files. */
  readonly records?: RecordsPolicy;
}

/** Prepares a league in a folder; nothing runs yet. */
export async function battlefieldIn(folder: string, players: number, terrain: Terrain = {}): Promise<Battlefield> {
  const { begins = 'run', managerWords = [], records = 'files' } = terrain;
  const { timeouts = begins === 'run' ? TIMEOUTS : { ...TIMEOUTS, ...PATIENT } } = terrain;
  const disk = nodeDisk();
  const [data, logs, config] = ['data', 'logs', 'config'].map((name) => join(folder, name)) as [string, string, string];
  const strategy = join(folder, 'unhurried.mjs');
  await disk.replace(strategy, unhurried(MOVES[begins]));
  const { generic_response_timeout_sec } = timeouts;
  const { resume_wait_sec: _league, ...ofSystem } = timeouts;
  await writeTestConfig(disk, config, {
    'leagues/league_2025_even_odd.json': { timeouts },
    'system.json': { timeouts: ofSystem, retry_policy: { max_retries: 3, base_delay_sec: 0.1 }, records },
    'defaults/player.json': { default_settings: { generic_response_timeout_sec, strategy: 'random' } },
    'defaults/referee.json': { default_settings: { max_concurrent_matches: 64, generic_response_timeout_sec } },
  });
  await disk.close();
  const options = {
    players: String(players),
    referees: String(REFEREES),
    'port-base': String(await freePortBase(REFEREES, players)),
    strategies: strategy,
  };
  const where = ['--data', data, '--logs', logs, '--config', config];
  const { roster, settings } = await stageOf(new Flags([...Object.entries(options), ['config', config]]));
  const { manager } = roster;
  const { league_id } = settings.config;

  function commandOf(id: string): readonly string[] {
    if (id === 'LM01') return ['manager', '--port', String(portOf(manager)), ...managerWords, ...where];
    const referee = roster.referees.find((seat) => seat.id === id);
    const seat = referee ?? roster.players.find((player) => player.id === id);
    if (seat === undefined) throw new Error(`nobody is called ${id}`);
    const common = [
      '--id',
      id,
      '--name',
      seat.name,
      '--port',
      String(portOf(seat.address)),
      '--manager',
      manager,
      ...where,
    ];
    return referee === undefined ? ['player', ...common, '--strategy', strategy] : ['referee', ...common];
  }

  return {
    ...{ begins, league_id, data, logs, where, roster, manager, commandOf },
    runWords: Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    ids: ['LM01', ...roster.referees.map(({ id }) => id), ...roster.players.map(({ id }) => id)],
  };
}

/** The role of an agent, by its id. */
export function roleOf(id: string): Role {
  if (id.startsWith('LM')) return 'manager';
  return id.startsWith('REF') ? 'referee' : 'player';
}
