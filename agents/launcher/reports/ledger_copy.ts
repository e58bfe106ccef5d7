/** `league ledger copy`: a league from files to a database or back, every event compared. */
import { resolve } from 'node:path';
import { isJsonObject, type Json } from '../../../SHARED/core/json.ts';
import { ok } from '../../../SHARED/core/result.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { documentText } from '../../../SHARED/league_sdk/files/document.ts';
import type { Damage, DocumentName, Ledger, LedgerStore, Locked } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import { matchReader } from '../../../SHARED/league_sdk/records/records.ts';
import { damageText, readLeague } from '../../league_manager/league/read_league.ts';
import { recordAt } from '../../league_manager/public/public_match.ts';
import { viewFiles } from '../../league_manager/telling/views.ts';
import { type Flags, Mistake, usage } from '../options.ts';
import { counted } from '../output/text.ts';
import { databaseOf, type LedgerPlace, ledgersIn, placesOf, placeText, withRecords } from '../world/installation.ts';
import { leagueInFolder } from '../world/league_source.ts';

const DOCUMENTS: readonly DocumentName[] = ['secret', 'operator_token', 'run', 'seats'];
/** The number of appends under way at a time: a database stores them together. */
const TOGETHER = 500;

export async function ledgerCopyCommand(flags: Flags): Promise<number> {
  const places = placesOf(flags);
  const to = placeIn(flags, flags.operand('PLACE'));
  if (placeText(to) === placeText(places))
    throw usage(`the league is in ${placeText(to)}: name another folder, or a database`);
  const disk = nodeDisk();
  const [from, into] = [ledgersIn(places, disk), ledgersIn(to, disk)];
  const league_id = await leagueInFolder(flags, from);
  const reader = matchReader(withRecords(places, disk), dataPaths(places.data).matches(league_id));
  const leftOut: string[] = [];
  const events = await copyLeague(league_id, from, into, {
    async read(match_id, sha256) {
      const record = await recordAt(reader, match_id, sha256);
      if (record.ok) return documentText(record.value);
      leftOut.push(`${match_id}: ${record.error}`);
      return undefined;
    },
    save: (match_id, text) => disk.replace(dataPaths(to.data).match(league_id, match_id), text),
  });
  const copied = to.database === undefined ? await readLeague(into, league_id) : ok(undefined);
  // A manager would write them at its next start; until then a folder without them looks as if they were lost.
  if (copied.ok && copied.value !== undefined)
    for (const [path, make] of viewFiles(to.data, league_id)) await disk.replace(path, make(copied.value));
  if (events === 0)
    throw usage(`there is no ledger of ${league_id} in ${placeText(places)}; name another with --league`);
  process.stdout.write(
    `${league_id}: ${counted(events, 'event')} copied to ${into.where(league_id)} and compared. The league in ${placeText(places)} stays as it is: go on with one of the two.\n`,
  );
  if (leftOut.length > 0)
    process.stderr.write(`league: ${counted(leftOut.length, 'match file')} not copied; ${leftOut[0]}\n`);
  await disk.close();
  return 0;
}

/** A data folder, or the address of a database. */
function placeIn(flags: Flags, text: string): LedgerPlace {
  const isAddress = /^[a-z][a-z+]*:\/\//.test(text);
  return isAddress ? { data: '', database: databaseOf(flags.with('ledger', text)) } : { data: resolve(text) };
}

/** The match files of a league: where they come from, and where they go if the ledger itself does not keep them. */
interface CopiedRecords {
  /** The one that was reported, by its hash. */
  read(match_id: string, sha256: string): Promise<string | undefined>;
  save(match_id: string, text: string): Promise<void>;
}

const NO_RECORDS: CopiedRecords = { read: async () => undefined, save: async () => undefined };

/**
 * Copies ledger, documents and match files of a league, and compares what is stored then; resolves to the number of events, 0 where
 * there is no such league. Neither may be open. A copy that was interrupted is gone on with; another league of the id is
 * a mistake.
 */
export async function copyLeague(
  league_id: string,
  from: LedgerStore,
  into: LedgerStore,
  records = NO_RECORDS,
): Promise<number> {
  const found = await from.read<Json>(league_id);
  if (!found.ok) throw new Mistake(damageText(from, league_id, found.error));
  if (found.value === undefined) return 0;
  const source = await opened(from, league_id);
  try {
    const target = await opened(into, league_id);
    try {
      for (const name of DOCUMENTS) {
        const text = await from.document(league_id, name).read();
        if (text !== undefined) await into.document(league_id, name).replace(text);
      }
      await appendRest(source, target, records, into.where(league_id));
    } finally {
      await target.close();
    }
    await compare(source, into, league_id);
    return source.last;
  } finally {
    await source.close();
  }
}

async function opened(store: LedgerStore, league_id: string): Promise<Ledger<Json>> {
  const ledger = await store.open<Json>(league_id);
  if (ledger.ok) return ledger.value;
  throw new Mistake(troubleText(store, league_id, ledger.error));
}

function troubleText(store: LedgerStore, league_id: string, trouble: Locked | Damage): string {
  return trouble.code === 'LOCKED'
    ? `a manager has ${store.where(league_id)} open; stop it first`
    : damageText(store, league_id, trouble);
}

/** Appends what the target does not have yet; what it has must be the beginning of the source. */
async function appendRest(
  source: Ledger<Json>,
  target: Ledger<Json>,
  records: CopiedRecords,
  where: string,
): Promise<void> {
  const known = target.replay()[Symbol.asyncIterator]();
  let under: Promise<unknown>[] = [];
  for await (const events of source.replay()) {
    const there = await known.next();
    if (there.done !== true) {
      if (JSON.stringify(there.value) !== JSON.stringify(events)) throw anotherLeague(where);
      continue;
    }
    for (const [match_id, text] of await recordsIn(events, records))
      if (target.keepRecord === undefined) await records.save(match_id, text);
      else target.keepRecord(match_id, text);
    under.push(target.append(...events));
    if (under.length < TOGETHER) continue;
    await Promise.all(under);
    under = [];
  }
  await Promise.all(under);
  if ((await known.next()).done !== true) throw anotherLeague(where);
}

/** The match files of the results among these events, as far as they are there. */
async function recordsIn(events: readonly Json[], { read }: CopiedRecords): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const event of events) {
    if (!isJsonObject(event) || event['type'] !== 'match_decided') continue;
    const { match_id, record_sha256 } = event;
    if (typeof match_id !== 'string' || typeof record_sha256 !== 'string') continue;
    const text = await read(match_id, record_sha256);
    if (text !== undefined) found.set(match_id, text);
  }
  return found;
}

function anotherLeague(where: string): Mistake {
  return new Mistake(`another run of the league is in ${where}; put it away first, or copy to another place`);
}

/** What is stored, as any reader finds it, against the source. */
async function compare(source: Ledger<Json>, into: LedgerStore, league_id: string): Promise<void> {
  const stored = await into.read<Json>(league_id);
  if (!stored.ok) throw new Mistake(damageText(into, league_id, stored.error));
  let line = 0;
  for await (const events of source.replay())
    if (JSON.stringify(stored.value?.lines[line++]) !== JSON.stringify(events))
      throw new Mistake(`line ${line} of ${into.where(league_id)} is not as it was copied`);
  if (stored.value?.lines.length !== line)
    throw new Mistake(`${into.where(league_id)} has more lines than were copied`);
}
