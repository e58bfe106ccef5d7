import { expect, test } from 'vitest';
import type { Frame, MatchMessage, MatchStep } from '../../../SHARED/contracts/api/one.ts';
import { actionOfKey, cellsOf, marksOf, momentsOf, type StandAction, stood } from './match_moments.ts';

const call = (at_ms: number, ...to: string[]): MatchMessage => ({
  at_ms,
  message_type: 'GAME_MOVE_CALL',
  from: null,
  to,
});
const answer = (at_ms: number, from: string, move: number): MatchMessage => ({
  ...{ at_ms, message_type: 'GAME_MOVE', from, to: [], move },
});
const step = (player_id: string, nth: number, asked_ms: number, more: Partial<MatchStep> = {}): MatchStep => ({
  ...{ player_id, step: nth, awaited: 'GAME_MOVE_RESPONSE', attempt: 1, asked_ms },
  ...{ answered_ms: asked_ms + 5, deadline_ms: asked_ms + 2_000, fault: null, ...more },
});
const frame = (nth: number, moves: Frame['moves'], board: Frame['board'] = null): Frame => ({
  step: nth,
  moves,
  board,
});

test('a position is shown when its moves were made, and not before', () => {
  const frames = [frame(0, {}), frame(1, { P01: 7, P02: 4 }), frame(2, { P01: 2, P02: 1 })];
  const messages = [
    call(0, 'P01', 'P02'),
    answer(5, 'P01', 7),
    { ...answer(6, 'P02', 99), error_code: 'E004' },
    answer(9, 'P02', 4),
    call(10, 'P01', 'P02'),
    answer(12, 'P02', 1),
    answer(13, 'P01', 2),
  ];
  expect(momentsOf({ messages, steps: [], frames }).map((moment) => moment.frames)).toEqual([1, 1, 1, 2, 2, 2, 3]);
});

test('the last moment shows all of a match, also where a forfeit ended it', () => {
  const frames = [frame(0, {}), frame(1, { P01: 7 })];
  const moments = momentsOf({ messages: [call(0, 'P01'), call(2_000, 'P01')], steps: [], frames });
  expect(moments.map((moment) => moment.frames)).toEqual([1, 2]);
});

test('every message belongs to the attempt that was open, and to none that was not kept', () => {
  const steps = [step('P02', 1, 17, { answered_ms: null, fault: 'late' }), step('P02', 1, 2_030, { attempt: 2 })];
  const error = { at_ms: 2_029, message_type: 'GAME_ERROR', from: null, to: ['P02'], error_code: 'E001' };
  const messages = [call(16, 'P02'), error, call(2_030, 'P02'), answer(2_035, 'P02', 1), call(9_000, 'P02')];
  const attempts = momentsOf({ messages, steps, frames: [] }).map(({ attempt }) => attempt?.attempt);
  expect(attempts).toEqual([1, 1, 2, 2, undefined]);
});

test('without a record the timeline is stepped through, in the order of time', () => {
  const steps = [
    step('P01', 0, 0, { answered_ms: 9, awaited: 'GAME_JOIN_ACK' }),
    step('P02', 0, 1, { awaited: 'GAME_JOIN_ACK' }),
    step('P01', 1, 20),
    step('P02', 2, 30, { answered_ms: null, fault: 'P02 did not answer in time' }),
  ];
  const frames = [frame(0, {}), frame(1, { P01: 7 })];
  const moments = momentsOf({ messages: null, steps, frames });
  expect(moments.map(({ at_ms, from, to, move }) => [at_ms, from ?? to[0], move])).toEqual([
    [0, 'P01', undefined],
    [1, 'P02', undefined],
    [6, 'P02', undefined],
    [9, 'P01', undefined],
    [20, 'P01', undefined],
    [25, 'P01', 7],
    [30, 'P02', undefined],
    [2_030, 'P02', undefined],
  ]);
  expect(moments.map((moment) => moment.frames)).toEqual([1, 1, 1, 1, 1, 2, 2, 2]);
  expect(moments.at(-1)?.error_code).toBe('P02 did not answer in time');
});

test('the cells that a step changed are marked, and none of the first position', () => {
  const frames = [frame(0, {}, [[null, null]]), frame(1, { P01: 1 }, [[null, 'X']]), frame(2, { P01: null })];
  expect(cellsOf(frames, 0)).toEqual([
    [
      { mark: null, isNew: false },
      { mark: null, isNew: false },
    ],
  ]);
  expect(cellsOf(frames, 1)).toEqual([
    [
      { mark: null, isNew: false },
      { mark: 'X', isNew: true },
    ],
  ]);
  expect([cellsOf(frames, 2), cellsOf(frames, 3)]).toEqual([undefined, undefined]);
});

test('a mark belongs to the player whose move brought it, and to nobody where several moved or changed more', () => {
  const [X, O] = ['X', 'O'];
  const boards = [frame(0, {}, [[null, null]]), frame(1, { P02: 1 }, [[null, X]]), frame(2, { P01: 0 }, [[O, X]])];
  expect([...marksOf(boards)]).toEqual([
    ['X', 'P02'],
    ['O', 'P01'],
  ]);
  const both = [frame(0, {}, [[null, null]]), frame(1, { P01: 0, P02: 1 }, [[O, X]])];
  expect([marksOf(both).size, marksOf([frame(0, {}, [[X, O]]), frame(1, { P01: 1 })]).size]).toEqual([0, 0]);
});

test('a reader stays inside the course, and playing ends at its end or by hand', () => {
  const walk = (count: number, ...actions: StandAction[]) =>
    actions.reduce((stand, action) => stood(stand, action, count), { at: 0, isPlaying: false });
  expect(walk(3, 'back', 'first')).toEqual({ at: 0, isPlaying: false });
  expect(walk(3, 'last', 'next')).toEqual({ at: 2, isPlaying: false });
  expect(walk(3, 'play', 'tick')).toEqual({ at: 1, isPlaying: true });
  expect(walk(3, 'play', 'tick', 'tick', 'tick')).toEqual({ at: 2, isPlaying: false });
  expect(walk(3, 'last', 'play')).toEqual({ at: 0, isPlaying: true });
  expect(walk(3, 'play', 'next', 'tick')).toEqual({ at: 1, isPlaying: false });
  expect(walk(3, { to: 7 })).toEqual({ at: 2, isPlaying: false });
  expect(walk(0, 'play', 'tick', 'last')).toEqual({ at: 0, isPlaying: false });
});

test('arrow keys step, the space bar plays and pauses, other keys are left alone', () => {
  const idle = { isPlaying: false };
  expect(
    ['ArrowRight', 'ArrowLeft', 'Home', 'End', ' ', 'x', 'constructor'].map((key) => actionOfKey(key, idle)),
  ).toEqual(['next', 'back', 'first', 'last', 'play', undefined, undefined]);
  expect(actionOfKey(' ', { isPlaying: true })).toBe('pause');
});
