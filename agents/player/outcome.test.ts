import { describe, expect, test } from 'vitest';
import {
  type Ending,
  endingOfGame,
  endingOfRound,
  fileName,
  historyEntry,
  type Occasion,
  pointsFor,
  resultFor,
} from './outcome.ts';
import { GAME_RESULT } from './testing/rehearsal_script.ts';

const ending = (parts: Partial<Ending>): Ending => ({ winner: null, status: 'WIN', choices: {}, facts: {}, ...parts });
const OCCASION: Occasion = {
  match_id: 'R1M1',
  round_id: 1,
  league_id: 'league_2025_even_odd',
  run_id: undefined,
  game_type: 'even_odd',
  opponent_id: 'P02',
  opponent_name: undefined,
  timestamp: '2025-01-15T10:00:00.000Z',
  seeded: false,
};

describe('a result is to a player', () => {
  test.each([
    { what: 'won', end: ending({ winner: 'P01' }), result: 'WIN', points: 3 },
    { what: 'lost', end: ending({ winner: 'P02' }), result: 'LOSS', points: 0 },
    { what: 'drawn', end: ending({ status: 'DRAW' }), result: 'DRAW', points: 1 },
    {
      what: 'won by the other’s forfeit',
      end: ending({ status: 'TECHNICAL_LOSS', winner: 'P01' }),
      result: 'WIN',
      points: 3,
    },
    {
      what: 'forfeited',
      end: ending({ status: 'TECHNICAL_LOSS', winner: 'P02' }),
      result: 'TECHNICAL_LOSS',
      points: 0,
    },
    { what: 'forfeited by both, a draw', end: ending({ status: 'TECHNICAL_LOSS' }), result: 'DRAW', points: 1 },
    {
      what: 'forfeited by both, a loss',
      end: ending({ status: 'TECHNICAL_LOSS', score: { P01: 0, P02: 0 } }),
      result: 'TECHNICAL_LOSS',
      points: 0,
    },
    { what: 'worth what the league says', end: ending({ winner: 'P01', score: { P01: 2 } }), result: 'WIN', points: 2 },
  ] as const)('$what', ({ end, result, points }) => {
    expect(resultFor('P01', end)).toBe(result);
    expect(pointsFor('P01', end)).toBe(points);
  });
});

describe('an entry of the history', () => {
  test('says the same whether the referee or the manager told of the end', () => {
    const { winner_player_id: winner, ...rest } = GAME_RESULT;
    const told = endingOfGame({ ...GAME_RESULT, choices: { ...GAME_RESULT.choices }, score: { ...GAME_RESULT.score } });
    const heard = endingOfRound({
      ...rest,
      match_id: 'R1M1',
      player_a: 'P01',
      player_b: 'P02',
      winner,
      choices: { ...rest.choices },
      score: { ...rest.score },
      game_type: 'even_odd',
    });
    expect(historyEntry('P01', OCCASION, heard)).toEqual(historyEntry('P01', OCCASION, told));
  });

  test('has null where nothing was drawn or chosen', () => {
    const entry = historyEntry('P01', OCCASION, ending({ status: 'TECHNICAL_LOSS', winner: 'P02' }));
    expect(entry).toMatchObject({ drawn_number: null, number_parity: null, my_choice: null, opponent_choice: null });
  });

  test('of another game has that game’s facts, and its moves', () => {
    const moves = [{ P01: 0 }, { P02: 4 }];
    const entry = historyEntry(
      'P01',
      { ...OCCASION, game_type: 'tic_tac_toe' },
      ending({ facts: { board: 'x...o....' }, moves }),
    );
    expect(entry).toMatchObject({ board: 'x...o....', moves });
    expect(entry).not.toHaveProperty('drawn_number');
  });

  test('finds the opponent where nobody named it', () => {
    const unnamed = { ...OCCASION, opponent_id: undefined };
    expect(historyEntry('P01', unnamed, ending({ choices: { P01: 'even', P07: 'odd' } }))).toMatchObject({
      opponent_id: 'P07',
      opponent_choice: 'odd',
    });
    expect(historyEntry('P01', unnamed, ending({ winner: 'P08' }))).toMatchObject({ opponent_id: 'P08' });
    expect(historyEntry('P01', unnamed, ending({ winner: null }))).toMatchObject({ opponent_id: 'unknown' });
  });

  test('leaves out facts that would make the file unreadable', () => {
    const entry = historyEntry(
      'P01',
      OCCASION,
      ending({ winner: 'P01', facts: { drawn_number: 42, number_parity: 'even' } }),
    );
    expect(entry).toMatchObject({ result: 'WIN', drawn_number: null, number_parity: null });
  });

  test('names leagues as files may be named', () => {
    expect(fileName('league_2025_even_odd')).toBe('league_2025_even_odd');
    expect(fileName('Autumn/2025 ☂')).toBe('league_Autumn_2025__');
    expect(historyEntry('P01', { ...OCCASION, league_id: '../etc' }, ending({}))).toMatchObject({
      league_id: 'league____etc',
    });
  });
});
