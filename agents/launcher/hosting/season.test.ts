import { describe, expect, test } from 'vitest';
import type { SeasonFile } from '../../../SHARED/contracts/files/season.ts';
import {
  distinctFinalists,
  divisionFile,
  divisionsOf,
  finalFile,
  finalistsIn,
  finalSettings,
  seasonFault,
} from './season.ts';

const season = (more: Partial<SeasonFile>): SeasonFile => ({
  ...{ schema_version: '1.0.0', season_id: 'year', display_name: 'Year', league: { game_type: 'even_odd' } },
  ...{ divisions: [], final: { first: 1 } },
  ...more,
});
const entrants = Array.from({ length: 10 }, (_, i) => `Player ${i}`);
const dealt = (seed: string) => divisionsOf(season({ deal: { divisions: 3, entrants, seed } }));
const finalist = (display_name: string, code_sha256: string | null) => ({
  league_id: 'year_a',
  display_name,
  code_sha256,
});

describe('a season', () => {
  test('deals its entrants out by the seed: each into one division, and none much larger than another', () => {
    const divisions = dealt('7');
    expect(divisions.map(({ name }) => name)).toEqual(['1', '2', '3']);
    const players = divisions.map((division) => division.players as readonly string[]);
    expect(players.map(({ length }) => length)).toEqual([4, 3, 3]);
    expect(players.flat().sort()).toEqual(entrants);
    expect(dealt('7')).toEqual(divisions);
    expect(dealt('8')).not.toEqual(divisions);
  });

  test('makes of a division a league that begins when its players are there, by the rules of all', () => {
    const rules = { game_type: 'even_odd', participants: { min_players: 3, roster: [] } };
    const named = divisionFile(season({ league: rules }), { name: 'a', players: ['Ann', 'Ben', 'Cy'] });
    expect(named).toEqual({
      ...{ league_id: 'year_a', display_name: 'Year, a', game_type: 'even_odd' },
      participants: { min_players: 3, auto_start_players: 3, names: ['Ann', 'Ben', 'Cy'] },
    });
    expect(divisionFile(season({ league: rules }), { name: 'b', players: 4 })['participants']).toEqual({
      ...{ min_players: 3, auto_start_players: 4, roster: [] },
    });
  });

  const [A, F] = ['a'.repeat(64), 'f'.repeat(64)];

  test('has a final for the first of its divisions, by the codes that they came by, else by name', () => {
    const finals = [
      finalFile(season({}), [finalist('Ann', null), finalist('Di', null)]),
      finalFile(season({}), [finalist('Ann', A), finalist('Di', F)]),
      finalFile(season({ league: { participants: { roster: [] } } }), [finalist('Ann', null), finalist('Di', F)]),
    ];
    const numbers = { min_players: 2, auto_start_players: 2, max_players: 2 };
    const coded = (name: string, code_sha256: string) => ({ name, code_sha256 });
    expect(finals.map((file) => file['participants'])).toEqual([
      { ...numbers, names: ['Ann', 'Di'] },
      { ...numbers, roster: [coded('Ann', A), coded('Di', F)] },
      { ...numbers, names: ['Ann'], roster: [coded('Di', F)] },
    ]);
    for (const file of finals) {
      expect(file['league_id']).toBe('year_final');
      expect(finalistsIn(JSON.stringify(file))).toEqual(['Ann', 'Di']);
    }
  });

  test('has each player in its final once: by code, whatever the names, and by name without', () => {
    const all = [finalist('Ann', null), finalist('Ann', null), finalist('Di', A), finalist('Ed', A), finalist('Di', F)];
    expect(distinctFinalists(all)).toEqual([all[0], all[2], all[4]]);
  });

  test('has a final that is a round robin of any number of players, however its divisions were played', () => {
    const league = {
      game_type: 'even_odd',
      schedule: { algorithm: 'knockout', legs: 2, max_rounds: 1 },
      participants: { min_players: 9, late_places: 3 },
    };
    const final = finalFile(season({ league }), [finalist('Ann', null), finalist('Di', null)]);
    expect(final['schedule']).toEqual({ algorithm: 'round_robin', legs: 2 });
    expect(final['participants']).toEqual({
      ...{ min_players: 2, max_players: 2, auto_start_players: 2, names: ['Ann', 'Di'] },
    });
    expect(finalSettings(['--seed', '7', '--max-rounds', '1', '--strict'])).toEqual(['--seed', '7_final', '--strict']);
  });

  test.each([
    [{}, /^divisions: has none/],
    [
      {
        divisions: [
          { name: 'a', players: 2 },
          { name: 'a', players: 2 },
        ],
      },
      /two of the name "a"/,
    ],
    [{ divisions: [{ name: 'final', players: 2 }] }, /"final" is the name of the final/],
    [
      {
        divisions: [
          { name: 'a', players: ['Ann', 'Ben'] },
          { name: 'b', players: ['Ann', 'Cy'] },
        ],
      },
      /"Ann" is there twice/,
    ],
    [{ deal: { divisions: 6, entrants, seed: '1' } }, /fewer than two players/],
    [{ deal: { divisions: 2, entrants, seed: '1' }, divisions: [{ name: 'a', players: 2 }] }, /contradicts/],
  ])('that cannot be played is told so: %j', (more, line) => {
    expect(seasonFault(season(more as Partial<SeasonFile>))).toMatch(line);
  });

  test('of two divisions is as it should be', () => {
    expect(
      seasonFault(
        season({
          divisions: [
            { name: 'a', players: 2 },
            { name: 'b', players: ['Ann', 'Cy'] },
          ],
        }),
      ),
    ).toBeUndefined();
  });
});
