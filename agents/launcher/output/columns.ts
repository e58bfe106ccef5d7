/** Texts in the columns of a terminal: how wide they are, cut and padded to fit, and tables of them. */
import { createRequire } from 'node:module';
import type stringWidth from 'string-width';

/** Characters of one column each, which is almost all that is printed: blanks to tilde, dashes, quotes, frames. */
const NARROW = /^[\x20-\x7e\u2013-\u2026\u2500-\u259f]*$/;
let measure: typeof stringWidth | undefined;

/**
 * The columns that a text takes on a terminal. The library is loaded for the first text that needs it: its expressions cost
 * every process 40 ms, a tenth of what a player needs for a small league.
 */
export function terminalWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  measure ??= (createRequire(import.meta.url)('string-width') as { default: typeof stringWidth }).default;
  return measure(text);
}

/**
 * A table with right-aligned numbers. Where it is to fit into so many columns, its widest words are cut; those of the last
 * column go on below.
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  columns = Number.POSITIVE_INFINITY,
): string {
  const isNumber = head.map((_, column) => typeof rows[0]?.[column] === 'number');
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => terminalWidth(printable(row[column])))),
  );
  const excess = () => widths.reduce((sum, width) => sum + GAP.length + width, 0) - columns;
  while (excess() > 0) {
    const words = widths.map((width, column) => (isNumber[column] === true ? 0 : width));
    const widest = Math.max(...words);
    if (widest <= LEAST_WORD) break;
    widths[words.indexOf(widest)] = Math.max(LEAST_WORD, widest - excess());
  }
  const last = head.length - 1;
  const indent = ' '.repeat(widths.slice(0, last).reduce((sum, width) => sum + GAP.length + width, GAP.length));
  const line = (cells: readonly (string | number)[]) => {
    const [text = '', ...below] = flowing([String(cells[last] ?? '')], widths[last] as number);
    const whole = [...cells.slice(0, last), isNumber[last] === true ? String(cells[last] ?? '') : text].map(
      (cell, column) =>
        GAP + padded(String(cell), widths[column] as number, isNumber[column] === true ? 'right' : 'left'),
    );
    return [whole.join('').trimEnd(), ...below.map((more) => indent + more)].join('\n');
  };
  return `${[line(head), ...rows.map(line)].join('\n')}\n`;
}

const GAP = '  ';
/** A column of words is cut to this at most. */
const LEAST_WORD = 6;

/** Names come from strangers: nothing of theirs may move the cursor or colour the screen. */
export function printable(value: string | number | undefined): string {
  return String(value ?? '').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�');
}

let segmenter: Intl.Segmenter | undefined;

/** The text, cut to so many columns with … where it is longer; control characters are replaced. */
export function fitted(text: string, columns: number): string {
  const clean = printable(text);
  if (terminalWidth(clean) <= columns) return clean;
  let kept = '';
  let width = 0;
  // Made at its first use, since that takes 10 ms.
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(clean)) {
    const wide = terminalWidth(segment);
    if (width + wide > columns - 1) break;
    kept += segment;
    width += wide;
  }
  return columns <= 0 ? '' : `${kept}…`;
}

/** What puts a text in the place of a terminal's last line: cut, since a longer one would take a line of its own each time. */
export function redrawn(text: string, columns = Number.POSITIVE_INFINITY): string {
  return `\r${fitted(text, columns - 1)}\u001b[K`;
}

/** The text in exactly so many columns. */
export function padded(text: string, columns: number, side: 'left' | 'right' = 'left'): string {
  const cut = fitted(text, columns);
  const blanks = ' '.repeat(Math.max(0, columns - terminalWidth(cut)));
  return side === 'left' ? cut + blanks : blanks + cut;
}

/** Facts in a row, on as many lines as they need; one that is longer than a line is broken between its words. */
export function flowing(facts: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const fact of facts.map(printable)) {
    const words = terminalWidth(fact) > columns ? fact.split(' ') : [fact];
    for (const [i, word] of words.entries()) {
      const joined = line === '' ? word : `${line}${i === 0 ? ' · ' : ' '}${word}`;
      if (terminalWidth(joined) <= columns) line = joined;
      else {
        if (line !== '') lines.push(line);
        line = fitted(word, columns);
      }
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** The columns of a table of players that are left out where there is no room for all, the last one first. */
const LEFT_OUT = ['Mark', 'Won', 'Drawn', 'Lost', 'Forfeited', 'Violations', 'Guarded', 'Played', 'Moved'];
/** A name is cut to this before a column is left out. */
const NAME_COLUMNS = 16;

/** The columns of a table of players that fit, of those with their widths: one after the other is left out. */
export function roomFor<C extends { readonly title: string; readonly width: number }>(
  all: readonly C[],
  columns: number,
): readonly C[] {
  const needs = ({ title, width }: C) => GAP.length + (title === 'Name' ? Math.min(width, NAME_COLUMNS) : width);
  let shown = all;
  while (shown.reduce((sum, column) => sum + needs(column), 0) > columns) {
    const last = LEFT_OUT.findLast((title) => shown.some((column) => column.title === title));
    if (last === undefined) break;
    shown = shown.filter(({ title }) => title !== last);
  }
  return shown;
}
