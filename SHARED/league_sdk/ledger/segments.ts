/**
 * The segments of a ledger: `ledger.jsonl` is the first, a long ledger goes on in `ledger.00002.jsonl` and so on. A segment
 * that was ended is packed, and the first line of the next one names all before it with the hashes of their bytes.
 */
import { basename, dirname, join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { compress } from '../../core/bytes.ts';
import { sha256 } from '../../core/hash.ts';
import type { Json } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { changedByAnother, type Disk } from '../disk/disk.ts';
import { semaphore } from '../flow/mutex.ts';
import type { Damage, Sealed, Sequence, Snapshot } from './ledger.ts';
import { type Closed, closedBefore, isEnded, type KeptFile, type Link, START, walk, writeLine } from './text.ts';

/** The segment that a ledger is written to, and those before it. */
export interface Active {
  readonly path: string;
  /** From 1. */
  readonly number: number;
  readonly closed: readonly Closed[];
}

const NUMBERED = /^(?:ledger|snapshot)\.(\d{5,})\./;
const KEPT_NAME = /^(ledger|snapshot)[.\w]*$/;
const NEWLINE = 10;
/** The number of files read at once: the next are there when one was hashed, and few are in memory. */
const FILES_AT_ONCE = 4;
const SECRET = { secret: true };

/**
 * The newest segment with its text; `first` is the path of `ledger.jsonl`. Undefined when there is no ledger, DAMAGED where
 * a file beside it was written after its end. The folder is listed before anything is read: no segment is read that is older than the list.
 */
export async function findActive(
  disk: Disk,
  first: string,
  before: readonly string[] = [],
): Promise<Result<(Active & { readonly text: string }) | undefined, Damage>> {
  const names = await disk.list(dirname(first));
  const text = await disk.read(first);
  let active = { path: first, number: 1, closed: [] as readonly Closed[], text: text ?? '' };
  for (const number of isEnded(active.text) ? plainIn(names) : []) {
    const path = pathOf(first, number);
    const found = await disk.read(path);
    // It was packed and removed meanwhile: there is a newer one.
    if (found === undefined) return findActive(disk, first);
    // Its writer died over the first line, before anything could follow.
    if (!found.includes('\n')) continue;
    active = { path, number, closed: closedBefore(found) ?? [], text: found };
    break;
  }
  const damage = lostIn(names, first, text === undefined ? undefined : active);
  if (damage === undefined) return ok(text === undefined ? undefined : active);
  // A list that was made while a segment was closed may have neither the old name nor the new; the next one has.
  return names.join() === before.join() ? err(damage) : findActive(disk, first, names);
}

/** What is missing where a name in the folder tells of a segment that cannot be, were the newest one found the newest. */
function lostIn(
  names: readonly string[],
  first: string,
  active: (Active & { readonly text: string }) | undefined,
): Damage | undefined {
  // What is made of a segment is made once it was ended, and the next one follows.
  const numbers = names.flatMap(numberedIn).map(({ number, isPlain }) => (isPlain ? number : number + 1));
  const newest = Math.max(1, ...numbers);
  const lost = (path: string, detail: string, line = 1): Damage => ({
    ...{ code: 'DAMAGED', line, file: basename(path), detail },
  });
  if (active === undefined) return newest === 1 ? undefined : lost(first, 'the segment is missing');
  const { path, number, text } = active;
  if (!isEnded(text))
    return newest <= number ? undefined : lost(path, 'it has lost its end: others follow it', text.split('\n').length);
  return newest <= number + 1 ? undefined : lost(pathOf(first, newest), 'the segment, or its first line, is missing');
}

function numberedIn(name: string): readonly { readonly number: number; readonly isPlain: boolean }[] {
  const [, number] = NUMBERED.exec(name) ?? [];
  return number === undefined ? [] : [{ number: Number(number), isPlain: name === `ledger.${number}.jsonl` }];
}

/** Whether a name is of the ledger of a league: its first segment, or what was written after it. */
export function isOfLedger(name: string): boolean {
  return name === 'ledger.jsonl' || NUMBERED.test(name);
}

/** The numbers of segments that are not packed, the newest first. */
function plainIn(names: readonly string[]): number[] {
  const plain = names.flatMap(numberedIn).filter(({ isPlain }) => isPlain);
  return plain.map(({ number }) => number).sort((a, b) => b - a);
}

function pathOf(first: string, number: number): string {
  return join(dirname(first), `ledger.${padded(number)}.jsonl`);
}

function padded(number: number): string {
  return String(number).padStart(5, '0');
}

/** Where the chain of a segment begins. */
export function beginningOf({ closed }: Pick<Active, 'closed'>): Link {
  return closed.at(-1) ?? START;
}

/** Closed segments before `from` are checked as bytes, against the hashes that were noted when they were closed. */
export async function checkBytes(disk: Disk, { path, closed }: Active, from: Sequence): Promise<Damage | undefined> {
  const behind = closed.findIndex(({ last }) => last >= from);
  const before = behind < 0 ? closed : closed.slice(0, behind);
  const turn = semaphore(FILES_AT_ONCE);
  const isKept = async (segment: Closed) => (await keptBytes(disk, dirname(path), segment)) !== undefined;
  const kept = await Promise.all(before.map((segment) => turn(() => isKept(segment))));
  const changed = before[kept.indexOf(false)];
  return changed && changedBytes(changed);
}

function changedBytes({ file }: Closed): Damage {
  return {
    code: 'DAMAGED',
    line: 1,
    file,
    detail: 'its bytes are not those that were closed; `league verify` looks for the line',
  };
}

/** The bytes of a file, where they have the hash that was noted. */
async function keptBytes(
  disk: Disk,
  folder: string,
  { file, sha256: noted }: KeptFile,
): Promise<Uint8Array | undefined> {
  if (!KEPT_NAME.test(file)) return undefined;
  const bytes = await disk.readBytes(join(folder, file));
  return bytes !== undefined && sha256(bytes) === noted ? bytes : undefined;
}

/** Tells what was appended together from `from` on, and in which line of which file; every line of it is checked. */
export async function* toldFrom<Event extends Json>(
  disk: Disk,
  active: Active & { readonly text: string },
  from: Sequence,
): AsyncGenerator<
  { readonly events: readonly Event[]; readonly line: number; readonly file?: string },
  Result<Link & { readonly torn: number }, Damage>
> {
  const folder = dirname(active.path);
  let link = START;
  for (const segment of active.closed) {
    if (segment.last < from) {
      link = segment;
      continue;
    }
    const { file } = segment;
    const text = await unpacked(disk, folder, segment);
    if (!text.ok) return text;
    const told = yield* toldIn<Event>(text.value.text, link, from, file);
    if (!told.ok) return told;
    const { last, hash, ends } = told.value;
    const isWhole = last === segment.last && hash === segment.hash && ends;
    if (!isWhole || !text.value.isAsClosed) return err(unlikeClosed(segment, isWhole));
    link = segment;
  }
  return yield* toldIn<Event>(active.text, link, from, active.number === 1 ? undefined : basename(active.path));
}

function* toldIn<Event extends Json>(text: string, link: Link, from: Sequence, file: string | undefined) {
  const lines = walk<Event>(text, link);
  const place = file === undefined ? {} : { file };
  for (;;) {
    const { done, value } = lines.next();
    if (done) return value.ok ? value : err({ ...value.error, ...place });
    const events = from > value.seq ? value.events.slice(from - value.seq) : value.events;
    if (events.length > 0) yield { events, line: value.line, ...place };
  }
}

function unlikeClosed({ file }: Closed, isWhole: boolean): Damage {
  const detail = isWhole
    ? 'every line is right, but its bytes are not those that were closed'
    : 'it does not end as it was closed';
  return { code: 'DAMAGED', line: 1, file, detail };
}

interface Unpacked {
  readonly text: string;
  readonly isAsClosed: boolean;
}

/** The text of a closed segment, whatever its bytes. */
async function unpacked(
  disk: Disk,
  folder: string,
  { file, sha256: noted }: Closed,
): Promise<Result<Unpacked, Damage>> {
  const damaged = (detail: string) => err<Damage>({ code: 'DAMAGED', line: 1, file, detail });
  const bytes = KEPT_NAME.test(file) ? await disk.readBytes(join(folder, file)) : undefined;
  if (bytes === undefined) return damaged('the segment is missing');
  try {
    const text = (file.endsWith('.zst') ? zstdDecompressSync(bytes) : Buffer.from(bytes)).toString();
    return ok({ text, isAsClosed: sha256(bytes) === noted });
  } catch (thrown) {
    return damaged(`the segment cannot be unpacked: ${(thrown as Error).message}`);
  }
}

/**
 * Closes the segment that was ended, whose chain comes to `link`, and begins the next; the old one is left over. A process
 * does this once its last line is safe, and of two that are at it, only one first line of the next is ever safe.
 */
export async function closeSegment(disk: Disk, active: Active, link: Link, snapshot?: Snapshot): Promise<Active> {
  const { path, number } = active;
  const folder = dirname(path);
  const bytes = await disk.readBytes(path);
  if (bytes === undefined) throw new Error(`${path} is gone while it was open`);
  const name = padded(number);
  const kept =
    number === 1
      ? { file: basename(path), sha256: sha256(bytes) }
      : await writeOnce(disk, folder, `ledger.${name}.#.jsonl.zst`, compress(bytes));
  const taken =
    snapshot === undefined ? {} : { snapshot: await keepSnapshot(disk, folder, `snapshot.${name}`, snapshot) };
  const closed = [...active.closed, { ...kept, ...link, ...taken }];
  const next = join(folder, `ledger.${padded(number + 1)}.jsonl`);
  const first = writeLine(link.last + 1, link.hash, [], { closed });
  await writeAnew(disk, next, `${first.text}\n`);
  // Where another process has gone on from here, it may have packed the next segment and removed it.
  if ((plainIn(await disk.list(folder))[0] ?? 0) > number + 1) throw changedByAnother(next);
  return { path: next, number: number + 1, closed };
}

/** Removes what lies there of segments before the newest and is read no more, also that of a process which was killed. */
export async function removeLeftOver(disk: Disk, { path, number, closed }: Active): Promise<void> {
  // The newest state is all that is ever read; of pages, all are.
  const newest = closed.findLast(({ snapshot }) => snapshot !== undefined)?.snapshot;
  const read = new Set([newest?.state.file, ...closed.flatMap((each) => [each.file, each.snapshot?.pages?.file])]);
  for (const name of number === 1 ? [] : await disk.list(dirname(path)))
    if (numberedIn(name).some((found) => found.number < number) && !read.has(name))
      await disk.remove(join(dirname(path), name));
}

/** Writes a file with the hash of its bytes in its name, where the given name has a `#`, and makes it safe. */
async function writeOnce(disk: Disk, folder: string, name: string, bytes: Uint8Array): Promise<KeptFile> {
  const hash = sha256(bytes);
  const file = name.replace('#', hash.slice(0, 8));
  await writeAnew(disk, join(folder, file), bytes);
  return { file, sha256: hash };
}

/** Only what lies there since the guard is cut, so that nothing another process has made safe meanwhile is lost. */
async function writeAnew(disk: Disk, path: string, what: string | Uint8Array): Promise<void> {
  await disk.guard(path);
  const found = await disk.readBytes(path);
  if (found !== undefined && found.length > 0) {
    if (Buffer.from(what).equals(found)) return disk.sync(path);
    // A line with its end is no write that was interrupted: the segment is another process's.
    if (typeof what === 'string' && found.includes(NEWLINE)) throw changedByAnother(path);
    await disk.truncate(path, 0);
  }
  // A file is for its owner alone from its beginning.
  await disk.append(path, typeof what === 'string' ? what : '', SECRET);
  if (typeof what !== 'string') await disk.appendBytes(path, what);
  await disk.sync(path);
}

async function keepSnapshot(disk: Disk, folder: string, name: string, { state, pages, from }: Snapshot) {
  const packed = compress(state);
  const kept = await writeOnce(disk, folder, `${name}.#.state.zst`, packed);
  if (pages.length === 0) return { state: kept, from, count: 0 };
  const lengths = Buffer.alloc(4 * pages.length);
  for (const [i, page] of pages.entries()) lengths.writeUInt32LE(page.length, 4 * i);
  const bytes = Buffer.concat([lengths, ...pages]);
  return { state: kept, pages: await writeOnce(disk, folder, `${name}.#.pages`, bytes), from, count: pages.length };
}

/** The newest snapshot whose files are as they were written; undefined where there is none. */
export async function readSnapshot(disk: Disk, { path, closed }: Active): Promise<Sealed | undefined> {
  const folder = dirname(path);
  const at = closed.findLastIndex(({ snapshot }) => snapshot !== undefined);
  const { snapshot, last = 0 } = closed[at] ?? {};
  const state = snapshot === undefined ? undefined : await keptBytes(disk, folder, snapshot.state);
  if (snapshot === undefined || state === undefined) return undefined;
  const turn = semaphore(FILES_AT_ONCE);
  const reading: Promise<readonly Uint8Array[] | undefined>[] = [];
  let missing = snapshot.from + snapshot.count;
  for (const { snapshot: one } of closed.slice(0, at + 1).reverse()) {
    if (missing === 0) break;
    const { pages: file, from, count } = one ?? { from: 0, count: 0 };
    if (file === undefined || from + count !== missing) continue;
    const read = () => keptBytes(disk, folder, file);
    reading.push(turn(read).then((bytes) => bytes && pagesIn(bytes, count)));
    missing = from;
  }
  const pages = await Promise.all(reading.reverse());
  if (missing > 0 || pages.includes(undefined)) return undefined;
  return { last, state: zstdDecompressSync(state), pages: pages.flatMap((each) => each ?? []) };
}

function pagesIn(bytes: Uint8Array, count: number): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const pages: Uint8Array[] = [];
  for (let i = 0, at = 4 * count; i < count; i++) {
    const end = at + view.getUint32(4 * i, true);
    pages.push(bytes.subarray(at, end));
    at = end;
  }
  return pages;
}
