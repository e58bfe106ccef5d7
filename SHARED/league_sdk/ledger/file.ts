/** Ledgers in files: a folder for each league, one line of JSON per append, each with the hash of the one before, synced before it counts. */
import { basename, dirname, join } from 'node:path';
import { byNaturalOrder, isId } from '../../core/ids.ts';
import type { Json } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Disk, Unlock } from '../disk/disk.ts';
import { dataPaths } from '../paths.ts';
import {
  type Damage,
  type DocumentName,
  type Ledger,
  type LedgerStore,
  type Locked,
  readBy,
  SEGMENT_LENGTH,
  type Sealed,
  type Sequence,
  type Snapshot,
} from './ledger.ts';
import {
  type Active,
  beginningOf,
  checkBytes,
  closeSegment,
  findActive,
  isOfLedger,
  readSnapshot,
  removeLeftOver,
  toldFrom,
} from './segments.ts';
import { isEnded, type Link, verify, writeLine } from './text.ts';

/** The ledgers below a data folder such as SHARED/data; segments are as long as given, or as long as pays. */
export function fileLedgerStore(disk: Disk, root: string, segmentLength = SEGMENT_LENGTH): LedgerStore {
  const paths = dataPaths(root);
  const pathOf = (league_id: string, archived: string | undefined) =>
    archived === undefined ? ledgerFile(root, league_id) : join(paths.archive(league_id, archived), LEDGER_FILE);
  const scan: LedgerStore['scan'] = async <Event>(
    league_id: string,
    hear: Parameters<typeof scan<Event>>[1],
    { archived, resume }: NonNullable<Parameters<typeof scan>[2]> = {},
  ) => {
    const path = pathOf(league_id, archived);
    const newest = await findActive(disk, path);
    if (!newest.ok || newest.value === undefined) return newest as Result<undefined, Damage>;
    const active = newest.value;
    const sealed = resume === undefined ? undefined : await readSnapshot(disk, active);
    const from = sealed === undefined ? 1 : (resume?.(sealed) ?? 1);
    const changed = await checkBytes(disk, active, from);
    if (changed !== undefined) return err(changed);
    const lines = toldFrom<Event & Json>(disk, active, from);
    for (;;) {
      const { done, value } = await lines.next();
      if (!done) {
        const damage = hear(value);
        if (damage !== undefined) return err(damage);
      } else if (value.ok)
        return ok({ torn: value.value.torn > 0, closed: (await disk.read(lockOf(path))) === undefined });
      else return value;
    }
  };
  return {
    where: (league_id) => ledgerFile(root, league_id),
    open: (league_id) => openFile(disk, ledgerFile(root, league_id), segmentLength),
    scan,
    read: readBy(scan),
    leagues: () => foldersWithLedger(disk, paths.leagues),
    async archives() {
      const found = new Map<string, readonly string[]>();
      for (const league_id of (await disk.list(paths.archives)).filter(isId)) {
        const names = await foldersWithLedger(disk, join(paths.archives, league_id));
        if (names.length > 0) found.set(league_id, names);
      }
      return found;
    },
    archive: (league_id, created_at) => disk.rename(paths.league(league_id), paths.archive(league_id, created_at)),
    document(league_id, name, archived) {
      const where =
        archived === undefined
          ? documentFile(root, league_id, name)
          : join(paths.archive(league_id, archived), DOCUMENT_FILES[name]);
      return {
        where,
        read: () => disk.read(where),
        async replace(text) {
          await disk.replace(where, text, { secret: true });
          await disk.sync(where);
        },
      };
    },
  };
}

async function foldersWithLedger(disk: Disk, folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of (await disk.list(folder)).filter(isId).sort(byNaturalOrder))
    if ((await disk.list(join(folder, name))).some(isOfLedger)) found.push(name);
  return found;
}

/** The name of a ledger's file, in the folder of its league. */
export const LEDGER_FILE = 'ledger.jsonl';

/** The file of a league's ledger. */
export function ledgerFile(root: string, league_id: string): string {
  return join(dataPaths(root).league(league_id), LEDGER_FILE);
}

/** The file of a league's document. */
export function documentFile(root: string, league_id: string, name: DocumentName): string {
  return join(dataPaths(root).league(league_id), DOCUMENT_FILES[name]);
}

const DOCUMENT_FILES: { readonly [N in DocumentName]: string } = {
  secret: 'secret',
  operator_token: 'operator.token',
  run: 'run.json',
  seats: 'seats.json',
};

/** Lies beside the ledger while a process has it open, and after that process was killed. */
function lockOf(path: string): string {
  return join(dirname(path), 'ledger.lock');
}

async function openFile<Event extends Json>(
  disk: Disk,
  first: string,
  segmentLength: number,
): Promise<Result<Ledger<Event>, Locked | Damage>> {
  const lock = await disk.lock(lockOf(first));
  if (!lock.ok) return err({ code: 'LOCKED' });
  const refused = async (damage: Damage) => {
    await lock.value();
    return err(damage);
  };
  try {
    await disk.guard(first);
    const newest = await findActive(disk, first);
    if (!newest.ok) return refused(newest.error);
    const { text, ...found } = newest.value ?? { path: first, number: 1, closed: [], text: '' };
    const { path } = found;
    if (path !== first) await disk.guard(path);
    const verified = verify(text, undefined, beginningOf(found));
    if (!verified.ok) return refused(found.number === 1 ? verified.error : { ...verified.error, file: basename(path) });
    const changed = await checkBytes(disk, found, verified.value.last + 1);
    if (changed !== undefined) return refused(changed);
    const { last, hash, torn } = verified.value;
    if (torn > 0) await cut(disk, path, Buffer.byteLength(text.slice(0, text.length - torn)));
    // The writer of the last line may have died before it was safe, and from here on it counts.
    else if (text !== '') await disk.sync(path);
    // Or over what comes behind the last line of a segment.
    const isEnd = torn === 0 && isEnded(text);
    const active = isEnd ? await closeSegment(disk, found, { last, hash }) : found;
    await removeLeftOver(disk, active);
    const length = isEnd ? 0 : text.length - torn;
    return ok(new FileLedger<Event>({ disk, active, unlock: lock.value, last, hash, length, segmentLength }));
  } catch (thrown) {
    await lock.value();
    throw thrown;
  }
}

async function cut(disk: Disk, path: string, bytes: number): Promise<void> {
  await disk.truncate(path, bytes);
  await disk.sync(path);
}

interface Waiting {
  readonly text: string;
  readonly last: Sequence;
  readonly resolve: (last: Sequence) => void;
  readonly reject: (thrown: unknown) => void;
  /** The text ends a segment, and this is how the chain stands then. */
  readonly seal?: { readonly link: Link; readonly snapshot: Snapshot };
}

class FileLedger<Event extends Json> implements Ledger<Event> {
  readonly #disk: Disk;
  readonly #unlock: Unlock;
  readonly #segmentLength: number;
  #active: Active;
  /** The last event that is durable. */
  #last: Sequence;
  /** The last event that was asked for, and the hash of its line. */
  #asked: Link;
  /** How much was asked for since the last seal. */
  #length: number;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  /** Why nothing more is taken. */
  #refusal: unknown;
  readonly #hearing: ((why: unknown) => void)[] = [];

  constructor(opened: Link & { disk: Disk; active: Active; unlock: Unlock; length: number; segmentLength: number }) {
    this.#disk = opened.disk;
    this.#active = opened.active;
    this.#unlock = opened.unlock;
    this.#segmentLength = opened.segmentLength;
    this.#length = opened.length;
    this.#last = opened.last;
    this.#asked = { last: opened.last, hash: opened.hash };
  }

  get last(): Sequence {
    return this.#last;
  }

  get isLong(): boolean {
    return this.#length >= this.#segmentLength;
  }

  append(...events: readonly Event[]): Promise<Sequence> {
    if (this.#refusal !== undefined) return Promise.reject(this.#refusal);
    if (events.length === 0) return Promise.resolve(this.#asked.last);
    const { text, hash } = writeLine(this.#asked.last + 1, this.#asked.hash, events);
    const last = this.#asked.last + events.length;
    this.#asked = { last, hash };
    this.#length += text.length;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ text: `${text}\n`, last, resolve, reject });
      this.#writing ??= this.#write();
    });
  }

  seal(snapshot: Snapshot): void {
    if (this.#refusal !== undefined) return;
    const { last } = this.#asked;
    const { text, hash } = writeLine(last + 1, this.#asked.hash, [], { ends: true });
    this.#asked = { last, hash };
    this.#length = 0;
    const heard = () => undefined;
    this.#waiting.push({
      text: `${text}\n`,
      last,
      resolve: heard,
      reject: heard,
      seal: { link: this.#asked, snapshot },
    });
    this.#writing ??= this.#write();
  }

  async *replay(from: Sequence = 1): AsyncIterable<readonly Event[]> {
    const until = this.#last;
    if (from > until) return;
    let active: Active;
    let text: string | undefined;
    // A segment that is closed meanwhile goes, and its text is read where it was packed.
    do {
      active = this.#active;
      text = await this.#disk.read(active.path);
    } while (active !== this.#active);
    const { path } = active;
    let told = from - 1;
    const lines = toldFrom<Event>(this.#disk, { ...active, text: text ?? '' }, from);
    while (told < until) {
      const { done, value } = await lines.next();
      if (done)
        throw new Error(`${path} changed while it was open: ${value.ok ? 'it is shorter' : value.error.detail}`);
      told += value.events.length;
      yield value.events;
    }
  }

  snapshot(): Promise<Sealed | undefined> {
    return readSnapshot(this.#disk, this.#active);
  }

  check(): Promise<void> {
    return this.#disk.sync(this.#active.path);
  }

  onLost(hear: (why: unknown) => void): void {
    this.#hearing.push(hear);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#refusal ??= new Error(`the ledger ${this.#active.path} is closed`);
    await this.#writing;
    await this.#unlock();
  }

  /** Writes until no append waits. Appends that come while a sync is running share the next one. */
  async #write(): Promise<void> {
    // One step later, so that appends made together are written together.
    await undefined;
    while (this.#waiting.length > 0) {
      const end = this.#waiting.findIndex(({ seal }) => seal !== undefined) + 1;
      const group = end === 0 ? this.#waiting : this.#waiting.slice(0, end);
      this.#waiting = end === 0 ? [] : this.#waiting.slice(end);
      try {
        await this.#disk.append(this.#active.path, group.map(({ text }) => text).join(''), { secret: true });
        await this.#disk.sync(this.#active.path);
      } catch (thrown) {
        this.#refuse(thrown, group);
        break;
      }
      for (const { last, resolve } of group) {
        this.#last = last;
        resolve(last);
      }
      const { seal } = group.at(-1) as Waiting;
      if (seal === undefined) continue;
      try {
        this.#active = await closeSegment(this.#disk, this.#active, seal.link, seal.snapshot);
        await removeLeftOver(this.#disk, this.#active);
      } catch (thrown) {
        this.#refuse(thrown, []);
        break;
      }
    }
    this.#writing = undefined;
  }

  #refuse(thrown: unknown, group: readonly Waiting[]): void {
    this.#refusal = thrown;
    for (const { reject } of [...group, ...this.#waiting]) reject(thrown);
    for (const hear of this.#hearing) hear(thrown);
  }
}
