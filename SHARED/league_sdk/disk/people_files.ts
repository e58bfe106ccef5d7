/** Files for people, beside what a league keeps: written in pieces or as a database, and folders that are read as they are. */
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, realpath, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { DatabaseSync } from 'node:sqlite';
import { diskError } from './disk.ts';

/** A file that is being written; until it is whole, nothing lies at its path but what was there before. */
export interface Draft {
  write(piece: string | Uint8Array): Promise<void>;
}

/** Pieces are gathered up to this many bytes before they are written. */
const PIECE_BYTES = 256 * 1024;

/** Writes a file piece by piece; it is in its place, whole, when this resolves, and not at all when it rejects. */
export function draftFile<T>(path: string, writing: (draft: Draft) => Promise<T>): Promise<T> {
  return inPlaceOf(path, async (temporary) => {
    const handle = await open(temporary, 'w');
    let [pieces, size]: [Uint8Array[], number] = [[], 0];
    async function put(): Promise<void> {
      const bytes = Buffer.concat(pieces);
      [pieces, size] = [[], 0];
      await handle.writeFile(bytes);
    }
    try {
      const written = await writing({
        async write(piece) {
          // What is handed in may be used again by its owner.
          const bytes = Buffer.from(piece as Uint8Array);
          pieces.push(bytes);
          size += bytes.length;
          if (size >= PIECE_BYTES) await put();
        },
      });
      await put();
      return written;
    } finally {
      await handle.close();
    }
  });
}

/** Writes an SQLite database, likewise whole or not at all; `writing` runs in one transaction. */
export function draftDatabase<T>(path: string, writing: (database: DatabaseSync) => Promise<T>): Promise<T> {
  return inPlaceOf(path, async (temporary) => {
    const { DatabaseSync: Database } = await import('node:sqlite');
    const database = new Database(temporary);
    try {
      // Nobody else sees it, and a draft that fails is removed: a journal would protect nothing.
      database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
      const written = await writing(database);
      database.exec('COMMIT');
      return written;
    } finally {
      database.close();
    }
  });
}

async function inPlaceOf<T>(path: string, make: (temporary: string) => Promise<T>): Promise<T> {
  const at = resolve(path);
  const temporary = join(dirname(at), `.${basename(at)}.${process.pid}.tmp`);
  try {
    await makeFolder(dirname(at));
    await rm(temporary, { force: true });
    const made = await make(temporary);
    await rename(temporary, at);
    return made;
  } catch (thrown) {
    await rm(temporary, { force: true }).catch(() => undefined);
    const { syscall, code } = thrown as NodeJS.ErrnoException;
    throw syscall === undefined && code !== 'ERR_SQLITE_ERROR' ? thrown : diskError('write', path, thrown);
  }
}

/** One by one from above: the system's own way never ends below /proc, where none can be made. */
async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder).then(
    () => undefined,
    (thrown: NodeJS.ErrnoException) => thrown,
  );
  if (made === undefined || made.code === 'EEXIST') return;
  if (made.code !== 'ENOENT' || dirname(folder) === folder) throw made;
  await makeFolder(dirname(folder));
  await mkdir(folder);
}

/** The lines of a text file, one at a time, without their ends; none when there is no such file. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  try {
    if ((await stat(path)).isDirectory()) return;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw diskError('read', path, thrown);
  }
  const input = createReadStream(path, 'utf8');
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (thrown) {
    throw diskError('read', path, thrown);
  } finally {
    input.destroy();
  }
}

/** Something in a folder of a user: its path below the folder, with `/` on every system. */
export interface FoundFile {
  readonly path: string;
  /** Links are told and not followed: they may lead anywhere. */
  readonly kind: 'file' | 'folder' | 'other';
}

/** Everything in a folder and below it, in the order of the names; of folders that `enters` refuses only the name. */
export async function* filesBelow(
  folder: string,
  enters: (path: string) => boolean,
  below = '',
): AsyncGenerator<FoundFile> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((thrown: unknown) => {
    throw diskError('read', folder, thrown);
  });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (!entry.isDirectory()) yield { path, kind: entry.isFile() ? 'file' : 'other' };
    else if (enters(path)) yield* filesBelow(folder, enters, path);
    else yield { path, kind: 'folder' };
  }
}

/** The text of a file; undefined when there is none. A file that is not UTF-8 is a failure, and its bytes are not replaced. */
export async function readText(path: string): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(path));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw diskError('read', path, thrown);
  }
}

/** Puts a text in the place of a file of a person, whole or not at all; a link stays one, and nobody else may read more. */
export async function replaceText(path: string, text: string): Promise<void> {
  const at = await realpath(path).catch(() => path);
  const mode = await stat(at).then(
    (found) => found.mode & 0o777,
    () => 0o600,
  );
  await inPlaceOf(at, (temporary) => writeFile(temporary, text, { mode, flush: true }));
}

/** The bytes of a file. */
export function bytesOf(path: string): Promise<Uint8Array> {
  return readFile(path).catch((thrown: unknown) => {
    throw diskError('read', path, thrown);
  });
}

/** How many bytes can still be written where a folder is or would be; undefined where the system does not say. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (thrown) {
    const above = dirname(resolve(folder));
    return (thrown as NodeJS.ErrnoException).code === 'ENOENT' && above !== folder ? freeBytes(above) : undefined;
  }
}
