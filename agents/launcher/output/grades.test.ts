/** Grades follow from 004's tables. */
import { describe, expect, test } from 'vitest';
import {
  COLUMNS,
  compliance,
  type GradedPlayer,
  gradeRows,
  gradesCsv,
  gradesMarkdown,
  performance,
  violationsText,
} from './grades.ts';

const ROW = {
  rank: 1,
  player_id: 'P01',
  display_name: 'Alpha',
  games_played: 3,
  wins: 3,
  draws: 0,
  losses: 0,
  points: 9,
};
const player = (breaches: GradedPlayer['breaches'] = [], messages = 100, row = {}): GradedPlayer => ({
  ...{ row: { ...ROW, ...row }, messages, breaches },
});

describe('protocol compliance', () => {
  test.each<[number, string, GradedPlayer]>([
    [40, 'no violation', player()],
    [30, 'minor: 4 of 100 answers judged in matches, schema 4 times', player([{ kind: 'schema', count: 4 }])],
    [10, 'major: 5 of 100 answers judged in matches is not less than 5 %', player([{ kind: 'schema', count: 5 }])],
    [
      30,
      'minor: no answer was judged in a match, so that 5 % of them says nothing',
      player([{ kind: 'schema', count: 1 }], 0),
    ],
    [
      10,
      'major: missing_field 1 time in R1M1: no choice',
      player([
        { kind: 'schema', count: 1 },
        { kind: 'missing_field', count: 1, match_id: 'R1M1', example: 'no choice' },
      ]),
    ],
    [10, 'major: wrong_type', player([{ kind: 'wrong_type', count: 1 }])],
    [
      0,
      'critical: crash 2 times',
      player([
        { kind: 'wrong_type', count: 9 },
        { kind: 'crash', count: 2 },
      ]),
    ],
    [0, 'disqualified: it cheated', player([], 100, { mark: 'disqualified', reason: 'it cheated' })],
  ])('%s points: %s', (points, because, graded) => {
    expect(compliance(graded)).toEqual({ points, because: expect.stringContaining(because) });
  });
});

describe('competition performance', () => {
  test('of thirty: six in each band', () => {
    const points = Array.from({ length: 30 }, (_, i) => performance({ rank: i + 1 }, 30).points);
    expect(points).toEqual([30, 25, 20, 15, 10].flatMap((band) => Array(6).fill(band)));
  });

  test('a band that is no whole number of players is rounded up, and equal ranks share the better one', () => {
    expect([1, 2, 3, 4].map((rank) => performance({ rank: rank }, 4).points)).toEqual([30, 25, 20, 15]);
    // Ranks 1, 1, 3 of a table with a tie.
    expect([1, 1, 3].map((rank) => performance({ rank: rank }, 3).points)).toEqual([30, 30, 15]);
    expect(performance({ rank: 1 }, 1).points).toBe(30);
  });

  test('a player that is out has none, and is one of the class all the same', () => {
    const out = { rank: 5, player_id: 'P05', mark: 'removed', reason: 'it cheats' };
    const rows = gradeRows([1, 2, 3, 4].map((rank) => player([], 9, { rank })).concat(player([], 9, out)));
    const points = COLUMNS.indexOf('Competition performance (30)');
    expect(rows.map((row) => row[points])).toEqual([30, 25, 20, 15, 0]);
    expect(rows[4]?.at(-1)).toBe('removed: it cheats; it has no rank, and is counted among the 5');
    expect(rows[3]?.at(-1)).toBe('rank 4 of 5, in the first 80 %');
    expect(performance({ rank: 1, mark: 'disqualified' }, 1)).toMatchObject({ points: 0 });
    expect(performance({ rank: 1, mark: 'suspended' }, 1)).toMatchObject({ points: 30 });
  });
});

describe('the sheet', () => {
  const rows = gradeRows([
    player([], 6, { display_name: '=cmd|"x", \u001b[31m' }),
    player([{ kind: 'schema', count: 1 }], 6, { rank: 2, player_id: 'P02' }),
  ]);

  test('has the columns of 004, the bonus for zero violations, and leaves to people what is theirs', () => {
    const [first, second] = rows.map((row) => Object.fromEntries(COLUMNS.map((name, i) => [name, row[i]])));
    expect(first).toMatchObject({ 'Protocol compliance (40)': 40, 'Bonus: zero violations (+10)': 10 });
    expect(first?.['Sum of what is measured']).toBe(80);
    expect(second).toMatchObject({ 'Protocol compliance (40)': 10, 'Bonus: zero violations (+10)': 0 });
    for (const name of ['Code quality (10)', 'Strategy explanation (5)', 'Bonus: innovation (+5)'])
      expect(first?.[name]).toBe('');
    expect(rows.every((row) => row.length === COLUMNS.length)).toBe(true);
  });

  test('runs no formula and moves no cursor, whatever a player is called', () => {
    const csv = gradesCsv(rows);
    expect(csv).toContain(`"'=cmd|""x"", �[31m"`);
    expect(csv.split('\r\n')).toHaveLength(4);
    expect(gradesCsv(gradeRows([player([], 6, { display_name: '＝SUM(1)' })]))).toContain(",'＝SUM(1),");
    const markdown = gradesMarkdown(rows);
    expect(markdown).toContain('=cmd\\|"x", �\\[31m');
    expect(markdown.split('\n')).toHaveLength(5);
  });
});

describe('the list of violations', () => {
  test('says that there are none', () => {
    expect(violationsText([player(), player([], 1)])).toBe(
      'No violations: 2 agents, 101 messages of matches judged.\n',
    );
  });

  test('says what would have followed, or what did', () => {
    const breaches = [{ kind: 'wrong_type', count: 2, match_id: 'R1M1', example: 'a number' } as const];
    expect(violationsText([player(), player(breaches)])).toBe(
      'P01  Alpha: 2 violations, 100 messages of matches judged; under "disqualify" it would be out, by condition 3 of 8\n' +
        '  3  wrong_type  2 times in R1M1: a number\n',
    );
    expect(violationsText([player(breaches, 100, { mark: 'disqualified', reason: 'wrong_type' })])).toContain(
      'disqualified: wrong_type\n',
    );
  });
});

test('an agent that was refused at its registration is told with its name, address and habit', () => {
  const none = { rank: 0, games_played: 0, wins: 0, draws: 0, losses: 0, points: 0 };
  const row = { ...none, player_id: 'Odd One (10.0.0.7)', display_name: 'refused at registration', mark: 'refused' };
  const breaches = [{ kind: 'schema' as const, count: 1, example: 'types_as_methods: A message type is a method.' }];
  expect(violationsText([{ row, messages: 0, breaches }])).toBe(
    'Odd One (10.0.0.7)  refused at registration: 1 violation\n  1  schema  1 time: types_as_methods: A message type is a method.\n',
  );
});
