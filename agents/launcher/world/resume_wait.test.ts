import { expect, test } from 'vitest';
import { LIMITS } from '../../league_manager/testing/rehearsal.ts';
import { Flags } from '../options.ts';
import { resumeWaitMs } from './league_setup.ts';

const NO_LIMIT = Number.POSITIVE_INFINITY;

const OPERATED = { isByHand: true, isAtTerminal: true };

test.each([
  [{}, {}, OPERATED, NO_LIMIT],
  [{}, {}, { isByHand: true, isAtTerminal: false }, LIMITS.registrationMs],
  [{}, {}, { isByHand: false, isAtTerminal: true }, LIMITS.registrationMs],
  [{}, { resumeMs: 7_000 }, OPERATED, 7_000],
  [{ wait: true }, { resumeMs: 7_000 }, { isByHand: false, isAtTerminal: false }, NO_LIMIT],
  [{ now: true }, {}, OPERATED, 0],
])('with %j, %j and %j it waits for %s ms', (flags, limits, where, ms) => {
  expect(resumeWaitMs(new Flags(Object.entries(flags)), { ...LIMITS, ...limits }, where)).toBe(ms);
});

test('who says both is told that they contradict each other', () => {
  const both = new Flags([
    ['now', true],
    ['wait', true],
  ]);
  expect(() => resumeWaitMs(both, LIMITS, OPERATED)).toThrow(/contradict each other/);
});
