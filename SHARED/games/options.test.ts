import { expect, test } from 'vitest';
import { numbersIn } from './options.ts';

const defaults = { rounds: 10, price: 0.5 };

test('what is not said is as by default', () => {
  expect(numbersIn({}, defaults)).toEqual(defaults);
  expect(numbersIn({ rounds: 3 }, defaults)).toEqual({ rounds: 3, price: 0.5 });
});

test.each([
  [{ round: 3 }, 'there is no option "round"; known are rounds, price'],
  [{ toString: 3 }, 'there is no option "toString"; known are rounds, price'],
  [{ rounds: '3' }, 'option "rounds" must be a number, not "3"'],
  [{ price: null }, 'option "price" must be a number, not null'],
])('%j is refused by name', (options, says) => {
  expect(() => numbersIn(options, defaults)).toThrow(new RangeError(says));
});
