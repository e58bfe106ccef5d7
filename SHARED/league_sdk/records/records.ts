/**
 * The records of a process: its matches and histories, kept beside the ledger by one policy. `files` keeps a file for
 * each, `segments` lines in a few compressed files. Records of both policies are read.
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

/** The records that a referee keeps of the matches of one league. */
export interface MatchRecords {
  /** Keeps the record of a match. Resolves when a kill of the process would leave it; rejects when the disk will not take it. */
  saveMatch(matchId: string, record: MatchRecord): Promise<void>;
  /**
   * The newest record of a match that is wanted, else the newest; undefined when there is none. Where one is wanted and
   * not among those that can be read, the fault of one that cannot.
   */
  getMatch(
    matchId: string,
    isWanted?: (record: MatchRecord) => boolean,
  ): Promise<Result<MatchRecord | undefined, DataFault>>;
  /** The ids of all matches on record, in natural order. */
  listMatches(): Promise<readonly string[]>;
  /** Puts everything in order when its referee ends. */
  flush?(): Promise<void>;
}

type OnFailure = SegmentOptions['onFailure'];

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

  /** Where a referee keeps the matches of a league. `onFailure` hears why lines that are kept cannot be packed now. */
  async matches(leagueId: string, refereeId: string, onFailure?: OnFailure): Promise<MatchRecords> {
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
    const place = { ...this.#sizes, disk: this.#disk, folder: join(folder, SEGMENTS) };
    const writer = new SegmentWriter({ ...place, writer: refereeId, onFailure });
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
    this.#asked.add(playerId);
    if (isAlone) return (await this.#readHistories(tell, (key) => key === playerId)).get(playerId) ?? [];
    if (this.#read === undefined) {
      // As it is now: the next to ask comes while the histories are read.
      const asked = new Set(this.#asked);
      this.#read = this.#readHistories(tell, (key) => key === playerId || !asked.has(key));
    }
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

  /**
   * Keeps an entry of a player's history, as JSON. Resolves when a kill of the process would leave it. `onFailure` of the
   * process's first player hears why entries that are kept cannot be packed now.
   */
  addToHistory(key: string, text: string, onFailure?: OnFailure): Promise<void> {
    this.letGo();
    if (this.policy !== 'segments') return Promise.resolve();
    const folder = dataPaths(this.#root).histories;
    this.#histories ??= new SegmentWriter({ ...this.#sizes, disk: this.#disk, folder, writer: key, onFailure });
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
/** A file in the folder of a league that version 0.3.0 played without records; it may have gone on with them since. */
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

  /** Whether the referees of this folder have kept all their records. */
  async isKept(): Promise<boolean> {
    return (await this.#disk.read(join(this.#folder, NOT_KEPT))) === undefined;
  }

  /** One line on each segment that cannot be read to its end, as of the last `get` or `list`: matches may be missing. */
  damage(): readonly string[] {
    return this.#segments.damage();
  }

  /**
   * The newest record of a match that is wanted, else the newest; undefined when there is none. Where one is wanted and
   * not among those that can be read, the fault of one that cannot.
   */
  async get(
    matchId: string,
    isWanted?: (record: MatchRecord) => boolean,
  ): Promise<Result<KeptRecord | undefined, DataFault>> {
    if (this.#hasLooked && isWanted !== undefined) {
      const known = await this.#best(matchId, isWanted);
      if (known.isWanted) return ok(known.kept);
    }
    // One that is wanted, or a newer one, may have been written since.
    await this.#look();
    const { kept, fault, ...best } = await this.#best(matchId, isWanted);
    const isMissed = isWanted !== undefined && !best.isWanted;
    return fault !== undefined && (kept === undefined || isMissed) ? err(fault) : ok(kept);
  }

  /** The best record of those that are known of; a file is opened only where no segment has one that is wanted. */
  async #best(matchId: string, isWanted: ((record: MatchRecord) => boolean) | undefined): Promise<Best> {
    const best: { -readonly [K in keyof Best]: Best[K] } = { isWanted: false };
    const take = (text: string | undefined, where: string, spelled: (record: MatchRecord) => string) => {
      const read = documentIn(text, where, MatchRecord);
      if (!read.ok) best.fault ??= read.error;
      if (!read.ok || read.value === undefined) return;
      const its = isWanted?.(read.value) ?? false;
      const isNewer = (read.value.assignment_epoch ?? 0) >= (best.kept?.record.assignment_epoch ?? 0);
      if (best.kept !== undefined && (its === best.isWanted ? !isNewer : !its)) return;
      best.kept = { record: read.value, isAsWritten: spelled(read.value) === text };
      best.isWanted = its;
    };
    const segments = this.where(matchId);
    const onDamage = (detail: string) => {
      best.fault ??= { code: 'DAMAGED', file: segments, detail };
    };
    for (const line of await this.#segments.find(matchId, onDamage)) take(line, segments, recordLine);
    const file = this.#file(matchId);
    if (!best.isWanted) take(await this.#disk.read(file), file, documentText);
    return best;
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

interface Best {
  readonly kept?: KeptRecord;
  readonly isWanted: boolean;
  /** Why there may be another one, which cannot be read. */
  readonly fault?: DataFault;
}

function recordLine(record: MatchRecord): string {
  return strictText(JSON.stringify(record));
}
