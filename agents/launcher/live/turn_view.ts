/** A turn as a person reads it on a terminal: the position, the moves with a key each, and the time that is left. */
import { styleText } from 'node:util';
import { moveText } from '../../../SHARED/contracts/moves.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../SHARED/core/json.ts';
import { fitted, flowing, printable, terminalWidth } from '../output/columns.ts';
import type { ScreenSize } from './view.ts';

/** A question to a person, in the words of the league. */
export interface ShownTurn {
  readonly match_id: string;
  readonly round_id: number;
  readonly opponent: string;
  readonly view: Json;
  readonly moves: readonly Json[];
  /** How often the referee has asked. */
  readonly asked: number;
  /** What the seat saw when it was asked before in this match. */
  readonly before?: Json;
}

/** Everything a person sees of a turn. */
export interface TurnScene {
  readonly turn: ShownTurn;
  readonly leftMs: number;
  /** What is left for all moves of the match together, where that is little. */
  readonly matchLeftMs?: number;
  /** What was typed so far, where a move takes more than a key. */
  readonly typed: string;
}

const KEYS = '0123456789abcdefghijklmnopqrstuvwxyz';

/**
 * The key of each move. A whole number below 36 is its own key, so that a key means the same all through a match; other
 * moves are counted from 1. Undefined where there are more moves than keys: a move is typed then.
 */
export function keysOf(moves: readonly Json[]): ReadonlyMap<string, Json> | undefined {
  const areNumbers = moves.every((move) => Number.isInteger(move) && KEYS[move as number] !== undefined);
  const keyed = moves.map((move, i) => [KEYS[areNumbers ? (move as number) : i + 1], move] as const);
  return keyed.every((pair): pair is readonly [string, Json] => pair[0] !== undefined) ? new Map(keyed) : undefined;
}

/** The lines of a turn, none wider than the screen; the moves stand last, and longer positions are cut. */
export function turnLines(scene: TurnScene, { columns, rows, colour }: ScreenSize): string[] {
  const { turn, leftMs, matchLeftMs, typed } = scene;
  const { match_id, round_id, opponent, asked, moves } = turn;
  const keys = keysOf(moves);
  const time = `${clockText(leftMs)} left`;
  const warnings = [
    ...(asked > 1 ? [`Nothing came in time so far: the referee has asked ${asked} times.`] : []),
    ...(matchLeftMs === undefined
      ? []
      : [`For all your moves of this match together: ${clockText(matchLeftMs)} left.`]),
  ];
  const title = fitted(`${match_id}, round ${round_id}: you against ${opponent}`, columns - time.length - 2);
  const blanks = ' '.repeat(Math.max(1, columns - terminalWidth(title) - time.length));
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const head = `${paint('bold', title)}${blanks}${leftMs < HURRY_MS ? paint('red', time) : time}`;
  const { lines: position, hasKeys } = positionLines(turn, columns, keys);
  const above = warnings.map((line) => fitted(line, columns));
  const choice = [...above, ...choiceLines(moves, { keys, hasKeys, typed }, columns)];
  const room = Math.max(0, rows - 1 - choice.length);
  return [head, ...position.slice(0, room), ...choice].slice(0, rows);
}

/** A person is warned from here on. */
const HURRY_MS = 10_000;

function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

type Keys = ReadonlyMap<string, Json> | undefined;

function choiceLines(
  moves: readonly Json[],
  { keys, hasKeys, typed }: { readonly keys: Keys; readonly hasKeys: boolean; readonly typed: string },
  columns: number,
): string[] {
  if (keys === undefined) {
    const all = moves.map(moveText).join(' ');
    const shown = flowing([all], columns).slice(0, MOST_LINES);
    return ['', ...shown, fitted(`Your move, then Enter: ${typed}`, columns)];
  }
  if (hasKeys) return ['', fitted('Your move: press its key.', columns)];
  const named = [...keys].map(([key, move]) => (moveText(move) === key ? key : `${key} ${moveText(move)}`));
  return ['', 'Your move: press a key.', ...flowing(named, columns - 2).map((line) => `  ${line}`)];
}

const MOST_LINES = 8;

/** The position for people who read lines: without keys. */
export function plainPosition(turn: ShownTurn, columns: number): readonly string[] {
  return positionLines(turn, columns, undefined).lines;
}

/** The board of a view as people draw it; empty where it has none. */
export function boardIn(view: JsonObject, columns: number): readonly string[] {
  const board = boardRows(view, columns);
  return board === undefined ? [] : boardLines(board, []).lines;
}

/** What the seat sees; `hasKeys`: the keys of the moves stand on the board. */
function positionLines({ view, before, opponent, moves }: ShownTurn, columns: number, keys: Keys) {
  if (!isJsonObject(view)) return { lines: [fitted(JSON.stringify(view), columns)], hasKeys: false };
  const board = boardRows(view, columns);
  const { board: _, columns: __, rows: ___, ...beside } = view;
  const facts = board === undefined ? view : beside;
  const drawn = board === undefined ? undefined : boardLines(board, moves, { keys, isNew: newIn(view, before) });
  const course = courseOf(facts, opponent);
  const rest = Object.entries(course?.rest ?? facts).map(
    ([name, value]) => `${name.replaceAll('_', ' ')} ${moveText(value)}`,
  );
  const lines = [
    ...(drawn === undefined ? [] : ['', ...drawn.lines]),
    ...(rest.length === 0 ? [] : flowing(rest, columns)),
    ...(course?.lines ?? []).map((line) => fitted(line, columns)),
  ];
  return { lines, hasKeys: drawn?.hasKeys ?? false };
}

type Board = readonly (readonly Json[])[];

/** The rows of the board in a view; undefined where there is none, or none that fits. */
function boardRows({ board, columns: across }: JsonObject, columns: number): Board | undefined {
  if (!isJsonArray(board) || board.length === 0) return undefined;
  const wide = Number(across);
  const isFlat = Number.isInteger(wide) && wide > 0 && board.length % wide === 0;
  const rows = isFlat
    ? Array.from({ length: board.length / wide }, (_, row) => board.slice(row * wide, (row + 1) * wide))
    : board;
  const areRows = rows.every((row): row is readonly Json[] => isJsonArray(row) && row.length === wideOf(rows));
  if (!areRows) return undefined;
  const isNarrow = rows.flat().every((mark) => mark === null || terminalWidth(markText(mark)) <= MARK);
  return isNarrow && 2 + wideOf(rows) * CELL <= columns ? rows : undefined;
}

function wideOf([first]: readonly Json[]): number {
  return isJsonArray(first) ? first.length : 0;
}

/** Columns of one cell, and of the mark in it. */
const [CELL, MARK] = [4, 1];

interface BoardSigns {
  readonly keys?: Keys;
  /** Whether a cell, counted row by row, is to be noticed. */
  readonly isNew?: (cell: number) => boolean;
}

/** The rows of a board. Where a move is a cell its key stands in it, and where it is a column above that. */
function boardLines(board: Board, moves: readonly Json[], { keys, isNew = () => false }: BoardSigns = {}) {
  const wide = wideOf(board);
  const empty = board.flat().flatMap((mark, cell) => (mark === null ? [cell] : []));
  const isCell = empty.length === moves.length && moves.every((move, i) => move === empty[i]);
  const isColumn = !isCell && moves.every((move) => Number.isInteger(move) && board[0]?.[move as number] === null);
  const keyOf = new Map([...(keys ?? [])].map(([key, move]) => [move, key]));
  const padded = (text: string) => text.padEnd(CELL);
  const cellText = (mark: Json, cell: number) => {
    if (mark === null) return padded(` ${(isCell && keyOf.get(cell)) || '.'}`);
    return padded(isNew(cell) ? `(${markText(mark)})` : ` ${markText(mark)}`);
  };
  const top = (board[0] ?? []).map((_, x) => padded(` ${keyOf.get(x) ?? ''}`));
  const rows = board.map((marks, y) => marks.map((mark, x) => cellText(mark, y * wide + x)));
  const drawn = isColumn && keys !== undefined ? [top, ...rows] : rows;
  const lines = drawn.map((cells) => `  ${cells.join('')}`.trimEnd());
  return { lines, hasKeys: keys !== undefined && (isCell || isColumn) };
}

function markText(mark: Json): string {
  return printable(moveText(mark));
}

/** The cells on which another mark than the own has come since the board was seen before. */
function newIn(view: JsonObject, before: Json | undefined): (cell: number) => boolean {
  const [now, then] = [cellsIn(view), cellsIn(before)];
  return (cell) => cell < then.length && now[cell] !== then[cell] && now[cell] !== view['your_mark'];
}

function cellsIn(view: Json | undefined): readonly Json[] {
  const board = isJsonObject(view) ? view['board'] : undefined;
  return isJsonArray(board) ? board.flatMap((row) => (isJsonArray(row) ? row : [row])) : [];
}

/** The most rounds of a match that are shown. */
const ROUNDS = 5;

/** The rounds of a match in which both choose at once, where the view tells them; undefined where it is no such view. */
function courseOf(view: JsonObject, opponent: string) {
  const { your_seat, round, rounds, scores, past, ...rest } = view;
  if (!isJsonArray(past) || !isJsonArray(scores) || typeof your_seat !== 'number') return undefined;
  const [own, other] = [your_seat, 1 - your_seat];
  const of = (list: Json | undefined, seat: number) => (isJsonArray(list) ? moveText(list[seat] ?? null) : '');
  const played = past.filter(isJsonObject).map(({ choices, scores: points }, i) => {
    const made = `you ${of(choices, own)}, ${opponent} ${of(choices, other)}`;
    return `  round ${i + 1}: ${made} (${of(points, own)} : ${of(points, other)})`;
  });
  const far = `round ${moveText(round ?? 1)} of ${moveText(rounds ?? 1)}, you ${of(scores, own)} : ${of(scores, other)}`;
  return { rest, lines: rounds === 1 ? [] : [far, ...played.slice(-ROUNDS)] };
}
