/** Connect four by looking ahead: deeper and deeper, until enough positions are seen or the time is up. */
import type { Clock } from '../../../SHARED/core/clock.ts';
import type { Strategy, Turn } from '../strategy.ts';
import { COLUMNS, FallingBoard, ROWS, type Side } from './falling_board.ts';
import { atRandom } from './random.ts';
import { boardIn, EMPTY, MINE } from './view.ts';

/** The middle takes part in most lines, so the best move is found sooner there. */
const INWARD = [3, 2, 4, 1, 5, 0, 6] as const;

/** More than any balance of lines; a win that comes sooner is worth more. */
const WIN = 10_000;

/** The rest of the time is for the way back and for a machine that has other things to do. */
const SHARE_OF_TIME = 0.5;

/** How many positions are looked at between two looks at the clock. */
const PACE = 512;

/**
 * Takes a win and prevents one whenever that takes one move, and else plays the best move that some 50,000 positions
 * show: seven to nine moves ahead. In other games random.
 */
export const fourAhead: Strategy = lookingAt('four_ahead', 50_000);

/**
 * The same with another number of positions for a move: more are stronger and slower. They are counted, not timed,
 * so that a move is the same on every machine that is not too slow for it.
 */
export function lookingAt(name: string, positions: number): Strategy {
  return {
    name,
    decide(turn) {
      if (turn.game_type !== 'connect_four') return atRandom(turn, 'this is not connect four');
      const board = read(turn);
      const columns = INWARD.filter((column) => turn.moves.includes(column) && board?.hasRoom(column));
      if (board === undefined || columns.length === 0) return atRandom(turn, 'the board is not to be seen');
      const winning = winIn(board, 0);
      if (winning !== undefined) return { move: winning, reasoning: 'four in a row' };
      const saving = winIn(board, 1);
      if (saving !== undefined) return { move: saving, reasoning: `${turn.opponent_id} would have four in a row` };
      return think(columns, new Search(board, positions, turn), turn.clock);
    },
  };
}

interface Way {
  readonly column: number;
  readonly value: number;
}

async function think(columns: readonly number[], search: Search, clock: Clock) {
  let ways: readonly Way[] = columns.map((column) => ({ column, value: 0 }));
  let depth = 0;
  while (depth < search.board.open && Math.abs((ways[0] as Way).value) < WIN - COLUMNS * ROWS) {
    const deeper: Way[] = [];
    for (const { column } of ways) {
      const bar = Math.max(-WIN, ...deeper.map(({ value }) => value));
      deeper.push({ column, value: search.valueOf(column, depth, bar) });
      // Requests that came meanwhile are answered.
      await clock.poll();
      if (search.stopped) break;
    }
    // A depth that was not searched to the end says nothing.
    if (search.stopped) break;
    ways = deeper.toSorted((a, b) => b.value - a.value);
    depth += 1;
  }
  const [{ column, value }] = ways as readonly [Way];
  return { move: column, reasoning: `worth ${value}, looking ${depth} moves ahead at ${search.seen} positions` };
}

class Search {
  readonly board: FallingBoard;
  /** How many positions were looked at. */
  seen = 0;
  /** Enough was seen or the time is up: values are worth nothing from here on. */
  stopped = false;
  readonly #positions: number;
  readonly #clock: Clock;
  readonly #end: number;

  constructor(board: FallingBoard, positions: number, { clock, timeLeftMs }: Turn) {
    this.board = board;
    this.#positions = positions;
    this.#clock = clock;
    this.#end = clock.monotonic() + timeLeftMs * SHARE_OF_TIME;
  }

  /** The worth of a move in this column to side 0; at most the bar where it is no better than that. */
  valueOf(column: number, depth: number, bar: number): number {
    // Other tasks had their turn since the last look.
    this.#lookAtClock();
    this.board.put(column, 0);
    const value = -this.#value(depth, -WIN, -bar, 1);
    this.board.take(column, 0);
    return value;
  }

  /** The worth of the position to the side that is to move, as far as it lies between low and high. */
  #value(depth: number, low: number, high: number, side: Side): number {
    const { board } = this;
    if (this.#isEnough() || board.open === 0) return 0;
    if (winIn(board, side) !== undefined) return WIN - (COLUMNS * ROWS - board.open);
    if (depth <= 0) return side === 0 ? board.balance : -board.balance;
    const other = side === 0 ? 1 : 0;
    const forced = winIn(board, other);
    let best = low;
    for (const column of forced === undefined ? INWARD : [forced]) {
      if (!board.hasRoom(column)) continue;
      board.put(column, side);
      const value = -this.#value(depth - 1, -high, -best, other);
      board.take(column, side);
      if (value > best) best = value;
      if (best >= high || this.stopped) break;
    }
    return best;
  }

  #isEnough(): boolean {
    this.seen += 1;
    if (this.seen % PACE === 0) this.#lookAtClock();
    if (this.seen >= this.#positions) this.stopped = true;
    return this.stopped;
  }

  #lookAtClock(): void {
    if (this.#clock.monotonic() >= this.#end) this.stopped = true;
  }
}

/** A column in which this side would win at once. */
function winIn(board: FallingBoard, side: Side): number | undefined {
  return INWARD.find((column) => board.hasRoom(column) && board.wins(column, side));
}

function read({ view }: Turn): FallingBoard | undefined {
  const cells = boardIn(view, COLUMNS * ROWS);
  if (cells === undefined) return undefined;
  const board = new FallingBoard();
  for (let cell = COLUMNS * ROWS - 1; cell >= 0; cell--) {
    if (cells[cell] !== EMPTY) board.put(cell % COLUMNS, cells[cell] === MINE ? 0 : 1);
  }
  return board;
}
