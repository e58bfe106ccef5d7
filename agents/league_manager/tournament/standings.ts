/** Standings as a fold over the results that are stored; nothing is ever added to a row in a file. */

import type { PlayerKind, StandingsRow } from '../../../SHARED/contracts/fields.ts';
import { TIEBREAKERS, type Tiebreaker } from '../../../SHARED/contracts/files/league.ts';
import { byNaturalOrder } from '../../../SHARED/core/ids.ts';
import type { Agent, League } from '../league/state.ts';

export type Row = StandingsRow;

/** A result as it counts for the two players. */
export interface CountedResult {
  readonly players: readonly [string, string];
  readonly winner: string | null;
  readonly status: 'WIN' | 'DRAW' | 'TECHNICAL_LOSS';
  readonly score: { readonly [player_id: string]: number };
  /** Players who did not play the match out through their own fault. */
  readonly at_fault: readonly string[];
  /** Whether a match both failed to play counts as a loss for both instead of a draw. */
  readonly both_lose: boolean;
}

export interface Tally {
  played: number;
  wins: number;
  draws: number;
  losses: number;
  technical_losses: number;
  points: number;
}

export type Tallies = Map<string, Tally>;

export function emptyTally(): Tally {
  return { played: 0, wins: 0, draws: 0, losses: 0, technical_losses: 0, points: 0 };
}

/** Counts one result, or with -1 takes it out again. The caller makes sure that each match is counted once. */
export function count(tallies: Tallies, result: CountedResult, times: 1 | -1 = 1): void {
  for (const player of result.players) {
    const tally = tallies.get(player) ?? emptyTally();
    tallies.set(player, tally);
    tally.played += times;
    tally.points += times * (result.score[player] ?? 0);
    if (result.winner === player) tally.wins += times;
    else if (result.winner === null && !result.both_lose) tally.draws += times;
    else {
      tally.losses += times;
      if (result.at_fault.includes(player)) tally.technical_losses += times;
    }
  }
}

/** The mark of a player that does not take part as the others do, and the reason. */
export type Mark = { readonly mark: NonNullable<Row['mark']>; readonly reason: string };

/** Whether a mark says that its player takes part no longer: it stands behind all that do. */
function isOut(mark: Row['mark']): boolean {
  return mark !== undefined && mark !== 'suspended';
}

/** The mark of a player in the table, by what has become of it. */
export function markOf(agent: Agent | undefined): Mark | undefined {
  if (agent?.removed !== undefined) {
    const { by, reason } = agent.removed;
    return { mark: by === 'rule' ? 'disqualified' : 'removed', reason };
  }
  return agent?.suspended === undefined ? undefined : { mark: 'suspended', reason: agent.suspended };
}

/** The champion of a table: its first, unless that one was removed. */
export function championOf([first]: readonly Row[]): string | null {
  return first === undefined || isOut(first.mark) ? null : first.player_id;
}

/** The most of equal firsts that are named. */
const NAMED = 3;

/** That several share the first place, in a line of a few names; undefined where one player has it, or none. */
export function sharedFirst(
  rows: readonly Pick<Row, 'rank' | 'player_id' | 'display_name'>[],
  shown: (name: string) => string = (name) => name,
): string | undefined {
  const firsts = rows.filter(({ rank }) => rank === 1);
  if (firsts.length < 2) return undefined;
  const names = firsts.slice(0, NAMED).map(({ player_id, display_name }) => `${shown(display_name)} (${player_id})`);
  const more = firsts.length > NAMED ? ` and ${firsts.length - NAMED} more` : '';
  return `${firsts.length} players share the first place: ${names.join(', ')}${more}`;
}

/** The league points that each player took from each opponent, over all their meetings. */
export type PointsAgainst = Map<string, Map<string, number>>;

/** Adds points that a player took from an opponent, or takes them out again. */
export function addPoints(all: PointsAgainst, player_id: string, opponent_id: string, points: number): void {
  const byOpponent = all.get(player_id);
  if (byOpponent === undefined) all.set(player_id, new Map([[opponent_id, points]]));
  else byOpponent.set(opponent_id, (byOpponent.get(opponent_id) ?? 0) + points);
}

export interface RankOptions {
  readonly nameOf: (player_id: string) => string;
  /** League points the first took from the second in all their meetings; undefined when they have not met. */
  readonly pointsAgainst: (player_id: string, opponent_id: string) => number | undefined;
  readonly tiebreakers: readonly Tiebreaker[];
  readonly markOf?: (player_id: string) => Mark | undefined;
  /** What plays; absent: programs alone. */
  readonly kindOf?: (player_id: string) => PlayerKind;
}

/** The facts by which a table of the league is ordered. */
export function rankOptionsOf(league: League): RankOptions {
  return {
    tiebreakers: league.rules?.scoring.tiebreakers ?? TIEBREAKERS,
    nameOf: (id) => league.agents.get(id)?.display_name ?? id,
    pointsAgainst: (player_id, opponent_id) => league.pointsAgainst.get(player_id)?.get(opponent_id),
    markOf: (id) => markOf(league.agents.get(id)),
    kindOf: (id) => league.agents.get(id)?.kind,
  };
}

/** Groups larger than this are not told apart by head-to-head: it would cost more than it says. */
const LARGEST_HEAD_TO_HEAD = 100;

interface Entry {
  readonly player_id: string;
  readonly tally: Tally;
  readonly mark: Mark | undefined;
  /** One number per tiebreaker so far; higher is better. */
  readonly merits: number[];
}

/**
 * The table, by the tiebreakers in turn: points, wins, points taken from the others of the group that is equal so
 * far (once, not recursively); the id comes last in any case. Equal in all but the id share a rank: 1, 1, 3. Players
 * that were removed come behind all others.
 */
export function rank(tallies: Tallies, options: RankOptions): readonly Row[] {
  const { nameOf, pointsAgainst, tiebreakers, markOf, kindOf } = options;
  const entries = inOrder(tallies).map((player_id): Entry => {
    const mark = markOf?.(player_id);
    return { player_id, tally: tallies.get(player_id) as Tally, mark, merits: [isOut(mark?.mark) ? 0 : 1] };
  });
  // Sorting is stable, so equals stay in the order of their ids.
  entries.sort(byMerits);
  for (const tiebreaker of tiebreakers) {
    if (tiebreaker === 'player_id') break;
    for (const group of equalGroups(entries)) {
      for (const entry of group) entry.merits.push(merit(tiebreaker, entry, group));
    }
    entries.sort(byMerits);
  }
  let place = 0;
  return entries.map((entry, position) => {
    const before = entries[position - 1];
    if (before === undefined || byMerits(before, entry) !== 0) place = position + 1;
    const { player_id, tally, mark } = entry;
    const { played, wins, draws, losses, technical_losses, points } = tally;
    const counts = { played, games_played: played, wins, draws, losses, technical_losses, points };
    const kind = kindOf?.(player_id);
    const named = { player_id, display_name: nameOf(player_id) };
    return { rank: place, ...named, ...counts, ...(kind === undefined ? {} : { kind }), ...mark };
  });

  function merit(tiebreaker: Decisive, { player_id, tally }: Entry, group: readonly Entry[]): number {
    if (tiebreaker !== 'head_to_head') return tally[tiebreaker];
    return headToHead(player_id, group, pointsAgainst);
  }
}

const orders = new WeakMap<Tallies, readonly string[]>();

/** The players of a table in the order of their ids, sorted when others come in: thousands of ids take longer than their merits. */
function inOrder(tallies: Tallies): readonly string[] {
  const known = orders.get(tallies);
  if (known?.length === tallies.size && known.every((id) => tallies.has(id))) return known;
  const ids = [...tallies.keys()].sort(byNaturalOrder);
  orders.set(tallies, ids);
  return ids;
}

/** The tiebreakers that can tell two players apart by what they did. */
type Decisive = Exclude<Tiebreaker, 'player_id'>;

/** The points a player took from the others of its group; 0 in a group that is too large. */
function headToHead(
  player_id: string,
  group: readonly { readonly player_id: string }[],
  pointsAgainst: RankOptions['pointsAgainst'],
): number {
  if (group.length > LARGEST_HEAD_TO_HEAD) return 0;
  return group.reduce((sum, other) => sum + (pointsAgainst(player_id, other.player_id) ?? 0), 0);
}

function byMerits(a: Entry, b: Entry): number {
  // As every comparison of a sort does it: without an iterator.
  for (let i = 0; i < a.merits.length; i++) {
    const difference = (b.merits[i] as number) - (a.merits[i] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

function equalGroups(sorted: readonly Entry[]): readonly (readonly Entry[])[] {
  const groups: Entry[][] = [];
  for (const entry of sorted) {
    const group = groups.at(-1);
    if (group !== undefined && byMerits(group[0] as Entry, entry) === 0) group.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

const CRITERIA: { readonly [T in Decisive]: string } = {
  points: 'points',
  wins: 'wins',
  head_to_head: 'head to head',
};

/**
 * What tells a row of a table, as `rank` gives it, from those that are level with it on the first criterion, in a
 * sentence; undefined where none is, before the first match of all of them, and for a player that takes part no longer.
 */
export function tieOf(
  rows: readonly Row[],
  at: number,
  { tiebreakers, pointsAgainst }: Pick<RankOptions, 'tiebreakers' | 'pointsAgainst'>,
): string | undefined {
  const row = rows[at];
  const [first, ...others] = tiebreakers;
  if (row === undefined || isOut(row.mark)) return undefined;
  if (first !== 'points' && first !== 'wins') return undefined;
  const [from, to] = runAround(rows, at, (other) => !isOut(other.mark) && other[first] === row[first]);
  if (to - from === 1 || rows.slice(from, to).every(({ played }) => played === 0)) return undefined;
  if (rows[from]?.rank === rows[to - 1]?.rank)
    return `level in everything with ${othersIn(rows, at, from, to)}: shared rank ${row.rank}`;
  const what = row[first] === 1 ? first.slice(0, -1) : first;
  const parts = [
    ...(at > from ? [compared(rows[at - 1] as Row, 'behind')] : []),
    ...(at + 1 < to ? [compared(rows[at + 1] as Row, 'ahead of')] : []),
  ];
  return `level with ${othersIn(rows, at, from, to)} on ${row[first]} ${what}; ${parts.join(', ')}`;

  function compared(other: Row, how: string): string {
    if (other.rank === row?.rank) return `equal to ${other.player_id} in everything`;
    let [start, end] = [from, to];
    for (const tiebreaker of others) {
      if (tiebreaker === 'player_id') break;
      const group =
        tiebreaker === 'head_to_head' ? rows.slice(start, Math.min(end, start + 1 + LARGEST_HEAD_TO_HEAD)) : [];
      const meritOf = (of: Row) =>
        tiebreaker === 'head_to_head' ? headToHead(of.player_id, group, pointsAgainst) : of[tiebreaker];
      const [own, theirs] = [meritOf(row as Row), meritOf(other)];
      if (own !== theirs) return `${how} ${other.player_id} by ${CRITERIA[tiebreaker]}, ${own} to ${theirs}`;
      const isLike = (each: Row, place: number) => place >= start && place < end && meritOf(each) === own;
      [start, end] = runAround(rows, at, isLike);
    }
    return `${how} ${other.player_id}`;
  }
}

/** From where to where the rows around one are like it; a table has them side by side, so that few of them are looked at. */
function runAround(
  rows: readonly Row[],
  at: number,
  isLike: (row: Row, place: number) => boolean,
): readonly [from: number, to: number] {
  return [at - likeTowards(-1, at), at + likeTowards(1, rows.length - 1 - at) + 1];

  function likeTowards(direction: 1 | -1, most: number): number {
    let [like, unlike] = [0, most + 1];
    while (unlike - like > 1) {
      // Most runs are short.
      const away = Math.min(2 * like + 1, Math.floor((like + unlike) / 2));
      const place = at + direction * away;
      if (isLike(rows[place] as Row, place)) like = away;
      else unlike = away;
    }
    return like;
  }
}

/** The players of a run but one: a few of them by id, and how many more. */
function othersIn(rows: readonly Row[], at: number, from: number, to: number): string {
  const names: string[] = [];
  for (let place = from; place < to && names.length < NAMED; place++)
    if (place !== at) names.push(rows[place]?.player_id ?? '');
  const more = to - from - 1 - names.length;
  return more === 0 ? names.join(', ').replace(/, ([^,]+)$/, ' and $1') : `${names.join(', ')} and ${more} more`;
}
