/** Tables as an SQLite database and as Parquet files. */
import type { Json } from '../../../SHARED/core/json.ts';
import { type Draft, draftDatabase, draftFile } from '../../../SHARED/league_sdk/disk/people_files.ts';
import { type ColumnType, cellText, type Table, type TableWriter } from './table.ts';

const IN_SQLITE: { readonly [T in ColumnType]: string } = {
  text: 'TEXT',
  time: 'TEXT',
  integer: 'INTEGER',
  number: 'REAL',
  boolean: 'INTEGER',
  json: 'TEXT',
};

/** All tables as one SQLite database; its schema says what every column means, and booleans are 0 and 1. */
export const writeSqlite: TableWriter = (path, tables) =>
  draftDatabase(path, async (database) => {
    const counts: number[] = [];
    for (const { name, about, columns, rows } of tables) {
      const last = columns.length - 1;
      const declared = columns.map(
        (column, at) => `  "${column.name}" ${IN_SQLITE[column.type]}${at === last ? '' : ','} -- ${column.about}`,
      );
      database.exec(`CREATE TABLE "${name}" ( -- ${about}\n${declared.join('\n')}\n)`);
      const insert = database.prepare(`INSERT INTO "${name}" VALUES (${columns.map(() => '?').join(', ')})`);
      let count = 0;
      for await (const row of rows()) {
        insert.run(...columns.map((column) => sqliteValue(column.type, row[column.name])));
        count += 1;
      }
      counts.push(count);
    }
    return counts;
  });

function sqliteValue(type: ColumnType, value: Json | undefined): string | number | null {
  if (value === undefined || value === null) return null;
  if (type === 'boolean') return Number(value);
  // SQLite would make another number of one in a column of texts.
  return typeof value === 'number' && type !== 'json' ? value : cellText(value);
}

const IN_PARQUET = {
  text: 'STRING',
  time: 'TIMESTAMP',
  integer: 'INT64',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  json: 'STRING',
} as const satisfies { readonly [T in ColumnType]: string };

/** The number of rows that are held and written together. */
const ROW_GROUP = 10_000;

/** One table as Parquet; its metadata describe the columns under `columns`. */
export const writeParquet: TableWriter = (path, tables) =>
  draftFile(path, async (draft) => {
    const [table] = tables as readonly [Table];
    const { parquetWriteRows } = await import('hyparquet-writer');
    const { columns } = table;
    let count = 0;
    async function* rows(): AsyncGenerator<{ [column: string]: unknown }> {
      for await (const row of table.rows()) {
        count += 1;
        yield Object.fromEntries(columns.map(({ name, type }) => [name, parquetValue(type, row[name])]));
      }
    }
    await parquetWriteRows({
      writer: await bytesInto(draft),
      rows: rows(),
      columns: columns.map(({ name, type }) => ({ name, type: IN_PARQUET[type], nullable: true })),
      rowGroupSize: ROW_GROUP,
      kvMetadata: [{ key: 'columns', value: JSON.stringify(columns) }],
    });
    return [count];
  });

function parquetValue(type: ColumnType, value: Json | undefined): unknown {
  if (value === undefined || value === null) return undefined;
  if (type === 'integer') return BigInt(value as number);
  if (type === 'time') return new Date(value as string);
  return type === 'json' || type === 'text' ? cellText(value) : value;
}

/** A writer of the library that hands its bytes on after every group of rows. */
async function bytesInto({ write }: Draft) {
  const { ByteWriter } = await import('hyparquet-writer');
  return new (class extends ByteWriter {
    async flush(): Promise<void> {
      await write(this.getBytes());
      this.index = 0;
    }

    override finish(): Promise<void> {
      return this.flush();
    }
  })();
}
