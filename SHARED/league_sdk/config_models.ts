/** The models of spec 004, each a schema and a type of one name, made from the schemas of contracts/files. */
import * as agents from '../contracts/files/agents.ts';
import * as league from '../contracts/files/league.ts';
import * as system from '../contracts/files/system.ts';
import type { Static } from '../contracts/schema_builder.ts';

/** `network` of system.json: addresses and limits on requests. */
export const NetworkConfig = system.NetworkConfig;
export type NetworkConfig = Static<typeof NetworkConfig>;
/** `security` of system.json. */
export const SecurityConfig = system.SecurityConfig;
export type SecurityConfig = Static<typeof SecurityConfig>;
/** `timeouts` of system.json: how long things may take when no other file says so. */
export const TimeoutsConfig = system.TimeoutsConfig;
export type TimeoutsConfig = Static<typeof TimeoutsConfig>;
/** `retry_policy` of system.json. */
export const RetryPolicy = system.RetryPolicy;
export type RetryPolicy = Static<typeof RetryPolicy>;
/** system.json. */
export const SystemConfig = system.SystemConfig;
export type SystemConfig = Static<typeof SystemConfig>;
/** The league manager in agents_config.json. */
export const AgentConfig = agents.AgentConfig;
export type AgentConfig = Static<typeof AgentConfig>;
/** A referee in agents_config.json. */
export const RefereeConfig = agents.RefereeConfig;
export type RefereeConfig = Static<typeof RefereeConfig>;
/** A player in agents_config.json. */
export const PlayerConfig = agents.PlayerConfig;
export type PlayerConfig = Static<typeof PlayerConfig>;
/** agents_config.json: the agents of an installation. */
export const AgentsConfig = agents.AgentsConfig;
export type AgentsConfig = Static<typeof AgentsConfig>;
/** `scoring` of a league file: the points of a result. */
export const ScoringConfig = league.ScoringConfig;
export type ScoringConfig = Static<typeof ScoringConfig>;
/** A league file. */
export const LeagueConfig = league.LeagueConfig;
export type LeagueConfig = Static<typeof LeagueConfig>;
/** An entry of games_registry.json. */
export const GameConfig = league.GameConfig;
export type GameConfig = Static<typeof GameConfig>;
/** games_registry.json: the games that can be played. */
export const GamesRegistry = league.GamesRegistry;
export type GamesRegistry = Static<typeof GamesRegistry>;
/** defaults/referee.json. */
export const RefereeDefaults = system.RefereeDefaults;
export type RefereeDefaults = Static<typeof RefereeDefaults>;
/** defaults/player.json. */
export const PlayerDefaults = system.PlayerDefaults;
export type PlayerDefaults = Static<typeof PlayerDefaults>;
/** The defaults of both roles. */
export interface DefaultsConfig {
  readonly referee: RefereeDefaults;
  readonly player: PlayerDefaults;
}

/** Every time limit that holds for one league and role, settled from flags, environment and files. */
export interface Limits {
  /** For a player to accept an invitation. */
  readonly joinMs: number;
  /** For a player to answer one call for a move. */
  readonly moveMs: number;
  /** For a player to hear that its match is over. */
  readonly notifyMs: number;
  /** For any other answer: registrations, reports, queries, broadcasts. */
  readonly responseMs: number;
  /** Until the league starts without the agents that have not registered. */
  readonly registrationMs: number;
  /** For players to come back when a league goes on; absent: it depends on how its agents were started. */
  readonly resumeMs?: number;
  /** Each player's clock for all its calls of one match together. */
  readonly maxMatchMs: number;
  /** For a referee to give a sign of life before its matches go to others. */
  readonly leaseMs: number;
  /** For the clients of seats to look at a league that is over. */
  readonly lingerMs: number;
  /** Between two questions for a sign of life. */
  readonly pingMs: number;
  /** Attempts in all, the first one included. */
  readonly maxRetries: number;
  /** Whether a missed deadline may be tried again, or forfeits at once. */
  readonly retryOnTimeout: boolean;
  /** The first pause between attempts of registrations and reports, and by how much each next one is longer. */
  readonly backoff: { readonly baseMs: number; readonly factor: number };
}
