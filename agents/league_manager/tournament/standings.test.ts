import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TIEBREAKERS, type Tiebreaker } from '../../../SHARED/contracts/files/league.ts';
import { byNaturalOrder } from '../../../SHARED/core/ids.ts';
import { ids } from '../testing/rehearsal.ts';
import {
  type CountedResult,
  count,
  emptyTally,
  type RankOptions,
  type Row,
  rank,
  type Tallies,
  tieOf,
} from './standings.ts';

type Met = ReadonlyMap<string, number>;

/** The table after these results, in this order. */
function table(
  players: readonly string[],
  results: readonly CountedResult[],
  tiebreakers: readonly Tiebreaker[] = TIEBREAKERS,
): readonly Row[] {
  const tallies: Tallies = new Map(players.map((id) => [id, emptyTally()]));
  for (const result of results) count(tallies, result);
  const met: Met = new Map(
    results.flatMap(({ players: [a, b], score }) => [
      [`${a} ${b}`, score[a] ?? 0],
      [`${b} ${a}`, score[b] ?? 0],
    ]),
  );
  const pointsAgainst = (a: string, b: string) => met.get(`${a} ${b}`);
  return rank(tallies, { nameOf: (id) => `Agent ${id}`, pointsAgainst, tiebreakers });
}

function won(winner: string, loser: string): CountedResult {
  const score = { [winner]: 3, [loser]: 0 };
  return { players: [winner, loser], winner, status: 'WIN', score, at_fault: [], both_lose: false };
}

function drawn(a: string, b: string): CountedResult {
  const score = { [a]: 1, [b]: 1 };
  return { players: [a, b], winner: null, status: 'DRAW', score, at_fault: [], both_lose: false };
}

function forfeited(winner: string, loser: string): CountedResult {
  return { ...won(winner, loser), status: 'TECHNICAL_LOSS', at_fault: [loser] };
}

function bothForfeited(a: string, b: string, both_lose: boolean): CountedResult {
  const points = both_lose ? 0 : 1;
  const score = { [a]: points, [b]: points };
  return { players: [a, b], winner: null, status: 'TECHNICAL_LOSS', score, at_fault: [a, b], both_lose };
}

const order = (rows: readonly Row[]) => rows.map(({ rank: place, player_id }) => `${place} ${player_id}`);

/** A league in which any two may have met, with any outcome, told in any order. */
const anyResults = fc.integer({ min: 2, max: 9 }).chain((n) => {
  const players = ids('P', n);
  const pairs = players.flatMap((a, i) => players.slice(i + 1).map((b) => [a, b] as const));
  const outcome = fc.constantFrom(
    won,
    drawn,
    forfeited,
    (a: string, b: string) => won(b, a),
    (a: string, b: string) => bothForfeited(a, b, false),
    (a: string, b: string) => bothForfeited(a, b, true),
  );
  return fc
    .shuffledSubarray(pairs)
    .chain((met) =>
      fc
        .array(outcome, { minLength: met.length, maxLength: met.length })
        .map((outcomes) => ({ players, results: met.map(([a, b], i) => (outcomes[i] as typeof won)(a, b)) })),
    );
});

describe('whatever the results', () => {
  test('their order does not matter', () => {
    fc.assert(
      fc.property(anyResults, fc.infiniteStream(fc.nat()), ({ players, results }, keys) => {
        const shuffled = results
          .map((result) => [keys.next().value as number, result] as const)
          .sort(([a], [b]) => a - b)
          .map(([, result]) => result);
        expect(table(players.toReversed(), shuffled)).toEqual(table(players, results));
      }),
    );
  });

  test('points sum to what was awarded, and every match is counted for both', () => {
    fc.assert(
      fc.property(anyResults, ({ players, results }) => {
        const rows = table(players, results);
        const total = (of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0);
        const awarded = results.flatMap(({ score }) => Object.values(score)).reduce((sum, points) => sum + points, 0);
        expect(total((row) => row.points)).toBe(awarded);
        expect(total((row) => row.played)).toBe(2 * results.length);
        for (const row of rows) {
          expect(row.wins + row.draws + row.losses).toBe(row.played);
          expect(row.games_played).toBe(row.played);
          expect(row.technical_losses).toBeLessThanOrEqual(row.losses);
        }
      }),
    );
  });

  test('everybody has one row, ranks count those above, and the order is points, wins, then id among equals', () => {
    fc.assert(
      fc.property(anyResults, ({ players, results }) => {
        const rows = table(players, results);
        expect(rows.map((row) => row.player_id).toSorted(byNaturalOrder)).toEqual(players);
        for (const [i, row] of rows.entries()) {
          const above = rows[i - 1];
          expect(row.rank).toBe(above?.rank === row.rank ? above.rank : i + 1);
          if (above === undefined) continue;
          expect(above.points).toBeGreaterThanOrEqual(row.points);
          if (above.points === row.points) expect(above.wins).toBeGreaterThanOrEqual(row.wins);
          if (above.rank !== row.rank) continue;
          expect([above.points, above.wins]).toEqual([row.points, row.wins]);
          expect(byNaturalOrder(above.player_id, row.player_id)).toBeLessThan(0);
        }
      }),
    );
  });
});

test('who is equal in everything shares a rank, and the next one is as many places down', () => {
  expect(order(table(ids('P', 4), [drawn('P02', 'P04'), won('P03', 'P01')]))).toEqual([
    '1 P03',
    '2 P02',
    '2 P04',
    '4 P01',
  ]);
  expect(order(table(ids('P', 3), [drawn('P01', 'P02')]))).toEqual(['1 P01', '1 P02', '3 P03']);
  expect(order(table(ids('P', 3), []))).toEqual(['1 P01', '1 P02', '1 P03']);
});

test('equal points are told apart by wins', () => {
  const results = [won('P02', 'P04'), drawn('P01', 'P03'), drawn('P01', 'P05'), drawn('P01', 'P06')];
  expect(order(table(ids('P', 6), results)).slice(0, 2)).toEqual(['1 P02', '2 P01']);
});

test('equal points and wins are told apart by who beat whom', () => {
  const results = [won('P02', 'P01'), won('P01', 'P03')];
  expect(order(table(ids('P', 3), results))).toEqual(['1 P02', '2 P01', '3 P03']);
});

test('head-to-head looks only at the matches within the group', () => {
  const results = [won('P02', 'P01'), won('P01', 'P03'), won('P01', 'P04'), won('P02', 'P05'), won('P06', 'P02')];
  expect(order(table(ids('P', 6), results)).slice(0, 2)).toEqual(['1 P02', '2 P01']);
});

test('head-to-head is asked once: who is equal after it shares a rank, though one of them beat the other', () => {
  // Points 6, wins 2 for P01 to P03. Within the group: P01 beat P02, P02 beat P03, P03 beat nobody of it;
  // so 3, 3, 0. P01 and P02 share the first place: the match between them was counted already.
  const results = [
    won('P01', 'P02'),
    won('P02', 'P03'),
    won('P01', 'P04'),
    won('P02', 'P05'),
    won('P03', 'P04'),
    won('P03', 'P05'),
  ];
  expect(order(table(ids('P', 5), results)).slice(0, 3)).toEqual(['1 P01', '1 P02', '3 P03']);
});

describe('a group of equals', () => {
  /** So many winners of one match each; the last of them beat the first, both with another match outside the group. */
  function crowd(size: number): readonly CountedResult[] {
    const members = ids('P', size);
    const [first, last] = [members[0] as string, members.at(-1) as string];
    return [...members.filter((id) => id !== last).map((id, i) => won(id, `X${i}`)), won(last, first)];
  }

  test('of up to 100 is told apart by head-to-head', () => {
    expect(table([], crowd(100))[0]).toMatchObject({ rank: 1, player_id: 'P100' });
    expect(table([], crowd(100))[1]).toMatchObject({ rank: 2, player_id: 'P01' });
  });

  test('of more than 100 is not', () => {
    expect(table([], crowd(101))[0]).toMatchObject({ rank: 1, player_id: 'P01' });
    expect(table([], crowd(101))[100]).toMatchObject({ rank: 1, player_id: 'P101' });
  });
});

describe('forfeits', () => {
  test('a forfeit is a loss, and counted as a technical one too', () => {
    expect(table(ids('P', 2), [forfeited('P02', 'P01')])).toMatchObject([
      { player_id: 'P02', wins: 1, losses: 0, technical_losses: 0, points: 3 },
      { player_id: 'P01', wins: 0, losses: 1, technical_losses: 1, points: 0 },
    ]);
  });

  test('a match that was played out is lost without a technical loss', () => {
    expect(table(ids('P', 2), [won('P02', 'P01')])[1]).toMatchObject({
      player_id: 'P01',
      losses: 1,
      technical_losses: 0,
    });
  });

  test('both at fault: as a draw it is a draw for both, and no loss of any kind', () => {
    const row = { played: 1, wins: 0, draws: 1, losses: 0, technical_losses: 0, points: 1 };
    expect(table(ids('P', 2), [bothForfeited('P01', 'P02', false)])).toMatchObject([row, row]);
  });

  test('both at fault: as a loss it is a technical loss for both', () => {
    const row = { played: 1, wins: 0, draws: 0, losses: 1, technical_losses: 1, points: 0 };
    expect(table(ids('P', 2), [bothForfeited('P01', 'P02', true)])).toMatchObject([row, row]);
  });
});

test('among equals ids come in natural order', () => {
  const names = ['P10', 'P9', 'P100', 'P02', 'a1', 'B1'];
  expect(table(names, []).map((row) => row.player_id)).toEqual(['B1', 'P02', 'P9', 'P10', 'P100', 'a1']);
});

test('a row carries the name and both spellings of the number of matches', () => {
  expect(table(ids('P', 2), [won('P01', 'P02')])[0]).toEqual({
    rank: 1,
    player_id: 'P01',
    display_name: 'Agent P01',
    played: 1,
    games_played: 1,
    wins: 1,
    draws: 0,
    losses: 0,
    technical_losses: 0,
    points: 3,
  });
});

describe('a league that breaks ties in its own way', () => {
  // P01 has the points, P02 more wins; P03 beat P01.
  const results = [won('P02', 'P01'), won('P02', 'P03'), won('P03', 'P01'), drawn('P01', 'P04'), drawn('P01', 'P05')];
  const order = (tiebreakers: readonly Tiebreaker[]) =>
    table(['P01', 'P02', 'P03', 'P04', 'P05'], results, tiebreakers).map((row) => row.player_id);

  test('can look at wins first', () => {
    expect(order(['wins', 'points', 'player_id']).slice(0, 2)).toEqual(['P02', 'P03']);
  });

  test('shares ranks where it does not look further', () => {
    const rows = table(['P01', 'P02', 'P03', 'P04', 'P05'], results, ['player_id']);
    expect(rows.map((row) => row.rank)).toEqual([1, 1, 1, 1, 1]);
    expect(rows.map((row) => row.player_id)).toEqual(['P01', 'P02', 'P03', 'P04', 'P05']);
  });
});

describe('what tells a player from those with as many points', () => {
  const tally = (points: number, wins: number) => ({ ...emptyTally(), played: 3, points, wins });
  const options = (against: { readonly [pair: string]: number } = {}): RankOptions => ({
    tiebreakers: ['points', 'wins', 'head_to_head', 'player_id'],
    nameOf: (id) => id,
    pointsAgainst: (a, b) => against[`${a} ${b}`],
  });
  const tiesIn = (tallies: Tallies, how: RankOptions) => {
    const rows = rank(tallies, how);
    return rows.map((_, at) => tieOf(rows, at, how));
  };

  test('is the first criterion in which they differ, told from both sides', () => {
    const wins = new Map([
      ['P01', tally(4, 1)],
      ['P02', tally(4, 0)],
      ['P03', tally(1, 0)],
    ]);
    expect(tiesIn(wins, options())).toEqual([
      'level with P02 on 4 points; ahead of P02 by wins, 1 to 0',
      'level with P01 on 4 points; behind P01 by wins, 0 to 1',
      undefined,
    ]);
    const met = new Map(['P01', 'P02', 'P03'].map((id) => [id, tally(1, 1)]));
    expect(tiesIn(met, options({ 'P03 P01': 3, 'P02 P01': 1 }))).toEqual([
      'level with P02 and P01 on 1 point; ahead of P02 by head to head, 3 to 1',
      'level with P03 and P01 on 1 point; behind P03 by head to head, 1 to 3, ahead of P01 by head to head, 1 to 0',
      'level with P03 and P02 on 1 point; behind P02 by head to head, 0 to 1',
    ]);
  });

  test('is nothing for those that are equal in everything, and is not asked before the first match', () => {
    const equal = new Map(['P01', 'P02', 'P03', 'P04', 'P05'].map((id) => [id, tally(3, 1)]));
    expect(tiesIn(equal, options())[0]).toBe('level in everything with P02, P03, P04 and 1 more: shared rank 1');
    const unplayed = new Map(['P01', 'P02'].map((id) => [id, emptyTally()]));
    expect(tiesIn(unplayed, options())).toEqual([undefined, undefined]);
  });

  test('is found without looking at all that are level, however many', () => {
    let looks = 0;
    const all = new Map(ids('P', 2_000).map((id, i) => [id, tally(i < 1_500 ? 3 : 1, i % 2)]));
    const rows = rank(all, options()).map((row) => ({
      ...row,
      get points() {
        looks++;
        return row.points;
      },
    }));
    expect(tieOf(rows, 400, options())).toMatch(/^level with \w+, \w+, \w+ and 1496 more on 3 points; /);
    expect(tieOf(rows, 1_700, options())).toMatch(/and 496 more on 1 point; /);
    expect(looks).toBeLessThan(200);
  });

  test('is told from every side as soon as one of them has played', () => {
    const level = new Map([
      ['P01', emptyTally()],
      ['P02', tally(0, 0)],
      ['P03', emptyTally()],
    ]);
    expect(tiesIn(level, options())).toEqual([
      'level in everything with P02 and P03: shared rank 1',
      'level in everything with P01 and P03: shared rank 1',
      'level in everything with P01 and P02: shared rank 1',
    ]);
  });

  test('leaves out those that take part no longer', () => {
    const level = new Map(['P01', 'P02'].map((id) => [id, tally(3, 1)]));
    const markOf = (id: string) => (id === 'P02' ? ({ mark: 'removed', reason: 'gone' } as const) : undefined);
    expect(tiesIn(level, { ...options(), markOf })).toEqual([undefined, undefined]);
  });
});
