/** `league ledger copy`: a league from files to a database or back, every event compared. */
import { resolve } from 'node:path';
import type { Json } from '../../../SHARED/core/json.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import type { Damage, DocumentName, Ledger, LedgerStore, Locked } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { damageText } from '../../league_manager/league/read_league.ts';
import { type Flags, Mistake, usage } from '../options.ts';
import { counted } from '../output/text.ts';
import { databaseOf, type LedgerPlace, ledgersIn, placesOf, placeText } from '../world/installation.ts';
import { leagueInFolder } from '../world/league_source.ts';

const DOCUMENTS: readonly DocumentName[] = ['secret', 'operator_token', 'run', 'seats'];
/** So many appends are under way at a time: a database stores them together. */
const TOGETHER = 500;

export async function ledgerCopyCommand(flags: Flags): Promise<number> {
  const places = placesOf(flags);
  const to = placeIn(flags, flags.operand('PLACE'));
  if (placeText(to) === placeText(places))
    throw usage(`the league is in ${placeText(to)}: name another folder, or a database`);
  const disk = nodeDisk();
  const [from, into] = [ledgersIn(places, disk), ledgersIn(to, disk)];
  const league_id = await leagueInFolder(flags, from);
  const events = await copyLeague(league_id, from, into);
  if (events === 0)
    throw usage(`there is no ledger of ${league_id} in ${placeText(places)}; name another with --league`);
  process.stdout.write(
    `${league_id}: ${counted(events, 'event')} copied to ${into.where(league_id)} and compared. The league in ${placeText(places)} stays as it is: go on with one of the two.\n`,
  );
  await disk.close();
  return 0;
}

/** A data folder, or the address of a database. */
function placeIn(flags: Flags, text: string): LedgerPlace {
  const isAddress = /^[a-z][a-z+]*:\/\//.test(text);
  return isAddress ? { data: '', database: databaseOf(flags.with('ledger', text)) } : { data: resolve(text) };
}

/**
 * Copies ledger and documents of a league, and compares what is stored then; resolves to the number of events, 0 where
 * there is no such league. Neither may be open. A copy that was interrupted is gone on with; another league of the id is
 * a mistake.
 */
export async function copyLeague(league_id: string, from: LedgerStore, into: LedgerStore): Promise<number> {
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
      await appendRest(source, target, into.where(league_id));
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
async function appendRest(source: Ledger<Json>, target: Ledger<Json>, where: string): Promise<void> {
  const known = target.replay()[Symbol.asyncIterator]();
  let under: Promise<unknown>[] = [];
  for await (const events of source.replay()) {
    const there = await known.next();
    if (there.done !== true) {
      if (JSON.stringify(there.value) !== JSON.stringify(events)) throw anotherLeague(where);
      continue;
    }
    under.push(target.append(...events));
    if (under.length < TOGETHER) continue;
    await Promise.all(under);
    under = [];
  }
  await Promise.all(under);
  if ((await known.next()).done !== true) throw anotherLeague(where);
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
