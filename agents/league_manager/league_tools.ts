/** The tools with which every room of the League Manager works on a league. */
import type { LeagueEventType } from '../../SHARED/contracts/files/logs.ts';
import type { Clock } from '../../SHARED/core/clock.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
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
