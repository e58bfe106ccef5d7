/**
 * The format of a segment: parts one behind the other, each a zstd frame of lines behind a skippable frame that has its
 * number, its length and the keys of its lines. `zstd -dc` shows the lines, and the index can never lag behind them. And
 * the names of the files.
 */
import { join } from 'node:path';
import { crc32, zstdDecompressSync } from 'node:zlib';
import { compress } from '../../core/bytes.ts';
import { byNaturalOrder } from '../../core/ids.ts';
import { cut, isJsonArray, isJsonObject, parseJson } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { type Disk, DiskError, type Unlock } from '../disk/disk.ts';

const NEWLINE = 0x0a;

/** A line and the key it is found by, such as the id of a match. */
export interface KeyedLine {
  readonly key: string;
  /** JSON, as it was kept. */
  readonly text: string;
}

/** A part as it lies in a segment. */
export interface Frame {
  readonly part: number;
  /** The keys of its lines, each once. */
  readonly keys: readonly string[];
  /** Where its lines lie in the segment, compressed. */
  readonly at: number;
  readonly bytes: number;
}

/** What lies behind the last whole frame: nothing, a frame that is cut short, or bytes that are no frame. */
type Rest = 'none' | 'torn' | 'damaged';

/** By the format, a decoder passes over what this number stands before. */
const SKIPPABLE = 0x184d2a50;
/** Behind that number: the length of the skippable frame, the bytes of the lines, and two sums, of the keys and of the head. */
const HEAD = 20;
const SKIPPED = HEAD - 8;
const MOST_PART = 2 ** 30;
const HEAD_LIMITS = { depth: 4, keys: 10, stringLength: 1_000, items: 1_000_000 };
const WINDOW = 2 ** 20;

/** The text of a line in a part. Its key is an id: nothing that JSON would escape. */
export function lineText({ key, text }: KeyedLine): string {
  if (!KEY.test(key)) throw new RangeError(`not a key: ${cut(JSON.stringify(key), 80)}`);
  return `${OPENING}${key}${MIDDLE}${text}}\n`;
}
const KEY = /^[\w.:-]{1,200}$/;
const OPENING = '{"key":"';
const MIDDLE = '","is":';

/** The lines of a part, as far as they are whole. */
export function keyedLines(text: string): readonly KeyedLine[] {
  const lines: KeyedLine[] = [];
  for (let start = 0, end = text.indexOf('\n'); end >= 0; start = end + 1, end = text.indexOf('\n', start)) {
    const line = text.slice(start, end);
    const keyEnd = line.indexOf(MIDDLE, OPENING.length);
    if (!line.startsWith(OPENING) || keyEnd < 0 || !line.endsWith('}')) continue;
    lines.push({ key: line.slice(OPENING.length, keyEnd), text: line.slice(keyEnd + MIDDLE.length, -1) });
  }
  return lines;
}

/** The keys of the whole lines of a part, each once; keys are ASCII, whatever else the lines have. */
function keysIn(part: Buffer): readonly string[] {
  const text = part.toString('latin1');
  const keys = new Set<string>();
  for (let start = 0, end = text.indexOf('\n'); end >= 0; start = end + 1, end = text.indexOf('\n', start)) {
    const [from, until] = [start + OPENING.length, text.indexOf(MIDDLE, start + OPENING.length)];
    const isWhole = text.startsWith(OPENING, start) && text[end - 1] === '}';
    if (isWhole && until >= 0 && until < end) keys.add(text.slice(from, until));
  }
  return [...keys];
}

/** A part as it is appended to a segment; undefined when it has no whole line. */
export function frameOf(part: number, bytes: Uint8Array): Uint8Array | undefined {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.lastIndexOf(NEWLINE) + 1);
  if (whole.length === 0) return undefined;
  const packed = compress(whole);
  const about = Buffer.from(JSON.stringify({ part, keys: keysIn(whole) }));
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(SKIPPABLE, 0);
  head.writeUInt32LE(SKIPPED + about.length, 4);
  head.writeUInt32LE(packed.length, 8);
  head.writeUInt32LE(crc32(about), 12);
  head.writeUInt32LE(crc32(head.subarray(0, 16)), 16);
  return Buffer.concat([head, about, packed]);
}

/** The lines of a frame, or one line on why they cannot be read. */
export async function linesIn(disk: Disk, path: string, frame: Frame): Promise<Result<readonly KeyedLine[], string>> {
  const packed = (await disk.readBytes(path, frame.at, frame.bytes)) ?? new Uint8Array();
  try {
    return ok(keyedLines(zstdDecompressSync(packed, { maxOutputLength: MOST_PART }).toString()));
  } catch (thrown) {
    return err(`${path} is damaged at byte ${frame.at}: ${(thrown as Error).message}`);
  }
}

/** The frames of a segment from a place on, where it ends, and what lies behind them. */
export async function framesIn(disk: Disk, path: string, from = 0): Promise<Walked> {
  const frames: Frame[] = [];
  const look = windowOn(disk, path);
  for (let end = from; ; ) {
    const head = await look(end, HEAD);
    if (head.length === 0) return { frames, end, rest: 'none' };
    if (head.length < HEAD) return { frames, end, rest: 'torn' };
    if (crc32(head.subarray(0, 16)) !== head.readUInt32LE(16)) return { frames, end, rest: 'damaged' };
    const length = head.readUInt32LE(4) - SKIPPED;
    const text = await look(end + HEAD, length);
    if (text.length < length) return { frames, end, rest: 'torn' };
    const about = crc32(text) === head.readUInt32LE(12) ? aboutIn(text.toString()) : undefined;
    if (about === undefined) return { frames, end, rest: 'damaged' };
    const frame = { ...about, at: end + HEAD + length, bytes: head.readUInt32LE(8) };
    const next = frame.at + frame.bytes;
    if ((await look(next - 1, 1)).length === 0) return { frames, end, rest: 'torn' };
    frames.push(frame);
    end = next;
  }
}

interface Walked {
  readonly frames: readonly Frame[];
  /** Where the last whole frame ends. */
  readonly end: number;
  readonly rest: Rest;
}

function aboutIn(text: string): Pick<Frame, 'part' | 'keys'> | undefined {
  const parsed = parseJson(text, HEAD_LIMITS);
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const { part, keys } = parsed.value;
  return typeof part === 'number' && isJsonArray(keys) ? { part, keys: keys.map(String) } : undefined;
}

/** Reads a file in pieces, however few bytes are looked at. */
function windowOn(disk: Disk, path: string): (at: number, length: number) => Promise<Buffer> {
  let [start, held] = [0, Buffer.alloc(0)];
  return async (at, length) => {
    if (at < start || at + length > start + held.length) {
      held = Buffer.from((await disk.readBytes(path, at, Math.max(length, WINDOW))) ?? []);
      start = at;
    }
    return held.subarray(at - start, at - start + length);
  };
}

/** How the names of parts and of segments end. */
export const PART = '.jsonl';
export const SEGMENT = '.jsonl.zst';
const FILE = /^(.+)\.(\d{6,})\.jsonl(\.zst)?$/;

interface SegmentFile {
  readonly name: string;
  readonly writer: string;
  readonly part: number;
  readonly isSegment: boolean;
}

/** The segments and parts among the files of a folder, oldest first. */
export function filesIn(names: readonly string[]): readonly SegmentFile[] {
  return [...names].sort(byNaturalOrder).flatMap((name) => {
    const [, writer, part, packed] = FILE.exec(name) ?? [];
    return writer === undefined ? [] : [{ name, writer, part: Number(part), isSegment: packed !== undefined }];
  });
}

/** A number as it stands in the name of a file. */
export function numbered(part: number): string {
  return String(part).padStart(6, '0');
}

/** Living processes that share a writer's name are two or three; more is a disk whose locks do not work. */
const MOST_NAMESAKES = 100;

/**
 * A name for the files of a writer that no other living process has, and what lets it go: the writer's own, or the first
 * that is free of `REF01_2`, `REF01_3` and so on. A process neither cuts nor packs the files of another.
 */
export async function claimName(disk: Disk, folder: string, writer: string): Promise<[string, Unlock]> {
  for (let nth = 1; nth <= MOST_NAMESAKES; nth++) {
    const name = nth === 1 ? writer : `${writer}_${nth}`;
    const lock = await disk.lock(join(folder, `${name}.lock`));
    if (lock.ok) return [name, lock.value];
  }
  throw new DiskError('DISK_ERROR', `cannot write to ${folder}: every name like ${writer} is locked`);
}
