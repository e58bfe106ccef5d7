/** I4 and I2 once more, by the eyes of the audit: every event of the ledger can have happened, every result follows from its moves and seed, and every view is the ledger's. */
import type { Disk } from '../../../../SHARED/league_sdk/disk/disk.ts';
import { judge } from '../../../../SHARED/testing/shipped_games.ts';
import { audit } from '../../../league_manager/audit/audit.ts';
import { eventFault } from '../../../league_manager/audit/audit_events.ts';
import { apply, newLeague } from '../../../league_manager/league/state.ts';
import { bytesIn } from '../ledger_text.ts';
import { DATA, PRODUCTION } from '../parts.ts';
import { agentIn } from '../trace.ts';
import { broken, type Case, isLate, type Violation } from './evidence.ts';

/** The files of a manager that ended by itself must pass the audit; one that was killed has left a ledger alone. */
export async function lawful(of: Case): Promise<Violation | undefined> {
  const last = of.events.findLast((event) => event.kind === 'fault' && agentIn(event.where) === of.manager);
  if (!of.ended || last?.kind !== 'fault' || !last.what.startsWith('ended:')) return replayed(of);
  const { league_id } = of.config;
  const disk = readable(of.files.get(of.manager) ?? new Map());
  const store = PRODUCTION.ledgersOn(disk);
  const audited = await audit({ store, disk, data: DATA, league_id, judge });
  if (audited === undefined) return broken('I1', 'there is no ledger');
  if (audited.ok) return undefined;
  const { where, what } = audited.error;
  if (isLate(of, where)) return replayed(of);
  return broken(/\/ledger\.[^/]*$/.test(where) ? 'I4' : 'I2', `the audit says of ${where}: ${what}`);
}

function replayed({ ledger }: Case): Violation | undefined {
  const league = newLeague();
  for (const { event } of ledger) {
    const fault = eventFault(league, event, judge);
    if (fault !== undefined) return broken('I4', `the ledger has an event ${event.type} that cannot be: ${fault}`);
    apply(league, event);
  }
  return undefined;
}

/** Files that are only looked at, as the disk that an audit asks for. */
function readable(files: ReadonlyMap<string, string>): Disk {
  const looked: Pick<Disk, 'read' | 'readBytes' | 'list'> = {
    read: async (path) => files.get(path),
    readBytes: async (path) => (files.has(path) ? bytesIn(path, files.get(path) ?? '') : undefined),
    // The records of matches lie on the machines of their referees.
    list: async (folder) =>
      [...files.keys()].filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1)),
  };
  return looked as Disk;
}
