/** The settings of one league: its file, its limits, and what its game says of itself. */
import type { LeagueConfig, Limits } from '../../SHARED/league_sdk/config_models.ts';

/** The rules from which pairings, results and standings follow, as the ledger keeps them; a league that began before one was kept lacks it. */
export type LeagueRules = Pick<LeagueConfig, 'options' | 'scoring' | 'double_forfeit' | 'referees'> &
  Partial<Pick<LeagueConfig, 'schedule' | 'violations'>>;

/** The rules a league file sets. */
export function rulesIn(config: LeagueConfig): LeagueRules {
  const { options, scoring, double_forfeit, referees, schedule, violations } = config;
  return { options, scoring, double_forfeit, referees, schedule, violations };
}

export interface Settings {
  readonly config: LeagueConfig;
  readonly limits: Limits;
  /** Whether it matters who sits first in this league's game. */
  readonly seatsMatter: boolean;
  /** Derives every draw; results are then marked as seeded. */
  readonly seed: string | undefined;
  /** Schemes an agent's endpoint may have: those of the wires this league is played over, such as http: and https:. */
  readonly schemes: readonly string[];
  /** Agents that are expected to register, by the agents file. */
  readonly expected: readonly string[];
  /** Whether agents of the dialects that have no field for a token need one all the same. */
  readonly requireTokens: boolean;
  /** How long the agents' tokens are good after the league has ended. */
  readonly tokenTtlMs: number;
  /** Whether agents are left running after the league. */
  readonly keep: boolean;
  /** Whether a seat has one attempt for everything, an invalid choice included. */
  readonly strict?: boolean;
  /** Whether referees are asked for the records of matches, to be stored with the results. */
  readonly withRecords?: boolean;
}

/** How often a seat is asked one question in all. */
export function attemptsOf({ strict, limits }: Pick<Settings, 'strict' | 'limits'>): number {
  return strict === true ? 1 : limits.maxRetries;
}
