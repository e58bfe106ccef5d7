/** A player's memory on disk: every match it played, one entry per run and match, and the statistics of them. */
import { type HistoryEntry, HistoryFile } from '../../contracts/files/history.ts';
import { timestamp } from '../../core/clock.ts';
import { ok, type Result } from '../../core/result.ts';
import { dataPaths } from '../paths.ts';
import { type DebouncedFiles, debouncedFiles } from './debounced_file.ts';
import { type DataFault, documentText, readDocument, type Store } from './document.ts';

/** A history grows with every match and is written whole: seldom, since only its player waits for it. */
const EVERY_MS = 1_000;

/** `history.json`. Read once and then kept in memory, so that ten thousand matches cost no more than one at a time. */
export class PlayerHistoryRepository {
  readonly path: string;
  readonly #store: Store;
  readonly #player: { readonly id: string; readonly name: string | undefined };
  readonly #writer: DebouncedFiles;
  #opened: Promise<Result<OpenHistory, DataFault>> | undefined;

  constructor(playerId: string, store: Store, displayName?: string) {
    this.path = dataPaths(store.root).history(playerId);
    this.#store = store;
    this.#player = { id: playerId, name: displayName };
    const { disk, clock, onFailure } = store;
    this.#writer = debouncedFiles({
      disk,
      clock,
      path: this.path,
      everyMs: EVERY_MS,
      ...(onFailure === undefined ? {} : { onFailure }),
    });
  }

  /** The whole history; an empty one when there is no file yet. */
  async getHistory(): Promise<Result<HistoryFile, DataFault>> {
    const opened = await this.#open();
    return opened.ok ? ok(opened.value.file) : opened;
  }

  /** Remembers a match; the same match of the same run again takes the place of the first. Written soon: see `flush`. */
  async addMatchResult(entry: HistoryEntry): Promise<Result<void, DataFault>> {
    const opened = await this.#open();
    if (!opened.ok) return opened;
    opened.value.add(entry);
    this.#writer.show(() => documentText({ ...opened.value.file, last_updated: timestamp(this.#store.clock) }));
    return ok(undefined);
  }

  /** Resolves when the whole history is in the file. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  /** Puts a damaged history out of the way and begins a new one; tells where the old one lies. */
  async setAside(): Promise<string> {
    const aside = `${this.path}.damaged-${timestamp(this.#store.clock).replace(/[:.]/g, '-')}`;
    await this.#store.disk.rename(this.path, aside);
    this.#opened = undefined;
    return aside;
  }

  #open(): Promise<Result<OpenHistory, DataFault>> {
    this.#opened ??= this.#read();
    return this.#opened;
  }

  async #read(): Promise<Result<OpenHistory, DataFault>> {
    const read = await readDocument(this.#store.disk, this.path, HistoryFile);
    if (!read.ok) return read;
    const { id, name } = this.#player;
    return ok(
      new OpenHistory({ ...(read.value ?? emptyHistory(id)), ...(name === undefined ? {} : { display_name: name }) }),
    );
  }
}

/** A history in memory, kept consistent entry by entry. */
class OpenHistory {
  /** The file as it was read until the first match is added; from then on the one that follows from the matches. */
  file: HistoryFile;
  readonly #places = new Map<string, number>();
  #summed = false;

  constructor(file: HistoryFile) {
    this.file = file;
    for (const [place, entry] of file.matches.entries()) this.#places.set(keyOf(entry), place);
  }

  add(entry: HistoryEntry): void {
    const key = keyOf(entry);
    const place = this.#places.get(key);
    if (place === undefined) this.#places.set(key, this.file.matches.push(entry) - 1);
    else this.file.matches[place] = entry;
    if (place === undefined && this.#summed) count(this.file, entry);
    else this.#sumUp();
  }

  #sumUp(): void {
    this.file = { ...this.file, ...emptySums() };
    for (const entry of this.file.matches) count(this.file, entry);
    this.#summed = true;
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
