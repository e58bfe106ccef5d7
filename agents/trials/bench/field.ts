/** The players, addresses and settings of a measurement: the same for the league and for the bare loop. */
import { join } from 'node:path';
import type { RecordsPolicy } from '../../../SHARED/contracts/files/system.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { writeTestConfig } from '../../../SHARED/testing/test_config.ts';
import { Flags, Mistake } from '../../launcher/options.ts';
import { type Roster, rosterOf } from '../../launcher/processes/roster.ts';
import type { Cast } from '../../launcher/processes/run_in_process.ts';
import { type ProcessRun, startProcesses } from '../../launcher/processes/run_processes.ts';
import { configOf, need, recordsOf } from '../../launcher/world/installation.ts';
import { settingsOf } from '../../launcher/world/league_setup.ts';
import { loadStrategy } from '../../launcher/world/strategies.ts';
import { WIRES } from '../../launcher/world/wires.ts';
import { portOf } from '../../launcher/world/wires_http.ts';
import type { Settings } from '../../league_manager/settings.ts';

export interface Field {
  readonly players: number;
  readonly rounds: number;
  readonly matches: number;
  /** A folder for all that is written, with the configuration in it. */
  readonly folder: string;
  readonly config: string;
  /** How matches and histories are kept. */
  readonly records: RecordsPolicy;
  readonly roster: Roster;
  readonly cast: Cast;
  readonly settings: Settings;
}

export interface FieldOptions {
  readonly players: number;
  readonly portBase: number;
  readonly folder: string;
  /** The number of rounds to play, or as many as there are. */
  readonly rounds: number;
  /** The number of referees, each in a process of its own; absent: as the configuration says. */
  readonly referees?: number;
  /** How matches and histories are kept; absent: as a run of so many players keeps them. */
  readonly records?: string | undefined;
  /** Keys of system.json that are otherwise than they are shipped. */
  readonly system?: object;
}

/** Thousands of players register in the time that a busy machine needs; all other limits are as they are shipped. */
const REGISTRATION_SEC = 600;

/** The players and referees that `league run --players N` brings together. */
export async function fieldOf({
  players,
  portBase,
  folder,
  rounds,
  referees,
  records,
  system: keys = {},
}: FieldOptions): Promise<Field> {
  const disk = nodeDisk();
  const config = join(folder, 'config');
  const schedule = { algorithm: 'round_robin', max_rounds: rounds };
  // No player has an address of its own: they share the ports of their processes, as those of the bare loop do.
  await writeTestConfig(disk, config, {
    'leagues/league_2025_even_odd.json': { schedule },
    'agents/agents_config.json': { players: [] },
    'system.json': { timeouts: { registration_timeout_sec: REGISTRATION_SEC }, ...keys },
  });
  const flags = new Flags([
    ['players', String(players)],
    ['port-base', String(portBase)],
    ['config', config],
    ...(referees === undefined ? [] : [['referees', String(referees)] as const]),
    ...(records === undefined ? [] : [['records', records] as const]),
  ]);
  const loader = configOf(flags, disk);
  const { policy } = await recordsOf(flags, loader, disk, players);
  const settings = await settingsOf(flags, loader, ['http:']);
  const [agents, system] = [need(await loader.loadAgents()), need(await loader.loadSystem())];
  const roster = rosterOf(flags, { agents, system, league: settings.config });
  const { strategy } = need(await loader.loadDefaults('player')).default_settings;
  const cast = {
    referees: roster.referees,
    players: await Promise.all(
      roster.players.map(async ({ id, name }) => ({ id, name, strategy: await loadStrategy(undefined, id, strategy) })),
    ),
  };
  const inFull = players % 2 === 0 ? players - 1 : players;
  const played = Math.min(rounds, inFull);
  const matches = played * Math.floor(players / 2);
  return { players, rounds: played, matches, folder, config, records: policy, roster, cast, settings };
}

export interface FieldRun extends ProcessRun {
  /** Where its files are. */
  readonly data: string;
  /** Throws where an agent was lost: what was measured is no measurement then. */
  checkLosses(): void;
}

/**
 * Starts the agents of a field as real processes, whose files are below a folder. A league that is over stays: its
 * readers hear of its last match, each of them, and what its processes used can be looked at.
 */
export async function startField(
  { roster, settings, config, records }: Field,
  folder: string,
  wire: 'http' | 'pipe',
): Promise<FieldRun> {
  const data = join(folder, 'data');
  const folders = [
    ['data', data],
    ['logs', join(folder, 'logs')],
    ['config', config],
  ] as const;
  const losses: string[] = [];
  const warn = (line: string) => void losses.push(line);
  const wires = WIRES[wire].processes.lay({ manager: roster.manager, warn });
  const flags = new Flags([['keep', true]]);
  const run = await startProcesses({ wires, flags, roster, settings, data, folders, records, warn });
  const checkLosses = () => {
    if (losses.length > 0) throw new Mistake(losses.join('; '));
  };
  return { ...run, data, checkLosses };
}

/**
 * The address of every agent, by id; LM01 is the manager. The same in memory, where messages are then of the same size.
 */
export function addressesOf({ roster }: Pick<Field, 'roster'>): (id: string) => string {
  const { manager, referees, players } = roster;
  const addresses = new Map([['LM01', manager]]);
  for (const { id, address } of [...referees, ...players]) addresses.set(id, address);
  return (id) => addresses.get(id) as string;
}

/** The port of every process that plays, and the players in it. */
export function playerDoors({ players }: Roster): ReadonlyMap<number, readonly string[]> {
  return Map.groupBy(
    players.map(({ address }) => address),
    portOf,
  );
}
