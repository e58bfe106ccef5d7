/** A ledger in a database, held by a lease: every append is fenced by the epoch of its holder, in the transaction that stores it. */
import type { Clock, Monotonic } from '../../core/clock.ts';
import type { Json } from '../../core/json.ts';
import { type Damage, type Ledger, type Sealed, type Sequence, type Snapshot, StoreError } from '../ledger/ledger.ts';
import { type Link, writeLine } from '../ledger/text.ts';
import type { DatabaseSession } from './database.ts';
import { damaged, FIRST, linesFrom, type Mark } from './lines.ts';
import { APPEND, APPEND_WITH_RECORDS, BEHIND, HELD, PAGES, RELEASE, RENEW, SEAL, STATE } from './statements.ts';

/** A holder that appends nothing renews its lease in this interval. */
const RENEW_MS = 1_000;
/** A holder that waits for the database refuses everything so long after its lease was last renewed: before that ends, by any clock. */
export const STOP_MS = 3_500;
const LOOK_MS = 250;
/** A holder that renews later than this, having stood still or waited before, may have lost the league already: it is given time to hear so. */
const ON_TIME_MS = RENEW_MS + 2 * LOOK_MS;

/** A run of a league that this process has taken, and the epoch it has it by. */
export interface Lease {
  readonly run: string;
  readonly epoch: string;
}

interface Waiting {
  readonly seq: Sequence;
  readonly text: string;
  readonly link: Mark;
  /** What a fold had made of everything up to this append. */
  seal?: Snapshot;
  readonly records: readonly (readonly [match_id: string, text: string])[];
  readonly resolve: (last: Sequence) => void;
  readonly reject: (thrown: unknown) => void;
}

interface Opened {
  readonly session: DatabaseSession;
  readonly clock: Clock;
  readonly lease: Lease;
  /** When the lease was asked for. */
  readonly since: Monotonic;
  readonly link: Link;
  /** Where the newest snapshot stands; the first mark where there is none. */
  readonly sealed: Mark;
  /** The number of characters since the newest snapshot from which on a ledger is long. */
  readonly longFrom: number;
  /** The place, for people. */
  readonly where: string;
  readonly onClose: () => void;
}

/** Holds its lease until it is closed, the lease is lost or the database fails; after that it refuses everything. */
export class LeasedLedger<Event extends Json> implements Ledger<Event> {
  readonly #opened: Opened;
  #last: Sequence;
  #asked: Mark;
  #sealed: Mark;
  /** How much was appended since the newest snapshot. */
  #length = 0;
  /** Records for the next append. */
  readonly #records: (readonly [match_id: string, text: string])[] = [];
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  /** Why nothing more is taken. */
  #refusal: Error | undefined;
  /** The league is another's by now, or may be. */
  #isLost = false;
  #underWay: readonly Waiting[] = [];
  readonly #hearing: ((why: unknown) => void)[] = [];
  /** When the statement was sent whose answer is awaited. */
  #sent: Monotonic | undefined;
  /** When the newest statement that renewed the lease was sent. */
  #renewed: Monotonic;
  #cancelTimer: () => void = () => {};

  constructor(opened: Opened) {
    this.#opened = opened;
    this.#last = opened.link.last;
    this.#asked = { ...opened.link, line: 0 };
    this.#sealed = opened.sealed;
    this.#renewed = opened.since;
    opened.session.onLost((why) => this.#refuse(why));
    this.#arm();
  }

  get last(): Sequence {
    return this.#last;
  }

  get isLong(): boolean {
    return this.#length >= this.#opened.longFrom;
  }

  /** What statements that follow from this ledger are fenced by; rejects once it refuses. */
  fence(): Lease {
    if (this.#refusal !== undefined) throw this.#refusal;
    return this.#opened.lease;
  }

  keepRecord(match_id: string, text: string): void {
    this.#records.push([match_id, text]);
  }

  append(...events: readonly Event[]): Promise<Sequence> {
    if (this.#refusal !== undefined) return Promise.reject(this.#refusal);
    if (events.length === 0) return Promise.resolve(this.#asked.last);
    const seq = this.#asked.last + 1;
    const { text, hash } = writeLine(seq, this.#asked.hash, events);
    const link = { last: this.#asked.last + events.length, hash, line: this.#asked.line + 1 };
    this.#asked = link;
    this.#length += text.length;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ seq, text, link, records: this.#records.splice(0), resolve, reject });
      this.#writing ??= this.#write();
    });
  }

  seal(snapshot: Snapshot): void {
    const newest = this.#waiting.at(-1);
    // What is stored already needs no snapshot that is late: the next append is followed by one.
    if (this.#refusal !== undefined || newest === undefined) return;
    newest.seal = snapshot;
    this.#length = 0;
  }

  async snapshot(): Promise<Sealed | undefined> {
    const { session, lease } = this.#opened;
    const { last } = this.#sealed;
    const [found] = await session.rows<{ state: Buffer; pages: number }>(STATE, [lease.run, last]);
    if (found === undefined) return undefined;
    const rows = await session.rows<{ content: Buffer }>(PAGES, [lease.run, found.pages]);
    return { last, state: found.state, pages: rows.map(({ content }) => content) };
  }

  async *replay(from: Sequence = 1): AsyncIterable<readonly Event[]> {
    const { session, lease, where } = this.#opened;
    const until = this.#last;
    if (from > until) return;
    const start = from > this.#sealed.last ? this.#sealed : FIRST;
    const lines = linesFrom<Event>(session, lease.run, { last: until }, start);
    for (;;) {
      const { done, value } = await lines.next();
      if (done && value !== undefined) throw new StoreError(`${where} changed while it was open: ${value.detail}`);
      if (done) return;
      const events = value.events.slice(Math.max(0, from - value.seq));
      if (events.length > 0) yield events;
    }
  }

  /** What is wrong with the lines since the newest snapshot, where anything is; before the first append. */
  async damage(): Promise<Damage | undefined> {
    const { session, lease, link, sealed } = this.#opened;
    const lines = linesFrom(session, lease.run, link, sealed);
    let { line } = sealed;
    for (;;) {
      const { done, value } = await lines.next();
      if (done && value !== undefined) return value;
      if (done) break;
      line = value.line;
      this.#length += value.length;
    }
    this.#asked = { ...link, line };
    const behind = await session.rows(BEHIND, [lease.run, link.last]);
    return behind.length === 0 ? undefined : damaged(line + 1, 'it stands behind the last one that was acknowledged');
  }

  async check(): Promise<void> {
    const { session, where } = this.#opened;
    const { run, epoch } = this.fence();
    if ((await session.rows(HELD, [run, epoch])).length === 0) this.#refuse(takenFrom(where));
    this.fence();
  }

  onLost(hear: (why: unknown) => void): void {
    if (this.#isLost) hear(this.#refusal);
    else this.#hearing.push(hear);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { session, clock, lease, where, onClose } = this.#opened;
    this.#refusal ??= new StoreError(`the ledger ${where} is closed`);
    if (!this.#isLost) await this.#writing;
    this.#cancelTimer();
    if (!this.#isLost) {
      // Where the release fails, the lease ends by itself.
      const { promise: tooLong, resolve } = Promise.withResolvers<void>();
      const cancel = clock.after(STOP_MS, resolve);
      await Promise.race([session.changed(RELEASE, [lease.run, lease.epoch]).catch(() => 0), tooLong]);
      cancel();
    }
    // The session ends, and with it the lock that shows its life.
    session.release(true);
    onClose();
  }

  /** Renews the lease while nothing is appended, and refuses in time where the database does not answer. */
  #arm(): void {
    const { clock, lease, session } = this.#opened;
    this.#cancelTimer = clock.after(LOOK_MS, () => {
      this.#arm();
      const now = clock.monotonic();
      const isLate = (sent: Monotonic) => now - Math.max(this.#renewed, sent - ON_TIME_MS) >= STOP_MS;
      if (this.#sent !== undefined && isLate(this.#sent)) void this.#stop(this.#sent);
      else if (this.#writing === undefined && now - this.#renewed >= RENEW_MS)
        this.#writing = this.#keep(1, () => session.changed(RENEW, [lease.run, lease.epoch])).then(() => this.#write());
    });
  }

  /** An answer that lay unread while this process stood still counts. */
  async #stop(sent: Monotonic): Promise<void> {
    const { clock, where } = this.#opened;
    await clock.poll();
    if (this.#sent === sent) this.#refuse(new StoreError(`the lease of ${where} could not be renewed in time`));
  }

  /** Stores until no append waits. Appends that come while a commit is under way share the next one. */
  async #write(): Promise<void> {
    // One step later, so that appends made together are stored together.
    await undefined;
    const { lease, session } = this.#opened;
    while (this.#waiting.length > 0) {
      const end = this.#waiting.findIndex(({ seal }) => seal !== undefined) + 1;
      const group = end === 0 ? this.#waiting : this.#waiting.slice(0, end);
      this.#waiting = end === 0 ? [] : this.#waiting.slice(end);
      this.#underWay = group;
      const { link, seal } = group.at(-1) as Waiting;
      const seqs = `{${group.map(({ seq }) => seq).join(',')}}`;
      const text = group.map((each) => each.text).join('\n');
      const values = [lease.run, lease.epoch, this.#last, link.last, link.hash, seqs, text];
      // Of two records of one match the later one holds, as of two texts of a file.
      const records = new Map(group.flatMap((each) => each.records));
      const store = () =>
        records.size === 0
          ? session.changed(APPEND, values, 'append')
          : session.changed(APPEND_WITH_RECORDS, [...values, [...records.keys()], [...records.values()]], 'records');
      if (!(await this.#keep(group.length, store))) break;
      this.#underWay = [];
      for (const { link, resolve } of group) {
        this.#last = link.last;
        resolve(link.last);
      }
      if (seal !== undefined && !(await this.#keep(1, () => this.#storeSeal(link, seal)))) break;
    }
    this.#writing = undefined;
  }

  async #storeSeal(mark: Mark, { state, pages, from }: Snapshot): Promise<number> {
    const { lease, session } = this.#opened;
    const texts = pages.map((page) => Buffer.from(page));
    const values = [lease.run, lease.epoch, mark.last, mark.hash, mark.line, Buffer.from(state), from, texts];
    const stored = await session.changed(SEAL, values);
    this.#sealed = mark;
    return stored;
  }

  /** Runs a statement that renews the lease; false where the ledger refuses since, because of it or of something else. */
  async #keep(expected: number, statement: () => Promise<number>): Promise<boolean> {
    const { clock, where } = this.#opened;
    const sent = clock.monotonic();
    this.#sent = sent;
    try {
      if ((await statement()) === expected) this.#renewed = sent;
      else this.#refuse(takenFrom(where));
    } catch (thrown) {
      this.#refuse(thrown as Error);
    }
    this.#sent = undefined;
    return !this.#isLost;
  }

  #refuse(thrown: Error): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#refusal = thrown;
    this.#cancelTimer();
    for (const { reject } of [...this.#underWay, ...this.#waiting.splice(0)]) reject(thrown);
    // A statement that never comes back is not waited for.
    this.#opened.session.release(true);
    for (const hear of this.#hearing.splice(0)) hear(thrown);
  }
}

/** The league at a place is another's by now. */
export function takenFrom(where: string): Error {
  return new StoreError(`another manager has taken ${where} over`);
}
