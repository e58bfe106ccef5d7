/** I1 of records: a referee that has settled a match has its record, and a player remembers each match whose end it acknowledged. */
import { type MatchRecord, recordHash } from '../../../../SHARED/contracts/files/match.ts';
import type { Disk } from '../../../../SHARED/league_sdk/disk/disk.ts';
import { dataPaths } from '../../../../SHARED/league_sdk/paths.ts';
import { MatchReader } from '../../../../SHARED/league_sdk/records/records.ts';
import { SegmentReader } from '../../../../SHARED/league_sdk/records/segments.ts';
import { DATA } from '../parts.ts';
import { agentIn } from '../trace.ts';
import { broken, type Case, fieldIn, isHonest, isJson, typeIn, type Violation } from './evidence.ts';

type Files = ReadonlyMap<string, string>;

/** Records and histories are not synced: of what was acknowledged before a power cut nothing is asked. */
export async function records(of: Case): Promise<Violation | undefined> {
  return (await settledMatches(of)) ?? (await acknowledgedEnds(of));
}

async function settledMatches(of: Case): Promise<Violation | undefined> {
  const decided = new Map(
    of.ledger.flatMap(({ event }) => (event.type === 'match_decided' ? [[event.match_id, event] as const] : [])),
  );
  const settled = new Map<string, Set<string>>();
  const refused = refusedRuns(of);
  sinceLastCut(of, (event) => {
    // A referee whose reports were changed on the way may have been told that its own result was not the one that counts.
    if (event.kind !== 'wrote' || !event.path.endsWith('/outbox.jsonl') || !isHonest(of, event.life)) return;
    for (const { match_id, assignment_epoch } of event.text.split('\n').flatMap(settledIn)) {
      const result = decided.get(match_id);
      // The run that counts was an earlier one, whose record went with a power cut.
      if (refused.has(`${event.life} ${match_id}`)) continue;
      const isItsOwn = event.path.includes(`/${result?.referee_id}/`) && result?.epoch === assignment_epoch;
      if (isItsOwn && result.record_sha256 !== null) entry(settled, agentIn(event.life)).add(match_id);
    }
  });
  for (const [home, ids] of settled) {
    const reader = new MatchReader(lookedAt(of.files.get(home)), dataPaths(DATA).matches(of.config.league_id));
    for (const match_id of ids) {
      const sha = decided.get(match_id)?.record_sha256;
      const right = new Set<MatchRecord>();
      const found = await reader.get(match_id, (record) => {
        if (recordHash(record) === sha) right.add(record);
        return right.has(record);
      });
      const isThere = found.ok && found.value !== undefined && right.has(found.value.record);
      if (!isThere) return broken('I1', `${home} has settled ${match_id}, and its record is not on its disk`);
    }
  }
  return undefined;
}

/** By life and match, the runs whose report came after another result of the same assignment. */
function refusedRuns({ events, sent }: Case): ReadonlySet<string> {
  const refused = new Set<string>();
  for (const event of events) {
    const report =
      event.kind === 'heard' && event.text?.includes('"error_code":"E010"') ? sent.get(event.call) : undefined;
    if (report !== undefined && typeIn(report.text) === 'MATCH_RESULT_REPORT')
      refused.add(`${report.life} ${fieldIn(report.text, 'match_id')}`);
  }
  return refused;
}

interface Settled {
  readonly match_id: string;
  readonly assignment_epoch: number;
}

/** The match that a line of an outbox says is settled. */
function settledIn(line: string): readonly Settled[] {
  return line.includes('"settled":true') && isJson(line) ? [JSON.parse(line) as Settled] : [];
}

async function acknowledgedEnds(of: Case): Promise<Violation | undefined> {
  const ends = new Map<string, Set<string>>();
  const failing = new Set<string>();
  sinceLastCut(of, (event) => {
    if (event.kind === 'fault' && event.what === 'disk full') failing.add(agentIn(event.where));
    if (event.kind !== 'answered' || event.text?.includes('"GAME_OVER_ACK"') !== true) return;
    const match_id = fieldIn(event.text, 'match_id');
    if (match_id !== undefined && isHonest(of, event.life)) entry(ends, agentIn(event.life)).add(match_id);
  });
  for (const [home, ids] of ends) {
    // A player whose disk takes nothing acknowledges all the same: it has heard it.
    if (failing.has(home)) continue;
    const known = await remembered(of.files.get(home));
    const forgotten = [...ids].find((match_id) => !known.has(match_id));
    if (forgotten !== undefined)
      return broken('I1', `${home} acknowledged the end of ${forgotten}, and its history does not have it`);
  }
  return undefined;
}

async function remembered(files: Files = new Map()): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  const take = (text: string) => {
    const { matches, match_id } = JSON.parse(text) as { matches?: readonly { match_id: string }[]; match_id?: string };
    for (const id of [...(matches ?? []).map((match) => match.match_id), match_id ?? '']) known.add(id);
  };
  for (const [path, text] of files) {
    if (path.endsWith('/history.json')) take(text);
    if (path.endsWith('/history.jsonl')) for (const line of text.split('\n').filter(isJson)) take(line);
  }
  const reader = new SegmentReader(lookedAt(files), dataPaths(DATA).histories);
  await reader.look();
  for await (const { text } of reader.lines()) take(text);
  return known;
}

/** Tells of every event of the trace that no power cut of its own machine has followed. */
function sinceLastCut({ events }: Case, tell: (event: Case['events'][number]) => void): void {
  const cuts = new Map<string, number>();
  for (const [index, event] of events.entries())
    if (event.kind === 'fault' && event.what === 'power cut') cuts.set(agentIn(event.where), index);
  for (const [index, event] of events.entries()) {
    const life = event.kind === 'fault' ? event.where : event.life;
    if (cuts.size === 0 || index > (cuts.get(agentIn(life)) ?? -1)) tell(event);
  }
}

function entry(sets: Map<string, Set<string>>, home: string): Set<string> {
  const set = sets.get(home) ?? new Set<string>();
  sets.set(home, set);
  return set;
}

/** Files that are only looked at, as a disk. */
export function lookedAt(files: Files = new Map()): Disk {
  const looked: Pick<Disk, 'read' | 'readBytes' | 'list'> = {
    read: async (path) => files.get(path),
    async readBytes(path, from = 0, length) {
      const text = files.get(path);
      return text === undefined
        ? undefined
        : Buffer.from(text.slice(from, length === undefined ? undefined : from + length), 'latin1');
    },
    async list(folder) {
      const inside = [...files.keys()].filter((path) => path.startsWith(`${folder}/`));
      return [...new Set(inside.map((path) => path.slice(folder.length + 1).split('/')[0] ?? ''))];
    },
  };
  return looked as Disk;
}
