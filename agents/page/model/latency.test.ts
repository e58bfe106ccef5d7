import { expect, test } from 'vitest';
import { durationText as terminalText } from '../../launcher/output/text.ts';
import { durationText, scaleOf, stripText, usedOf } from './latency.ts';

test('durations are told as the terminal tells them', () => {
  for (const ms of [0, 3, 999.4, 999.6, 1_000, 1_049, 2_500, 91_234]) expect(durationText(ms)).toBe(terminalText(ms));
});

test('an answer over its limit is told by a word, never by a bar alone', () => {
  expect(usedOf({ took_ms: 500, limit_ms: 2_000 })).toEqual({ share: 0.25, verdict: 'in time', text: '500 ms of 2 s' });
  expect(usedOf({ took_ms: 2_000, limit_ms: 2_000 }).verdict).toBe('in time');
  expect(usedOf({ took_ms: 2_100, limit_ms: 2_000 })).toEqual({
    share: 1,
    verdict: 'late',
    text: '2.1 s of 2 s: late',
  });
  expect(usedOf({ took_ms: null, limit_ms: 2_000 })).toEqual({
    share: 1,
    verdict: 'no answer',
    text: 'no answer in 2 s',
  });
  expect(usedOf({ took_ms: null, limit_ms: null }).text).toBe('no answer');
  expect(usedOf({ took_ms: 4, limit_ms: null })).toEqual({ share: 0, verdict: 'no limit known', text: '4 ms' });
  expect(usedOf({ took_ms: 0, limit_ms: 0 }).share).toBe(1);
});

test('a scale holds every answer and limit between its ends', () => {
  const answers = [
    { took_ms: 3, limit_ms: 5_000 },
    { took_ms: 31_000, limit_ms: 30_000 },
    { took_ms: null, limit_ms: null },
  ];
  const { place, marks, max_ms } = scaleOf(answers);
  expect(max_ms).toBe(31_000);
  expect(marks).toEqual([1, 10, 100, 1_000, 10_000]);
  expect([place(0), place(1), place(31_000), place(99_000)]).toEqual([0, 0, 1, 1]);
  expect(place(100)).toBeGreaterThan(place(10));
  expect(scaleOf([]).place(5)).toBeLessThan(1);
});

test('a strip says in a sentence what it shows', () => {
  const limit_ms = 2_000;
  const answers = [
    { took_ms: 3, limit_ms },
    { took_ms: 2_500, limit_ms },
    { took_ms: null, limit_ms },
  ];
  expect(stripText(answers)).toBe('3 questions, answered in 3 ms to 2.5 s, 1 late, 1 without an answer');
  expect(stripText([{ took_ms: null, limit_ms }])).toBe('1 question, 1 without an answer');
});
