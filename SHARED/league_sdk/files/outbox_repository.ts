/** Reports that are not acknowledged yet, in one append-only file: a file for each would cost more than the match. */
import { type BegunMatch, type OutboxItem, OutboxLine } from '../../contracts/files/match.ts';
import { fits } from '../../contracts/validator.ts';
import { timestamp } from '../../core/clock.ts';
import { parseJson, strictText } from '../../core/json.ts';
import { KeyedMutex } from '../flow/mutex.ts';
import { dataPaths } from '../paths.ts';
import { FILE_LIMITS, type Store } from './document.ts';

/** The leftovers of an earlier process of the referee. */
export interface LeftBehind {
  /** Reports that have to arrive, in the order they were decided. */
  readonly items: readonly OutboxItem[];
  /** The file that holds unreadable lines, for people to decide about. */
  readonly damaged: string | undefined;
}

/** The run of a league that moves belong to: with a seed of somebody's choice another one has the same draws. */
type Run = Pick<BegunMatch, 'league_id' | 'run_id'>;

/** After so many bytes a file in which no report is open begins anew. */
const ENOUGH = 1_048_576;

/**
 * `outbox.jsonl` of one referee. Its last line may be torn: a report is sent only after its line is written. Unreadable
 * lines are put aside into one file, for people to look at.
 */
export class OutboxRepository {
  readonly path: string;
  readonly #store: Store;
  readonly #open = new Set<string>();
  /** The moves of matches that are not decided, by the commitment to their draw. */
  readonly #begun = new Map<string, BegunMatch>();
  readonly #turns = new KeyedMutex();
  #bytes = 0;
  /** Whether the last line may lack its end: the next line must not become part of it. */
  #isTorn = false;
  #aside: string | undefined;

  constructor(refereeId: string, store: Store) {
    this.path = dataPaths(store.root).outbox(refereeId);
    this.#store = store;
  }

  /** Reads the open reports, once, before anything is kept, and shortens the file to them and the moves of this run. */
  async left(run: Run): Promise<LeftBehind> {
    const { disk } = this.#store;
    const text = await disk.read(this.path);
    if (text === undefined) return { items: [], damaged: undefined };
    const { items, begun, isDamaged } = outboxIn(text);
    const damaged = isDamaged ? this.#asidePath() : undefined;
    if (damaged !== undefined) await disk.rename(this.path, damaged);
    for (const [key, match] of begun) if (isOf(run, match)) this.#begun.set(key, match);
    await disk.replace(this.path, [...items, ...this.#begun.values()].map(lineOf).join(''), { secret: true });
    for (const item of items) this.#open.add(keyOf(item));
    return { items, damaged };
  }

  /** Keeps a decided match until it is settled. Resolves when a crash of the process would leave it there. */
  async keep(item: OutboxItem): Promise<void> {
    this.#open.add(keyOf(item));
    await this.#append(lineOf(item));
  }

  /** Keeps how far a match is that is under way: the moves of all its steps, instead of those kept before. */
  async begun(match: BegunMatch): Promise<void> {
    this.#begun.set(match.draw_commitment, match);
    await this.#append(lineOf(match));
  }

  /** The moves that an earlier assignment of the match came to; none where nothing is kept of this run of the league. */
  movesOf({ draw_commitment, ...run }: Run & Pick<BegunMatch, 'draw_commitment'>): BegunMatch['moves'] {
    const match = this.#begun.get(draw_commitment);
    return match !== undefined && isOf(run, match) ? match.moves : [];
  }

  /** The league is over: no match goes on from its moves. */
  forgetMoves(): void {
    this.#begun.clear();
  }

  /** The report of this assignment has arrived, or never will; with the commitment, no run goes on from its moves. */
  async settle({ match_id, assignment_epoch }: Assignment, draw_commitment?: string): Promise<void> {
    const hadMoves = draw_commitment !== undefined && this.#begun.delete(draw_commitment);
    if (!this.#open.delete(keyOf({ match_id, assignment_epoch }))) return;
    if (this.#open.size > 0 || this.#bytes < ENOUGH) {
      const moves = hadMoves ? { draw_commitment } : {};
      return this.#append(lineOf({ match_id, assignment_epoch, settled: true, ...moves }));
    }
    this.#bytes = 0;
    await this.#turns.take(this.path, async () => {
      const moves = [...this.#begun.values()].map(lineOf).join('');
      if (moves === '') await this.#store.disk.truncate(this.path, 0);
      else await this.#store.disk.replace(this.path, moves, { secret: true });
      this.#isTorn = false;
    });
  }

  /** Puts a copy of an item aside and says where; whether it is still to be reported is for the caller to say. */
  async setAside(item: OutboxItem): Promise<string> {
    const aside = this.#asidePath();
    await this.#store.disk.append(aside, lineOf(item), { secret: true });
    return aside;
  }

  /** Ends the work with it; where nothing is open, no file is left. */
  async close(): Promise<void> {
    if (this.#open.size + this.#begun.size === 0)
      await this.#turns.take(this.path, () => this.#store.disk.remove(this.path));
  }

  /** One after the other: a line that is on its way while another one fails has to know of it. */
  #append(line: string): Promise<void> {
    this.#bytes += line.length;
    return this.#turns.take(this.path, async () => {
      const text = this.#isTorn ? `\n${line}` : line;
      this.#isTorn = true;
      await this.#store.disk.append(this.path, text, { secret: true });
      this.#isTorn = false;
    });
  }

  #asidePath(): string {
    this.#aside ??= `${this.path}.damaged-${timestamp(this.#store.clock).replace(/[:.]/g, '-')}`;
    return this.#aside;
  }
}

function lineOf(line: OutboxLine): string {
  return `${strictText(JSON.stringify(line))}\n`;
}

function isOf({ league_id, run_id }: Run, match: BegunMatch): boolean {
  return match.league_id === league_id && match.run_id === run_id;
}

type Assignment = Pick<OutboxItem, 'match_id' | 'assignment_epoch'>;

function keyOf({ match_id, assignment_epoch }: Assignment): string {
  return `${match_id}/${assignment_epoch}`;
}

/** The reports in the text of an outbox that have not arrived, and whether lines of it cannot be read. */
export function outboxIn(text: string): {
  readonly items: readonly OutboxItem[];
  /** The moves of matches under way, by the commitment to their draw. */
  readonly begun: Map<string, BegunMatch>;
  readonly isDamaged: boolean;
} {
  const open = new Map<string, OutboxItem>();
  const begun = new Map<string, BegunMatch>();
  const lines = text.split('\n');
  // The text behind the last end of line is an interrupted append, or empty.
  lines.pop();
  let isDamaged = false;
  for (const line of lines) {
    // A line after a failed append begins on a new line, even where nothing of that append was written.
    if (line === '') continue;
    const parsed = parseJson(line, FILE_LIMITS);
    if (!parsed.ok || !fits(OutboxLine, parsed.value)) {
      isDamaged = true;
      continue;
    }
    const read = parsed.value as unknown as OutboxLine;
    if ('settled' in read) {
      open.delete(keyOf(read));
      if (read.draw_commitment !== undefined) begun.delete(read.draw_commitment);
    } else if ('moves' in read) begun.set(read.draw_commitment, read);
    else open.set(keyOf(read), read);
  }
  return { items: [...open.values()], begun, isDamaged };
}
