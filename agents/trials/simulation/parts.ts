/** The production code a simulated world is made of, and the effects it is given: what a test may put something else in place of. */

import type { Effects } from '../../../SHARED/league_sdk/effects.ts';
import { openFileLedger } from '../../../SHARED/league_sdk/ledger/file.ts';
import type { OpenLedger } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { gameOf } from '../../../SHARED/testing/shipped_games.ts';
import type { GameOf } from '../../referee/result/judge.ts';

export interface Parts {
  readonly openLedger: OpenLedger;
  /** The games as referees know them. */
  readonly gameOf: GameOf;
  /** The effects of one life of an agent as it is given them. */
  readonly effects: (agent_id: string, effects: Effects) => Effects;
}

export const PRODUCTION: Parts = { openLedger: openFileLedger, gameOf, effects: (_agent, effects) => effects };
