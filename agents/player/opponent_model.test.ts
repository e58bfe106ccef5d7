import { expect, test } from 'vitest';
import { against, type HistoryEntry, opponentModel, pastMatches, sameGame } from './opponent_model.ts';
import { practiceMatch } from './testing/practice.ts';

/** As in the example file of spec 004. */
const entry: HistoryEntry = {
  match_id: 'R1M1',
  round_id: 1,
  league_id: 'league_2025_even_odd',
  opponent_id: 'P02',
  opponent_name: 'Agent Beta',
  result: 'WIN',
  my_choice: 'even',
  opponent_choice: 'odd',
  drawn_number: 8,
  points_earned: 3,
  timestamp: '2025-12-19T10:00:12.000Z',
};

test('an entry of the specification is remembered with its drawn number', () => {
  expect(pastMatches([entry])).toEqual([
    {
      match_id: 'R1M1',
      game_type: 'even_odd',
      opponent_id: 'P02',
      result: 'WIN',
      my_choice: 'even',
      opponent_choice: 'odd',
      facts: { drawn_number: 8 },
    },
  ]);
});

test('an entry of another game keeps its own facts', () => {
  const [match] = pastMatches([
    { ...entry, game_type: 'tic_tac_toe', drawn_number: undefined, winning_line: [0, 4, 8], status: 'WIN' },
  ]);
  expect(match).toMatchObject({ game_type: 'tic_tac_toe', facts: { winning_line: [0, 4, 8] } });
  expect(Object.keys(match?.facts ?? {})).toEqual(['winning_line']);
});

test('the steps of a match are told from where this player sat', () => {
  const moves = [{ P01: 'rock', P02: 'paper' }, { P02: 'scissors', P01: 'rock' }, { P02: 'rock' }, { P01: 4 }, {}];
  const [match] = pastMatches([{ ...entry, game_type: 'rock_paper_scissors', moves }]);
  expect(match?.steps).toEqual([
    { mine: 'rock', theirs: 'paper' },
    { mine: 'rock', theirs: 'scissors' },
    { mine: null, theirs: 'rock' },
    { mine: 4, theirs: null },
    { mine: null, theirs: null },
  ]);
  expect(match?.facts).not.toHaveProperty('moves');
});

test.each([
  ['no list', 'rock'],
  ['a step that is no object', [{ P01: 'rock', P02: 'paper' }, 'rock']],
  ['a step of strangers', [{ P03: 'rock', P04: 'paper' }]],
])('moves with %s are no steps', (_, moves) => {
  expect(pastMatches([{ ...entry, moves }])[0]).not.toHaveProperty('steps');
});

test('matches keep their order', () => {
  const ids = ['R2M1', 'R1M1', 'R3M1'];
  expect(pastMatches(ids.map((match_id) => ({ ...entry, match_id }))).map(({ match_id }) => match_id)).toEqual(ids);
});

test('only matches of the same game are compared, and of one opponent where one is meant', () => {
  const history = [
    practiceMatch({ match_id: 'a' }),
    practiceMatch({ match_id: 'b', game_type: 'another' }),
    practiceMatch({ match_id: 'c', opponent_id: 'P03' }),
  ];
  const same = sameGame({ history, game_type: 'practice' });
  expect(same.map(({ match_id }) => match_id)).toEqual(['a', 'c']);
  expect(against('P03', same).map(({ match_id }) => match_id)).toEqual(['c']);
});

test('an opponent is known by how the matches went and what it chose', () => {
  const history = [
    practiceMatch({ result: 'WIN', opponent_choice: 'odd' }),
    practiceMatch({ result: 'WIN', opponent_choice: null }),
    practiceMatch({ result: 'LOSS', opponent_choice: 'even' }),
    practiceMatch({ result: 'TECHNICAL_LOSS', opponent_choice: 'odd' }),
    practiceMatch({ result: 'DRAW', opponent_choice: 'even' }),
  ];
  expect(opponentModel(history)).toEqual({
    matches_played: 5,
    wins: 2,
    losses: 2,
    their_choices: ['odd', 'even', 'odd', 'even'],
  });
});
