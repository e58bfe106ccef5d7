/** A table of an export: its columns are said once, and every format is written from the same rows. */
import type { Json } from '../../../SHARED/core/json.ts';

/** `json`: any value; formats without one of their own write a text as it is and anything else as JSON. */
export type ColumnType = 'text' | 'time' | 'integer' | 'number' | 'boolean' | 'json';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly about: string;
}

/** A value for each column, by its name; null or absent where nothing is known. */
export type ExportRow = { readonly [column: string]: Json | undefined };

export interface Table {
  /** Also the name of its file. */
  readonly name: string;
  readonly about: string;
  readonly columns: readonly Column[];
  /** From the first row on, each time it is called; no more than a few rows are held at a time. */
  rows(): AsyncIterable<ExportRow> | Iterable<ExportRow>;
}

/** A file with some tables in it, whole when this resolves; resolves with the number of rows of each. */
export type TableWriter = (path: string, tables: readonly Table[]) => Promise<readonly number[]>;

/** A value as a text: that of a column of the type `json`, and of every column where there are only texts. */
export function cellText(value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The columns of tables as a table itself, so that an export explains itself in its own format. */
export function columnsTable(tables: readonly Table[]): Table {
  return {
    name: 'columns',
    about: 'What the columns of the other tables mean.',
    columns: [
      { name: 'table_name', type: 'text', about: 'The table.' },
      { name: 'column_name', type: 'text', about: 'The column.' },
      { name: 'type', type: 'text', about: 'What its values are; json is a text as it is, or anything else as JSON.' },
      { name: 'about', type: 'text', about: 'What they mean.' },
    ],
    *rows() {
      for (const { name: table_name, columns } of tables)
        for (const { name: column_name, type, about } of columns) yield { table_name, column_name, type, about };
    },
  };
}
