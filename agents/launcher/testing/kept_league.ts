/** Data folders with leagues in them, made from events alone. */
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import { ledgersIn } from '../world/installation.ts';

/** Writes the ledger of a league into a data folder; no manager has it open afterwards. */
export async function keepLeague(data: string, league_id: string, events: readonly LeagueEvent[]): Promise<void> {
  const disk = nodeDisk();
  const ledger = unwrap(await ledgersIn({ data }, disk).open<JsonObject>(league_id));
  const own = events.map((event) => (event.type === 'league_created' ? { ...event, league_id } : event));
  await ledger.append(...(own as unknown as JsonObject[]));
  await ledger.close();
  await disk.close();
}
