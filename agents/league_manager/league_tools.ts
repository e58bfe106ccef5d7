/** The tools with which every room of the League Manager works on a league. */
import type { LeagueEventType } from '../../SHARED/contracts/files/logs.ts';
import type { Clock } from '../../SHARED/core/clock.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import type { LogBudget } from '../../SHARED/league_sdk/flow/token_bucket.ts';
import type { Commit } from './league/events.ts';
import type { League } from './league/state.ts';
import type { DerivedTokens } from './registration/tokens.ts';
import type { Settings } from './settings.ts';

/** Writes a line of the league's log. */
export type Log = (event_type: LeagueEventType, details: JsonObject) => void;

/** A league, how it changes, and what it is played by. */
export interface LeagueTools {
  /** Read by every room, changed by `commit` alone. */
  readonly league: League;
  /** A commit that cannot be written never resolves: nothing follows from it, and the manager ends. */
  readonly commit: Commit;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly tokens: DerivedTokens;
  readonly log: Log;
}

/** The events agents can provoke at will, beside refused messages, which are counted where they are refused. */
const PROVOKED: ReadonlySet<LeagueEventType> = new Set([
  'REGISTRATION_REFUSED',
  'RESULT_REFUSED',
  'DIALECT_CHANGED',
  'INTERNAL_ERROR',
]);

/** The league log, in which one party's provocations are written up to a budget and then counted. */
export function budgetedLog(log: Log, budget: LogBudget): Log {
  return (event_type, details) => {
    if (!PROVOKED.has(event_type)) return log(event_type, details);
    const { address, agent_id, referee_id } = details;
    const unsaid = budget.spend(`${event_type} ${address ?? agent_id ?? referee_id ?? ''}`);
    if (unsaid === undefined) return;
    log(event_type, unsaid === 0 ? details : { ...details, unsaid });
  };
}
