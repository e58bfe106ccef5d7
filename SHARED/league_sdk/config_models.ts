/** The models of spec 004, each a shape to check by and the type of what has it; they are said in contracts/files. */
import type { Static } from 'typebox';
import * as agents from '../contracts/files/agents.ts';
import * as league from '../contracts/files/league.ts';
import * as system from '../contracts/files/system.ts';

export const NetworkConfig = system.NetworkConfig;
export type NetworkConfig = Static<typeof NetworkConfig>;
export const SecurityConfig = system.SecurityConfig;
export type SecurityConfig = Static<typeof SecurityConfig>;
export const TimeoutsConfig = system.TimeoutsConfig;
export type TimeoutsConfig = Static<typeof TimeoutsConfig>;
export const RetryPolicy = system.RetryPolicy;
export type RetryPolicy = Static<typeof RetryPolicy>;
export const SystemConfig = system.SystemConfig;
export type SystemConfig = Static<typeof SystemConfig>;
export const AgentConfig = agents.AgentConfig;
export type AgentConfig = Static<typeof AgentConfig>;
export const RefereeConfig = agents.RefereeConfig;
export type RefereeConfig = Static<typeof RefereeConfig>;
export const PlayerConfig = agents.PlayerConfig;
export type PlayerConfig = Static<typeof PlayerConfig>;
export const AgentsConfig = agents.AgentsConfig;
export type AgentsConfig = Static<typeof AgentsConfig>;
export const ScoringConfig = league.ScoringConfig;
export type ScoringConfig = Static<typeof ScoringConfig>;
export const LeagueConfig = league.LeagueConfig;
export type LeagueConfig = Static<typeof LeagueConfig>;
export const GameConfig = league.GameConfig;
export type GameConfig = Static<typeof GameConfig>;
export const GamesRegistry = league.GamesRegistry;
export type GamesRegistry = Static<typeof GamesRegistry>;
export const RefereeDefaults = system.RefereeDefaults;
export type RefereeDefaults = Static<typeof RefereeDefaults>;
export const PlayerDefaults = system.PlayerDefaults;
export type PlayerDefaults = Static<typeof PlayerDefaults>;
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
