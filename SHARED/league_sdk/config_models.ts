/** The configuration as values, named as spec 004 names its models; shapes and defaults are said in contracts/files. */
import type { Static } from 'typebox';
import type * as agents from '../contracts/files_agents.ts';
import type * as league from '../contracts/files_league.ts';
import type * as system from '../contracts/files_system.ts';

export type NetworkConfig = Static<typeof system.NetworkConfig>;
export type SecurityConfig = Static<typeof system.SecurityConfig>;
export type TimeoutsConfig = Static<typeof system.TimeoutsConfig>;
export type RetryPolicy = Static<typeof system.RetryPolicy>;
export type SystemConfig = Static<typeof system.SystemConfig>;
export type AgentConfig = Static<typeof agents.AgentConfig>;
export type RefereeConfig = Static<typeof agents.RefereeConfig>;
export type PlayerConfig = Static<typeof agents.PlayerConfig>;
export type AgentsConfig = Static<typeof agents.AgentsConfig>;
export type ScoringConfig = Static<typeof league.ScoringConfig>;
export type LeagueConfig = Static<typeof league.LeagueConfig>;
export type GameConfig = Static<typeof league.GameConfig>;
export type GamesRegistry = Static<typeof league.GamesRegistry>;
export type RefereeDefaults = Static<typeof system.RefereeDefaults>;
export type PlayerDefaults = Static<typeof system.PlayerDefaults>;
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
  /** Each player's clock for all its calls of one match together. */
  readonly maxMatchMs: number;
  /** For a referee to give a sign of life before its matches go to others. */
  readonly leaseMs: number;
  /** Between two questions for a sign of life. */
  readonly pingMs: number;
  /** Attempts in all, the first one included. */
  readonly maxRetries: number;
  /** Whether a missed deadline may be tried again, or forfeits at once. */
  readonly retryOnTimeout: boolean;
  /** The first pause between attempts of registrations and reports, and by how much each next one is longer. */
  readonly backoff: { readonly baseMs: number; readonly factor: number };
}
