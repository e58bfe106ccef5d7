import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256Bytes } from '../../../SHARED/core/hash.ts';
import { writeParquet, writeSqlite } from './binary_formats.ts';
import { writeHtml } from './html_page.ts';
import { columnsTable, type ExportRow, type Table } from './table.ts';
import { writeCsv, writeJson } from './text_formats.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'formats-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ROWS: readonly ExportRow[] = [
  { id: 'P01', at: '2026-01-31T12:00:00.250Z', count: 9_007_199_254_740_991, share: -0.5, fine: true, value: 'even' },
  { id: '=HYPERLINK("http://x","y")', at: null, count: -7, share: 3, fine: false, value: { drawn: [1, null] } },
  { id: '<script>alert(1)</script>&"\'', count: null, share: null, fine: null, value: -1 },
  { id: 'שורה\r\nשנייה, "quoted"', count: 0, share: 0, value: '-1' },
];

const TABLE: Table = {
  name: 'things',
  about: 'Things & others.',
  columns: [
    { name: 'id', type: 'text', about: 'Its <id>.' },
    { name: 'at', type: 'time', about: 'When.' },
    { name: 'count', type: 'integer', about: 'How many.' },
    { name: 'share', type: 'number', about: 'How much.' },
    { name: 'fine', type: 'boolean', about: 'Whether.' },
    { name: 'value', type: 'json', about: 'Anything.' },
  ],
  rows: () => ROWS,
};
const EMPTY: Table = { ...TABLE, name: 'empty', rows: () => [] };

/** By RFC 4180, for the sake of this test alone. */
function csvCells(text: string): readonly (readonly string[])[] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy)) {
    lines.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') lines.push([]);
    if (end === '') break;
  }
  return lines.slice(0, -1);
}

test('CSV keeps every text, and no name becomes a formula in a spreadsheet', async () => {
  const path = join(folder, 'things.csv');
  expect(await writeCsv(path, [TABLE])).toEqual([4]);
  const text = await readFile(path, 'utf8');
  expect(text.endsWith('\r\n')).toBe(true);
  expect(csvCells(text)).toEqual([
    ['id', 'at', 'count', 'share', 'fine', 'value'],
    ['P01', '2026-01-31T12:00:00.250Z', '9007199254740991', '-0.5', 'true', 'even'],
    [`'=HYPERLINK("http://x","y")`, '', '-7', '3', 'false', '{"drawn":[1,null]}'],
    ['<script>alert(1)</script>&"\'', '', '', '', '', '-1'],
    ['שורה\r\nשנייה, "quoted"', '', '0', '0', '', "'-1"],
  ]);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x'])(
  'a name that begins as %j is a text in CSV',
  async (name) => {
    const path = join(folder, 'names.csv');
    await writeCsv(path, [{ ...TABLE, columns: TABLE.columns.slice(0, 1), rows: () => [{ id: name }] }]);
    expect(csvCells(await readFile(path, 'utf8'))).toEqual([['id'], [`'${name}`]]);
  },
);

test('JSON is a list of objects with every column', async () => {
  const path = join(folder, 'things.json');
  expect(await writeJson(path, [TABLE])).toEqual([4]);
  const nothing = { id: null, at: null, count: null, share: null, fine: null, value: null };
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(ROWS.map((row) => ({ ...nothing, ...row })));
  expect(await writeJson(path, [EMPTY])).toEqual([0]);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual([]);
});

test('SQLite has a table for each, whose schema says what the columns mean', async () => {
  const path = join(folder, 'all.sqlite');
  expect(await writeSqlite(path, [TABLE, EMPTY, columnsTable([TABLE, EMPTY])])).toEqual([4, 0, 12]);
  const database = new DatabaseSync(path, { readOnly: true });
  const things = database.prepare('SELECT * FROM things');
  things.setReadBigInts(true);
  expect(things.all().map((row) => ({ ...row }))).toEqual([
    { id: 'P01', at: ROWS[0]?.['at'], count: 9_007_199_254_740_991n, share: -0.5, fine: 1n, value: 'even' },
    { id: ROWS[1]?.['id'], at: null, count: -7n, share: 3, fine: 0n, value: '{"drawn":[1,null]}' },
    { id: ROWS[2]?.['id'], at: null, count: null, share: null, fine: null, value: '-1' },
    { id: ROWS[3]?.['id'], at: null, count: 0n, share: 0, fine: null, value: '-1' },
  ]);
  expect(database.prepare('SELECT count(*) AS n FROM empty').get()).toEqual({ n: 0 });
  expect(database.prepare("SELECT about FROM columns WHERE column_name = 'id' LIMIT 1").get()).toEqual({
    about: 'Its <id>.',
  });
  const { sql } = database.prepare("SELECT sql FROM sqlite_master WHERE name = 'things'").get() ?? {};
  expect(sql).toContain('"count" INTEGER, -- How many.');
  database.close();
});

/** The whole file, as its reader wants it. */
async function fileAt(path: string): Promise<ArrayBuffer> {
  return Uint8Array.from(await readFile(path)).buffer;
}

describe('Parquet', () => {
  test('is read by another program with types and nulls', async () => {
    const path = join(folder, 'things.parquet');
    expect(await writeParquet(path, [TABLE])).toEqual([4]);
    const file = await fileAt(path);
    expect(await parquetReadObjects({ file })).toEqual([
      {
        ...{ id: 'P01', at: new Date('2026-01-31T12:00:00.250Z'), count: 9_007_199_254_740_991n, share: -0.5 },
        ...{ fine: true, value: 'even' },
      },
      { id: ROWS[1]?.['id'], at: null, count: -7n, share: 3, fine: false, value: '{"drawn":[1,null]}' },
      { id: ROWS[2]?.['id'], at: null, count: null, share: null, fine: null, value: '-1' },
      { id: ROWS[3]?.['id'], at: null, count: 0n, share: 0, fine: null, value: '-1' },
    ]);
    expect(parquetMetadata(file).key_value_metadata).toEqual([
      { key: 'columns', value: JSON.stringify(TABLE.columns) },
    ]);
  });

  test('without rows is a table with columns', async () => {
    const path = join(folder, 'nothing.parquet');
    expect(await writeParquet(path, [EMPTY])).toEqual([0]);
    const file = await fileAt(path);
    expect(await parquetReadObjects({ file })).toEqual([]);
    expect(
      parquetMetadata(file)
        .schema.slice(1)
        .map(({ name }) => name),
    ).toEqual(TABLE.columns.map(({ name }) => name));
  });

  test('of many rows is written in groups, as they come', async () => {
    const path = join(folder, 'many.parquet');
    const many: Table = {
      ...TABLE,
      async *rows() {
        for (let count = 0; count < 25_000; count++) yield { id: `P${count}`, count };
      },
    };
    expect(await writeParquet(path, [many])).toEqual([25_000]);
    const file = await fileAt(path);
    expect(parquetMetadata(file).row_groups.map(({ num_rows }) => num_rows)).toEqual([10_000n, 10_000n, 5_000n]);
    const rows = await parquetReadObjects({ file, rowStart: 24_999 });
    expect(rows).toMatchObject([{ id: 'P24999', count: 24_999n, at: null }]);
  });
});

test('a page escapes what strangers wrote, and runs no script but its own', async () => {
  const path = join(folder, 'all.html');
  expect(await writeHtml(path, [TABLE, EMPTY])).toEqual([4, 0]);
  const page = await readFile(path, 'utf8');
  expect(page).toContain('<td>&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;&#39;</td>');
  expect(page).toContain('title="Its &lt;id&gt;."');
  expect(page).toContain('<td class="n">-7</td>');
  expect(page.match(/<script>/g)).toHaveLength(1);
  const [, policy] = /content="([^"]*)"/.exec(page) ?? [];
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? [];
  expect(policy).toContain(`script-src 'sha256-${Buffer.from(sha256Bytes(script)).toString('base64')}'`);
  expect(policy).toContain("default-src 'none'");
  // Its script is one that a browser can read.
  expect(() => new Function(script)).not.toThrow();
});

test('of a long table a page shows a thousand rows at first', async () => {
  const path = join(folder, 'long.html');
  const rows = () => Array.from({ length: 1_500 }, (_, count) => ({ id: `P${count}`, count }));
  expect(await writeHtml(path, [{ ...TABLE, rows }, EMPTY])).toEqual([1_500, 0]);
  const page = await readFile(path, 'utf8');
  expect(page.match(/<tr>(?=<td)/g)).toHaveLength(1_000);
  expect(page.match(/<tr hidden>/g)).toHaveLength(500);
  expect(page).toContain('<p>1500 rows <button class="more">Show all</button></p>');
  expect(page).toContain('<p>0 rows <button class="more" hidden>Show all</button></p>');
});
