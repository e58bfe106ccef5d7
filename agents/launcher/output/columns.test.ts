import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { fitted, redrawn, terminalWidth } from './columns.ts';

test('every character has the columns that the library gives it, on the short way too', () => {
  const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code));
  expect(all.filter((one) => terminalWidth(one) !== stringWidth(one))).toEqual([]);
  for (const text of ['P01 – P02', '中文', '\u001b[1mbold\u001b[0m', 'e\u0301', '👩‍👩‍👧', '│ ░ │'])
    expect([text, terminalWidth(text)]).toEqual([text, stringWidth(text)]);
});

test('a text is cut between characters, never within one', () => {
  expect(fitted('猫猫猫', 6)).toBe('猫猫猫');
  expect(fitted('猫猫猫', 5)).toBe('猫猫…');
  expect(fitted('猫猫猫', 4)).toBe('猫…');
  expect(fitted('ee\u0301e', 2)).toBe('e…');
  expect(fitted('abc', 0)).toBe('');
});

test('a line that is drawn anew stays in its line and leaves nothing of a longer one', () => {
  expect(redrawn('abc', 4)).toBe('\rabc\u001b[K');
  expect(redrawn('abcd', 4)).toBe('\rab…\u001b[K');
  expect(redrawn('abcd')).toBe('\rabcd\u001b[K');
});
