import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { roundRobin } from '../../../agents/league_manager/tournament/round_robin.ts';
import { count, type Row, rank, type Tallies } from '../../../agents/league_manager/tournament/standings.ts';
import { TIEBREAKERS } from '../../contracts/files/league.ts';
import { markdownTable } from '../generate/markdown.ts';
import { checkFigures, grouped, mathematicsOf, percent, rounded } from './document.ts';
import { POINTS, pointsAt } from './mathematics.ts';

const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, index) => index + 1);
const ids = (players: number) => upTo(players).map((number) => `P${String(number).padStart(2, '0')}`);
const league = JSON.parse(
  readFileSync(new URL('../../config/leagues/league_2025_even_odd.json', import.meta.url), 'utf8'),
) as { readonly scoring: Record<string, number>; readonly participants: { readonly max_players: number } };
/** The standard deviation of the points of one match against chance. */
const spread = Math.sqrt(POINTS.win ** 2 / 4 + POINTS.draw ** 2 / 2 - pointsAt(1 / 2) ** 2);

/** Results as they are told in the document: who beat whom; everybody else drew. */
const CROSS_TABLE = [
  ['P01', 'P06'],
  ['P02', 'P05'],
  ['P03', 'P04'],
  ['P04', 'P02'],
  ['P05', 'P01'],
] as const;

type Winner = (first: string, second: string) => string | null;

function tableOf(players: readonly string[], winnerOf: Winner): readonly Row[] {
  const tallies: Tallies = new Map();
  const taken = new Map<string, number>();
  for (const [index, first] of players.entries()) {
    for (const second of players.slice(index + 1)) {
      const winner = winnerOf(first, second);
      const worth = (player: string) => (winner === null ? POINTS.draw : Number(winner === player) * POINTS.win);
      const score = { [first]: worth(first), [second]: worth(second) };
      taken.set(`${first} ${second}`, worth(first)).set(`${second} ${first}`, worth(second));
      count(tallies, {
        players: [first, second],
        winner,
        status: winner === null ? 'DRAW' : 'WIN',
        score,
        at_fault: [],
        both_lose: false,
      });
    }
  }
  const pointsAgainst = (one: string, other: string) => taken.get(`${one} ${other}`);
  return rank(tallies, { nameOf: (id) => id, pointsAgainst, tiebreakers: TIEBREAKERS });
}

/** Everything that can happen in a league of players who toss coins, each with its chance. */
function* leaguesOfChance(
  players: readonly string[],
): Generator<{ readonly chance: number; readonly rows: readonly Row[]; readonly winnerOf: Winner }> {
  const pairs = players.flatMap((first, index) => players.slice(index + 1).map((second) => `${first} ${second}`));
  for (let code = 0; code < 3 ** pairs.length; code++) {
    const outcomes = new Map(pairs.map((pair, index) => [pair, Math.floor(code / 3 ** index) % 3]));
    const winnerOf: Winner = (first, second) => [null, first, second][outcomes.get(`${first} ${second}`) ?? 0] ?? null;
    const chance = [...outcomes.values()].reduce((product, outcome) => product * (outcome === 0 ? 1 / 2 : 1 / 4), 1);
    yield { chance, rows: tableOf(players, winnerOf), winnerOf };
  }
}

test('a match is worth what the league that is shipped says', () => {
  const { win_points: win, draw_points: draw, loss_points: loss } = league.scoring;
  expect({ win, draw, loss }).toEqual(POINTS);
});

test('what a league brings to players who toss coins is what is computed', () => {
  const players = ids(4);
  const champion = new Map<string, number>();
  const points = new Map<number, number>();
  let shared = 0;
  const add = <K>(to: Map<K, number>, key: K, chance: number) => to.set(key, (to.get(key) ?? 0) + chance);
  for (const { chance, rows } of leaguesOfChance(players)) {
    add(champion, rows[0]?.player_id ?? '', chance);
    if (rows[1]?.rank === 1) shared += chance;
    for (const row of rows) add(points, row.points, chance / players.length);
  }
  const leagues = [4, 10, 50].map((number) => {
    const matches = number - 1;
    return [String(number), String(matches), rounded(matches * pointsAt(1 / 2)), rounded(spread * Math.sqrt(matches))];
  });
  const totals = [...points].toSorted(([a], [b]) => a - b);
  const statements = [
    `with a standard deviation of ${rounded(spread)} points a match`,
    markdownTable(['players', 'matches each', 'points each, on average', 'standard deviation'], leagues),
    markdownTable(
      ['points', ...totals.map(([total]) => String(total))],
      [['chance', ...totals.map(([, chance]) => percent(chance))]],
    ),
    markdownTable(['', ...players], [['champion', ...players.map((id) => percent(champion.get(id) ?? 0))]]),
    `In ${percent(shared)} of such leagues the first rank is shared`,
  ];
  expect(checkFigures(mathematicsOf('What a league brings'), statements)).toEqual({ missing: [], uncomputed: [] });
});

test('the example of a shared rank comes out as it is told', () => {
  const rows = tableOf(ids(6), (first, second) => {
    const decided = CROSS_TABLE.find((pair) => pair.includes(first as never) && pair.includes(second as never));
    return decided?.[0] ?? null;
  });
  const shown = rows.map((row) => [String(row.rank), row.player_id, String(row.points), String(row.wins)]);
  const statements = [
    CROSS_TABLE.map(([winner, loser]) => `${winner} beats ${loser}`).join(', '),
    markdownTable(['rank', 'player', 'points', 'wins'], shown),
  ];
  expect(checkFigures(mathematicsOf('Ranking'), statements)).toEqual({ missing: [], uncomputed: [] });
});

test('the figures of the round robin are those of the schedule that is played', () => {
  const rows = [2, 3, 4, 5, 8, 20, 50, 100].map((players) => {
    const {
      rounds = 0,
      matches: total = 0,
      planned,
    } = roundRobin({ players: ids(players), seatsMatter: true }).outlook();
    const matches = upTo(rounds).flatMap((round) => planned?.(round) ?? []);
    const firsts = ids(players).map((id) => matches.filter(({ seats }) => seats[0] === id).length);
    const byes = rounds - (players - 1);
    const seats = [...new Set([Math.min(...firsts), Math.max(...firsts)])].join(' or ');
    expect(matches).toHaveLength(total);
    return [players, rounds, planned?.(1).length, grouped(total), byes, seats].map(String);
  });
  const loads = [
    [4, 2],
    [5, 2],
    [50, 4],
    [100, 7],
  ].map(([players = 0, referees = 1]) => {
    const matches = (players * (players - 1)) / 2;
    const load = upTo(referees).map((turn) => Math.ceil((matches - turn + 1) / referees));
    return [players, referees, grouped(matches), [...new Set(load)].toReversed().join(' or ')].map(String);
  });
  const { max_players: many } = league.participants;
  const statements = [
    markdownTable(['players', 'rounds', 'matches a round', 'matches', 'byes each', 'matches in the first seat'], rows),
    markdownTable(['players', 'referees', 'matches', 'matches each'], loads),
    `${grouped(many)} players, the most our league files allow, meet in ${grouped((many * (many - 1)) / 2)} matches`,
  ];
  expect(checkFigures(mathematicsOf('Round robin'), statements)).toEqual({ missing: [], uncomputed: [] });
});

test('in leagues of up to five, asking again among those who are still equal would change nothing', () => {
  for (const players of [2, 3, 4, 5]) {
    for (const { rows, winnerOf } of leaguesOfChance(ids(players))) {
      for (const equals of Object.values(Object.groupBy(rows, (row) => row.rank))) {
        const names = (equals ?? []).map((row) => row.player_id).toSorted();
        const won = names.map((one) => names.filter((other) => isWonBy(one, other, winnerOf)).length);
        const lost = names.map((one) => names.filter((other) => isWonBy(other, one, winnerOf)).length);
        // Equally many won and lost among themselves is equally many points, whatever they are worth.
        if (new Set(won).size > 1 || new Set(lost).size > 1) expect.fail(`${names} could be told apart`);
      }
    }
  }
});

function isWonBy(one: string, other: string, winnerOf: Winner): boolean {
  return one !== other && winnerOf(...([one, other].toSorted() as [string, string])) === one;
}
