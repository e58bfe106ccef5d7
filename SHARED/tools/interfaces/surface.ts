/** The surface by name: the 36 methods of specification 002, and what of its words cannot happen here. */

import type { SurfaceClass } from '../../contracts/surface_kinds.ts';
import { MCP_CLIENT } from '../../contracts/surface_mcp_client.ts';
import { REFEREE } from '../../contracts/surface_referee.ts';
import { LEAGUE_MANAGER } from './league_manager.ts';
import { PLAYER } from './player.ts';

/** The four classes in the order of the specification. */
export const SURFACE: readonly SurfaceClass[] = [LEAGUE_MANAGER, REFEREE, PLAYER, MCP_CLIENT];

/** Failures that 002 names and no method has, each with the reason. */
export const NEVER_FAILS_WITH = {
  SCHEDULE_GENERATION_FAILED: 'A round robin of two or more can always be made; fewer is INSUFFICIENT_PLAYERS.',
  STANDINGS_UPDATE_FAILED: 'A manager that cannot write acknowledges nothing more and ends.',
  STANDINGS_CORRUPT: 'The table is computed from the ledger; standings.json is a view that nobody reads back.',
  STANDINGS_MISSING: 'As above: the file is written again when it is gone.',
} as const satisfies { readonly [word: string]: string };
