/**
 * The records of a process: its matches and histories, kept beside the ledger by one policy. `files` keeps a file for
 * each, `segments` lines in a few compressed files, `none` nothing. Whatever the policy is now, what was kept is read.
 */
import { join } from 'node:path';
import { MatchRecord } from '../../contracts/files/match.ts';
import type { RecordsPolicy } from '../../contracts/files/system.ts';
import { byNaturalOrder } from '../../core/ids.ts';
import { strictText } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Disk } from '../disk/disk.ts';
import { type DataFault, documentIn, documentText } from '../files/document.ts';
import { dataPaths } from '../paths.ts';
import { MatchRepository } from '../repositories.ts';
import { type SegmentOptions, SegmentReader, SegmentWriter } from './segments.ts';

/** What a referee keeps of the matches of one league. */
export interface MatchRecords {
  /** Keeps the record of a match. Resolves when a kill of the process would leave it; rejects when the disk will not take it. */
  saveMatch(matchId: string, record: MatchRecord): Promise<void>;
  /** The newest record of a match that is wanted, else the newest; undefined when there is none. */
  getMatch(
    matchId: string,
    isWanted?: (record: MatchRecord) => boolean,
  ): Promise<Result<MatchRecord | undefined, DataFault>>;
  /** The ids of all matches on record, in natural order. */
  listMatches(): Promise<readonly string[]>;
  /** Puts everything in order when its referee ends. */
  flush?(): Promise<void>;
}

/** Where records are kept. */
export interface RecordsPlace {
  readonly disk: Disk;
  /** Such as SHARED/data. */
  readonly root: string;
  /** Of parts and segments; absent: as large as is good for both. */
  readonly sizes?: Pick<SegmentOptions, 'partBytes' | 'segmentBytes'>;
}

/** The records of one process, shared by all its agents. */
export class Records {
  readonly policy: RecordsPolicy;
  readonly #disk: Disk;
  readonly #root: string;
  readonly #sizes: NonNullable<RecordsPlace['sizes']>;
  #histories: SegmentWriter | undefined;
  /** The players that have asked for their histories. */
  readonly #asked = new Set<string>();
  /** Told already: each damage once, however often histories are read. */
  readonly #told = new Set<string>();
  /** Lines of histories that were read and are not asked for yet, by player: where a second one asks, more will. */
  #read: Promise<Map<string, string[]>> | undefined;

  constructor(policy: RecordsPolicy, { disk, root, sizes = {} }: RecordsPlace) {
    this.policy = policy;
    this.#disk = disk;
    this.#root = root;
    this.#sizes = sizes;
  }

  /** Where a referee keeps the matches of a league. */
  async matches(leagueId: string, refereeId: string): Promise<MatchRecords> {
    const folder = dataPaths(this.#root).matches(leagueId);
    const reader = new MatchReader(this.#disk, folder);
    const read = {
      async getMatch(matchId: string, isWanted?: (record: MatchRecord) => boolean) {
        const found = await reader.get(matchId, isWanted);
        return found.ok ? ok(found.value?.record) : found;
      },
      listMatches: () => reader.list(),
    };
    if (this.policy === 'files') {
      const files = new MatchRepository(leagueId, { disk: this.#disk, root: this.#root });
      return { ...read, saveMatch: (key, record) => files.saveMatch(key, record) };
    }
    if (this.policy === 'none') {
      await this.#disk.replace(join(folder, NOT_KEPT), `${NOT_KEPT_TEXT}.\n`);
      return { ...read, saveMatch: async () => undefined };
    }
    const place = { ...this.#sizes, disk: this.#disk, folder: join(folder, SEGMENTS) };
    const writer = new SegmentWriter({ ...place, writer: refereeId });
    return {
      ...read,
      saveMatch: (key, record) => writer.append({ key, text: recordLine(record) }),
      flush: () => writer.flush(),
    };
  }

  /** The entries of a player's history that lie in segments, as JSON, oldest first. What cannot be read is told, once. */
  async historyOf(playerId: string, onDamage?: (detail: string) => void): Promise<readonly string[]> {
    const tell = (detail: string) => {
      if (!this.#told.has(detail)) onDamage?.(detail);
      this.#told.add(detail);
    };
    const isAlone = this.#asked.size === 0 || this.#asked.has(playerId);
    const asked = new Set(this.#asked.add(playerId));
    if (isAlone) return (await this.#readHistories(tell, (key) => key === playerId)).get(playerId) ?? [];
    this.#read ??= this.#readHistories(tell, (key) => key === playerId || !asked.has(key));
    const lines = await this.#read.catch((thrown: unknown) => {
      this.#read = undefined;
      throw thrown;
    });
    const own = lines.get(playerId) ?? [];
    lines.delete(playerId);
    return own;
  }

  /** The matches have begun: lines that no player has asked for yet are no longer held. */
  letGo(): void {
    this.#read = undefined;
  }

  /** Keeps an entry of a player's history, as JSON. Resolves when a kill of the process would leave it. */
  addToHistory(key: string, text: string): Promise<void> {
    this.letGo();
    if (this.policy !== 'segments') return Promise.resolve();
    const folder = dataPaths(this.#root).histories;
    this.#histories ??= new SegmentWriter({ ...this.#sizes, disk: this.#disk, folder, writer: key });
    return this.#histories.append({ key, text });
  }

  /** Resolves when all histories are in order. */
  async flush(): Promise<void> {
    await this.#histories?.flush();
  }

  async #readHistories(
    onDamage: (detail: string) => void,
    isWanted: (key: string) => boolean,
  ): Promise<Map<string, string[]>> {
    const reader = new SegmentReader(this.#disk, dataPaths(this.#root).histories);
    await reader.look();
    for (const detail of reader.damage()) onDamage(detail);
    const lines = new Map<string, string[]>();
    for await (const { key, text } of reader.lines(onDamage, isWanted)) {
      const own = lines.get(key);
      if (own === undefined) lines.set(key, [text]);
      else own.push(text);
    }
    return lines;
  }
}

const SEGMENTS = 'segments';
const NOT_KEPT = 'NOT_KEPT';
/** Said wherever the records of a league are asked for that were never written. */
export const NOT_KEPT_TEXT = 'the records of this league were not kept (records: none)';

/** A record, and how it lies on the disk. */
export interface KeptRecord {
  readonly record: MatchRecord;
  /** Whether it is there to the byte as it is written. */
  readonly isAsWritten: boolean;
}

const readers = new WeakMap<Disk, Map<string, MatchReader>>();

/** The reader of a folder on a disk: the same one each time, since it knows where in the segments a match lies. */
export function matchReader(disk: Disk, folder: string): MatchReader {
  const ofDisk = readers.get(disk) ?? new Map<string, MatchReader>();
  readers.set(disk, ofDisk);
  const reader = ofDisk.get(folder) ?? new MatchReader(disk, folder);
  ofDisk.set(folder, reader);
  return reader;
}

/** Reads the records of the matches in a folder, however they were kept, also while they are written. */
export class MatchReader {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #segments: SegmentReader;
  #hasLooked = false;

  constructor(disk: Disk, folder: string) {
    this.#disk = disk;
    this.#folder = folder;
    this.#segments = new SegmentReader(disk, join(folder, SEGMENTS));
  }

  /** Where the record of a match is, or would be. */
  where(matchId: string): string {
    return this.#segments.has(matchId) ? join(this.#folder, SEGMENTS) : this.#file(matchId);
  }

  /** The ids of all matches on record, in natural order. */
  async list(): Promise<readonly string[]> {
    await this.#look();
    const files = (await this.#disk.list(this.#folder)).filter((name) => name.endsWith(FILE));
    const ids = new Set([...files.map((name) => name.slice(0, -FILE.length)), ...this.#segments.keys()]);
    return [...ids].sort(byNaturalOrder);
  }

  /** Whether the referees of this folder keep records at all. */
  async isKept(): Promise<boolean> {
    return (await this.#disk.read(join(this.#folder, NOT_KEPT))) === undefined;
  }

  /** The newest record of a match that is wanted, else the newest; undefined when there is none. */
  async get(
    matchId: string,
    isWanted: (record: MatchRecord) => boolean = () => true,
  ): Promise<Result<KeptRecord | undefined, DataFault>> {
    const file = this.#file(matchId);
    const text = await this.#disk.read(file);
    const filed = documentIn(text, file, MatchRecord);
    let fault = filed.ok ? undefined : filed.error;
    let best = filed.ok && filed.value !== undefined ? keptAs(filed.value, documentText, text) : undefined;
    if (best !== undefined && isWanted(best.record)) return ok(best);
    const onDamage = (detail: string) => {
      fault ??= { code: 'DAMAGED', file: this.where(matchId), detail };
    };
    for (const kept of await this.#lines(matchId, onDamage)) {
      const read = documentIn(kept, this.where(matchId), MatchRecord);
      if (!read.ok) fault ??= read.error;
      else if (read.value !== undefined && (best === undefined || !isWanted(best.record) || isWanted(read.value)))
        best = keptAs(read.value, recordLine, kept);
    }
    return best === undefined && fault !== undefined ? err(fault) : ok(best);
  }

  async #lines(matchId: string, onDamage: (detail: string) => void): Promise<readonly string[]> {
    if (!this.#hasLooked || !this.#segments.has(matchId)) await this.#look();
    return this.#segments.find(matchId, onDamage);
  }

  async #look(): Promise<void> {
    await this.#segments.look();
    this.#hasLooked = true;
  }

  #file(matchId: string): string {
    return join(this.#folder, `${matchId}${FILE}`);
  }
}

const FILE = '.json';

function keptAs(record: MatchRecord, spelled: (record: MatchRecord) => string, text: string | undefined): KeptRecord {
  return { record, isAsWritten: spelled(record) === text };
}

function recordLine(record: MatchRecord): string {
  return strictText(JSON.stringify(record));
}
