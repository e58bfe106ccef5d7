import { describe, expect, test } from 'vitest';
import { next, type Table } from '../core/machine.ts';
import { agentLife, leagueCourse, matchCourse, playerCourse, refereePhases, sessionLife } from './states.ts';

const TABLES: readonly (readonly [string, Table<string, string>])[] = [
  ['agentLife', agentLife],
  ['leagueCourse', leagueCourse],
  ['matchCourse', matchCourse],
  ['refereePhases', refereePhases],
  ['playerCourse', playerCourse],
  ['sessionLife', sessionLife],
];

describe.each(TABLES)('%s', (_, table) => {
  const states = Object.keys(table);
  const targets = (state: string) => Object.values(table[state] ?? {}) as string[];

  test('leads to its own states only', () => {
    expect(states.flatMap(targets).filter((target) => !states.includes(target))).toEqual([]);
  });

  test('reaches every state from the first', () => {
    const reached = new Set<string>();
    const visit = (state: string): void => {
      if (reached.has(state)) return;
      reached.add(state);
      for (const target of targets(state)) visit(target);
    };
    visit(states[0] as string);
    expect([...reached].sort()).toEqual([...states].sort());
  });

  test('an event it does not know changes nothing', () => {
    for (const state of states) {
      expect(next(table, state, 'thunder')).toEqual({
        ok: false,
        error: { code: 'ILLEGAL_TRANSITION', state, event: 'thunder' },
      });
    }
  });
});

/** Follows events from a state; says where they lead. */
function follow(table: Table<string, string>, from: string, ...events: readonly string[]): string {
  return events.reduce((state, event) => {
    const step = next(table, state, event);
    return step.ok ? step.value : `${state} knows no ${event}`;
  }, from);
}

test('an agent lives as spec 004 says', () => {
  expect(follow(agentLife, 'INIT', 'register', 'league_start', 'timeout', 'recover', 'league_end')).toBe('SHUTDOWN');
  expect(follow(agentLife, 'INIT', 'register', 'league_start', 'timeout', 'max_fail')).toBe('SHUTDOWN');
  expect(follow(agentLife, 'INIT', 'league_start')).toContain('knows no');
});

test('an error ends an agent from every state it lives in', () => {
  const living = Object.keys(agentLife).filter((state) => state !== 'SHUTDOWN');
  for (const state of living) expect(follow(agentLife, state, 'error')).toBe('SHUTDOWN');
  expect(agentLife.SHUTDOWN).toEqual({});
});

test('a league, a match and its referee take the course of the documents', () => {
  expect(follow(leagueCourse, 'WAITING_FOR_REGISTRATIONS', 'start', 'last_round_completed')).toBe('LEAGUE_COMPLETE');
  expect(follow(matchCourse, 'WAITING_FOR_PLAYERS', 'both_joined', 'all_moves_in', 'decided')).toBe('FINISHED');
  expect(follow(matchCourse, 'WAITING_FOR_PLAYERS', 'forfeited')).toBe('FINISHED');
  expect(
    follow(
      refereePhases,
      'IDLE',
      'assigned',
      'both_joined',
      'all_moves_in',
      'decided',
      'recorded',
      'notified',
      'reset',
    ),
  ).toBe('IDLE');
});

test('a referee reveals nothing before the result is recorded', () => {
  const before = Object.entries(refereePhases).filter(([, ways]) => Object.values(ways).includes('NOTIFYING_PLAYERS'));
  expect(before).toEqual([['REPORTING_RESULT', { recorded: 'NOTIFYING_PLAYERS', dropped: 'MATCH_COMPLETE' }]]);
});

test('a player has the ten states of spec 002, and may be called more than once a match', () => {
  expect(Object.keys(playerCourse)).toHaveLength(10);
  expect(
    follow(playerCourse, 'UNREGISTERED', 'register', 'accepted', 'round_announced', 'invited', 'joined', 'called'),
  ).toBe('CHOOSING_PARITY');
  expect(follow(playerCourse, 'CHOOSING_PARITY', 'chosen', 'called', 'chosen', 'game_over')).toBe('MATCH_COMPLETE');
  expect(follow(playerCourse, 'MATCH_COMPLETE', 'round_completed', 'league_completed')).toBe('LEAGUE_COMPLETE');
});

test('a session that is lost may be opened again, and can be closed from wherever it is', () => {
  expect(follow(sessionLife, 'NEW', 'connect', 'opened', 'missed', 'answered', 'missed', 'lost', 'opened')).toBe(
    'OPEN',
  );
  const living = Object.keys(sessionLife).filter((state) => state !== 'CLOSED');
  for (const state of living) expect(follow(sessionLife, state, 'close')).toBe('CLOSED');
  expect(sessionLife.CLOSED).toEqual({});
});
