/**
 * The messages of all agents of a process in compressed segments, beside their logs: `logs/agents/segments/`. What is odd
 * about a message, and errors, are in each agent's own file at once, so that they are found without unpacking anything.
 */
import { join } from 'node:path';
import { byNaturalOrder } from '../../core/ids.ts';
import type { Disk } from '../disk/disk.ts';
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
  const segments = new SegmentWriter({ disk, folder, writer: agentId, segmentBytes, partBytes });
  let unlooked = 0;
  const file = {
    async append(text: string): Promise<void> {
      const told = gaps;
      gaps = 0;
      await segments.appendLines(text).catch((thrown: unknown) => {
        lose(keyedLines(text).slice(told), thrown);
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

/** The lines of an agent's log in order, from its file and from segments, however it is kept; torn ones are left out. */
export async function agentLogLines(disk: Disk, root: string, agentId: string): Promise<readonly string[]> {
  const reader = new SegmentReader(disk, segmentsIn(root));
  await reader.look();
  const packed = await reader.find(agentId);
  const filed = await linesOf(disk, root, agentId);
  return packed.length === 0 ? filed : inOrder([...packed, ...filed]);
}

/** Lines that are held in memory on their way from segments to files, in characters. */
const UNPACKED_AT_ONCE = 2 ** 22;

/** Writes the log of every agent whose messages lie in segments as a file below another folder of logs; the agents of them. */
export async function unpackMessages(disk: Disk, root: string, into: string): Promise<readonly string[]> {
  const reader = new SegmentReader(disk, segmentsIn(root));
  await reader.look();
  const [agents, target] = [[...reader.keys()].toSorted(byNaturalOrder), logPaths(into)];
  const held = new Map<string, string>();
  let size = 0;
  async function write(): Promise<void> {
    for (const [id, text] of held) await disk.append(target.agent(id), text);
    held.clear();
    size = 0;
  }
  for (const id of agents) await disk.remove(target.agent(id));
  for await (const { key, text } of reader.lines()) {
    held.set(key, `${held.get(key) ?? ''}${text}\n`);
    size += text.length;
    if (size > UNPACKED_AT_ONCE) await write();
  }
  await write();
  for (const id of agents) {
    // Warnings and errors were written beside the segments.
    const filed = await linesOf(disk, root, id);
    if (filed.length === 0) continue;
    const lines = inOrder([...(await linesOf(disk, into, id)), ...filed]);
    await disk.replace(target.agent(id), `${lines.join('\n')}\n`);
  }
  return agents;
}

async function linesOf(disk: Disk, root: string, agentId: string): Promise<readonly string[]> {
  return ((await disk.read(logPaths(root).agent(agentId))) ?? '').split('\n').slice(0, -1);
}

function inOrder(lines: readonly string[]): readonly string[] {
  return lines.toSorted((a, b) => Number(stampOf(a) > stampOf(b)) - Number(stampOf(a) < stampOf(b)));
}

/** Every line begins with its time, which is always as long. */
function stampOf(line: string): string {
  return line.slice(0, '{"timestamp":"2025-01-15T10:00:00.000Z"'.length);
}

/** The folder of the messages of all agents below a folder of logs. */
export function segmentsIn(root: string): string {
  return join(logPaths(root).agents, 'segments');
}
