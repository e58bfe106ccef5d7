/** Tables as CSV (RFC 4180) and as JSON. */
import type { Json } from '../../../SHARED/core/json.ts';
import { draftFile } from '../../../SHARED/league_sdk/disk/people_files.ts';
import { cellText, type Table, type TableWriter } from './table.ts';

/** One table as CSV: UTF-8, a line of names, lines that end in CR LF. */
export const writeCsv: TableWriter = (path, tables) =>
  draftFile(path, async ({ write }) => {
    const [table] = tables as readonly [Table];
    await write(csvLine(table.columns.map(({ name }) => name)));
    let rows = 0;
    for await (const row of table.rows()) {
      rows += 1;
      await write(csvLine(table.columns.map(({ name }) => row[name])));
    }
    return [rows];
  });

/** One table as JSON: a list of objects, a line for each. */
export const writeJson: TableWriter = (path, tables) =>
  draftFile(path, async ({ write }) => {
    const [table] = tables as readonly [Table];
    let rows = 0;
    for await (const row of table.rows()) {
      const values = table.columns.map(({ name }) => [name, row[name] ?? null]);
      await write(`${rows === 0 ? '[\n' : ',\n'}${JSON.stringify(Object.fromEntries(values))}`);
      rows += 1;
    }
    await write(rows === 0 ? '[]\n' : '\n]\n');
    return [rows];
  });

/** What spreadsheets take for the beginning of a formula, in ASCII and in full width, and what they skip before one. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * A line of CSV (RFC 4180) with its end. Names come from strangers and spreadsheets run formulas, so a text that would
 * begin one gets an apostrophe in front, which spreadsheets take for "this is text". Numbers stay as they are.
 */
export function csvLine(cells: readonly (Json | undefined)[]): string {
  const guarded = cells.map((cell) => (typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cellText(cell)));
  return `${guarded.map((text) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')}\r\n`;
}

/** A text of a line of CSV without the apostrophe that `csvLine` has put before it. */
export function withoutGuard(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}
