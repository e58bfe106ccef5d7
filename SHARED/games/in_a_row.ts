/** The family of board games in which two seats put marks in turn, and the first to have enough in a row wins. */
import { type Game, moveOf, type Seat } from './game.ts';

/** Seat 0 puts X and begins; seat 1 puts O. */
export type Mark = 'X' | 'O';

/** The cells row by row from the top left, counted from 0; null is empty. */
export type Board = readonly (Mark | null)[];

/** The board alone is the state: the seat to move follows from the number of marks. */
export type InARowState = { readonly board: Board };

/** All that tells one game of this family from another. */
export interface InARowRules {
  readonly type: string;
  readonly version: string;
  readonly columns: number;
  readonly rows: number;
  /** How many marks in a row win: across, down or along a diagonal. */
  readonly length: number;
  /** The moves are the numbers from 0 to one less than this; left out, they are those of the cells. */
  readonly choices?: number;
  /** The moves there are now; a board without any is a draw. */
  open(board: Board): readonly number[];
  /** The cell on which the mark of a move comes to lie; left out, a move is the number of its cell. */
  cellOf?(board: Board, move: number): number;
}

const MARKS = ['X', 'O'] as const;

/** A game from its rules. The facts are the final board and the line that won, or null. */
export function inARow(rules: InARowRules): Game<InARowState, number> {
  const lines = allLines(rules);
  /** How a line lies, by the step from one of its cells to the next. */
  const ways = new Map([
    [1, 'in a row'],
    [rules.columns, 'in a column'],
  ]);
  return {
    type: rules.type,
    version: rules.version,
    seats: 2,
    seatsMatter: true,
    start: () => ({ board: Array.from({ length: rules.columns * rules.rows }, () => null) }),

    status({ board }) {
      const line = lines.find((cells) => isOneMark(board, cells));
      if (line === undefined && rules.open(board).length > 0) return { over: false, toMove: [nextSeat(board)] };
      const winner = line === undefined ? undefined : board[line[0] as number];
      return {
        over: true,
        outcome: {
          scores: MARKS.map((mark) => Number(mark === winner)),
          facts: { board, winning_line: line ?? null },
        },
      };
    },

    view: ({ board }, seat) => ({ board, columns: rules.columns, rows: rules.rows, your_mark: markOf(seat) }),
    moves: ({ board }) => rules.open(board),
    moveSchema: { type: 'integer', minimum: 0, maximum: (rules.choices ?? rules.columns * rules.rows) - 1 },

    play({ board }, moves) {
      const seat = nextSeat(board);
      const move = moveOf(moves, seat);
      return { board: board.with(rules.cellOf?.(board, move) ?? move, markOf(seat)) };
    },

    board(view) {
      const { board } = view as InARowState;
      return Array.from({ length: rules.rows }, (_, row) =>
        board.slice(row * rules.columns, (row + 1) * rules.columns),
      );
    },

    explain({ scores, facts: { winning_line } }) {
      if (!Array.isArray(winning_line)) return `nobody has ${rules.length} in a row and no cell is open: a draw`;
      const seat = scores.indexOf(1);
      const step = Number(winning_line[1]) - Number(winning_line[0]);
      const way = ways.get(step) ?? 'on a diagonal';
      return `{${seat}} has ${rules.length} ${markOf(seat)} ${way} and wins`;
    },
  };
}

/** Every cell without a mark: `open` for games in which marks may be put anywhere. */
export function emptyCells(board: Board): readonly number[] {
  return board.flatMap((mark, cell) => (mark === null ? [cell] : []));
}

function markOf(seat: Seat): Mark {
  return MARKS[seat] as Mark;
}

function nextSeat(board: Board): Seat {
  return board.filter((mark) => mark !== null).length % 2;
}

function isOneMark(board: Board, cells: readonly number[]): boolean {
  const mark = board[cells[0] as number];
  return mark !== null && cells.every((cell) => board[cell] === mark);
}

function allLines({ columns, rows, length }: InARowRules): readonly (readonly number[])[] {
  const directions = [
    [1, 0],
    [0, 1],
    [1, 1],
    [-1, 1],
  ] as const;
  const lines: (readonly number[])[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      for (const [right, down] of directions) {
        const lastColumn = column + right * (length - 1);
        const lastRow = row + down * (length - 1);
        if (lastColumn < 0 || lastColumn >= columns || lastRow >= rows) continue;
        lines.push(Array.from({ length }, (_, i) => (row + down * i) * columns + column + right * i));
      }
    }
  }
  return lines;
}
