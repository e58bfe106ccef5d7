/** Ledgers in files: a folder for each league, one line of JSON per append, each with the hash of the one before, synced before it counts. */
import { dirname, join } from 'node:path';
import { byNaturalOrder, isId } from '../../core/ids.ts';
import type { Json } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Disk, Unlock } from '../disk/disk.ts';
import { dataPaths } from '../paths.ts';
import type { Damage, DocumentName, Ledger, LedgerStore, Locked, Sequence } from './ledger.ts';
import { BEGINNING, eventsIn, readLine, verify, writeLine } from './text.ts';

/** The ledgers below a data folder such as SHARED/data. */
export function fileLedgerStore(disk: Disk, root: string): LedgerStore {
  const paths = dataPaths(root);
  return {
    where: (league_id) => ledgerFile(root, league_id),
    open: (league_id) => openFile(disk, ledgerFile(root, league_id)),
    async read<Event>(league_id: string, archived?: string) {
      const path =
        archived === undefined ? ledgerFile(root, league_id) : join(paths.archive(league_id, archived), LEDGER_FILE);
      const text = await disk.read(path);
      if (text === undefined) return ok(undefined);
      const found = eventsIn<Event>(text);
      if (!found.ok) return found;
      return ok({ ...found.value, closed: (await disk.read(lockOf(path))) === undefined });
    },
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
    if ((await disk.list(join(folder, name))).includes(LEDGER_FILE)) found.push(name);
  return found;
}

/** What the file of a ledger is called, in the folder of its league. */
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

async function openFile<Event extends Json>(disk: Disk, path: string): Promise<Result<Ledger<Event>, Locked | Damage>> {
  const lock = await disk.lock(lockOf(path));
  if (!lock.ok) return err({ code: 'LOCKED' });
  try {
    await disk.guard(path);
    const text = (await disk.read(path)) ?? '';
    const found = verify(text);
    if (!found.ok) {
      await lock.value();
      return found;
    }
    if (found.value.torn > 0) await cut(disk, path, Buffer.byteLength(text.slice(0, text.length - found.value.torn)));
    // The writer of the last line may have died before it was safe, and from here on it counts.
    else if (text !== '') await disk.sync(path);
    return ok(new FileLedger<Event>({ disk, path, unlock: lock.value, ...found.value }));
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
}

class FileLedger<Event extends Json> implements Ledger<Event> {
  readonly #disk: Disk;
  readonly #path: string;
  readonly #unlock: Unlock;
  /** The last event that is durable. */
  #last: Sequence;
  /** The last event that was asked for, and the hash of its line. */
  #asked: { last: Sequence; hash: string };
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  /** Why nothing more is taken. */
  #refusal: unknown;

  constructor(opened: { disk: Disk; path: string; unlock: Unlock; last: Sequence; hash: string }) {
    this.#disk = opened.disk;
    this.#path = opened.path;
    this.#unlock = opened.unlock;
    this.#last = opened.last;
    this.#asked = { last: opened.last, hash: opened.hash };
  }

  get last(): Sequence {
    return this.#last;
  }

  append(...events: readonly Event[]): Promise<Sequence> {
    if (this.#refusal !== undefined) return Promise.reject(this.#refusal);
    if (events.length === 0) return Promise.resolve(this.#asked.last);
    const { text, hash } = writeLine(this.#asked.last + 1, this.#asked.hash, events);
    const last = this.#asked.last + events.length;
    this.#asked = { last, hash };
    return new Promise((resolve, reject) => {
      this.#waiting.push({ text: `${text}\n`, last, resolve, reject });
      this.#writing ??= this.#write();
    });
  }

  async *replay(from: Sequence = 1): AsyncIterable<readonly Event[]> {
    const until = this.#last;
    if (from > until) return;
    const text = (await this.#disk.read(this.#path)) ?? '';
    let start = 0;
    for (let seq = 1, hash = BEGINNING; seq <= until; ) {
      const end = text.indexOf('\n', start);
      const line = readLine<Event>(text.slice(start, end), seq, hash);
      if (!line.ok) throw new Error(`${this.#path} changed while it was open: ${line.error}`);
      const { events } = line.value;
      const asked = events.slice(Math.max(0, from - seq));
      if (asked.length > 0) yield asked;
      seq += events.length;
      hash = line.value.hash;
      start = end + 1;
    }
  }

  check(): Promise<void> {
    return this.#disk.sync(this.#path);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#refusal ??= new Error(`the ledger ${this.#path} is closed`);
    await this.#writing;
    await this.#unlock();
  }

  /** Writes until no append waits. Appends that come while a sync is running share the next one. */
  async #write(): Promise<void> {
    // One step later, so that appends made together are written together.
    await undefined;
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      try {
        await this.#disk.append(this.#path, group.map(({ text }) => text).join(''), { secret: true });
        await this.#disk.sync(this.#path);
      } catch (thrown) {
        this.#refusal = thrown;
        for (const { reject } of [...group, ...this.#waiting]) reject(thrown);
        break;
      }
      for (const { last, resolve } of group) {
        this.#last = last;
        resolve(last);
      }
    }
    this.#writing = undefined;
  }
}
