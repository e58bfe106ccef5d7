/** The moves that are awaited from a seat. */
import { expect, test } from 'vitest';
import { later } from '../../SHARED/core/clock.ts';
import type { Json } from '../../SHARED/core/json.ts';
import { seeded } from '../../SHARED/core/random.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import type { Turn } from '../player/strategy.ts';
import { OpenTurns } from './open_turns.ts';

const clock = fakeClock();
const DEADLINE = '2025-01-15T10:00:30.000Z';

function turnOf(moves: readonly Json[], match_id = 'R1M1'): Turn {
  const about = { game_type: 'some_game', player_id: 'P01', opponent_id: 'P02', match_id, round_id: 1, step: 1 };
  const known = { view: {}, history: [], standing: undefined, timeLeftMs: 1_000 };
  return { ...about, ...known, moves, random: seeded(1), clock };
}

function asked(moves: readonly Json[], ms = 30_000) {
  const turns = new OpenTurns(clock);
  turns.called('R1M1', { deadline: DEADLINE, at: later(clock.monotonic(), ms) });
  return { turns, answer: turns.ask(turnOf(moves)) };
}

test('a move that is made goes to whoever asked, with the reason for it', async () => {
  const { turns, answer } = asked([0, 1, 2]);
  expect(turns.make('R1M1', 2, { reasoning: 'the middle' })).toMatchObject({
    ok: true,
    value: { move: 2, spareMs: 30_000 },
  });
  expect(await answer).toEqual({ move: 2, reasoning: 'the middle' });
  expect(turns.current()).toBeUndefined();
});

test.each([
  ['a number as text', [0, 10], '10', 10],
  ['a number with blanks', [0, 3], ' 3 ', 3],
  ['a text as number', ['3', '4'], 3, '3'],
  ['other capitals', ['Left', 'right'], ' LEFT ', 'Left'],
  ['an object as text', [{ x: 1 }, { x: 2 }], '{"x":2}', { x: 2 }],
  [
    'an object as text, otherwise spaced and ordered',
    [{ x: 1, y: 'A' }, { x: 2 }],
    '{ "y": "A", "x": 1 }',
    { x: 1, y: 'A' },
  ],
])('%s is the move that is plainly meant', (_, moves, given, meant) => {
  const { turns } = asked(moves as Json[]);
  expect(turns.make('R1M1', given)).toMatchObject({ ok: true, value: { move: meant } });
});

test.each([
  [['a', 'A'], 'A '],
  [[3, '3'], ' 3'],
  [[0, 1], '2'],
  [[0, 1], ''],
  [['true', true], 'TRUE'],
])('what could be two moves or none is none: of %j %j', (moves, given) => {
  const { turns, answer } = asked(moves);
  expect(turns.make('R1M1', given)).toMatchObject({ ok: false, error: { code: 'E022' } });
  turns.dropAll('the test is over');
  return expect(answer).rejects.toThrow();
});

test('after the deadline a move is too late, until the referee asks once more', async () => {
  const { turns, answer } = asked(['go']);
  await clock.advance(30_000);
  expect(turns.current()).toBeUndefined();
  const late = turns.make('R1M1', 'go');
  expect(late).toMatchObject({ ok: false, error: { code: 'E001', detail: /ended 0.0 s ago, at 2025-01-15T10:00:30/ } });
  turns.called('R1M1', { deadline: DEADLINE, at: later(clock.monotonic(), 30_000) });
  expect(turns.current()).toMatchObject({ asked: 2 });
  expect(turns.make('R1M1', 'go').ok).toBe(true);
  expect(await answer).toMatchObject({ move: 'go' });
});

test('of two open turns the one that ends first comes first', () => {
  const { turns, answer } = asked(['go'], 20_000);
  turns.called('R1M2', { deadline: DEADLINE, at: later(clock.monotonic(), 10_000) });
  const other = turns.ask(turnOf(['go'], 'R1M2'));
  expect(turns.current()?.turn.match_id).toBe('R1M2');
  turns.dropAll('the test is over');
  return Promise.all([expect(answer).rejects.toThrow('no move was made in R1M1'), expect(other).rejects.toThrow()]);
});
