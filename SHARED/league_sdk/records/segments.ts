/**
 * Lines in a few compressed files. A line is appended to the newest part, `REF01.000007.jsonl`; a part that is large
 * enough becomes a frame of a segment, `REF01.000001.jsonl.zst`, and is removed. At every moment each line that was kept
 * is in one of the two, whatever a crash leaves; a reader that finds a part in both takes the frame.
 */
import { basename, join } from 'node:path';
import { ok } from '../../core/result.ts';
import type { Disk, Unlock } from '../disk/disk.ts';
import { SharedTurns } from '../flow/mutex.ts';
import {
  claimName,
  type Frame,
  filesIn,
  frameOf,
  framesIn,
  type KeyedLine,
  keyedLines,
  linesIn,
  lineText,
  numbered,
  PART,
  SEGMENT,
} from './frames.ts';

export type { KeyedLine } from './frames.ts';

export interface SegmentOptions {
  readonly disk: Disk;
  readonly folder: string;
  /** Names the files; of living processes that have one name in a folder, the later ones write as `REF01_2` and so on. */
  readonly writer: string;
  /** Called when a part could not be packed: its lines are in the part still, and it is tried again with the next. */
  readonly onFailure?: ((thrown: unknown) => void) | undefined;
  /** The bytes of a part, and of a segment, at which the next one begins. */
  readonly partBytes?: number;
  readonly segmentBytes?: number;
}

const PART_BYTES = 2 ** 18;
const SEGMENT_BYTES = 2 ** 26;
/** A reader that goes through a league finds the frames of its referees in turn. */
const HELD_FRAMES = 16;

interface Waiting {
  readonly text: string;
  readonly resolve: () => void;
  readonly reject: (thrown: unknown) => void;
}

/** Writes lines. Opened by the first of them: an agent that keeps nothing leaves no file. */
export class SegmentWriter {
  readonly #options: SegmentOptions;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #packing: Promise<void> = Promise.resolve();
  /** Parts that are full, or were left by an earlier process, oldest first. */
  #full: number[] = [];
  #part = 0;
  /** The bytes of whole lines in the newest part, and whether more may lie behind them. */
  #bytes = 0;
  #isTorn = false;
  #segment: { readonly path: string; bytes: number; isTorn: boolean } | undefined;
  /** The number of the newest segment. */
  #named = 0;
  /** The part whose frame is on the disk, and which may be there still. */
  #packed: number | undefined;
  #opened: Promise<void> | undefined;
  #name: string;
  /** Lets the name go; absent while it is not this writer's. */
  #unlock: Unlock | undefined;
  #letGo: Promise<void> = Promise.resolve();

  constructor(options: SegmentOptions) {
    this.#options = options;
    this.#name = options.writer;
  }

  /** The beginning of the names of its files: the writer's, or the next one that no other living process has. */
  get name(): string {
    return this.#name;
  }

  /** Keeps a line. Resolves when a kill of the process would leave it; rejects when the disk will not take it. */
  async append(line: KeyedLine): Promise<void> {
    const text = lineText(line);
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ text, resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  /** Resolves when every line that was kept is in a segment, and the name is free; rejects when the disk will not take it. */
  async flush(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
    const { disk, folder, writer } = this.#options;
    const isIdle = this.#opened === undefined && this.#unlock === undefined;
    if (isIdle && !filesIn(await disk.list(folder)).some((file) => file.writer === writer && !file.isSegment)) return;
    await this.#opening();
    if (this.#bytes > 0) this.#nextPart();
    await this.#pack();
    await this.#release();
  }

  /** Lines that come while others are written go to the disk together. */
  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const taken = this.#waiting;
      this.#waiting = [];
      try {
        await this.#opening();
        await this.#write(taken.map(({ text }) => text).join(''));
        for (const { resolve } of taken) resolve();
      } catch (thrown) {
        for (const { reject } of taken) reject(thrown);
      }
    }
    this.#writing = undefined;
  }

  async #write(text: string): Promise<void> {
    const { disk, partBytes = PART_BYTES, onFailure } = this.#options;
    const path = this.#partPath(this.#part);
    if (this.#isTorn) await cutAfter(disk, path, this.#bytes);
    this.#isTorn = true;
    await disk.append(path, text);
    this.#isTorn = false;
    this.#bytes += Buffer.byteLength(text);
    if (this.#bytes < partBytes) return;
    this.#nextPart();
    this.#pack().catch((thrown: unknown) => onFailure?.(thrown));
  }

  #nextPart(): void {
    this.#full.push(this.#part);
    this.#part += 1;
    this.#bytes = 0;
    this.#isTorn = false;
  }

  /** Packs every part that is full, one after the other. */
  #pack(): Promise<void> {
    const packing = this.#packing.then(async () => {
      for (let part = this.#full[0]; part !== undefined; part = this.#full[0]) {
        await this.#packPart(part);
        this.#full.shift();
      }
    });
    this.#packing = packing.catch(() => undefined);
    return packing;
  }

  async #packPart(part: number): Promise<void> {
    const { disk, segmentBytes = SEGMENT_BYTES } = this.#options;
    const frame =
      part === this.#packed
        ? undefined
        : frameOf(part, (await disk.readBytes(this.#partPath(part))) ?? new Uint8Array());
    if (frame !== undefined) {
      this.#segment ??= { path: this.#nextSegment(part), bytes: 0, isTorn: false };
      const segment = this.#segment;
      if (segment.isTorn) await cutAfter(disk, segment.path, segment.bytes);
      segment.isTorn = true;
      await disk.appendBytes(segment.path, frame);
      // The part goes when its frame would survive a power cut.
      await disk.sync(segment.path);
      segment.isTorn = false;
      segment.bytes += frame.length;
      this.#packed = part;
      if (segment.bytes >= segmentBytes) this.#segment = undefined;
    }
    await disk.remove(this.#partPath(part));
  }

  #opening(): Promise<void> {
    this.#opened ??= this.#open().catch((thrown: unknown) => {
      this.#opened = undefined;
      throw thrown;
    });
    return this.#opened;
  }

  /** Lets the name go, unless there is more to write: the next line takes it, or another one, anew. */
  async #release(): Promise<void> {
    const unlock = this.#unlock;
    const isInUse = this.#writing !== undefined || this.#full.length > 0 || this.#bytes > 0 || this.#isTorn;
    if (unlock === undefined || isInUse) return;
    this.#unlock = undefined;
    this.#opened = undefined;
    this.#segment = undefined;
    this.#letGo = unlock();
    await this.#letGo;
  }

  /** Goes on behind what an earlier process of the same name left. */
  async #open(): Promise<void> {
    const { disk, folder } = this.#options;
    await this.#letGo.catch(() => undefined);
    if (this.#unlock === undefined) [this.#name, this.#unlock] = await claimName(disk, folder, this.#options.writer);
    const own = filesIn(await disk.list(folder)).filter((file) => file.writer === this.#name);
    const parts = own.filter(({ isSegment }) => !isSegment).map(({ part }) => part);
    const segments = own.filter(({ isSegment }) => isSegment);
    this.#named = segments.at(-1)?.part ?? 0;
    this.#full = parts;
    this.#part = Math.max(this.#named, ...parts) + 1;
    for (const { name, part } of segments.toReversed()) {
      const path = join(folder, name);
      const { frames, end, rest } = await framesIn(disk, path);
      // A torn frame is cut, for its part is there still; what is damaged is left as it is, behind which nothing is read.
      if (part === this.#named && rest !== 'damaged') this.#segment = { path, bytes: end, isTorn: rest === 'torn' };
      const packed = frames.at(-1)?.part;
      if (packed === undefined) continue;
      this.#full = parts.filter((left) => left > packed);
      this.#part = Math.max(packed + 1, this.#part);
      const twice = parts.filter((left) => left <= packed);
      if (twice.length > 0) await disk.sync(path);
      for (const left of twice) await this.#removePacked(left, path, frames);
      return;
    }
  }

  /** Removes a part that has become a frame. Where a power cut has left its frame unreadable, it is packed anew instead. */
  async #removePacked(part: number, path: string, frames: readonly Frame[]): Promise<void> {
    const { disk } = this.#options;
    const frame = frames.find((packed) => packed.part === part);
    if (frame === undefined || (await linesIn(disk, path, frame)).ok) return disk.remove(this.#partPath(part));
    await disk.rename(this.#partPath(part), this.#partPath(this.#part));
    this.#nextPart();
  }

  #partPath(part: number): string {
    return join(this.#options.folder, `${this.#name}.${numbered(part)}${PART}`);
  }

  /** The segment that begins with a part; its name is free, also where a damaged one bears the number of the part. */
  #nextSegment(part: number): string {
    this.#named = Math.max(part, this.#named + 1);
    return join(this.#options.folder, `${this.#name}.${numbered(this.#named)}${SEGMENT}`);
  }
}

async function cutAfter(disk: Disk, path: string, bytes: number): Promise<void> {
  if ((await disk.measure(path)) !== undefined) await disk.truncate(path, bytes);
}

/** Reads the lines of all writers to a folder, also while they write. Nothing is written. */
export class SegmentReader {
  readonly #disk: Disk;
  readonly #folder: string;
  /** What is known of each segment: a segment only grows. */
  readonly #known = new Map<string, { frames: Frame[]; end: number; isDamaged: boolean }>();
  /** Where the lines of a key lie, frame by frame, oldest first. */
  readonly #places = new Map<string, { readonly path: string; readonly frame: Frame }[]>();
  /** The frames that were read last, the longest unused first. */
  readonly #frames = new Map<Frame, readonly KeyedLine[]>();
  #parts: readonly KeyedLine[] = [];
  readonly #looks = new SharedTurns();

  constructor(disk: Disk, folder: string) {
    this.#disk = disk;
    this.#folder = folder;
  }

  /** The keys there are, as of the last `look`. */
  keys(): ReadonlySet<string> {
    return new Set([...this.#places.keys(), ...this.#parts.map(({ key }) => key)]);
  }

  /** Whether anything is kept under a key, as of the last `look`. */
  has(key: string): boolean {
    return this.#places.has(key) || this.#parts.some((line) => line.key === key);
  }

  /** One line on each segment that cannot be read to its end, as of the last `look`. */
  damage(): readonly string[] {
    return [...this.#known].flatMap(([path, { isDamaged, end }]) =>
      isDamaged ? [`${path} is damaged at byte ${end}: no frame begins there`] : [],
    );
  }

  /**
   * The texts kept under a key, each writer's oldest first, as of the last `look`. A frame that cannot be read is passed
   * over, and told.
   */
  async find(key: string, onDamage?: (detail: string) => void): Promise<readonly string[]> {
    const found: string[] = [];
    const take = (lines: readonly KeyedLine[]) => {
      for (const line of lines) if (line.key === key) found.push(line.text);
    };
    for (const { path, frame } of this.#places.get(key) ?? []) take(await this.#linesIn(path, frame, onDamage));
    take(this.#parts);
    return found;
  }

  /**
   * All lines, or those of the keys that are wanted, each writer's oldest first, as of the last `look`. A frame that
   * cannot be read is passed over, and told.
   */
  async *lines(
    onDamage?: (detail: string) => void,
    isWanted: (key: string) => boolean = () => true,
  ): AsyncGenerator<KeyedLine> {
    const wanted = (lines: readonly KeyedLine[]) => lines.filter(({ key }) => isWanted(key));
    const [segments, parts] = [[...this.#known], this.#parts];
    for (const [path, { frames }] of segments)
      for (const frame of frames)
        if (frame.keys.some(isWanted)) yield* wanted(await this.#linesIn(path, frame, onDamage));
    yield* wanted(parts);
  }

  async #linesIn(path: string, frame: Frame, onDamage?: (detail: string) => void): Promise<readonly KeyedLine[]> {
    const held = this.#frames.get(frame);
    const read = held === undefined ? await linesIn(this.#disk, path, frame) : ok(held);
    if (!read.ok) {
      onDamage?.(read.error);
      return [];
    }
    this.#frames.delete(frame);
    this.#frames.set(frame, read.value);
    for (const oldest of this.#frames.keys()) if (this.#frames.size > HELD_FRAMES) this.#frames.delete(oldest);
    return read.value;
  }

  /** Finds what was written since the last time. Callers that come while others wait share one look. */
  look(): Promise<void> {
    return this.#looks.share('', () => this.#look());
  }

  async #look(): Promise<void> {
    // Parts first: one that becomes a frame meanwhile is found there, since it goes only afterwards.
    const disk = this.#disk;
    const files = filesIn(await disk.list(this.#folder));
    const parts: { readonly writer: string; readonly part: number; readonly text: string }[] = [];
    for (const { name, writer, part } of files.filter(({ isSegment }) => !isSegment))
      parts.push({ writer, part, text: (await disk.read(join(this.#folder, name))) ?? '' });
    const packed = new Map<string, number>();
    if ([...this.#known.keys()].some((path) => !files.some(({ name }) => join(this.#folder, name) === path)))
      this.#forget();
    const now = parts.length === 0 ? files : filesIn(await disk.list(this.#folder));
    for (const { name, writer } of now.filter(({ isSegment }) => isSegment)) {
      const last = await this.#walk(join(this.#folder, name));
      if (last !== undefined) packed.set(writer, Math.max(packed.get(writer) ?? 0, last));
    }
    const unpacked: KeyedLine[] = [];
    for (const { writer, part, text } of parts)
      if (part > (packed.get(writer) ?? 0) || !(await this.#isReadable(writer, part)))
        unpacked.push(...keyedLines(text));
    this.#parts = unpacked;
  }

  /** Whether the frame of a part that is there still can be read; a power cut may have left another frame than was written. */
  async #isReadable(writer: string, part: number): Promise<boolean> {
    for (const [path, { frames }] of this.#known) {
      const frame = filesIn([basename(path)])[0]?.writer === writer && frames.find((packed) => packed.part === part);
      if (frame) return (await linesIn(this.#disk, path, frame)).ok;
    }
    return true;
  }

  /** The folder was put away, and another one lies in its place. */
  #forget(): void {
    this.#known.clear();
    this.#places.clear();
    this.#frames.clear();
  }

  /** The number of the last part in a segment. */
  async #walk(path: string): Promise<number | undefined> {
    const known = this.#known.get(path) ?? { frames: [], end: 0, isDamaged: false };
    const { frames, end, rest } = await framesIn(this.#disk, path, known.end);
    for (const frame of frames) {
      known.frames.push(frame);
      for (const key of frame.keys) {
        const places = this.#places.get(key);
        if (places === undefined) this.#places.set(key, [{ path, frame }]);
        else places.push({ path, frame });
      }
    }
    known.end = end;
    known.isDamaged = rest === 'damaged';
    this.#known.set(path, known);
    return known.frames.at(-1)?.part;
  }
}
