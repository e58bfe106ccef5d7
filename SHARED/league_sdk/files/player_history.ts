/** A player's memory on disk: every match it played, one entry per run and match, and the statistics of them. */
import { HistoryEntry, HistoryFile } from '../../contracts/files/history.ts';
import { fits } from '../../contracts/validator.ts';
import { later, timestamp } from '../../core/clock.ts';
import { parseJson } from '../../core/json.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Text } from '../disk/disk.ts';
import { dataPaths } from '../paths.ts';
import { type DebouncedFiles, debouncedFiles } from './debounced_file.ts';
import { type DataFault, documentText, FILE_LIMITS, readDocument, type Store } from './document.ts';

/** A history grows with every match and is written whole: seldom, since only its player waits for it. */
const EVERY_MS = 1_000;
/** And only when it has grown by so much: a match then costs about three times its own text, however long the league is. */
const NEW_SHARE = 1 / 2;
/** A history of so few matches is cheap in any case. */
const FEW = 32;
/** The number of lines beside a history that has them all at which they are removed. */
const ENOUGH_LINES = 100;

/**
 * `history.json`, and beside it `history.jsonl`: lines of the matches that came too soon after others to be in it yet.
 * Read once and then kept in memory, so that ten thousand matches cost no more than one at a time.
 */
export class PlayerHistoryRepository {
  readonly path: string;
  readonly #linesPath: string;
  readonly #store: Store;
  readonly #player: { readonly id: string; readonly name: string | undefined };
  readonly #writer: DebouncedFiles;
  #opened: Promise<Result<OpenHistory, DataFault>> | undefined;
  /** The lines beside the file, and how many of them are removed when the file has them. */
  #lines = 0;
  #enough = ENOUGH_LINES;
  /** How many matches are not in the file yet, but in lines. */
  #unwritten = 0;
  /** When the file may be written again. */
  #dueAt = 0;
  /** Whether the last line may lack its end: the next one must not become part of it. */
  #isTorn = false;

  constructor(playerId: string, store: Store, displayName?: string) {
    this.path = dataPaths(store.root).history(playerId);
    this.#linesPath = `${this.path}l`;
    this.#store = store;
    this.#player = { id: playerId, name: displayName };
    const { clock, onFailure } = store;
    this.#writer = debouncedFiles({
      disk: { replace: (_path, text) => this.#replace(text) },
      clock,
      path: this.path,
      everyMs: () => EVERY_MS,
      ...(onFailure === undefined ? {} : { onFailure }),
    });
  }

  /** The whole history; an empty one when there is no file yet. */
  async getHistory(): Promise<Result<HistoryFile, DataFault>> {
    const opened = await this.#open();
    // Kept elsewhere than in files of its own, it need not be in memory as well.
    if (!this.#isFiled()) this.#opened = undefined;
    return opened.ok ? ok(opened.value.file) : opened;
  }

  #isFiled(): boolean {
    return (this.#store.records?.policy ?? 'files') === 'files';
  }

  /**
   * Remembers a match; the same match of the same run again takes the place of the first. Resolves when a kill of the
   * process would leave it, or when the disk would not take it, of which `onFailure` is told. In the file with the next
   * ones, or by `flush`.
   */
  async addMatchResult(entry: HistoryEntry): Promise<Result<void, DataFault>> {
    const { records, onFailure } = this.#store;
    if (records !== undefined && !this.#isFiled()) {
      await records
        .addToHistory(this.#player.id, JSON.stringify(entry), onFailure)
        .catch((thrown: unknown) => onFailure?.(thrown));
      return ok(undefined);
    }
    const opened = await this.#open();
    if (!opened.ok) return opened;
    records?.letGo();
    opened.value.add(entry);
    this.#unwritten += 1;
    const { length } = opened.value;
    const isMuch = length <= FEW || this.#unwritten >= NEW_SHARE * length;
    if (isMuch) this.#show(opened.value);
    const isDue = isMuch && this.#store.clock.monotonic() >= this.#dueAt;
    const tell = (thrown: unknown): false => {
      this.#store.onFailure?.(thrown);
      return false;
    };
    const isWritten = isDue && (await this.#writer.flush().then(() => true, tell));
    if (!isWritten) await this.#appendLine(entry).catch(tell);
    return ok(undefined);
  }

  /** Resolves when the whole history is in the file, or where else it is kept. */
  async flush(): Promise<void> {
    if (!this.#isFiled()) return this.#store.records?.flush();
    const opened = await this.#opened;
    if (opened?.ok && this.#lines > 0) this.#show(opened.value);
    this.#enough = 1;
    await this.#writer.flush().finally(() => {
      this.#enough = ENOUGH_LINES;
    });
  }

  /** Puts a damaged history out of the way and begins a new one; tells where the old one lies. */
  async setAside(): Promise<string> {
    const aside = `${this.path}.damaged-${timestamp(this.#store.clock).replace(/[:.]/g, '-')}`;
    await this.#store.disk.rename(this.path, aside);
    this.#opened = undefined;
    return aside;
  }

  #show(history: OpenHistory): void {
    this.#writer.show(() => documentText({ ...history.file, last_updated: timestamp(this.#store.clock) }));
  }

  async #appendLine(entry: HistoryEntry): Promise<void> {
    const line = `${this.#isTorn ? '\n' : ''}${JSON.stringify(entry)}\n`;
    this.#lines += 1;
    this.#isTorn = true;
    await this.#store.disk.append(this.#linesPath, line);
    this.#isTorn = false;
  }

  async #replace(text: Text): Promise<void> {
    const { disk, clock } = this.#store;
    const lines = this.#lines;
    const unwritten = this.#unwritten;
    this.#dueAt = Number.POSITIVE_INFINITY;
    await disk.replace(this.path, text).finally(() => {
      this.#dueAt = later(clock.monotonic(), EVERY_MS);
    });
    this.#unwritten -= unwritten;
    // A line that came meanwhile is not in the file yet.
    if (lines < this.#enough || this.#lines !== lines) return;
    this.#lines = 0;
    await disk.remove(this.#linesPath);
  }

  #open(): Promise<Result<OpenHistory, DataFault>> {
    this.#opened ??= this.#read();
    return this.#opened;
  }

  async #read(): Promise<Result<OpenHistory, DataFault>> {
    const read = await readDocument(this.#store.disk, this.path, HistoryFile);
    if (!read.ok) return read;
    const { id, name } = this.#player;
    const file = { ...(read.value ?? emptyHistory(id)), ...(name === undefined ? {} : { display_name: name }) };
    const history = new OpenHistory(file);
    const text = (await this.#store.disk.read(this.#linesPath)) ?? '';
    for (const entry of entriesIn(text)) history.add(entry);
    const { records, onFailure } = this.#store;
    for (const line of (await records?.historyOf(id, (detail) => onFailure?.(new Error(detail)))) ?? [])
      for (const entry of entriesIn(line)) history.add(entry);
    this.#lines = text.split('\n').length - 1;
    this.#isTorn = text !== '' && !text.endsWith('\n');
    return ok(history);
  }
}

/** The matches in lines that were put beside a history; a line that a kill or a full disk has torn is none. */
function entriesIn(text: string): readonly HistoryEntry[] {
  return text.split('\n').flatMap((line) => {
    const parsed = parseJson(line, FILE_LIMITS);
    return parsed.ok && fits(HistoryEntry, parsed.value) ? [parsed.value] : [];
  });
}

/** A history in memory. An entry costs the same whether or not its match is known: the sums are made when they are asked for. */
class OpenHistory {
  #file: HistoryFile;
  readonly #places = new Map<string, number>();
  /** Whether the sums follow from the matches; those of a file are taken as read until a match is added. */
  #sums: 'read' | 'due' | 'made' = 'read';

  constructor(file: HistoryFile) {
    this.#file = file;
    for (const [place, entry] of file.matches.entries()) this.#places.set(keyOf(entry), place);
  }

  /** The number of matches. */
  get length(): number {
    return this.#file.matches.length;
  }

  /** The file with the sums of its matches. */
  get file(): HistoryFile {
    if (this.#sums === 'due') {
      this.#file = { ...this.#file, ...emptySums() };
      for (const entry of this.#file.matches) count(this.#file, entry);
      this.#sums = 'made';
    }
    return this.#file;
  }

  /** Takes in a match; one that is known by its run takes the place of the first. */
  add(entry: HistoryEntry): void {
    const key = keyOf(entry);
    const place = this.#places.get(key);
    if (place === undefined) this.#places.set(key, this.#file.matches.push(entry) - 1);
    else this.#file.matches[place] = entry;
    if (place === undefined && this.#sums === 'made') count(this.#file, entry);
    else this.#sums = 'due';
  }
}

function keyOf(entry: HistoryEntry): string {
  return `${entry.league_id}/${entry.run_id ?? ''}/${entry.match_id}`;
}

function emptyHistory(playerId: string): HistoryFile {
  const { stats, opponent_history } = emptySums();
  return { schema_version: '1.0.0', player_id: playerId, stats, matches: [], opponent_history };
}

function emptySums() {
  const stats = { total_matches: 0, wins: 0, losses: 0, draws: 0, technical_losses: 0, win_rate: 0, total_points: 0 };
  return { stats, opponent_history: {} as HistoryFile['opponent_history'] };
}

const COUNTED = { WIN: 'wins', LOSS: 'losses', DRAW: 'draws', TECHNICAL_LOSS: 'technical_losses' } as const;

function count({ stats, opponent_history }: HistoryFile, entry: HistoryEntry): void {
  const kind = COUNTED[entry.result];
  stats.total_matches += 1;
  stats[kind] = (stats[kind] ?? 0) + 1;
  stats.win_rate = stats.wins / stats.total_matches;
  stats.total_points = (stats.total_points ?? 0) + entry.points_earned;

  const known = Object.hasOwn(opponent_history, entry.opponent_id) ? opponent_history[entry.opponent_id] : undefined;
  const opponent = known ?? { matches_played: 0, wins: 0, losses: 0, draws: 0, their_choices: [] };
  const against = kind === 'technical_losses' ? 'losses' : kind;
  opponent.matches_played += 1;
  opponent[against] = (opponent[against] ?? 0) + 1;
  if (entry.opponent_choice !== null) opponent.their_choices.push(entry.opponent_choice);
  opponent_history[entry.opponent_id] = opponent;
}
