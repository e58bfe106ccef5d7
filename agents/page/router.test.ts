import { expect, test } from 'vitest';
import { linkTo, placeOf } from './router.ts';

test.each([
  ['', { view: '', id: undefined, query: {} }],
  ['#/', { view: '', id: undefined, query: {} }],
  ['#/match/R1M1?step=3', { view: 'match', id: 'R1M1', query: { step: '3' } }],
  ['#/player/', { view: 'player', id: undefined, query: {} }],
  ['#/?search=a%20b&from=50', { view: '', id: undefined, query: { search: 'a b', from: '50' } }],
])('%s leads to a place', (hash, place) => {
  expect(placeOf(hash)).toEqual(place);
});

test('what a link says is what is read, whatever is in it', () => {
  for (const id of ['R1M1', 'a/b?c#d%', '<script>', 'שלום', '%2F', '..'])
    expect(placeOf(linkTo('match', id, { q: id, none: undefined, empty: '' }))).toEqual({
      view: 'match',
      id,
      query: { q: id },
    });
});

test('an address that cannot be read is a view that there is not, and no failure', () => {
  expect(placeOf('#/match/%E0%A4%A')).toEqual({ view: 'match/%E0%A4%A', id: undefined, query: {} });
  expect(placeOf('#/__proto__').view).toBe('__proto__');
});
