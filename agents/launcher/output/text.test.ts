import { expect, test } from 'vitest';
import type { RoundsFile } from '../../../SHARED/contracts/files/league_data.ts';
import { table } from './columns.ts';
import { counted, readinessText, resultsText, scheduleText, standingsText, statusText, waitingText } from './text.ts';

const STATUS = {
  league_id: 'cup',
  status: 'waiting',
  current_round: 0,
  total_rounds: 0,
  matches_completed: 0,
  total_matches: 0,
  players: 3,
  referees: 1,
};

test('the status of a league that waits says who is there, and who would forfeit', () => {
  expect(statusText({ ...STATUS, would_forfeit: [] })).toBe('cup: waiting; 3 players, 1 referee\n');
  const board = [
    { agent_id: 'P02', reason: 'connect ECONNREFUSED 127.0.0.1:8102' },
    { agent_id: 'P03', reason: 'no answer in time', checked_at: '2025-01-15T10:15:02.123Z' },
  ];
  expect(statusText({ ...STATUS, would_forfeit: board })).toBe(
    [
      'cup: waiting; 3 players, 1 referee',
      '2 agents would forfeit now, because nobody answers there:',
      '  P02  connect ECONNREFUSED 127.0.0.1:8102',
      '  P03  no answer in time, last asked at 10:15:02 UTC',
      '',
    ].join('\n'),
  );
});

test('people are told from programs where the league shows its players', () => {
  const people = [{ player_id: 'P03', display_name: 'Ada' }];
  expect(statusText({ ...STATUS, people })).toBe('cup: waiting; 3 players, 1 referee\n  human: P03 Ada\n');
  const row = { rank: 1, games_played: 2, wins: 2, draws: 0, losses: 0, points: 6 };
  const rows = [
    { ...row, player_id: 'P03', display_name: 'Ada', kind: 'human' },
    { ...row, player_id: 'P01', display_name: 'Bot (human)', rank: 2 },
  ];
  expect(standingsText(rows, 42)).toBe(
    [
      '  Rank  Player  Name         Kind   Points',
      '     1  P03     Ada          human       6',
      '     2  P01     Bot (human)              6',
      '',
    ].join('\n'),
  );
});

test('boards have names, and columns that are aligned', () => {
  const board = [
    { agent_id: 'P02', display_name: 'Two', reason: 'silent' },
    { agent_id: 'P113', display_name: 'One hundred', reason: 'unreachable' },
  ];
  expect(readinessText({ would_forfeit: board }).split('\n').slice(1)).toEqual([
    '  P02   Two          silent',
    '  P113  One hundred  unreachable',
    '',
  ]);
  expect(
    statusText({ ...STATUS, would_forfeit: board }, { known: () => ({ name: 'A', address: 'http://a:1/mcp' }) }),
  ).toContain('  P02   Two          http://a:1/mcp  silent\n');
  const since = '2025-01-15T10:00:00.000Z';
  const agents = board.map((agent) => ({ ...agent, since }));
  const addressOf = (id: string) => (id === 'P02' ? 'http://a:1/mcp' : undefined);
  expect(waitingText({ total: 2, agents }, addressOf).split('\n').slice(1)).toEqual([
    '  P02   Two          http://a:1/mcp  since 2025-01-15 10:00:00 UTC',
    '  P113  One hundred                  since 2025-01-15 10:00:00 UTC',
    '',
  ]);
});

test('one is not many', () => {
  expect([counted(1, 'match'), counted(2, 'match'), counted(1, 'point'), counted(0, 'point')]).toEqual([
    '1 match',
    '2 matches',
    '1 point',
    '0 points',
  ]);
  const one = { ...STATUS, status: 'running', current_round: 1, total_rounds: 1, total_matches: 1 };
  expect(statusText(one)).toContain('0 of 1 match decided\n');
});

test('the status of a league that is played says how far it is', () => {
  const running = { ...STATUS, status: 'running', current_round: 1, total_rounds: 3, total_matches: 3 };
  expect(statusText(running)).toBe('cup: running; 3 players, 1 referee; round 1 of 3, 0 of 3 matches decided\n');
});

test('the status of a league that goes on says that it waits, and for which agents', () => {
  const agents = [{ agent_id: 'P02', display_name: 'Two', since: '2025-01-15T10:00:00.000Z' }];
  const running = { ...STATUS, status: 'running', current_round: 1, total_rounds: 3, total_matches: 3 };
  expect(statusText({ ...running, waiting_for: { total: 1, agents } })).toBe(
    'cup: waiting for agents; 3 players, 1 referee; round 1 of 3, 0 of 3 matches decided\nwaiting for 1 agent that is not back:\n  P02  Two  since 2025-01-15 10:00:00 UTC\n',
  );
});

test('the status of a league that pauses says why, and what ends it', () => {
  const paused = '3 runs of R1M1 came to nothing by faults of ours, the last one: no chance';
  const running = { ...STATUS, status: 'running', current_round: 1, total_rounds: 3, total_matches: 3, paused };
  expect(statusText(running)).toBe(
    `cup: paused; 3 players, 1 referee; round 1 of 3, 0 of 3 matches decided\npaused: ${paused}; go on with: npx league unpause\n`,
  );
});

test('the status names players that do not play as the others do, with the reason and since when', () => {
  const since = '2026-01-15T10:15:00.000Z';
  const excluded = [
    { agent_id: 'P02', display_name: 'Two', mark: 'suspended', reason: 'it\u001b[2J floods', since },
    { agent_id: 'P10', display_name: 'Ten', mark: 'disqualified', reason: 'crash', since },
  ];
  expect(statusText({ ...STATUS, excluded })).toBe(
    [
      'cup: waiting; 3 players, 1 referee',
      '2 agents do not play as the others do:',
      '  P02  Two  suspended     since 2026-01-15 10:15:00 UTC  it�[2J floods',
      '  P10  Ten  disqualified  since 2026-01-15 10:15:00 UTC  crash\n',
    ].join('\n'),
  );
});

test('the schedule says what a match waits for, and why it was not played', () => {
  const match = { match_id: 'R1M1', round_id: 1, player_a: 'P01', player_b: 'P02', referee_id: null, winner: null };
  const text = scheduleText((['PAUSED', 'CAME_LATER', 'RUNNING'] as const).map((status) => ({ ...match, status })));
  expect(text.split('\n').slice(1, 4)).toEqual([
    expect.stringContaining('waiting (paused)'),
    expect.stringContaining('not played (came later)'),
    expect.stringContaining('running'),
  ]);
});

test('of a match that both players forfeited nobody is the winner, and of a draw there is none', () => {
  const match = { match_id: 'R1M1', player_a: 'P01', player_b: 'P02', winner: null, reason: 'why' };
  const matches = (['TECHNICAL_LOSS', 'DRAW'] as const).map((status) => ({ ...match, status }));
  const rows = resultsText({ rounds: [{ matches }] } as unknown as RoundsFile).split('\n');
  expect(rows.slice(1, 3)).toEqual([expect.stringMatching(/ nobody +why$/), expect.stringMatching(/ draw +why$/)]);
});

test('the status of a manager whose logs are not complete says so', () => {
  expect(statusText({ ...STATUS, log_lines_missing: 1 })).toBe(
    'cup: waiting; 3 players, 1 referee\n1 line of the manager’s logs could not be written: look at the disk of the log folder.\n',
  );
});

test('the status of a manager that says no more than the documents leaves out the rest', () => {
  const { total_matches: _, players: __, referees: ___, ...documented } = STATUS;
  const failed = { ...documented, status: 'error', current_round: 1, total_rounds: 3, matches_completed: 2 };
  expect(statusText(failed)).toBe('cup: error; round 1 of 3, 2 matches decided\n');
  expect(statusText(documented)).toBe('cup: waiting\n');
});

test('a long board names the first twenty, and nothing in it moves the cursor', () => {
  const board = Array.from({ length: 30 }, (_, i) => ({ agent_id: `P${i}`, reason: '\u001b[2J' }));
  const lines = readinessText({ would_forfeit: board }).split('\n');
  expect(lines).toHaveLength(23);
  expect([lines[1], lines[21]]).toEqual(['  P0   �[2J', '  and 10 more']);
});

test('players that are waited for are named with their addresses, where these are known', () => {
  const long_matches = [
    { match_id: 'R1M1', referee_id: 'REF01', players: ['P01', 'P02'], since: '2025-01-15T10:00:00.000Z' },
  ];
  const known = (id: string) => (id === 'P01' ? { name: 'Slow Joe', address: 'http://10.0.0.7/mcp' } : undefined);
  expect(statusText({ ...STATUS, long_matches }, { known })).toBe(
    'cup: waiting; 3 players, 1 referee\nwaiting for players of 1 match:\n  R1M1 at REF01, since 10:00:00 UTC\n    P01  Slow Joe  http://10.0.0.7/mcp\n    P02\n',
  );
  const awaited = new Map([['R1M1', ['P02']]]);
  expect(statusText({ ...STATUS, long_matches }, { awaited })).toContain('since 10:00:00 UTC\n    P02\n');
  expect(statusText({ ...STATUS, long_matches }, { awaited: new Map() })).toContain('UTC\n    P01\n    P02\n');
});

test('a status tells how agents with habits speak, in the words of the table', () => {
  const speaks = [{ agent_id: 'P07', dialect: 'rpc', habits: ['types_as_methods', 'offset_times'] }];
  const text = statusText({ league_id: 'L', status: 'waiting', players: 1, referees: 0, speaks });
  expect(text).toContain('  P07 speaks rpc, methods as types, times with +00:00\n');
});

test('a table keeps its columns under names of any width', () => {
  const rows = [
    ['猫猫', 1],
    ['Ada', 22],
  ];
  expect(table(['Name', 'Points'], rows)).toBe('  Name  Points\n  猫猫       1\n  Ada       22\n');
});

test('a table that is to fit has its widest words cut, never its numbers', () => {
  const rows = [
    ['R1M1', 'P01 – P02', 'The number 2 is even: P01 chose even and wins.', 100],
    ['R1M2', 'P03 – P04', 'draw', 2],
  ];
  const lines = table(['Match', 'Players', 'Why', 'Points'], rows, 40).trimEnd().split('\n');
  expect(lines).toEqual([
    '  Match  Players    Why           Points',
    '  R1M1   P01 – P02  The number …     100',
    '  R1M2   P03 – P04  draw               2',
  ]);
});

test('the reasons of results go on below their beginning where they do not fit beside it, and none is cut', () => {
  const reason = 'P03 made no valid choice: the choice "nonsense" is not one of: even, odd; P08 wins.';
  const match = { match_id: 'R1M2', player_a: 'P03', player_b: 'P08', winner: 'P08', status: 'TECHNICAL_LOSS', reason };
  const rounds = { rounds: [{ matches: [match, { ...match, reason: 'why' }] }] } as unknown as RoundsFile;
  expect(resultsText(rounds, 60).split('\n')).toEqual([
    '  Match  Players    Winner  Why',
    '  R1M2   P03 – P08  P08     P03 made no valid choice: the',
    '                            choice "nonsense" is not one of:',
    '                            even, odd; P08 wins.',
    '  R1M2   P03 – P08  P08     why',
    '',
  ]);
});

test('the table leaves out columns one by one where it is narrow, then cuts names; the reason of a mark stands below', () => {
  const row = { rank: 1, player_id: 'P01', display_name: 'Agent Delta of the third row', games_played: 5, wins: 2 };
  const rows = [
    { ...row, draws: 1, losses: 2, technical_losses: 2, points: 7, violations: { schema: 3 }, guarded: 1 },
    { ...row, draws: 1, losses: 2, points: 7, mark: 'removed', reason: 'it floods the others with registrations' },
  ];
  const heads = (columns: number) => standingsText(rows, columns).split('\n')[0]?.trim().split(/ +/).slice(3).join(' ');
  expect([200, 100, 90, 80, 70, 60].map(heads)).toEqual([
    'Points Played Won Drawn Lost Forfeited Guarded Violations Mark',
    'Points Won Drawn Lost Forfeited Guarded Violations Mark',
    'Points Won Drawn Lost Forfeited Violations Mark',
    'Points Won Drawn Lost Forfeited Mark',
    'Points Won Drawn Lost Mark',
    'Points Won Mark',
  ]);
  const lines = standingsText(rows, 60).split('\n');
  expect(Math.max(...lines.slice(0, 4).map((line) => line.length))).toBeLessThanOrEqual(60);
  expect(lines[1]).toContain('Agent Delta of ');
  expect(lines[3]).toBe('  P01 is removed: it floods the others with registrations');
});
