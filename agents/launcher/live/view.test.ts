import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import type { AgentRow, MatchRow, TableRow } from '../../../SHARED/contracts/api/league.ts';
import { clockText, type LeagueView, type ShownHead, viewLines } from './view.ts';

const HEAD: ShownHead = {
  display_name: 'Even/Odd League',
  status: 'running',
  paused: null,
  started_at: '2026-01-15T10:00:00.000Z',
  closed_at: null,
  rounds: { current: 3, closed: 2, total: 7 },
  matches: { decided: 9, running: 2, queued: 0, total: 28 },
  remaining_sec: 130,
  players: 8,
  referees: 2,
  technical_losses: 1,
  violations: 0,
  champion: null,
};

function tableRow(place: number, display_name = `Player ${place}`): TableRow {
  const [player_id, played] = [`P${String(place).padStart(2, '0')}`, 3];
  const won = { wins: 2, draws: 0, losses: 1, technical_losses: place === 2 ? 1 : 0, points: 20 - place };
  return { rank: place, player_id, display_name, played, ...won, violations: 0, movement: 2 - place, tie: null };
}

function matchRow(match: number, about: Partial<MatchRow> = {}): MatchRow {
  return {
    ...{ match_id: `R3M${match}`, round_id: 3, player_a: 'P01', name_a: 'Ada', player_b: 'P02', name_b: 'Bob' },
    ...{ referee_id: 'REF01', status: 'RUNNING', winner: null, score_a: null, score_b: null, termination: null },
    ...{ reason: null, opened_at: '2026-01-15T10:00:58.000Z', decided_at: null, waits_for: [] },
    ...about,
  };
}

function agent(agent_id: string, display_name: string): AgentRow {
  return {
    ...{ agent_id, role: 'player', display_name, version: '1.0.0', state: 'REGISTERED', is_ready: null, mark: null },
    ...{ reason: null, since: null, silent_since: null, failure: null, dialect: 'rpc', habits: [] },
  };
}

function view(about: Partial<LeagueView> = {}): LeagueView {
  return {
    league: HEAD,
    standings: Array.from({ length: 8 }, (_, i) => tableRow(i + 1)),
    running: [matchRow(1, { waits_for: ['P02'] }), matchRow(2)],
    agents: [],
    news: [
      { sequence: 40, at: '2026-01-15T10:00:30.000Z', type: 'round_opened', text: 'Round 3 began.' },
      {
        sequence: 41,
        at: '2026-01-15T10:00:59.000Z',
        type: 'match_decided',
        text: 'P02 forfeited R2M1.',
        is_trouble: true,
      },
    ],
    nowMs: Date.parse('2026-01-15T10:01:05.000Z'),
    ageMs: 10_000,
    page: 'http://localhost:8000/',
    ...about,
  };
}

const plain = (columns: number, rows: number) => ({ columns, rows, colour: false });
/** The whole screen without colour. */
const screenOf = (shown: LeagueView, columns = 80, rows = 23) => viewLines(shown, plain(columns, rows)).join('\n');

test('a league that is played is a screen of progress, table, matches under way and news', () => {
  expect(screenOf(view())).toMatchInlineSnapshot(`
    "Even/Odd League  being played                             http://localhost:8000/
    [==================                                        ]
    round 3 of 7 · 9 of 28 matches decided · 8 players, 2 referees · played for 1:05
    about 2:00 left · 1 forfeit
    Standings
      Rank  Moved  Player  Name      Points  Played  Won  Drawn  Lost  Forfeited
         1     +1  P01     Player 1      19       3    2      0     1
         2      =  P02     Player 2      18       3    2      0     1          1
         3     -1  P03     Player 3      17       3    2      0     1
         4     -2  P04     Player 4      16       3    2      0     1
         5     -3  P05     Player 5      15       3    2      0     1
         6     -4  P06     Player 6      14       3    2      0     1
         7     -5  P07     Player 7      13       3    2      0     1
         8     -6  P08     Player 8      12       3    2      0     1
    Under way
      R3M1  Ada – Bob: waiting for Bob (P02)
      R3M2  Ada – Bob
    News (UTC; ! is trouble)
      10:00:30 Round 3 began.
      10:00:59 ! P02 forfeited R2M1."
  `);
});

test('a narrow screen keeps rank, player, name and points', () => {
  expect(screenOf(view(), 60, 19)).toMatchInlineSnapshot(`
    "Even/Odd League  being played         http://localhost:8000/
    [==================                                        ]
    round 3 of 7 · 9 of 28 matches decided
    8 players, 2 referees · played for 1:05 · about 2:00 left
    1 forfeit
    Standings
      Rank  Player  Name      Points  Won  Drawn  Lost
         1  P01     Player 1      19    2      0     1
         2  P02     Player 2      18    2      0     1
         3  P03     Player 3      17    2      0     1
         4  P04     Player 4      16    2      0     1
         5  P05     Player 5      15    2      0     1
      … and 3 more
    Under way
      R3M1  Ada – Bob: waiting for Bob (P02)
      R3M2  Ada – Bob
    News (UTC; ! is trouble)
      10:00:30 Round 3 began.
      10:00:59 ! P02 forfeited R2M1."
  `);
});

test('a first forfeit takes no column away for which there is room', () => {
  const named = (technical_losses: number, columns: number) => {
    const standings = [
      { ...tableRow(1, 'Agent Delta of the third row'), technical_losses, violations: technical_losses },
    ];
    const head = viewLines(view({ standings }), plain(columns, 19)).find((line) => line.includes('Rank'));
    return head?.trim().split(/ +/).slice(3).join(' ');
  };
  for (const forfeits of [0, 1]) expect(named(forfeits, 60)).toBe('Points Won Drawn Lost');
  expect(named(1, 70)).toBe('Points Won Drawn Lost Forfeited');
});

test('a wide screen has room for everything', () => {
  const text = screenOf(view(), 200, 50);
  for (const word of ['Rank  Moved  Player', 'Won  Drawn  Lost  Forfeited', '+1', '  =  ', '-6'])
    expect(text).toContain(word);
});

test('a league that waits shows who has come, and the command that starts play', () => {
  const waiting = view({
    league: { ...HEAD, status: 'waiting', players: 2, referees: 1, started_at: null },
    agents: [agent('REF01', 'Referee Alpha'), agent('P01', 'Ada'), agent('P02', 'Bob')],
    standings: [],
    running: [],
    news: [],
    go: (command) => `npx league ${command} --manager http://localhost:8123/mcp`,
  });
  expect(screenOf(waiting, 60, 19)).toMatchInlineSnapshot(`
    "Even/Odd League  waiting for players  http://localhost:8000/
    2 players, 1 referee
    start play in another terminal with: npx league start
    --manager http://localhost:8123/mcp
    Signed up
      REF01 Referee Alpha         P01 Ada
      P02 Bob"
  `);
});

test('a pause says why and how to go on, and a silent manager is told', () => {
  const held = view({
    league: { ...HEAD, paused: 'the operator wants lunch' },
    go: (command) => `npx league ${command}`,
    trouble: 'no answer since 10:00:40 UTC; still trying',
  });
  const text = screenOf(held);
  expect(text).toContain('Even/Odd League  paused');
  expect(text).toContain('paused: the operator wants lunch');
  expect(text).toContain('go on in another terminal with: npx league unpause');
  expect(text).toContain('no answer since 10:00:40 UTC; still trying');
});

test('a league that is over names its champion', () => {
  const over = view({
    league: {
      ...HEAD,
      status: 'completed',
      closed_at: '2026-01-15T10:01:01.000Z',
      champion: { player_id: 'P01', display_name: 'Ada' },
    },
  });
  const text = screenOf(over);
  expect(text).toContain('Champion: Ada (P01)');
  expect(text).toContain('played for 1:01');
  expect(text).not.toContain('left');
});

test('a match that takes long says for how long', () => {
  const slow = view({ running: [matchRow(1, { opened_at: '2026-01-15T10:00:00.000Z', waits_for: ['P01', 'P02'] })] });
  expect(screenOf(slow)).toContain('R3M1  Ada – Bob: waiting for Ada (P01) and Bob (P02), open for 1:05');
});

test('a match that waits for a referee, or for the end of a pause, says so', () => {
  const queued = view({
    running: [matchRow(1), matchRow(2, { status: 'QUEUED' }), matchRow(3, { status: 'PAUSED' })],
  });
  const text = screenOf(queued);
  expect(text).toContain('R3M1  Ada – Bob\n');
  expect(text).toContain('R3M2  Ada – Bob: waiting for a referee');
  expect(text).toContain('R3M3  Ada – Bob: held by the pause');
});

test('where names are too long, a match under way still says by ids for whom it waits', () => {
  const names = { name_a: 'Agent Delta of the third row', name_b: '<script>alert(1)</script>' };
  const slow = view({
    running: [matchRow(1, { ...names, opened_at: '2026-01-15T10:00:00.000Z', waits_for: ['P01', 'P02'] })],
  });
  expect(screenOf(slow, 60, 30)).toContain('R3M1  P01 – P02: waiting for P01 and P02, open for 1:05');
  const one = view({ running: [matchRow(1, { ...names, waits_for: ['P02'] })] });
  expect(screenOf(one, 80, 30)).toContain('R3M1  P01 – P02: waiting for <script>alert(1)</script> (P02)');
});

test('trouble is told to its last word on a narrow screen, and begins with its beginning', () => {
  const text =
    'Agent Delta of the third row (P04) was removed by the operator: it floods the others with registrations.';
  const trouble = (sequence: number) => ({
    ...{ sequence, at: '2026-01-15T10:00:59.000Z', type: 'agent_removed', text, is_trouble: true as const },
  });
  const told = (news: LeagueView['news'], rows: number) => {
    const lines = viewLines(view({ news, standings: [], running: [] }), plain(60, rows));
    return lines.slice(lines.findIndex((line) => line.startsWith('News')) + 1);
  };
  const whole = [
    '  10:00:59 ! Agent Delta of the third row (P04) was removed',
    '             by the operator: it floods the others with',
    '             registrations.',
  ];
  expect(told([trouble(1)], 20)).toEqual(whole);
  expect(told([trouble(1), trouble(2)], 11)).toEqual(whole);
  expect(told([trouble(1)], 8)).toEqual(whole.slice(0, 2));
});

describe('whatever agents call themselves', () => {
  const NAMES = [
    '\u001b[2J\u001b[31mred',
    'two\nlines\r\tand a bell\u0007',
    '吾輩は猫である。名前はまだ無い。どこで生れたか',
    '👩‍👩‍👧‍👦👍🏽🇫🇷🏴‍☠️ emoji',
    'שלום עולם \u202eevil\u202c',
    'z̸̢̛̤͓̲a̷l̶̢g̵o̴ z̸̢̛̤͓̲a̷l̶̢g̵o̴',
    'x'.repeat(64),
    '<script>alert(1)</script>',
    '',
  ];

  test.each([20, 60, 80, 200])('no line is wider than %i columns, and none moves the cursor', (columns) => {
    for (const rows of [1, 3, 10, 19, 39])
      for (const name of NAMES) {
        const hostile = view({
          league: { ...HEAD, display_name: name, players: 10_000, paused: name },
          standings: Array.from({ length: 40 }, (_, i) => tableRow(i + 1, name)),
          running: Array.from({ length: 20 }, (_, i) =>
            matchRow(i, { name_a: name, name_b: name, waits_for: ['P01'] }),
          ),
          news: [{ sequence: 1, at: '2026-01-15T10:00:30.000Z', type: 'x', text: name, is_trouble: true }],
          trouble: name,
          go: () => name,
        });
        for (const colour of [false, true]) {
          const lines = viewLines(hostile, { columns, rows, colour });
          const bare = colour ? lines.map(stripVTControlCharacters) : lines;
          expect(lines.length).toBeLessThanOrEqual(rows);
          expect(Math.max(...bare.map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
          expect(bare.join('')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        }
      }
  });

  test('sign-ups fit as well', () => {
    const waiting = view({
      league: { ...HEAD, status: 'waiting', players: 500 },
      agents: NAMES.map((name, i) => agent(`P0${i}`, name)),
    });
    for (const columns of [20, 60, 200])
      for (const line of viewLines(waiting, plain(columns, 19))) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
  });
});

test('what does not fit is counted', () => {
  const many = view({
    league: { ...HEAD, players: 10_000 },
    standings: Array.from({ length: 50 }, (_, i) => tableRow(i + 1)),
  });
  const lines = viewLines(many, plain(80, 19));
  expect(lines).toHaveLength(19);
  const shown = lines.filter((line) => /P\d\d +Player/.test(line)).length;
  expect(lines.join('\n')).toContain(`… and ${10_000 - shown} more`);
});

test('colour only repeats what words say', () => {
  const bare = viewLines(view(), plain(80, 23));
  const painted = viewLines(view(), { columns: 80, rows: 23, colour: true });
  expect(painted.join('')).toContain('\u001b[');
  expect(painted.map(stripVTControlCharacters)).toEqual(bare);
});

test('times are read as on a clock', () => {
  expect([7.4, 750, 3_725, -3].map(clockText)).toEqual(['0:07', '12:30', '1:02:05', '0:00']);
});
