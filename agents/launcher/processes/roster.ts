/** The agents of a run and their addresses, and the file beside the ledger that keeps it for `league resume`. */

import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { RunFile } from '../../../SHARED/contracts/files/league_data.ts';
import { numberedId } from '../../../SHARED/core/ids.ts';
import type { AgentsConfig, LeagueConfig, SystemConfig } from '../../../SHARED/league_sdk/config_models.ts';
import { documentIn, documentText } from '../../../SHARED/league_sdk/files/document.ts';
import type { LedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { Flags, type FlagValue, usage } from '../options.ts';
import { hereAt, isOfThisMachine, listenAt, managerEndpoint, portMover } from '../world/addresses.ts';
import { lastingGame } from '../world/games.ts';
import { need } from '../world/installation.ts';
import { takingPart } from '../world/league_setup.ts';
import { entriesIn, isCommand, lasting } from '../world/strategies.ts';
import { portOf } from '../world/wires_http.ts';

interface Seat {
  readonly id: string;
  readonly name: string;
  /** Its address on the network. */
  readonly address: string;
}
export interface RefereeSeat extends Seat {
  /** The number of matches it runs at once. */
  readonly maxMatches: number;
  /** The manager's address by which it registered before, and to which alone it shows its token; absent: as of the run. */
  readonly manager?: string;
}
export interface PlayerSeat extends Seat {
  /** As the user named it; absent: the player's own, else the default. */
  readonly strategy: string | undefined;
}
/** An agent of another machine: it is waited for, and not started. */
export interface AwaySeat extends Seat {
  readonly role: 'player' | 'referee';
}
export interface Roster {
  /** The manager's address. */
  readonly manager: string;
  readonly referees: readonly RefereeSeat[];
  readonly players: readonly PlayerSeat[];
  readonly away: readonly AwaySeat[];
  /** The number of processes the players of this machine share; undefined: each has its own. */
  readonly hosts: number | undefined;
}

/** The sources of a roster. */
export interface Configured {
  readonly agents: AgentsConfig;
  readonly system: SystemConfig;
  readonly league: LeagueConfig;
  /** Whether they speak over the network; otherwise ports do not matter. */
  readonly isOnNetwork?: boolean;
  /** The cores to play on; absent: those of this machine. */
  readonly cores?: number;
}

/** Up to this number of players, each has a process of its own. */
const OWN_PROCESS = 16;
/** The number of players that share a process before there is one on every core. */
const SHARING = 500;
/** A referee of ours that has no entry runs this many matches at once. */
export const MATCHES_AT_ONCE = 64;
/** From the manager's port to that of its seats for clients of MCP. */
const TO_SEATS = 100;

/**
 * The active agents of the agents file that play this league, in its order and at their own addresses; with --players
 * and --referees the first that many of them, then others that are made up, at ports of the ranges of system.json.
 * --port-base is the manager's port, and moves every agent of this machine as far as it moves the manager.
 */
export function rosterOf(flags: Flags, configured: Configured): Roster {
  const { agents, system, league, isOnNetwork = true, cores = availableParallelism() } = configured;
  const { base_host } = system.network;
  const manager = managerEndpoint(agents, system);
  if (!isOfThisMachine(manager, base_host))
    throw usage(
      `the manager of agents_config.json is at ${manager}, not on this machine; start it and its agents there`,
    );
  const base = flags.number('port-base', 1, 65_000) ?? portOf(manager);
  if (base === 0 && isOnNetwork)
    throw usage('the manager has no port that agents could be told; set default_league_manager_port in system.json');
  const moved = portMover(base - portOf(manager));
  const listed = takingPart(agents, league);
  const players = countOf(flags, listed.players.length, league);
  const referees = flags.number('referees', 1, 100) ?? Math.max(listed.referees.length, 1);
  const strategyOf = strategiesIn(flags);
  const known = idsIn(agents);
  const taken = portsIn(agents, base_host).map(moved);
  const free = (key: 'default_player_port_range' | 'default_referee_port_range') =>
    isOnNetwork ? portsOf(system.network[key], key, moved, new Set([...taken, base, base + TO_SEATS])) : () => 0;

  const atReferees = free('default_referee_port_range');
  const ourReferees = listed.referees.slice(0, referees).map((entry) => ({
    ...seatOf(entry.referee_id, entry.display_name, entry.endpoint),
    maxMatches: entry.max_concurrent_matches,
  }));
  const otherReferees = madeUp('REF', referees - ourReferees.length, known).map((id) => ({
    ...seatOf(id, `Referee ${id}`, hereAt(atReferees())),
    maxMatches: MATCHES_AT_ONCE,
  }));

  const ourPlayers = listed.players
    .slice(0, players)
    .map((entry) => seatOf(entry.player_id, entry.display_name, entry.default_endpoint));
  const isHosted = players > OWN_PROCESS;
  const hosts = isHosted ? hostsFor(players, cores) : undefined;
  const others = madeUp('P', players - ourPlayers.length, known);
  const atPlayers = free('default_player_port_range');
  const ports = Array.from({ length: Math.min(hosts ?? others.length, others.length) }, atPlayers);
  const otherPlayers = others.map((id, nth) => {
    const path = isHosted ? `/mcp/${id}` : '/mcp';
    return seatOf(id, `Player ${id}`, hereAt(ports[nth % ports.length] as number, path));
  });
  const allReferees = [...ourReferees, ...otherReferees];
  const allPlayers = [...ourPlayers, ...otherPlayers].map((seat, nth) => ({ ...seat, strategy: strategyOf(nth) }));
  return {
    manager: listenAt(manager, base_host, base),
    referees: allReferees.filter(isHere),
    players: allPlayers.filter(isHere),
    away: [
      ...allReferees.filter((seat) => !isHere(seat)).map(awayAs('referee')),
      ...allPlayers.filter((seat) => !isHere(seat)).map(awayAs('player')),
    ],
    hosts,
  };

  function isHere({ address }: Seat): boolean {
    return isOfThisMachine(address, base_host);
  }

  function seatOf(id: string, name: string, endpoint: string): Seat {
    if (!isOfThisMachine(endpoint, base_host)) return { id, name, address: endpoint };
    const isMadeUp = !known.has(id);
    const port = isMadeUp ? portOf(endpoint) : moved(portOf(endpoint));
    return { id, name, address: listenAt(endpoint, base_host, port) };
  }
}

/**
 * A process for every two cores: manager and referees need some as well, and the code of each further process has to
 * become warm. On two cores a second host costs 5 to 11 % more CPU in all.
 */
function hostsFor(players: number, cores: number): number {
  return Math.min(cores, Math.max(Math.ceil(cores / 2), Math.ceil(players / SHARING)));
}

const awayAs =
  (role: AwaySeat['role']) =>
  ({ id, name, address }: Seat): AwaySeat => ({ id, name, address, role });

/**
 * The number of players: the one that was typed, else all listed ones, and at least as many as the league needs. To a
 * class league, whose players come by themselves, none is added.
 */
function countOf(flags: Flags, listed: number, { league_id, kind, participants }: LeagueConfig): number {
  const { min_players, max_players } = participants;
  const typed = flags.number('players', 2, 10_000);
  if (typed === undefined && kind === 'class') return listed;
  const players = typed ?? Math.max(listed, min_players);
  if (players >= min_players && players <= max_players) return players;
  const key = `"participants.${players < min_players ? 'min_players' : 'max_players'}" of leagues/${league_id}.json`;
  throw usage(
    typed === undefined
      ? `agents_config.json has ${players} players for ${league_id}, which takes ${max_players} at most; raise ${key}, or add --players ${max_players}`
      : `--players ${players}: ${league_id} takes ${min_players} to ${max_players}, as ${key} says`,
  );
}

/** By the number of a player, the strategy it was given by --strategies. */
function strategiesIn(flags: Flags): (nth: number) => string | undefined {
  const typed = flags.text('strategies');
  const named = typed === undefined ? undefined : entriesIn(typed);
  if (named?.some((name) => name === ''))
    throw usage('--strategies takes names separated by commas, such as random,always:even');
  return (nth) => named?.[nth % named.length];
}

/** The free ports of a range, one at a time. */
function portsOf(
  [first = 0, last = 0]: readonly number[],
  key: string,
  moved: (port: number) => number,
  taken: Set<number>,
): () => number {
  let next = first;
  return () => {
    while (next <= last && taken.has(moved(next))) next++;
    if (next > last)
      throw usage(
        `network.${key} of system.json, ${first} to ${last}, has no port left; widen it, or list fewer agents`,
      );
    return moved(next++);
  };
}

/** The ports of this machine that agents of the agents file have, inactive ones included. */
function portsIn({ referees, players }: AgentsConfig, base_host: string): readonly number[] {
  const endpoints = [...referees.map(({ endpoint }) => endpoint), ...players.map((player) => player.default_endpoint)];
  return endpoints.filter((endpoint) => isOfThisMachine(endpoint, base_host)).map(portOf);
}

function idsIn({ referees, players }: AgentsConfig): ReadonlySet<string> {
  return new Set([...referees.map(({ referee_id }) => referee_id), ...players.map(({ player_id }) => player_id)]);
}

/** That many ids that no entry has. */
function madeUp(prefix: string, count: number, known: ReadonlySet<string>): readonly string[] {
  const ids: string[] = [];
  for (let number = 1; ids.length < count; number++) {
    const id = numberedId(prefix, number);
    if (!known.has(id)) ids.push(id);
  }
  return ids;
}

/** The options of a run that choose its agents and how they play. */
export const RUN_OPTIONS = [
  ...['game', 'option', 'players', 'referees', 'strategies', 'transport', 'in-process', 'port-base'],
  // The folder of a run with programs: their commands name files from there.
  ...['legs', 'max-rounds', 'seed', 'strict', 'keep', 'no-guard', 'started-in'],
  ...['records', 'log-level', 'log-sample', 'tls-cert', 'tls-key', 'tls-ca'],
];

/** Options whose value may be a file, and how it is said so that it can be found from anywhere. */
const WITH_FILES = new Map([
  ['strategies', lasting],
  ['game', lastingGame],
  ...['tls-cert', 'tls-key', 'tls-ca'].map((name) => [name, (file: string) => resolve(file)] as const),
]);

/** Notes what a run was started with. A seed tells every draw to come, so it is for its owner alone. */
export async function noteRun(
  store: LedgerStore,
  league_id: string,
  { flags, strategies }: { readonly flags: Flags; readonly strategies: ReadonlyMap<string, string> },
): Promise<void> {
  const kept = (name: string, value: FlagValue) => {
    if (typeof value === 'string') return WITH_FILES.get(name)?.(value) ?? value;
    return typeof value === 'boolean' ? value : [...value];
  };
  const options = Object.fromEntries(flags.kept(RUN_OPTIONS).map(([name, value]) => [name, kept(name, value)]));
  const startedIn = entriesIn(flags.text('strategies') ?? '').some(isCommand) ? { 'started-in': process.cwd() } : {};
  const file: RunFile = {
    schema_version: '1.0.0',
    options: { ...startedIn, ...options },
    strategies: Object.fromEntries(strategies),
  };
  await store.document(league_id, 'run').replace(documentText(file));
}

/** The options a run was started with, as if they were typed again; undefined when no run was noted. */
export async function notedRun(store: LedgerStore, league_id: string): Promise<Flags | undefined> {
  const file = await runFile(store, league_id);
  if (file === undefined) return undefined;
  // Version 0.3.0 could play without records; such a run goes on with those of its size.
  return new Flags(Object.entries(file.options).filter(([name, value]) => name !== 'records' || value !== 'none'));
}

/** How the players of a run play, by their ids, as far as it was noted; of a run that was put away, by its name. */
export async function notedStrategies(
  store: LedgerStore,
  league_id: string,
  archived?: string,
): Promise<ReadonlyMap<string, string>> {
  return new Map(Object.entries((await runFile(store, league_id, archived))?.strategies ?? {}));
}

async function runFile(store: LedgerStore, league_id: string, archived?: string): Promise<RunFile | undefined> {
  const document = store.document(league_id, 'run', archived);
  return need(documentIn(await document.read(), document.where, RunFile));
}
