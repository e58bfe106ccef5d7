/** The table with what a person asks about it, and what it comes from: the crosstable and the points over rounds. */
import type { Crosstable, Progress, StandingsPage, TableRow } from '../../../SHARED/contracts/api/league.ts';
import { CROSSTABLE_PLAYERS, found, PAGE_ROWS, PROGRESS_LINES, pageIn } from '../../../SHARED/contracts/api/paging.ts';

import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import { countIn, isOfWorth, type League, totalMatches } from '../../league_manager/league/state.ts';
import { publicWords } from '../../league_manager/public/public_league.ts';
import { pairingsIn, silenceOf } from '../../league_manager/public/queries.ts';
import { type PointsAgainst, type Row, rank, rankOptionsOf, tieOf } from '../../league_manager/tournament/standings.ts';
import type { ShownLeague } from '../web.ts';
import type { DocumentQuery, NoDocument } from './documents.ts';
import { breachesIn, headOf, nameIn } from './league.ts';
import { gently, outcomeAt, type ResultBook, type RoundResults } from './results.ts';

/** A page of the table, searched where a text is named. */
export async function standingsPage(
  { league, rows, clock }: ShownLeague,
  notes: TableNotes,
  query: DocumentQuery,
): Promise<Result<StandingsPage, never>> {
  const head = headOf(league);
  const pause = gently(clock);
  const table = rows();
  const all = table.map(({ player_id, display_name }, place) => ({ place, words: [player_id, display_name] }));
  const page = pageIn(
    found(all, query.search, ({ words }) => words),
    query,
    PAGE_ROWS.usual,
  );
  const shown: TableRow[] = [];
  for (const { place } of page.rows) {
    shown.push(notes.row(table, place));
    await pause();
  }
  return ok({ ...head, ...page, rows: shown });
}

/** The notes of a table beside its counts: which way a player moves, and what tells it from its equals. */
export class TableNotes {
  readonly #league: League;
  #former: { readonly of: string; readonly ranks: ReadonlyMap<string, number> } | undefined;

  constructor({ league }: Pick<ShownLeague, 'league'>) {
    this.#league = league;
  }

  /** The row at a place of a table, counted from 0, as anybody may read it. */
  row(table: readonly Row[], at: number): TableRow {
    const row = table[at] as Row;
    const { rank: place, player_id, display_name, played, wins, draws, losses, technical_losses, points } = row;
    const former = this.#ranksBefore()?.get(player_id);
    return {
      ...{ rank: place, player_id, display_name, played, wins, draws, losses, technical_losses, points },
      violations: breachesIn(row),
      movement: former === undefined ? null : former - place,
      tie: this.#hasOwnOrder() ? null : (tieOf(table, at, rankOptionsOf(this.#league)) ?? null),
      ...(row.kind === undefined ? {} : { kind: row.kind }),
      ...(row.mark === undefined ? this.#silence(player_id) : { mark: row.mark }),
      ...(row.reason === undefined ? {} : { reason: publicWords(row.reason) }),
    };
  }

  #silence(player_id: string) {
    const agent = this.#league.agents.get(player_id);
    return agent === undefined ? undefined : silenceOf(agent);
  }

  /** Whether the order is the format's own, which no criterion of the table explains. */
  #hasOwnOrder(): boolean {
    return this.#league.phase === 'LEAGUE_COMPLETE' && this.#league.format?.ranking !== undefined;
  }

  /** The ranks at the end of the round before the newest closed one: worked out once a round, and when players come or go. */
  #ranksBefore(): ReadonlyMap<string, number> | undefined {
    const { rounds, removals, tallies } = this.#league;
    let closed = rounds.size;
    while (closed > 0 && rounds.get(closed)?.closed_at === undefined) closed--;
    if (closed < 2) return undefined;
    const of = `${closed} ${removals} ${tallies.size}`;
    if (this.#former?.of !== of) {
      const ranks = new Map(tableBefore(this.#league, closed).map((row) => [row.player_id, row.rank]));
      this.#former = { of, ranks };
    }
    return this.#former.ranks;
  }
}

/** The standings as they would be without the results of a round and of those after it. */
function tableBefore(league: League, round_id: number): readonly Row[] {
  const tallies = new Map([...league.tallies].map(([id, tally]) => [id, { ...tally }]));
  const taken: PointsAgainst = new Map();
  const copy = { ...league, tallies, pointsAgainst: taken };
  for (let later = round_id; later <= league.rounds.size; later++) {
    for (const match_id of league.rounds.get(later)?.matches ?? []) {
      const { pairing, decided } = league.matches.get(match_id) ?? {};
      if (pairing !== undefined && decided !== undefined && isOfWorth(league, pairing.seats))
        countIn(copy, pairing, decided, -1);
    }
  }
  const options = rankOptionsOf(league);
  const pointsAgainst = (player_id: string, opponent_id: string) =>
    (options.pointsAgainst(player_id, opponent_id) ?? 0) + (taken.get(player_id)?.get(opponent_id) ?? 0);
  return rank(tallies, { ...options, pointsAgainst });
}

/** Matches to come that are looked through for a crosstable; of more than these none is shown. */
const MOST_TO_COME = 50_000;

/** The results of the players of a page of the table against each other. */
export async function crosstable(
  { league, rows, clock }: ShownLeague,
  book: ResultBook,
  query: DocumentQuery,
): Promise<Result<Crosstable, never>> {
  const head = headOf(league);
  const page = pageIn(rows(), query, Math.min(PAGE_ROWS.usual, CROSSTABLE_PLAYERS));
  const players = page.rows.map(({ rank, player_id, display_name }) => ({ rank, player_id, display_name }));
  const cells: Crosstable['cells'] = players.map(() => players.map(() => []));
  const results = await book.read();
  const pause = gently(clock);
  const places = new Map(players.map(({ player_id }, place) => [book.numberOf(player_id) ?? -1, place]));
  for (const round of results) {
    for (const [at, match_id] of round.ids.entries()) {
      const [row, column] = [places.get(round.seats[2 * at] ?? -1), places.get(round.seats[2 * at + 1] ?? -1)];
      if (row === undefined || column === undefined) continue;
      cells[row]?.[column]?.push({ match_id, ...cellAt(round, 2 * at) });
      cells[column]?.[row]?.push({ match_id, ...cellAt(round, 2 * at + 1) });
    }
    await pause();
  }
  if (totalMatches(league) - league.matches.size <= MOST_TO_COME) await addPlanned();
  return ok({ ...head, total: page.total, players, cells });

  async function addPlanned(): Promise<void> {
    const rounds = league.format?.outlook().rounds ?? 0;
    const placeOf = new Map(players.map(({ player_id }, place) => [player_id, place]));
    // A round that was opened meanwhile is still one to come.
    for (let round_id = results.length + 1; round_id <= rounds; round_id++) {
      for (const { match_id, seats } of pairingsIn(league, round_id)) {
        const [row, column] = [placeOf.get(seats[0]), placeOf.get(seats[1])];
        if (row === undefined || column === undefined || !isOfWorth(league, seats)) continue;
        const cell = { match_id, outcome: 'scheduled', points: null } as const;
        cells[row]?.[column]?.push(cell);
        cells[column]?.[row]?.push(cell);
      }
      await pause();
    }
  }
}

function cellAt(round: RoundResults, entry: number) {
  const outcome = outcomeAt(round, entry);
  return { outcome, points: outcome === 'running' ? null : (round.points[entry] ?? 0) };
}

/** Rounds of a plot at most: of more, an even choice. */
const PLOTTED_ROUNDS = 500;

/** Points over rounds, of the players that are named or of the first of the table. */
export async function progress(
  { league, rows, clock }: ShownLeague,
  book: ResultBook,
  { players }: DocumentQuery,
): Promise<Result<Progress, NoDocument>> {
  const head = headOf(league);
  const named =
    players?.split(',').filter((id) => id !== '') ??
    rows()
      .slice(0, PROGRESS_LINES.usual)
      .map(({ player_id }) => player_id);
  const unknown = named.find((id) => !league.tallies.has(id));
  if (unknown !== undefined)
    return err({ status: 400, parameter: 'players', error: `no player ${unknown} in this league` });
  if (named.length > PROGRESS_LINES.most)
    return err({ status: 400, parameter: 'players', error: `${named.length} players; at most ${PROGRESS_LINES.most}` });
  const results = await book.read();
  const numbers = new Map(named.map((id, line) => [book.numberOf(id) ?? -1, line]));
  const worthless = numbersWithoutWorth(league, book);
  const every = Math.max(1, Math.ceil(results.length / PLOTTED_ROUNDS));
  const isPlotted = (round_id: number) => (results.length - round_id) % every === 0;
  const lines = named.map((player_id) => ({
    player_id,
    display_name: nameIn(league, player_id),
    points: [] as number[],
  }));
  const sums = named.map(() => 0);
  const pause = gently(clock);
  for (const { round_id, seats, points } of results) {
    for (const [entry, number] of seats.entries()) {
      const line = numbers.get(number);
      if (line === undefined || worthless.has(number) || worthless.has(seats[entry ^ 1] ?? -1)) continue;
      sums[line] = (sums[line] ?? 0) + (points[entry] ?? 0);
    }
    if (isPlotted(round_id)) for (const [line, { points: plotted }] of lines.entries()) plotted.push(sums[line] ?? 0);
    await pause();
  }
  const rounds = results.map(({ round_id }) => round_id).filter(isPlotted);
  return ok({ ...head, rounds, lines });
}

/** The players whose matches count in no table. */
function numbersWithoutWorth({ agents }: League, book: ResultBook): ReadonlySet<number> {
  const removed = [...agents.values()].filter(({ removed: gone }) => gone?.counted === false);
  return new Set(removed.flatMap(({ id }) => book.numberOf(id) ?? []));
}
