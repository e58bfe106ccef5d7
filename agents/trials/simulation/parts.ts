/**
 * The production parts that a simulated world is made of, and the effects they are given: a test may replace any of
 * them.
 */

import type { RecordsPolicy } from '../../../SHARED/contracts/files/system.ts';
import type { GameOf } from '../../../SHARED/games/game.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import type { Effects } from '../../../SHARED/league_sdk/effects.ts';
import { fileLedgerStore } from '../../../SHARED/league_sdk/ledger/file.ts';
import type { LedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import type { Database } from '../../../SHARED/league_sdk/postgres/database.ts';
import { type PostgresLedgerStore, postgresLedgerStore } from '../../../SHARED/league_sdk/postgres/store.ts';
import { Records } from '../../../SHARED/league_sdk/records/records.ts';
import { gameOf } from '../../../SHARED/testing/shipped_games.ts';
import type { STATEMENTS } from './database/tables.ts';

/** The folder of agents' files, on each one's own machine. */
export const DATA = '/data';
export const LOGS = '/logs';

/** The limits of logs that a short league fills, and none of which is removed. */
export const SMALL_LOGS = { maxBytes: 16_000, maxFiles: 1_000 };

/** The records of one life of an agent, in parts and segments so small that a short league has many. */
export function recordsOn(policy: RecordsPolicy, disk: Disk): Records {
  return new Records(policy, { disk, root: DATA, sizes: { partBytes: 4_000, segmentBytes: 8_000 } });
}

/** The address that agents are given for the manager, or for all of them. */
export const ANY_MANAGER = 'memory:LM01';

export interface Parts {
  /** The ledgers on the manager's disk. */
  readonly ledgersOn: (disk: Disk) => LedgerStore;
  /** What the statements of a ledger in a database do; absent: what they say. */
  readonly statements?: typeof STATEMENTS;
  /** The ledgers in a database, for one life of a manager. */
  readonly ledgersIn: (database: Database, effects: Pick<Effects, 'clock' | 'entropy'>) => PostgresLedgerStore;
  /** The games as referees know them. */
  readonly gameOf: GameOf;
  /** The effects of one life of an agent as it is given them. */
  readonly effects: (agent_id: string, effects: Effects) => Effects;
}

/** The characters in the ledger of a few matches: a short league has several segments, or snapshots. */
const SHORT_SEGMENT = 3_000;

export const PRODUCTION: Parts = {
  ledgersOn: (disk) => fileLedgerStore(disk, DATA),
  ledgersIn: (database, { clock, entropy }) =>
    postgresLedgerStore(database, { clock, entropy, longFrom: SHORT_SEGMENT }),
  gameOf,
  effects: (_agent, effects) => effects,
};

/** The same with a ledger that is in many segments. */
export const IN_SEGMENTS: Parts = { ...PRODUCTION, ledgersOn: (disk) => fileLedgerStore(disk, DATA, SHORT_SEGMENT) };
