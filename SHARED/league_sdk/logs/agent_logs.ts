/**
 * Copies of agents' logs for `league export --format files`: from the files of each agent, and from the compressed
 * segments in which version 0.3.0 kept the messages of large leagues.
 */
import { join } from 'node:path';
import { byNaturalOrder } from '../../core/ids.ts';
import type { Disk } from '../disk/disk.ts';
import { logPaths } from '../paths.ts';
import { SegmentReader } from '../records/segments.ts';

/** A part of all logs: the lines of these agents, from one time until before another. */
export interface LogPart {
  readonly agents: ReadonlySet<string>;
  readonly since: string;
  readonly until?: string | undefined;
}

/** Lines that are held in memory before they are appended to the copies, in characters. */
const MAX_HELD = 2 ** 22;

/**
 * Copy a part of each agent's log to one file below another folder of logs; return the agents that have lines in it.
 * Logs may be longer than memory. Segments that cannot be read are reported, one line each.
 */
export async function copyAgentLogs(
  disk: Disk,
  [root, target]: readonly [string, string],
  { agents, since, until }: LogPart,
  onDamage: (detail: string) => void,
): Promise<readonly string[]> {
  const [first, end] = [stampAt(since), until && stampAt(until)];
  const copied = new Set<string>();
  const held = new Map<string, string>();
  let size = 0;
  const pathOf = (id: string) => logPaths(target).agent(id);

  async function put(id: string, line: string): Promise<void> {
    const stamp = stampOf(line);
    if (!agents.has(id) || stamp < first || (end !== undefined && stamp >= end)) return;
    copied.add(id);
    held.set(id, `${held.get(id) ?? ''}${line}\n`);
    size += line.length;
    if (size > MAX_HELD) await appendHeld();
  }
  async function appendHeld(): Promise<void> {
    for (const [id, text] of held) await disk.append(pathOf(id), text);
    held.clear();
    size = 0;
  }

  const segments = new SegmentReader(disk, join(logPaths(root).agents, 'segments'));
  await segments.look();
  for (const detail of segments.damage()) onDamage(detail);
  for await (const { key, text } of segments.lines(onDamage, (id) => agents.has(id))) await put(key, text);
  const packed = [...copied];
  for (const [id, path] of await filesOfAgents(disk, root))
    for await (const line of linesOf(disk, path)) await put(id, line);
  await appendHeld();
  for (const id of packed) await sortLines(disk, pathOf(id));
  return [...copied].toSorted(byNaturalOrder);
}

/** In a longer copy the warnings and errors stay at the end: 0.3.0 wrote them to a file, and all other lines to segments. */
const MAX_SORTED_BYTES = 2 ** 28;

async function sortLines(disk: Disk, path: string): Promise<void> {
  const { bytes = 0 } = (await disk.measure(path)) ?? {};
  if (bytes > MAX_SORTED_BYTES) return;
  const lines = ((await disk.read(path)) ?? '').split('\n').slice(0, -1);
  const sorted = lines.toSorted((a, b) => Number(stampOf(a) > stampOf(b)) - Number(stampOf(a) < stampOf(b)));
  await disk.replace(path, `${sorted.join('\n')}\n`);
}

/** An agent's own log, and those that were full before it. */
const LOG = /^(.+?)\.log(?:\.(\d+))?\.jsonl$/;

/** The files of all agents, of each agent the oldest first. */
async function filesOfAgents(disk: Disk, root: string): Promise<readonly (readonly [string, string])[]> {
  const folder = logPaths(root).agents;
  const found = (await disk.list(folder)).flatMap((name) => {
    const [, id, nth = '0'] = LOG.exec(name) ?? [];
    return id === undefined ? [] : [{ id, nth: Number(nth), path: join(folder, name) }];
  });
  return found.sort((a, b) => b.nth - a.nth).map(({ id, path }) => [id, path]);
}

/** Bytes of a file that are read at a time. */
const PIECE = 2 ** 16;

/** The whole lines of a file. */
async function* linesOf(disk: Disk, path: string): AsyncGenerator<string> {
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

/** Every line begins with its time, which is always as long. */
function stampOf(line: string): string {
  return line.slice(0, stampAt('2025-01-15T10:00:00.000Z').length);
}

function stampAt(time: string): string {
  return `{"timestamp":"${time}"`;
}
