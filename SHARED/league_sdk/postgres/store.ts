/** Ledgers in a PostgreSQL database, with the documents and records beside each: the data of leagues is there, and none of it on a disk. */
import type { Clock } from '../../core/clock.ts';
import { type Entropy, uuid } from '../../core/entropy.ts';
import { byNaturalOrder, isId } from '../../core/ids.ts';
import { cut, type Json } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import {
  type Damage,
  type Ledger,
  type LedgerDocument,
  type LedgerStore,
  type Locked,
  readBy,
  type SharedLedgerStore,
  StoreError,
} from '../ledger/ledger.ts';
import { type Database, database } from './database.ts';
import { type Lease, LeasedLedger, STOP_MS, takenFrom } from './leased_ledger.ts';
import { FIRST, linesFrom } from './lines.ts';
import {
  ANNOUNCE,
  ARCHIVES,
  DOCUMENT,
  FSYNC,
  HAS_STOOD_DOWN,
  LEADER,
  LEAGUES,
  LEASE_MS,
  LOCK_LIFE,
  NEW_RUN,
  PUT_AWAY,
  RECORD,
  RECORDED,
  REPLACE,
  RUN,
  SEALED,
  STAND_DOWN,
  TAKE,
  UNLOCK_LIFE,
} from './statements.ts';

interface Run {
  readonly run: string;
  readonly last: string;
  readonly hash: string;
  readonly epoch: string;
  readonly is_held: boolean;
  readonly is_closed: boolean;
}

/** A store that holds connections while it is used. */
export interface PostgresLedgerStore extends SharedLedgerStore {
  /** The record of a match, as its match file is; undefined where none is stored. `archived` names a run that was put away. */
  record(league_id: string, match_id: string, archived?: string): Promise<string | undefined>;
  /** The ids of the matches that have a record. */
  recorded(league_id: string, archived?: string): Promise<readonly string[]>;
  /** Ends its connections. */
  end(): Promise<void>;
}

/** What a store needs beside its database. */
interface PostgresEffects {
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** The number of characters of a ledger after which a snapshot follows; absent: as many as pays. */
  readonly longFrom?: number;
}

/** The characters of a ledger that a start reads line by line. */
const LONG = 16 * 1024 * 1024;

/** The ledgers of a database, or of the one at an address; tables are made where the first league begins. */
export function postgresLedgerStore(
  at: string | Database,
  { clock, entropy, longFrom = LONG }: PostgresEffects,
): PostgresLedgerStore {
  const db = typeof at === 'string' ? database(at) : at;
  /** The ledgers that this store has open: documents of their leagues are fenced as they are. */
  const open = new Map<string, LeasedLedger<never>>();
  let isPrepared = false;
  const where = (league_id: string) => `${db.where}#${checked(league_id)}`;

  async function runOf(league_id: string, archived?: string): Promise<Run | undefined> {
    if (!(await db.isPrepared())) return undefined;
    return (await db.rows<Run>(RUN, [league_id, archived ?? null]))[0];
  }

  async function openLedger<Event extends Json>(league_id: string): Promise<Result<Ledger<Event>, Locked | Damage>> {
    await db.prepare();
    await db.changed(NEW_RUN, [league_id]);
    const session = await db.session();
    // A ledger looks after its session itself; until there is one, a connection that is cut is given up.
    const cancel = clock.after(STOP_MS, () => session.release(true));
    try {
      const [{ setting } = { setting: 'off' }] = await session.rows<{ setting: string }>(FSYNC);
      if (setting === 'off')
        throw new StoreError(`${db.where} runs with fsync = off: nothing in it would survive a power cut`);
      const since = clock.monotonic();
      const taken = await take(league_id);
      if (taken === undefined) {
        // A lock that it may have got on the way ends with it.
        session.release(true);
        return err({ code: 'LOCKED' });
      }
      const { run, last, hash, epoch } = taken;
      const link = { last: Number(last), hash };
      const [mark] = await session.rows<{ last: string; hash: string; line: string }>(SEALED, [run, last]);
      const sealed = mark === undefined ? FIRST : { last: Number(mark.last), hash: mark.hash, line: Number(mark.line) };
      cancel();
      const onClose = () => void (open.get(league_id) === ledger && open.delete(league_id));
      const ledger: LeasedLedger<Event> = new LeasedLedger({
        ...{ session, clock, since, link, sealed, longFrom, where: where(league_id), onClose },
        lease: { run, epoch },
      });
      open.set(league_id, ledger as unknown as LeasedLedger<never>);
      const damage = await ledger.damage();
      if (damage === undefined) return ok(ledger);
      await ledger.close();
      return err(damage);
    } catch (thrown) {
      session.release(true);
      throw thrown;
    } finally {
      cancel();
    }

    /** The run with a new epoch; undefined where another holds it. */
    async function take(id: string): Promise<Run | undefined> {
      const [run] = await session.rows<Run>(RUN, [id, null]);
      if (run === undefined) return undefined;
      const key = async (what: typeof LOCK_LIFE | typeof UNLOCK_LIFE, epoch: bigint) => {
        const [row] = await session.rows<{ done: boolean }>(what, [`league.runs ${run.run}`, epoch]);
        return row?.done === true;
      };
      const [before, next] = [BigInt(run.epoch), BigInt(run.epoch) + 1n];
      // The session of the holder is there, and its lease has not ended.
      const isOrphan = run.is_held && (await key(LOCK_LIFE, before));
      if (run.is_held && !isOrphan) return undefined;
      if (isOrphan) await key(UNLOCK_LIFE, before);
      if (!(await key(LOCK_LIFE, next))) return undefined;
      const changed = await session.changed(TAKE, [run.run, run.epoch, uuid(entropy), isOrphan]);
      return changed === 1 ? { ...run, epoch: String(next) } : undefined;
    }
  }

  /** Changes the row of a run that this store has open. */
  async function tell(league_id: string, fenced: string, ...values: readonly unknown[]): Promise<void> {
    const lease = open.get(checked(league_id))?.fence();
    if (lease === undefined) throw new StoreError(`${where(league_id)} is not open here`);
    if ((await db.changed(fenced, [lease.run, lease.epoch, ...values])) !== 1) throw takenFrom(where(league_id));
  }

  /** One statement within the time in which a holder would have to be heard of; a connection that is cut keeps nobody waiting. */
  async function soon<Row extends object>(sql: string, values: readonly unknown[]): Promise<readonly Row[]> {
    const session = await db.session();
    const cancel = clock.after(STOP_MS, () => session.release(true));
    try {
      return await session.rows<Row>(sql, values);
    } finally {
      cancel();
      session.release();
    }
  }

  /** One statement without a limit of time: the append may be long. */
  const unhurried: Database['rows'] = async (sql, values) => {
    const session = await db.session();
    try {
      return await session.rows(sql, values);
    } finally {
      session.release();
    }
  };

  const scan: LedgerStore['scan'] = async <Event>(
    league_id: string,
    hear: Parameters<typeof scan<Event>>[1],
    { archived }: NonNullable<Parameters<typeof scan>[2]> = {},
  ) => {
    const found = await runOf(checked(league_id), archived);
    if (found === undefined || found.last === '0') return ok(undefined);
    const link = { last: Number(found.last), hash: found.hash };
    const lines = linesFrom<Event & Json>({ rows: unhurried }, found.run, link);
    for (;;) {
      const { done, value } = await lines.next();
      if (done) return value === undefined ? ok({ torn: false, closed: found.is_closed }) : err(value);
      const damage = hear(value);
      if (damage !== undefined) return err(damage);
    }
  };

  function document(league_id: string, name: string, archived?: string): LedgerDocument {
    const at = `${where(league_id)}${archived === undefined ? '' : `/${archived}`}/${name}`;
    return {
      where: at,
      async read() {
        if (!(await db.isPrepared())) return undefined;
        const [found] = await db.rows<{ content: string }>(DOCUMENT, [league_id, archived ?? null, name]);
        return found?.content;
      },
      async replace(text) {
        await db.prepare();
        if (archived === undefined) await db.changed(NEW_RUN, [league_id]);
        const lease: Lease | undefined = archived === undefined ? open.get(league_id)?.fence() : undefined;
        const values = [league_id, archived ?? null, name, text, lease?.run ?? null, lease?.epoch ?? null];
        if ((await db.changed(REPLACE, values)) !== 1) throw takenFrom(at);
      },
    };
  }

  return {
    where,
    open: async (league_id) => openLedger(checked(league_id)),
    scan,
    read: readBy(scan),
    async leagues() {
      if (!(await db.isPrepared())) return [];
      const rows = await db.rows<{ league_id: string }>(LEAGUES);
      return rows.map(({ league_id }) => league_id).sort(byNaturalOrder);
    },
    async archives() {
      if (!(await db.isPrepared())) return new Map();
      const rows = await db.rows<{ league_id: string; archived: string }>(ARCHIVES);
      const byLeague = Map.groupBy(rows, ({ league_id }) => league_id);
      return new Map([...byLeague].map(([league_id, runs]) => [league_id, runs.map(({ archived }) => archived)]));
    },
    async archive(league_id, created_at) {
      const name = created_at.replace(/[:.]/g, '-');
      const changed = await db.changed(PUT_AWAY, [checked(league_id), checked(name)]);
      if (changed !== 1) throw new StoreError(`${where(league_id)} cannot be put away: a manager has it open`);
    },
    document: (league_id, name, archived) => document(checked(league_id), name, archived),
    async record(league_id, match_id, archived) {
      if (!(await db.isPrepared())) return undefined;
      const values = [league_id, archived ?? null, match_id];
      return (await db.rows<{ record: string }>(RECORD, values))[0]?.record;
    },
    async recorded(league_id, archived) {
      if (!(await db.isPrepared())) return [];
      const rows = await db.rows<{ match_id: string }>(RECORDED, [league_id, archived ?? null]);
      return rows.map(({ match_id }) => match_id);
    },
    async leader(league_id) {
      isPrepared ||= await db.isPrepared();
      if (!isPrepared) return undefined;
      const [found] = await soon<{ address: string | null; epoch: string; left_ms: string }>(LEADER, [league_id]);
      if (found === undefined) return undefined;
      const leftMs = Number(found.left_ms);
      return { address: found.address ?? undefined, epoch: found.epoch, leftMs, silentMs: LEASE_MS - leftMs };
    },
    announce: (league_id, address) => tell(league_id, ANNOUNCE, address),
    standDown: (league_id) => tell(league_id, STAND_DOWN),
    hasStoodDown: async (league_id) => (await db.isPrepared()) && (await soon(HAS_STOOD_DOWN, [league_id])).length > 0,
    end: () => db.end(),
  };
}

function checked(name: string): string {
  if (!isId(name)) throw new RangeError(`not an id: ${cut(JSON.stringify(name), 80)}`);
  return name;
}
