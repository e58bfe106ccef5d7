/** The board of connect four as a search needs it: marks fall and are taken back, and lines are counted on the way. */

export const COLUMNS = 7;
export const ROWS = 6;
const LENGTH = 4;

/** A player in the search: 0 is the one that thinks. */
export type Side = 0 | 1;

/** The worth of a line by the number of marks in it, all of one side. Four are a win, and not weighed. */
const WORTH = [0, 1, 4, 16, 0] as const;

/** Every line that wins, and for every cell the lines it lies in. */
const LINES = allLines();
const LINES_OF = Array.from({ length: COLUMNS * ROWS }, (_, cell) =>
  Uint8Array.from([...LINES.keys()].filter((line) => LINES[line]?.includes(cell))),
);

/** Cells are counted row by row from the top left. */
export class FallingBoard {
  /** The worth of all lines to side 0 less that to side 1. */
  balance = 0;
  /** How many cells are empty. */
  open = COLUMNS * ROWS;
  /** The cell a mark in each column falls on; less than zero when the column is full. */
  readonly #landing = Array.from({ length: COLUMNS }, (_, column) => (ROWS - 1) * COLUMNS + column);
  readonly #counts = [new Uint8Array(LINES.length), new Uint8Array(LINES.length)] as const;

  hasRoom(column: number): boolean {
    return (this.#landing[column] as number) >= 0;
  }

  /** Whether a mark of this side in this column, which has room, would be the fourth of a line. */
  wins(column: number, side: Side): boolean {
    const counts = this.#counts[side];
    return linesThrough(this.#landing[column] as number).some((line) => counts[line] === LENGTH - 1);
  }

  put(column: number, side: Side): void {
    const cell = this.#landing[column] as number;
    this.#count(cell, side, 1);
    this.#landing[column] = cell - COLUMNS;
    this.open -= 1;
  }

  /** Takes back the topmost mark of a column, which is of this side. */
  take(column: number, side: Side): void {
    const cell = (this.#landing[column] as number) + COLUMNS;
    this.#count(cell, side, -1);
    this.#landing[column] = cell;
    this.open += 1;
  }

  #count(cell: number, side: Side, change: 1 | -1): void {
    const own = this.#counts[side];
    const others = this.#counts[side === 0 ? 1 : 0];
    const sign = side === 0 ? 1 : -1;
    for (const line of linesThrough(cell)) {
      const before = own[line] as number;
      const after = before + change;
      own[line] = after;
      const theirs = others[line] as number;
      if (theirs === 0) this.balance += sign * ((WORTH[after] as number) - (WORTH[before] as number));
      // The first mark in a line of the other takes its worth away; taken back, it gives it back.
      else if (before + after === 1) this.balance += sign * change * (WORTH[theirs] as number);
    }
  }
}

function linesThrough(cell: number): Uint8Array {
  return LINES_OF[cell] as Uint8Array;
}

function allLines(): readonly (readonly number[])[] {
  const directions = [
    [1, 0],
    [0, 1],
    [1, 1],
    [-1, 1],
  ] as const;
  const cells = Array.from({ length: COLUMNS * ROWS }, (_, cell) => cell);
  return cells.flatMap((cell) =>
    directions.flatMap(([right, down]) => {
      const lastColumn = (cell % COLUMNS) + right * (LENGTH - 1);
      const lastRow = Math.floor(cell / COLUMNS) + down * (LENGTH - 1);
      if (lastColumn < 0 || lastColumn >= COLUMNS || lastRow >= ROWS) return [];
      return [Array.from({ length: LENGTH }, (_, step) => cell + step * (right + down * COLUMNS))];
    }),
  );
}
