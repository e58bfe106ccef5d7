/**
 * The messages of all agents of a process in compressed segments, beside their logs: `logs/agents/segments/`. What is odd
 * about a message, and errors, are in each agent's own file at once, so that they are found without unpacking anything.
 */
import { join } from 'node:path';
import { byNaturalOrder } from '../../core/ids.ts';
import { type Disk, stringOf } from '../disk/disk.ts';
import { logPaths } from '../paths.ts';
import { type KeyedLine, keyedLines, lineText } from '../records/frames.ts';
import { SegmentReader, SegmentWriter } from '../records/segments.ts';
import { type LineWriter, LOG_LIMITS, type LogWriterOptions, logWriter } from './log_file.ts';

/** One writer for all agents that share a disk, and the number of them that write. */
interface Shared {
  readonly writer: LineWriter;
  readonly pack: () => Promise<void>;
  /** What each agent says and does when lines of it are lost. */
  readonly losses: Map<string, Pick<LogWriterOptions, 'gap' | 'onFailure'>>;
  agents: number;
}

const sharedBy = new WeakMap<Disk, Map<string, Shared>>();

/** A writer of the lines of one agent; the last one of a disk that is closed packs what is left. */
export function segmentLog(
  agentId: string,
  root: string,
  options: Omit<LogWriterOptions, 'path' | 'file'>,
): LineWriter {
  const folder = segmentsIn(root);
  const ofDisk = sharedBy.get(options.disk) ?? new Map<string, Shared>();
  sharedBy.set(options.disk, ofDisk);
  const shared = ofDisk.get(folder) ?? opened(agentId, folder, options);
  ofDisk.set(folder, shared);
  shared.agents++;
  shared.losses.set(agentId, options);
  const { writer } = shared;
  const opening = openingOf(agentId);
  let isOpen = true;
  return {
    write(line) {
      if (isOpen) writer.write(`${opening}${line}}`);
    },
    send: () => writer.send(),
    flush: () => writer.flush(),
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await writer.flush();
      if (--shared.agents > 0) return;
      ofDisk.delete(folder);
      await shared.pack();
    },
  };
}

/** The files bear the name of the first agent. */
function opened(agentId: string, folder: string, options: Omit<LogWriterOptions, 'path' | 'file'>): Shared {
  const { disk, limits = LOG_LIMITS } = options;
  const losses: Shared['losses'] = new Map();
  /** The lines of each agent that are lost, and how many lines at the next append's beginning say so. */
  const missing = new Map<string, number>();
  let gaps = 0;
  const [segmentBytes, partBytes] = [limits.maxBytes, Math.min(limits.maxBytes, 2 ** 20) / 4];
  const onFailure = (thrown: unknown) => losses.get(agentId)?.onFailure?.(thrown, 0);
  const segments = new SegmentWriter({ disk, folder, writer: agentId, segmentBytes, partBytes, onFailure });
  let unlooked = 0;
  const file = {
    async append(text: Uint8Array): Promise<void> {
      const told = gaps;
      gaps = 0;
      await segments.appendLines(text).catch((thrown: unknown) => {
        lose(keyedLines(stringOf(text)).slice(told), thrown);
        throw thrown;
      });
      if (told > 0) missing.clear();
      unlooked += text.length;
      // Packed, this much is never more than one segment.
      if (unlooked < limits.maxBytes) return;
      unlooked = 0;
      // A segment that cannot be removed now goes with the next: the lines are kept all the same.
      await removeOldest().catch(() => undefined);
    },
  };
  async function removeOldest(): Promise<void> {
    const own = (await disk.list(folder)).filter(
      (name) => name.startsWith(`${segments.name}.`) && name.endsWith('.zst'),
    );
    const old = own.toSorted(byNaturalOrder).slice(0, -limits.maxFiles);
    for (const name of old) await disk.remove(join(folder, name));
  }
  function lose(lines: readonly KeyedLine[], thrown: unknown): void {
    for (const [id, own] of Map.groupBy(lines, ({ key }) => key)) {
      missing.set(id, (missing.get(id) ?? 0) + own.length);
      losses.get(id)?.onFailure?.(thrown, own.length);
    }
  }
  function gap(_lines: number, reason: string): string {
    gaps = missing.size;
    return [...missing].map(([id, count]) => `${openingOf(id)}${losses.get(id)?.gap(count, reason)}}`).join('\n');
  }
  const writer = logWriter({ disk, clock: options.clock, path: folder, file, gap });
  return { writer, losses, agents: 0, pack: () => segments.flush() };
}

/** A line as it is spelled in a segment, until its text. */
function openingOf(key: string): string {
  return lineText({ key, text: '' }).slice(0, -'}\n'.length);
}

/** The lines of an agent's log in order, from its files and from segments, however it is kept; torn ones are left out. */
export async function agentLogLines(disk: Disk, root: string, agentId: string): Promise<readonly string[]> {
  const reader = new SegmentReader(disk, segmentsIn(root));
  await reader.look();
  const packed = await reader.find(agentId);
  const filed = await Array.fromAsync(linesOf(disk, (await filesOfAgents(disk, root)).get(agentId)));
  return packed.length === 0 ? filed : [...packed, ...filed].toSorted(byStamp);
}

/** Lines that are held in memory on their way from segments to files, in characters. */
const UNPACKED_AT_ONCE = 2 ** 22;

/** A part of all logs: the lines of these agents, from one time until before another. */
export interface LogPart {
  readonly agents: ReadonlySet<string>;
  readonly since: string;
  readonly until?: string | undefined;
}

/**
 * Writes the log of every agent, whether its messages lie in segments or in its files, as a file below another folder of
 * logs, or the part of them that is wanted; the agents of them. Logs may be longer than memory: of each writer a frame is held, and of each
 * agent's files a piece. Segments that cannot be read are told, in a line each.
 */
export async function unpackMessages(
  disk: Disk,
  [root, into]: readonly [string, string],
  onDamage: (detail: string) => void,
  part?: LogPart,
): Promise<readonly string[]> {
  const reader = new SegmentReader(disk, segmentsIn(root));
  await reader.look();
  for (const detail of reader.damage()) onDamage(detail);
  const isWanted = (id: string) => part?.agents.has(id) !== false;
  const files = await filesOfAgents(disk, root);
  const [agents, target] = [new Set([...reader.keys(), ...files.keys()].filter(isWanted)), logPaths(into)];
  const written = new Set<string>();
  const held = new Map<string, string>();
  let size = 0;
  async function write(): Promise<void> {
    for (const [id, text] of held) await disk.append(target.agent(id), text);
    held.clear();
    size = 0;
  }
  async function put(id: string, line: string): Promise<void> {
    written.add(id);
    held.set(id, `${held.get(id) ?? ''}${line}\n`);
    size += line.length;
    if (size > UNPACKED_AT_ONCE) await write();
  }
  // Warnings and errors were written beside the segments.
  const filed = new Map<string, Ahead<string>>();
  for (const id of agents) {
    await disk.remove(target.agent(id));
    const first = await ahead(within(part, linesOf(disk, files.get(id)), (line) => line));
    if (first !== undefined) filed.set(id, first);
  }
  const streams = reader.streams(onDamage, isWanted).map((stream) => within(part, stream, ({ text }) => text));
  for await (const { key, text } of inOrder(streams)) {
    for (let its = filed.get(key); its !== undefined && byStamp(its.next, text) < 0; its = filed.get(key)) {
      await put(key, its.next);
      if (!(await its.step())) filed.delete(key);
    }
    await put(key, text);
  }
  for (const [id, its] of filed)
    do await put(id, its.next);
    while (await its.step());
  await write();
  return [...written].toSorted(byNaturalOrder);
}

/** The lines of a stream that are of a part by their time. */
async function* within<Line>(
  part: LogPart | undefined,
  lines: AsyncGenerator<Line>,
  textOf: (line: Line) => string,
): AsyncGenerator<Line> {
  const [since, until] = [part?.since, part?.until].map((at) => at && `{"timestamp":"${at}"`);
  for await (const line of lines) {
    const stamp = stampOf(textOf(line));
    if ((since === undefined || stamp >= since) && (until === undefined || stamp < until)) yield line;
  }
}

/** A stream whose next value is looked at before it is taken. */
interface Ahead<T> {
  next: T;
  /** Goes on to the value behind it; false where there is none. */
  step(): Promise<boolean>;
}

/** A stream from its first value on; undefined when it is empty. */
async function ahead<T>(stream: AsyncGenerator<T>): Promise<Ahead<T> | undefined> {
  const first = await stream.next();
  if (first.done === true) return undefined;
  const at: Ahead<T> = {
    next: first.value,
    async step() {
      const read = await stream.next();
      if (read.done !== true) at.next = read.value;
      return read.done !== true;
    },
  };
  return at;
}

/** The lines of all streams, of which each is in order, in order. */
async function* inOrder(streams: readonly AsyncGenerator<KeyedLine>[]): AsyncGenerator<KeyedLine> {
  const open = new Set((await Promise.all(streams.map(ahead))).filter((stream) => stream !== undefined));
  while (open.size > 0) {
    const oldest = [...open].reduce((a, b) => (byStamp(b.next.text, a.next.text) < 0 ? b : a));
    yield oldest.next;
    if (!(await oldest.step())) open.delete(oldest);
  }
}

/** Bytes of a file that are read at a time. */
const PIECE = 2 ** 16;

/** An agent's own log, and those that were full before it. */
const LOG = /^(.+?)\.log(?:\.(\d+))?\.jsonl$/;

/** The files of every agent's own log, the oldest first. */
async function filesOfAgents(disk: Disk, root: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const folder = logPaths(root).agents;
  const found = (await disk.list(folder)).flatMap((name) => {
    const [, id, nth = '0'] = LOG.exec(name) ?? [];
    return id === undefined ? [] : [{ id, nth: Number(nth), path: join(folder, name) }];
  });
  const byAgent = Map.groupBy(
    found.sort((a, b) => b.nth - a.nth),
    ({ id }) => id,
  );
  return new Map([...byAgent].map(([id, files]) => [id, files.map(({ path }) => path)]));
}

/** The whole lines of some files, one after the other. */
async function* linesOf(disk: Disk, paths: readonly string[] = []): AsyncGenerator<string> {
  for (const path of paths) {
    let rest = Buffer.alloc(0);
    for (let at = 0, piece = await disk.readBytes(path, at, PIECE); piece !== undefined && piece.length > 0; ) {
      const bytes = Buffer.concat([rest, piece]);
      const end = bytes.lastIndexOf('\n');
      if (end >= 0) yield* bytes.toString('utf8', 0, end).split('\n');
      rest = bytes.subarray(end + 1);
      at += piece.length;
      piece = await disk.readBytes(path, at, PIECE);
    }
  }
}

function byStamp(a: string, b: string): number {
  return Number(stampOf(a) > stampOf(b)) - Number(stampOf(a) < stampOf(b));
}

/** Every line begins with its time, which is always as long. */
function stampOf(line: string): string {
  return line.slice(0, '{"timestamp":"2025-01-15T10:00:00.000Z"'.length);
}

/** The folder of the messages of all agents below a folder of logs. */
export function segmentsIn(root: string): string {
  return join(logPaths(root).agents, 'segments');
}
