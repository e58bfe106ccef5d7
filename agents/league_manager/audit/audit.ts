/** The audit: replays a league from its ledger and compares every file that was written of it with what it must be. */

import { type MatchRecord, recordHash } from '../../../SHARED/contracts/files/match.ts';
import type { Judge } from '../../../SHARED/contracts/messages/result.ts';
import { sha256 } from '../../../SHARED/core/hash.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import { type Disk, type Text, wholeText } from '../../../SHARED/league_sdk/disk/disk.ts';
import { outboxIn } from '../../../SHARED/league_sdk/files/outbox_repository.ts';
import type { AppendedEvents, Damage, LedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import { MatchReader, NOT_KEPT_TEXT } from '../../../SHARED/league_sdk/records/records.ts';
import type { LeagueEvent, MatchDecided } from '../league/events.ts';
import { damagedAt } from '../league/read_league.ts';
import { apply, type League, type Match, newLeague, type Round } from '../league/state.ts';
import { commitmentOf } from '../registration/tokens.ts';
import { roundText, type Slice, sliceFrame, slicesOf, sliceText, viewFiles } from '../telling/views.ts';
import { eventFault } from './audit_events.ts';
import { type Recomputing, type RecordedResult, ResultCollector } from './recorded_results.ts';

export interface AuditOptions {
  /** Whether the league may be looked at where its manager never ran: then no view need be there. */
  readonly isAnywhere?: boolean;
  readonly store: LedgerStore;
  /** The disk with the views and the match files. */
  readonly disk: Disk;
  /** The root of the runtime data. */
  readonly data: string;
  readonly league_id: string;
  readonly judge: Judge;
  /** Recomputes results while the ledger is folded; absent: each is recomputed before the next event is looked at. */
  readonly recomputing?: Recomputing;
  /** How many matches make a slice of rounds; absent: as many as pay. */
  readonly sliceMatches?: number;
}

/** The first thing that is not as it must be, and where. */
export interface Difference {
  readonly where: string;
  readonly what: string;
}

/** The counts of what the audit checked and found to be right. */
export interface Audited {
  readonly events: number;
  readonly phase: League['phase'];
  /** Results recomputed from moves, faults and seed. */
  readonly recomputed: number;
  /** Results that are a foreign referee's word, marked as such. */
  readonly onTrust: number;
  /** Match files that are what was reported, with the seed that was promised. */
  readonly records: number;
  readonly views: number;
  /** Remarks that are no difference, but worth knowing. */
  readonly notes: readonly string[];
}

/** Checks a league against its ledger; undefined when there is none. Nothing is written, and no lock is taken. */
export async function audit(options: AuditOptions): Promise<Result<Audited, Difference> | undefined> {
  const { store, league_id } = options;
  const written = await readViews(options);
  // A manager that was killed may have written the first of them, and another has gone on elsewhere.
  const views = options.isAnywhere === true ? written.filter(({ text }) => text !== undefined) : written;
  const isElsewhere = views.length === 0;
  const league = newLeague();
  /** How many results a referee has a record of, by its own word. */
  let claimed = 0;
  const texts: RoundTexts = new Map();
  const isSliced = (await options.disk.readBytes(dataPaths(options.data).roundsFrom(league_id, 1), 0, 1)) !== undefined;
  const { recomputing } = options;
  const results = recomputing && new ResultCollector(league, recomputing);
  const hear = ({ events, ...at }: AppendedEvents<LeagueEvent>): Damage | undefined => {
    // Which of them is the first is told when all before it are recomputed.
    if (recomputing?.isWrong === true) return { code: 'DAMAGED', ...at, detail: 'a result before it is wrong' };
    const later = results && ((result: RecordedResult) => results.put(result, at));
    for (const event of events) {
      const fault = eventFault(league, event, options.judge, later);
      if (fault !== undefined) return { code: 'DAMAGED', ...at, kind: event.type, detail: fault };
      apply(league, event);
      if (event.type === 'match_decided' && event.record_sha256 !== null) claimed += 1;
      if (isSliced && event.type === 'round_closed') noteText(texts, league, event.round_id);
      for (const view of views) {
        if (view.sequence !== league.sequence) continue;
        view.expected = wholeText(view.make(league));
        view.slices = slicesOf(league, options.sliceMatches).length;
      }
    }
    return undefined;
  };
  const found = await unlessWrong(results, () => store.scan<LeagueEvent>(league_id, hear));
  if (!found.ok) {
    const { kind, detail } = found.error;
    return differs(`${damagedAt(store, league_id, found.error)}${kind === undefined ? '' : `, ${kind}`}`, detail);
  }
  if (found.value === undefined) return undefined;
  const { torn, closed } = found.value;
  // A manager that ends in order has written everything before it closes its ledger; another one may have closed it.
  const isCut = !closed || options.isAnywhere === true;
  // Runs of one id in one folder, one of them in a database, write over each other's views.
  const [own, others] = [views.filter((view) => !isOther(view, league)), views.filter((view) => isOther(view, league))];
  if (options.isAnywhere !== true && others[0] !== undefined) return differs(others[0].path, otherRun(others[0]));
  const wrongView = own.map((view) => viewFault(view, league, isCut)).find((fault) => fault !== undefined);
  if (wrongView !== undefined) return err(wrongView);
  const slices = await checkSlices(league, options, { needed: written[1]?.slices ?? 0, isCut, texts });
  if (!slices.ok) return slices;
  const records = await checkRecords(league, options, claimed);
  if (!records.ok) return records;

  const decided = [...league.rounds.values()].reduce((sum, round) => sum + round.decided, 0);
  const behind = own.filter(({ sequence }) => sequence !== league.sequence).map(({ path: at }) => at);
  return ok({
    events: league.sequence,
    phase: league.phase,
    recomputed: decided - league.unverified,
    onTrust: league.unverified,
    records: records.value.checked,
    views: own.length + slices.value.checked,
    notes: [
      ...(torn ? ['the last line of the ledger is an append that was interrupted; it counts for nothing'] : []),
      ...(isElsewhere ? ['no view is here: they lie where the manager runs'] : []),
      ...others.map((view) => `${view.path}: ${otherRun(view)}`),
      ...behind.map((at) => {
        if (!league.told) return `${at} ${NOT_YET}`;
        const isMoved = closed && options.isAnywhere === true;
        return `${at} ${isMoved ? MOVED : 'shows all but the last event, at which its manager was killed'}`;
      }),
      ...slices.value.notes,
      ...records.value.notes,
    ],
  });
}

/**
 * What a scan has found, unless a result is wrong: what is recomputed later stands before all that was found, and what
 * was made of a wrong result may fail in any way.
 */
async function unlessWrong<T>(
  results: ResultCollector | undefined,
  scan: () => Promise<Result<T, Damage>>,
): Promise<Result<T, Damage>> {
  try {
    const found = await scan();
    const wrong = await results?.first();
    return wrong === undefined ? found : err(wrong);
  } catch (thrown) {
    const wrong = await results?.first();
    if (wrong !== undefined) return err(wrong);
    throw thrown;
  }
}

function differs(where: string, what: string): Result<never, Difference> {
  return err({ where, what });
}

interface View {
  readonly path: string;
  readonly make: (league: League) => Text;
  readonly text: string | undefined;
  /** The sequence number of the ledger when it was written, as the view says itself. */
  readonly sequence: number | undefined;
  /** The run it is of, by its own word. */
  readonly run_id: string | undefined;
  /** The text it must have by the ledger, and how many slices of rounds lay beside it then. */
  expected: string | undefined;
  slices: number;
}

function readViews({ disk, data, league_id, sliceMatches }: AuditOptions): Promise<readonly View[]> {
  return Promise.all(
    viewFiles(data, league_id, sliceMatches).map(async ([path, make]) => {
      const text = await disk.read(path);
      const said = /"sequence": (\d{1,15}),/.exec(text ?? '')?.[1];
      return {
        path,
        make,
        text,
        sequence: said === undefined ? undefined : Number(said),
        run_id: /^ {2}"run_id": "([^"]+)",$/m.exec(text ?? '')?.[1],
        expected: undefined,
        slices: 0,
      };
    }),
  );
}

function isOther({ run_id }: View, league: League): boolean {
  return run_id !== undefined && run_id !== league.run_id;
}

function otherRun({ run_id }: View): string {
  return `it is of another run of this league, ${run_id}; the manager writes it anew at its next start`;
}

function viewFault({ path, text, sequence, expected }: View, league: League, isCut: boolean): Difference | undefined {
  if (text === undefined) return { where: path, what: MISSING_VIEW };
  if (sequence === undefined || expected === undefined) {
    return { where: path, what: `it shows event ${sequence ?? 'none'} of a ledger with ${league.sequence}` };
  }
  if (text !== expected) return unlike(path, text, expected);
  if (league.phase === 'LEAGUE_COMPLETE' && sequence !== league.sequence && !isCut) {
    return { where: path, what: `the league is over, and it shows event ${sequence} of ${league.sequence}` };
  }
  return undefined;
}

const MISSING_VIEW = 'it is missing; the manager writes it anew at its next start';
const UNLIKE = 'it is not what the ledger says';
const OTHER_SLICE = `${UNLIKE}; delete it, and the manager writes it anew at its next start`;
const MOVED = 'is as its manager left it; another one has gone on with the league since';
const NOT_YET = 'is not written anew yet; the manager does it in a moment if it runs, else at its next start';

function unlike(path: string, text: string, expected: string): Difference {
  const lines = expected.split('\n');
  const line = text.split('\n').findIndex((said, i) => said !== lines[i]) + 1;
  return { where: `${path}, line ${line}`, what: UNLIKE };
}

interface Checked {
  readonly checked: number;
  readonly notes: readonly string[];
}

/** What a closed round says in its slice, by its number: of what length and hash, at which number of removals. */
type RoundTexts = Map<number, { readonly length: number; readonly sha256: string; readonly removals: number }>;

/** Notes the text of a round as it closes: later its matches are packed, and to unpack them takes longer than all of this. */
function noteText(texts: RoundTexts, league: League, round_id: number): void {
  const text = roundText(league, league.rounds.get(round_id) as Round);
  texts.set(round_id, { length: text.length, sha256: sha256(text), removals: league.removals });
}

/** Whether a slice has the texts that were noted; where agents were removed since, that cannot be said. */
function isAsNoted(text: string, texts: RoundTexts, league: League, slice: Slice): boolean {
  const [before, between, after] = sliceFrame(league, slice);
  if (!text.startsWith(before)) return false;
  let at = before.length;
  for (let round_id = slice.first; round_id <= slice.last; round_id++) {
    const noted = texts.get(round_id);
    const behind = round_id === slice.last ? after : between;
    const end = at + (noted?.length ?? 0);
    if (noted?.removals !== league.removals || !text.startsWith(behind, end)) return false;
    if (sha256(text.slice(at, end)) !== noted.sha256) return false;
    at = end + behind.length;
  }
  return at === text.length;
}

/** The slices of a long league: those that `rounds.json` goes on from must be there, and be as the ledger says. */
async function checkSlices(
  league: League,
  { disk, data, league_id, sliceMatches }: AuditOptions,
  { needed, isCut, texts }: { readonly needed: number; readonly isCut: boolean; readonly texts: RoundTexts },
): Promise<Result<Checked, Difference>> {
  const notes: string[] = [];
  let checked = 0;
  for (const [i, slice] of slicesOf(league, sliceMatches).entries()) {
    const path = dataPaths(data).roundsFrom(league_id, slice.first);
    const text = await disk.read(path);
    if (text === undefined && i < needed) return differs(path, MISSING_VIEW);
    if (text === undefined) continue;
    checked += 1;
    if (isAsNoted(text, texts, league, slice)) continue;
    const expected = wholeText(sliceText(league, slice));
    if (text === expected) continue;
    // Of fewer removals than there are now, or of more while its manager goes on, results have another worth in it.
    const isOther = isCut && Number(/^ {2}"removals": (\d+),$/m.exec(text)?.[1]) !== league.removals;
    // What a manager finds of a slice at its start is the beginning and the end of it.
    if (!isOther) return err({ ...unlike(path, text, expected), what: OTHER_SLICE });
    notes.push(`${path} ${NOT_YET}`);
  }
  return ok({ checked, notes });
}

async function checkRecords(
  league: League,
  options: AuditOptions,
  claimed: number,
): Promise<Result<Checked, Difference>> {
  const { disk, data, league_id } = options;
  const paths = dataPaths(data);
  const reader = new MatchReader(disk, paths.matches(league_id));
  if (claimed === 0) return ok({ checked: 0, notes: [] });
  const ids = await reader.list();
  const damage = reader.damage();
  if (ids.length === 0 && damage.length === 0) {
    const why = (await reader.isKept())
      ? `no match file is here: ${claimed} lie where the referees run`
      : `${NOT_KEPT_TEXT}: ${claimed} were reported`;
    return ok({ checked: 0, notes: [why] });
  }
  const notes = damage.map((detail) => `${detail}; no record is missing`);
  const isKept = await reader.isKept();
  let unkept = 0;
  for (const match of league.matches.values()) {
    if (!isClaimed(match)) continue;
    const { match_id } = match.pairing;
    const fault = await recordFault(reader, match, league.phase);
    if (fault === undefined) continue;
    const [path, outbox] = [reader.where(match_id), paths.outbox(match.decided.referee_id)];
    if (await isIn(outbox, match.decided, disk))
      notes.push(`${path} is not written yet: what was reported is in ${outbox}`);
    else if (fault === MISSING && damage.length > 0) return differs(path, `${fault}, and ${damage.join('; ')}`);
    else if (fault === MISSING && !isKept) unkept += 1;
    else return differs(path, fault);
  }
  if (unkept > 0) notes.push(`${unkept} of ${claimed} records were not kept (records: none)`);
  return ok({ checked: claimed - unkept, notes });
}

const MISSING = 'it is missing';

type Decided = Match & { readonly decided: MatchDecided };

/** Whether the referee of a match says that it has a record of it. */
function isClaimed(match: Match): match is Decided {
  return match.decided !== undefined && match.decided.record_sha256 !== null;
}

/** A referee files its record once the report is acknowledged; what it was killed over is in its outbox still. */
async function isIn(outbox: string, { match_id, epoch, record_sha256 }: MatchDecided, disk: Disk): Promise<boolean> {
  return outboxIn((await disk.read(outbox)) ?? '').items.some(
    ({ record, ...item }) =>
      item.match_id === match_id &&
      item.assignment_epoch === epoch &&
      record !== undefined &&
      recordHash(record as MatchRecord) === record_sha256,
  );
}

async function recordFault(
  reader: MatchReader,
  { seed, pairing, decided }: Decided,
  phase: League['phase'],
): Promise<string | undefined> {
  const { epoch, record_sha256 } = decided;
  const read = await reader.get(pairing.match_id, (record) => recordHash(record) === record_sha256);
  if (!read.ok) return read.error.detail;
  if (read.value === undefined) return MISSING;
  const { record, isAsWritten } = read.value;
  if (record.assignment_epoch !== epoch)
    return `it is of assignment ${record.assignment_epoch}, the result of ${epoch}`;
  if (recordHash(record) !== record_sha256) return 'it is not what the referee reported';
  if (record.draw_commitment !== commitmentOf(seed, pairing.match_id)) return 'its commitment is not that of its seed';
  const isRevealed = record.draw_seed !== undefined;
  if (isRevealed && record.draw_seed !== seed) return 'its seed is not the one that was drawn from';
  if (!isRevealed && phase === 'LEAGUE_COMPLETE') return 'the league is over, and its seed is not revealed';
  return isAsWritten ? undefined : 'it is not as it was written';
}
