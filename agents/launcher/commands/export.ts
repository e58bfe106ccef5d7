/** `league export`: the tables of a league, in one file or in a folder, in the format that was asked for. */
import { join, resolve } from 'node:path';
import { MANAGER_ID } from '../../../SHARED/contracts/fields.ts';
import { recordHash } from '../../../SHARED/contracts/files/match.ts';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { reasonOf } from '../../../SHARED/core/result.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { draftFile } from '../../../SHARED/league_sdk/disk/people_files.ts';
import { documentText } from '../../../SHARED/league_sdk/files/document.ts';
import { PlayerHistoryRepository } from '../../../SHARED/league_sdk/files/player_history.ts';
import { copyAgentLogs } from '../../../SHARED/league_sdk/logs/agent_logs.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import { NOT_KEPT_TEXT, Records } from '../../../SHARED/league_sdk/records/records.ts';
import { type Flags, Mistake, usage } from '../options.ts';
import { printable } from '../output/columns.ts';
import { shown } from '../output/results_text.ts';
import { counted } from '../output/text.ts';
import { notedStrategies } from '../processes/roster.ts';
import { writeParquet, writeSqlite } from '../reports/binary_formats.ts';
import { type ExportedFiles, historyTable, logTable, messagesTable } from '../reports/file_tables.ts';
import { writeHtml } from '../reports/html_page.ts';
import { faultsTable, matchesTable, movesTable, playersTable } from '../reports/league_tables.ts';
import { lengthNote, savedPage } from '../reports/saved_page.ts';
import { columnsTable, type Table, type TableWriter } from '../reports/table.ts';
import { writeCsv, writeJson } from '../reports/text_formats.ts';
import { filedLeague } from '../world/filed_league.ts';
import { hostedPlaces, ledgersIn, need, placesOf, withRecords } from '../world/installation.ts';
import { type KeptSource, keptSource } from '../world/league_source.ts';
import { needFree } from './new.ts';

/** The tables by name, in the order in which they are written. */
const TABLES: { readonly [name: string]: (league: ExportedFiles) => Table } = {
  players: playersTable,
  matches: matchesTable,
  moves: movesTable,
  messages: messagesTable,
  faults: faultsTable,
  history: historyTable,
  log: logTable,
};

interface Format {
  readonly write: TableWriter;
  /** Whether a file holds one table, so that several are a folder. */
  readonly isPerTable: boolean;
}

const FORMATS: { readonly [name: string]: Format } = {
  csv: { write: writeCsv, isPerTable: true },
  json: { write: writeJson, isPerTable: true },
  sqlite: { write: writeSqlite, isPerTable: false },
  parquet: { write: writeParquet, isPerTable: true },
  html: { write: writeHtml, isPerTable: false },
};

/** Says where the export lies and how many rows each table has. */
export async function exportCommand(flags: Flags): Promise<number> {
  if (flags.text('format') === 'html' && flags.operand('TABLE') === '') return savePage(flags);
  if (flags.text('format') === LAYOUT) return saveFiles(flags);
  const { where, rows } = await exportLeague(flags, (line) => void process.stderr.write(`${printable(line)}\n`));
  const parts = [...rows].map(([table, count]) => `${table} ${counted(count, 'row')}`);
  process.stdout.write(`Wrote ${shown(where)}: ${parts.join(', ')}.\n`);
  return 0;
}

/** The page of a league as one file. */
async function savePage(flags: Flags): Promise<number> {
  const filed = await filedLeague(flags);
  const where = resolve(flags.text('out') ?? `${filed.league.league_id}.html`);
  const text = await savedPage(filed, nodeDisk());
  await draftFile(where, ({ write }) => write(text));
  const note = lengthNote(text.length);
  if (note !== undefined) process.stderr.write(`${note}\n`);
  process.stdout.write(
    `Wrote ${shown(where)}: the page of ${filed.league.league_id} with ${counted(filed.league.matches.size, 'match')}, to be opened in a browser.\n`,
  );
  return 0;
}

/** The format that is no table: the files of matches and histories as `--records files` keeps them. */
const LAYOUT = 'files';

/** A file for each match and each history, however they were kept, laid out as in a data folder; what cannot be read or is not what was reported is left out and told. */
async function saveFiles(flags: Flags): Promise<number> {
  if (flags.operand('TABLE') !== '') throw usage('--format files has no tables: leave out the name of one');
  const source = await keptSource(flags);
  const { league, data, records, archived } = source;
  const where = resolve(flags.text('out') ?? league.league_id);
  const [disk, paths] = [nodeDisk(), dataPaths(where)];
  await needFree(where, 'name a new folder with --out DIR');
  const ids = await records.list();
  if (ids.length === 0 && !(await records.isKept())) throw new Mistake(`${NOT_KEPT_TEXT}; there is nothing to write`);
  const unread = new Set<string>();
  const leaveOut = (detail: string) => {
    if (!unread.has(detail)) process.stderr.write(`${printable(`left out: ${detail}`)}\n`);
    unread.add(detail);
  };
  for (const detail of records.damage()) leaveOut(detail);
  let matches = 0;
  for (const match_id of ids) {
    const reported = league.matches.get(match_id)?.decided?.record_sha256;
    const read = await records.get(match_id, (record) => recordHash(record) === reported);
    if (!read.ok) leaveOut(read.error.detail);
    if (!read.ok || read.value === undefined) continue;
    if (typeof reported === 'string' && recordHash(read.value.record) !== reported) {
      leaveOut(`${records.where(match_id)}: the record of ${match_id} is not what was reported`);
      continue;
    }
    await disk.replace(paths.match(league.league_id, match_id), documentText(read.value.record));
    matches++;
  }
  // Of an archive the histories are those of today: a player's own go on from run to run.
  const onFailure = (thrown: unknown) => leaveOut(reasonOf(thrown));
  const store = {
    disk,
    clock: systemClock,
    root: data,
    records: new Records('files', { disk, root: data }),
    onFailure,
  };
  let histories = 0;
  for (const player_id of league.tallies.keys()) {
    const history = need(await new PlayerHistoryRepository(player_id, store).getHistory());
    if (history.matches.length === 0) continue;
    await disk.replace(paths.history(player_id), documentText(history));
    histories++;
  }
  const part = {
    agents: new Set([MANAGER_ID, ...league.agents.keys()]),
    since: league.created_at,
    until: await nextRun(source, { ofAny: true }),
  };
  const copied = await copyAgentLogs(disk, [logsOf(flags, source), join(where, 'logs')], part, leaveOut);
  await disk.close();
  const of = archived === undefined ? '' : ` of ${archived}`;
  process.stdout.write(
    `Wrote ${shown(where)}: ${counted(matches, 'match')}${of}, ${counted(histories, 'player')}${copied.length === 0 ? '' : `, ${counted(copied.length, 'log')}`}.\n`,
  );
  return unread.size === 0 ? 0 : 1;
}

/** The logs of the agents whose files were found. */
function logsOf(flags: Flags, { data, league_id }: KeptSource): string {
  const places = placesOf(flags);
  const hosted = hostedPlaces(places, league_id);
  return data === hosted.data ? hosted.logs : places.logs;
}

interface Exported {
  readonly where: string;
  /** Rows by table. */
  readonly rows: ReadonlyMap<string, number>;
}

/** Writes the tables that were asked for: one by its name, all without one. `missing` hears what is left out, in lines. */
async function exportLeague(flags: Flags, missing: (line: string) => void): Promise<Exported> {
  const [name, format] = [flags.operand('TABLE'), flags.text('format') ?? 'csv'];
  const made = TABLES[name];
  if (name !== '' && made === undefined)
    throw usage(`there is no table "${name}" to export; there are: ${Object.keys(TABLES).join(', ')}`);
  const { write, isPerTable } = FORMATS[format] ?? {};
  if (write === undefined)
    throw usage(`--format takes ${[...Object.keys(FORMATS), LAYOUT].join(', ')}, not "${format}"`);

  const league = await exportedFiles(flags, missing);
  const file = (stem: string) => `${stem}.${format}`;
  const out = flags.text('out');
  if (made !== undefined) {
    const where = resolve(out ?? file(name));
    return { where, rows: await written(write, where, [made(league)]) };
  }
  const tables = Object.values(TABLES).map((make) => make(league));
  const all = [...tables, columnsTable(tables)];
  const { league_id } = league.league;
  if (isPerTable !== true) {
    const where = resolve(out ?? file(league_id));
    return { where, rows: await written(write, where, all) };
  }
  const where = resolve(out ?? league_id);
  const rows = new Map<string, number>();
  for (const table of all)
    for (const [each, count] of await written(write, join(where, file(table.name)), [table])) rows.set(each, count);
  return { where, rows };
}

async function written(
  write: TableWriter,
  path: string,
  tables: readonly Table[],
): Promise<ReadonlyMap<string, number>> {
  const counts = await write(path, tables);
  return new Map(tables.map(({ name }, at) => [name, counts[at] ?? 0]));
}

async function exportedFiles(flags: Flags, missing: (line: string) => void): Promise<ExportedFiles> {
  const source = await keptSource(flags);
  const { league, data, database, archived } = source;
  const disk = withRecords({ data, database }, nodeDisk());
  const store = ledgersIn({ data, database }, disk);
  const strategies = await notedStrategies(store, league.league_id, archived);
  const until = await nextRun(source);
  const logs = logsOf(flags, source);
  return { source, league, strategies, disk, clock: systemClock, data, logs, until, missing };
}

/**
 * When the next run of a league began; undefined where it is the last. Agents have their logs in common with those of
 * other leagues: `ofAny`, the next run of whichever league that began when this one was over counts as well.
 */
async function nextRun(
  { league, data, database, archived }: KeptSource,
  { ofAny = false } = {},
): Promise<string | undefined> {
  if (archived === undefined && !ofAny) return undefined;
  const store = ledgersIn({ data, database }, nodeDisk());
  const archives = await store.archives();
  const starts: string[] = [];
  for (const league_id of new Set([...archives.keys(), ...(await store.leagues())])) {
    const isOwn = league_id === league.league_id;
    const over = isOwn ? league.created_at : league.closed_at;
    if (over === undefined || (isOwn ? archived === undefined : !ofAny)) continue;
    const read = await store.read<{ readonly at: string }>(league_id);
    const now = read.ok ? read.value?.lines[0]?.[0]?.at : undefined;
    const began = [...(archives.get(league_id) ?? []).map(beganAt), ...(now === undefined ? [] : [now])];
    starts.push(...began.filter((at) => at > over));
  }
  return starts.toSorted()[0];
}

/** The time in the name of a run: 2026-01-31T12-00-00-000Z. */
function beganAt(name: string): string {
  return name.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d+Z)$/, 'T$1:$2:$3.$4');
}
