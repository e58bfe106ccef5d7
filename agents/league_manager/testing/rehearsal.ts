/** Leagues at any point of their course, made from events alone: what the tests of this folder begin with. */

import { CONTRACTS, type Message } from '../../../SHARED/contracts/index.ts';
import type { MatchResult } from '../../../SHARED/contracts/messages/result.ts';
import type { Monotonic } from '../../../SHARED/core/clock.ts';
import { sha256 } from '../../../SHARED/core/hash.ts';
import type { LeagueConfig, Limits } from '../../../SHARED/league_sdk/config_models.ts';
import type { Caller, Identity } from '../../../SHARED/league_sdk/messaging/serve.ts';
import type { AgentRegistered, LeagueEvent, MatchDecided, RoundOpened } from '../league/events.ts';
import { apply, type League, type Match, newLeague } from '../league/state.ts';
import type { LeagueStore } from '../league/store.ts';
import { derivedTokens } from '../registration/tokens.ts';
import { rulesIn, type Settings } from '../settings.ts';
import type { Pairing } from '../tournament/format.ts';
import { roundRobin } from '../tournament/round_robin.ts';

export const AT = '2025-01-15T10:00:00.000Z';
export const LEAGUE = 'league_2025_rehearsal';
export const RUN = 'run_1';
/** The game of the contracts' examples. */
export const GAME = CONTRACTS.MATCH_RESULT_REPORT.example['game_type'] as string;
export const OPERATOR_TOKEN = 'op_rehearsal';
export const tokens = derivedTokens('ab'.repeat(32), LEAGUE, RUN);

export const LIMITS: Limits = {
  joinMs: 5_000,
  moveMs: 30_000,
  notifyMs: 5_000,
  responseMs: 10_000,
  registrationMs: 30_000,
  maxMatchMs: 150_000,
  leaseMs: 30_000,
  lingerMs: 300_000,
  pingMs: 10_000,
  maxRetries: 3,
  retryOnTimeout: true,
  backoff: { baseMs: 2_000, factor: 2 },
};

/** The league file of a rehearsal, with whatever is said to be different. */
export function leagueFile(changes: Partial<LeagueConfig> = {}): LeagueConfig {
  return {
    schema_version: '1.0.0',
    league_id: LEAGUE,
    display_name: 'Rehearsal',
    game_type: GAME,
    options: {},
    status: 'ACTIVE',
    kind: 'local',
    scoring: {
      win_points: 3,
      draw_points: 1,
      loss_points: 0,
      technical_loss_points: 0,
      tiebreakers: ['points', 'wins', 'head_to_head', 'player_id'],
    },
    double_forfeit: 'draw',
    violations: 'count',
    participants: { min_players: 2, max_players: 10_000 },
    schedule: { algorithm: 'round_robin', legs: 1 },
    players: [],
    referees: { accept: 'verified', ids: [] },
    league_manager: 'LM01',
    timeouts: {},
    ...changes,
  };
}

/** The settings of a rehearsal; `file` is what is different in the league file. */
export function settingsWith(changes: Partial<Settings> = {}, file: Partial<LeagueConfig> = {}): Settings {
  return {
    config: leagueFile(file),
    limits: LIMITS,
    seatsMatter: false,
    requireTokens: true,
    tokenTtlMs: 86_400_000,
    seed: undefined,
    schemes: ['http:', 'https:', 'memory:'],
    expected: [],
    keep: false,
    ...changes,
  };
}

export const CREATED: LeagueEvent = {
  type: 'league_created',
  at: AT,
  run_id: RUN,
  league_id: LEAGUE,
  game_type: GAME,
  seeded: false,
};

/** The token an agent has in a rehearsal; `generation` counts its registrations. */
export function tokenOf(agent_id: string, generation = 1): string {
  return `tok_${agent_id}_${generation}`;
}

/** An agent comes in; ids that begin with REF are referees. */
export function registration(agent_id: string, changes: Partial<AgentRegistered> = {}): AgentRegistered {
  return {
    type: 'agent_registered',
    at: AT,
    role: agent_id.startsWith('REF') ? 'referee' : 'player',
    agent_id,
    display_name: `Agent ${agent_id}`,
    version: '1.0.0',
    endpoint: `memory:${agent_id}`,
    dialect: 'rpc',
    dialects: [changes.dialect ?? 'rpc'],
    game_types: [GAME],
    batches: false,
    max_concurrent_matches: 1,
    tickets: true,
    token_sha256: sha256(tokenOf(agent_id)),
    ...changes,
  };
}

/** P01, P02, … or REF01, REF02, … */
export function ids(prefix: 'P' | 'REF', count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => `${prefix}${String(i + 1).padStart(2, '0')}`);
}

/** The league that these events make. */
export function folded(events: readonly LeagueEvent[]): League {
  const league = newLeague();
  for (const event of events) apply(league, event);
  return league;
}

/** A store without a ledger: events hold at once, and are durable a moment later. */
export function storeOf(league: League): Pick<LeagueStore, 'commit' | 'onDurable'> {
  const listeners = new Set<Parameters<LeagueStore['onDurable']>[0]>();
  return {
    async commit(...pending) {
      const events = pending.map((event) => {
        const made = typeof event === 'function' ? event() : event;
        apply(league, made);
        return made;
      });
      await Promise.resolve();
      for (const hear of listeners) hear(events);
    },
    onDurable(hear) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
}

/** A league that waits for its start. */
export function waiting(players: number, referees = 1): readonly LeagueEvent[] {
  return [CREATED, ...[...ids('REF', referees), ...ids('P', players)].map((id) => registration(id))];
}

export interface Opening {
  readonly players: number;
  readonly referees?: number;
  readonly double_forfeit?: 'draw' | 'loss';
  /** A shorter league. */
  readonly rounds?: number;
  /** How often everybody meets everybody. */
  readonly legs?: number;
  /** What is different about agents, by id. */
  readonly agents?: { readonly [agent_id: string]: Partial<AgentRegistered> };
}

/** A league whose first round is open, referees by turns. */
export function running({
  players,
  referees = 1,
  double_forfeit = 'draw',
  rounds,
  legs = 1,
  agents = {},
}: Opening): LeagueEvent[] {
  const names = ids('P', players);
  const coming = [...ids('REF', referees), ...names].map((id) => registration(id, agents[id]));
  const schedule = { algorithm: 'round_robin', legs, ...(rounds === undefined ? {} : { max_rounds: rounds }) };
  const total_rounds = roundRobin({ players: names, seatsMatter: false }, schedule).outlook().rounds ?? 0;
  const rules = rulesIn(leagueFile({ double_forfeit, schedule }));
  const started = { type: 'league_started', at: AT, players: names, total_rounds, seats_matter: false, rules } as const;
  return [CREATED, ...coming, started, opening(names, referees, 1, legs)];
}

/** A round of these players opens. */
export function opening(players: readonly string[], referees: number, round_id: number, legs = 1): RoundOpened {
  const pairings = planOf(players, legs)(round_id);
  const staff = ids('REF', referees);
  return {
    type: 'round_opened',
    at: AT,
    round_id,
    matches: pairings.map(({ match_id, seats }, i) => ({
      match_id,
      seed: seedOf(match_id),
      referee_id: staff[((round_id - 1) * pairings.length + i) % staff.length] as string,
      seats,
    })),
  };
}

/** The pairings of each round of a round robin. */
export function planOf(players: readonly string[], legs = 1): (round_id: number) => readonly Pairing[] {
  const { planned = () => [] } = roundRobin({ players, seatsMatter: false }, { legs }).outlook();
  return planned;
}

/** The seed of a match in a rehearsal. */
export function seedOf(match_id: string): string {
  return sha256(`seed of ${match_id}`);
}

/** A match of a league; there has to be one. */
export function matchIn(league: League, match_id: string): Match {
  const match = league.matches.get(match_id);
  if (match === undefined) throw new RangeError(`no match ${match_id}`);
  return match;
}

/** How a match can end, without the game's own facts. */
export type Ending = { readonly winner: string } | 'draw' | { readonly silent: readonly string[] };

/** A match ends so; points by the usual table, a double forfeit as a draw. */
export function decision(match: Match, ending: Ending): MatchDecided {
  const { match_id, seats } = match.pairing;
  const { referee_id, epoch } = match;
  const result = resultFor(seats, ending);
  return {
    type: 'match_decided',
    at: AT,
    match_id,
    epoch,
    referee_id,
    result,
    verified: true,
    record_sha256: null,
  };
}

function resultFor(seats: readonly [string, string], ending: Ending): MatchResult {
  const unplayed = { choices: {}, moves: [], faults: [] };
  const points = (of: (player: string) => number) => Object.fromEntries(seats.map((player) => [player, of(player)]));
  if (ending === 'draw') {
    const details = { ...unplayed, status: 'DRAW', termination: 'normal', reason: 'Nobody was better.' } as const;
    return { winner: null, score: points(() => 1), details };
  }
  if ('winner' in ending) {
    const details = { ...unplayed, status: 'WIN', termination: 'normal', reason: 'One was better.' } as const;
    return { winner: ending.winner, score: points((player) => (player === ending.winner ? 3 : 0)), details };
  }
  const { silent } = ending;
  const winner = silent.length > 1 ? null : (seats.find((player) => !silent.includes(player)) as string);
  const faults = silent.map((player_id) => ({ player_id, cause: 'timeout' as const, evidence: {} }));
  const score = points((player) => (player === winner ? 3 : Number(winner === null)));
  return { winner, score, details: { ...unplayed, status: 'TECHNICAL_LOSS', termination: 'timeout', faults } };
}

/** A caller that is to be judged, by default nobody known, at its own machine. */
export function callerAs(identity: Identity = { party: 'nobody', id: 'unknown' }, address = '127.0.0.1'): Caller {
  return { identity, address, dialect: 'rpc', receivedAt: 0 as Monotonic };
}

/** The example of a message with other contents. */
export function example<T extends keyof typeof CONTRACTS>(type: T, changes: object = {}): Message<T> {
  return { ...CONTRACTS[type].example, ...changes } as unknown as Message<T>;
}
