/** I2: the standings are what the stored results add up to, on disk and in every copy of every message. */
import { type Json, type JsonObject, sameJson } from '../../../../SHARED/core/json.ts';
import { dataPaths } from '../../../../SHARED/league_sdk/paths.ts';
import type { MatchDecided, ViolationNoted } from '../../../league_manager/league/events.ts';
import { apply, newLeague, tableOf } from '../../../league_manager/league/state.ts';
import type { Row } from '../../../league_manager/tournament/standings.ts';
import { isManager } from '../trace.ts';
import { broken, type Case, type Check, isLate, messagesIn, type Violation } from './evidence.ts';

export const standings: Check = (of) => {
  const { events, files, config, ended } = of;
  const made = tablesOf(of);
  if ('invariant' in made) return made;
  const { after, last } = made;
  for (const event of events) {
    if (event.kind !== 'sent' || !isManager(event.life)) continue;
    const { text, to, at } = event;
    if (text.includes('"message_type":"LEAGUE_STANDINGS_UPDATE"')) {
      const round = Number(/"round_id":(\d+)/.exec(text)?.[1]);
      const table = after.get(round);
      if (table === undefined)
        return broken('I2', `${to} was told the standings of round ${round} at ${at}, which was not closed`);
      if (!tells(text, 'LEAGUE_STANDINGS_UPDATE', 'standings', table))
        return broken('I2', `${to} was told other standings of round ${round} at ${at} than its results make`);
    }
    if (!text.includes('"message_type":"LEAGUE_COMPLETED"')) continue;
    if (!tells(text, 'LEAGUE_COMPLETED', 'final_standings', last))
      return broken('I2', `${to} was told other final standings at ${at} than the results make`);
  }
  const spared = config.violations === 'disqualify' ? sparedIn([...after.values()].at(-1)?.rows ?? []) : undefined;
  if (spared !== undefined) return broken('I2', `${spared} broke a rule, and is still in the table`);
  const path = dataPaths('/data').standings(config.league_id);
  if (!ended || isLate(of, path)) return undefined;
  return fileFault(files.get(of.manager)?.get(path), last);
};

/** I2, from the ledger and the text of standings.json alone. */
export function standingsFile(of: Pick<Case, 'ledger'>, text: string | undefined): Violation | undefined {
  const made = tablesOf(of);
  return 'invariant' in made ? made : fileFault(text, made.last);
}

function fileFault(text: string | undefined, last: Table): Violation | undefined {
  if (text === undefined) return broken('I2', 'there is no standings.json');
  const { standings: rows } = JSON.parse(text) as { readonly standings: readonly JsonObject[] };
  const isSame = rows.length === last.rows.length && last.rows.every((row, i) => agrees(rows[i] ?? {}, row));
  return isSame ? undefined : broken('I2', `standings.json is not what the results make: ${last.text}`);
}

/** Whether a row of the file, whose fields are its own, says nothing that the table does not. */
function agrees(kept: JsonObject, row: Row): boolean {
  return (
    kept['player_id'] === row.player_id &&
    kept['points'] === row.points &&
    Object.entries(row).every(([field, value]) => kept[field] === undefined || sameJson(kept[field], value as Json)) &&
    sameJson(kept['violations'] ?? {}, row.violations ?? {})
  );
}

interface Table {
  readonly rows: readonly Row[];
  readonly text: string;
}

/** The table after each round and at the end; what was counted here stands beside what the league's own code makes of it. */
function tablesOf({
  ledger,
}: Pick<Case, 'ledger'>): { readonly after: ReadonlyMap<number, Table>; readonly last: Table } | Violation {
  const after = new Map<number, Table>();
  const players = new Set<string>();
  const removed = new Map<string, { readonly counted: boolean }>();
  const decided: MatchDecided[] = [];
  const seen: (MatchDecided | ViolationNoted)[] = [];
  const league = newLeague();
  let isRunning = false;
  let bothLose = false;
  for (const { event } of ledger) {
    apply(league, event);
    if (event.type === 'league_started') {
      for (const id of event.players) players.add(id);
      isRunning = true;
      bothLose = event.rules.double_forfeit === 'loss';
    } else if (event.type === 'agent_registered' && event.role === 'player' && isRunning) players.add(event.agent_id);
    else if (event.type === 'agent_removed') {
      removed.set(event.agent_id, event);
      // By a rule it keeps its row, also where it never was among the players of a started league.
      if (event.by === 'rule') players.add(event.agent_id);
    } else if (event.type === 'match_decided') {
      decided.push(event);
      seen.push(event);
    } else if (event.type === 'violation_noted') seen.push(event);
    else if (event.type === 'round_closed') {
      const rows = tableOf(league);
      const counted = new Map([...players].map((id) => [id, NOTHING]));
      const isWorth = ({ result }: MatchDecided) =>
        Object.keys(result.score).every((id) => removed.get(id)?.counted !== false);
      for (const one of decided.filter(isWorth)) count(one, counted, bothLose);
      const wrong = difference(rows, counted) ?? marksFault(rows, removed) ?? uncounted(rows, seen);
      if (wrong !== undefined) return broken('I2', `after round ${event.round_id} ${wrong}`);
      after.set(event.round_id, { rows, text: JSON.stringify(rows) });
    }
  }
  const rows = tableOf(league);
  return { after, last: { rows, text: JSON.stringify(rows) } };
}

type Counted = Pick<Row, 'played' | 'wins' | 'draws' | 'losses' | 'technical_losses' | 'points'>;
const NOTHING: Counted = { played: 0, wins: 0, draws: 0, losses: 0, technical_losses: 0, points: 0 };

function count({ result }: MatchDecided, counted: Map<string, Counted>, bothLose: boolean): void {
  const { winner, score, details } = result;
  const atFault = new Set(details.faults.map(({ player_id }) => player_id));
  const isDraw = winner === null && !(atFault.size > 1 && bothLose);
  for (const [id, points] of Object.entries(score)) {
    const before = counted.get(id) ?? NOTHING;
    const isLoss = winner !== id && !isDraw;
    counted.set(id, {
      played: before.played + 1,
      wins: before.wins + (winner === id ? 1 : 0),
      draws: before.draws + (isDraw ? 1 : 0),
      losses: before.losses + (isLoss ? 1 : 0),
      technical_losses: before.technical_losses + (isLoss && atFault.has(id) ? 1 : 0),
      points: before.points + points,
    });
  }
}

/** Players that were removed are marked, and behind all others. */
function marksFault(rows: readonly Row[], removed: ReadonlyMap<string, unknown>): string | undefined {
  for (const [i, row] of rows.entries()) {
    if (removed.has(row.player_id) !== isOut(row)) return `${row.player_id} is marked ${row.mark}`;
    const above = rows[i - 1];
    if (above !== undefined && isOut(above) && !isOut(row))
      return `${above.player_id} is out, and before ${row.player_id}`;
  }
  return undefined;
}

function isOut({ mark }: Row): boolean {
  return mark === 'removed' || mark === 'disqualified';
}

/** The difference of rows from what was counted, or from its order. */
function difference(rows: readonly Row[], counted: ReadonlyMap<string, Counted>): string | undefined {
  if (rows.length !== counted.size) return `the table has ${rows.length} rows for ${counted.size} players`;
  for (const [i, row] of rows.entries()) {
    const own = counted.get(row.player_id);
    const fields = Object.keys(NOTHING) as (keyof Counted)[];
    const wrong = own === undefined ? 'played' : fields.find((field) => row[field] !== own[field]);
    if (wrong !== undefined) return `${row.player_id} has ${row[wrong]} ${wrong}; its results make ${own?.[wrong]}`;
    const above = rows[i - 1];
    const isBehind = isOut(row) && above !== undefined && !isOut(above);
    if (
      row.rank > i + 1 ||
      (above !== undefined && (row.rank < above.rank || (!isBehind && row.points > above.points)))
    )
      return `${row.player_id} with ${row.points} points is at rank ${row.rank}, row ${i + 1}`;
  }
  return undefined;
}

/** A player that a league without mercy has spared, if there is one. */
function sparedIn(rows: readonly Row[]): string | undefined {
  return rows.find(({ violations, mark }) => violations !== undefined && (mark === undefined || mark === 'suspended'))
    ?.player_id;
}

/** The first row whose breaches of the protocol are not those of its reports and of the manager's own notes. */
function uncounted(rows: readonly Row[], seen: readonly (MatchDecided | ViolationNoted)[]): string | undefined {
  const reported = new Map<string, number>();
  const noted = new Map<string, number>();
  for (const event of seen) {
    if (event.type === 'violation_noted') noted.set(`${event.agent_id} ${event.kind}`, event.count);
    else
      for (const { player_id, count: times = 1 } of event.result.details.violations ?? [])
        reported.set(player_id, (reported.get(player_id) ?? 0) + times);
  }
  for (const { player_id, violations = {} } of rows) {
    const told = Object.values(violations).reduce((sum, times) => sum + times, 0);
    let all = reported.get(player_id) ?? 0;
    for (const [key, times] of noted) if (key.startsWith(`${player_id} `)) all += times;
    if (told !== all) return `${player_id} has ${told} violations; its ledger has ${all}`;
  }
  return undefined;
}

/** Whether a message has these rows; it is read only where their text is not found in it. */
function tells(text: string, type: string, field: string, { rows, text: expected }: Table): boolean {
  if (text.includes(`"${field}":${expected}`)) return true;
  const message = messagesIn(text).find((each) => each['message_type'] === type);
  return sameJson(message?.[field], rows as unknown as JsonObject[]);
}
