/** A store of ledgers in memory, without files, for tests of code that must not depend on a disk. */
import { isId } from '../core/ids.ts';
import type { Json } from '../core/json.ts';
import { err, ok } from '../core/result.ts';
import type { AppendedEvents, Damage, Ledger, LedgerStore, Sealed } from '../league_sdk/ledger/ledger.ts';

type Hear<Event> = (told: AppendedEvents<Event>) => Damage | undefined;
type ScanOptions = NonNullable<Parameters<LedgerStore['scan']>[2]>;

interface Kept {
  /** Each text is one append. */
  readonly appended: string[];
  isOpen: boolean;
  readonly documents: Map<string, string>;
  sealed: Sealed | undefined;
}

/** An empty store; its leagues live as long as it does. */
export function memoryLedgerStore(): LedgerStore {
  const leagues = new Map<string, Kept>();
  const archives = new Map<string, Map<string, Kept>>();

  function keptOf(league_id: string): Kept {
    if (!isId(league_id)) throw new RangeError(`not an id: ${league_id}`);
    const kept = leagues.get(league_id) ?? { appended: [], isOpen: false, documents: new Map(), sealed: undefined };
    leagues.set(league_id, kept);
    return kept;
  }

  function where(league_id: string): string {
    keptOf(league_id);
    return `memory:${league_id}`;
  }

  return {
    where,
    async open<Event extends Json>(league_id: string) {
      const kept = keptOf(league_id);
      if (kept.isOpen) return err({ code: 'LOCKED' as const });
      kept.isOpen = true;
      const onClose = () => {
        kept.isOpen = false;
      };
      return ok(ledgerOver<Event>(kept, onClose));
    },
    async scan<Event>(league_id: string, hear: Hear<Event>, { archived, resume }: ScanOptions = {}) {
      const kept = archived === undefined ? keptOf(league_id) : archives.get(league_id)?.get(archived);
      if (kept === undefined || kept.appended.length === 0) return ok(undefined);
      const from = kept.sealed === undefined ? 1 : (resume?.(kept.sealed) ?? 1);
      let seq = 1;
      for (const [index, text] of kept.appended.entries()) {
        const all = JSON.parse(text) as Event[];
        const events = all.slice(Math.max(0, from - seq));
        const damage = events.length === 0 ? undefined : hear({ events, line: index + 1 });
        if (damage !== undefined) return err(damage);
        seq += all.length;
      }
      return ok({ torn: false, closed: !kept.isOpen });
    },
    async read<Event>(league_id: string, archived?: string) {
      const kept = archived === undefined ? keptOf(league_id) : archives.get(league_id)?.get(archived);
      const { appended = [], isOpen = false } = kept ?? {};
      if (appended.length === 0) return ok(undefined);
      return ok({ lines: appended.map((text) => JSON.parse(text) as Event[]), torn: false, closed: !isOpen });
    },
    leagues: async () => [...leagues].flatMap(([id, { appended }]) => (appended.length > 0 ? [id] : [])).sort(),
    archives: async () => new Map([...archives].map(([league_id, runs]) => [league_id, [...runs.keys()].sort()])),
    async archive(league_id, created_at) {
      const kept = keptOf(league_id);
      leagues.delete(league_id);
      const runs = archives.get(league_id) ?? new Map<string, Kept>();
      archives.set(league_id, runs.set(created_at.replace(/[:.]/g, '-'), kept));
    },
    document(league_id, name, archived) {
      const kept = archived === undefined ? keptOf(league_id) : archives.get(league_id)?.get(archived);
      const documents = kept?.documents ?? new Map<string, string>();
      return {
        where: `${where(league_id)}/${name}`,
        read: async () => documents.get(name),
        replace: async (text) => void documents.set(name, text),
      };
    },
  };
}

function ledgerOver<Event extends Json>(kept: Kept, onClose: () => void): Ledger<Event> {
  const { appended } = kept;
  let last = appended.reduce((sum, text) => sum + (JSON.parse(text) as Event[]).length, 0);
  let closed = false;
  return {
    get last() {
      return last;
    },
    async append(...events) {
      if (closed) throw new Error('the ledger in memory is closed');
      if (events.length > 0) appended.push(JSON.stringify(events));
      last += events.length;
      return last;
    },
    async *replay(from = 1) {
      let seq = 1;
      // Events appended during a replay are not part of it.
      for (const text of appended.slice()) {
        const events = JSON.parse(text) as Event[];
        const asked = events.slice(Math.max(0, from - seq));
        if (asked.length > 0) yield asked;
        seq += events.length;
      }
    },
    isLong: false,
    snapshot: async () => kept.sealed,
    seal({ state, pages, from }) {
      const before = kept.sealed?.pages.slice(0, from) ?? [];
      kept.sealed = { last, state, pages: [...before, ...pages] };
    },
    check: async () => undefined,
    onLost: () => undefined,
    async close() {
      if (!closed) onClose();
      closed = true;
    },
  };
}
