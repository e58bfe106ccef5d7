/** Tables as CSV (RFC 4180) and as JSON. */
import type { Json } from '../../../SHARED/core/json.ts';
import { draftFile } from '../../../SHARED/league_sdk/disk/people_files.ts';
import { type Column, cellText, type Table, type TableWriter } from './table.ts';

/** One table as CSV: UTF-8, a line of names, lines that end in CR LF. */
export const writeCsv: TableWriter = (path, tables) =>
  draftFile(path, async ({ write }) => {
    const [table] = tables as readonly [Table];
    await write(csvLine(table.columns.map(({ name }) => name)));
    let rows = 0;
    for await (const row of table.rows()) {
      rows += 1;
      await write(csvLine(table.columns.map((column) => csvCell(column, row[column.name]))));
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

function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
}

/** What spreadsheets take for the beginning of a formula, in ASCII and in full width, and what they skip before one. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * A value for CSV. Names come from strangers and spreadsheets run formulas, so a text that would begin one gets an
 * apostrophe in front, which spreadsheets take for "this is text". Numbers and times are ours and stay as they are.
 */
function csvCell({ type }: Column, value: Json | undefined): string {
  const text = cellText(value);
  const isOurs = type !== 'text' && typeof value !== 'string' && typeof value !== 'object';
  return !isOurs && FORMULA.test(text) ? `'${text}` : text;
}
