import { expect, test } from 'vitest';
import { TIEBREAKERS } from '../../contracts/files/league.ts';
import { FIRST_VIEWS } from './views.ts';

/** The statements that make `league.standings`: those of the newest step that does. */
const NEWEST = FIRST_VIEWS;

test('the standings of a database know every tiebreaker, and have a place in their order for each', () => {
  // The id comes last in any case, and is no merit.
  const merits = TIEBREAKERS.filter((tiebreaker) => tiebreaker !== 'player_id');
  expect(merits.filter((tiebreaker) => !NEWEST.includes(`WHEN '${tiebreaker}' THEN`))).toEqual([]);
  expect(NEWEST).toContain(`CASE tiebreakers[${merits.length}]`);
});
