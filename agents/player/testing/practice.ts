/** A practice ground: a turn to think about, and many matches in a row between two strategies. */

import { isJsonObject, type Json, sameJson } from '../../../SHARED/core/json.ts';
import { seeded } from '../../../SHARED/core/random.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import type { PastMatch, Strategy, Turn } from '../strategy.ts';

/** The first turn of P01 against P02 in a game of two moves, with these parts replaced. */
export function practiceTurn(parts: Partial<Turn> = {}): Turn {
  return {
    game_type: 'practice',
    player_id: 'P01',
    opponent_id: 'P02',
    match_id: 'R1M1',
    round_id: 1,
    step: 1,
    view: {},
    moves: ['even', 'odd'],
    history: [],
    standing: undefined,
    timeLeftMs: 1_000,
    random: seeded(1),
    clock: fakeClock(),
    ...parts,
  };
}

/** A drawn match of P01 against P02 in the same game, with these parts replaced. */
export function practiceMatch(parts: Partial<PastMatch> = {}): PastMatch {
  return {
    match_id: 'R1M1',
    game_type: 'practice',
    opponent_id: 'P02',
    result: 'DRAW',
    my_choice: 'even',
    opponent_choice: 'even',
    facts: {},
    ...parts,
  };
}

/** Matches against P02 in which it chose these moves, oldest first. */
export function meetings(...theirs: readonly Json[]): readonly PastMatch[] {
  return theirs.map((opponent_choice) => practiceMatch({ opponent_choice }));
}

/** A strategy's move in a turn, without its reason. */
export async function moveOf(strategy: Strategy, turn: Turn): Promise<Json> {
  const choice = await strategy.decide(turn);
  return isJsonObject(choice) && choice.move !== undefined ? choice.move : (choice as Json);
}

/** Of many matches, how many went which way. */
export interface DuelRecord {
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

/**
 * How the first fares against the second over many matches of a game like Even/Odd: equal choices are a draw,
 * different ones are decided by chance. Both remember every match. The same seed gives the same record.
 */
export async function duel(first: Strategy, second: Strategy, matches: number, seed = 1): Promise<DuelRecord> {
  const chance = seeded(seed);
  const clock = fakeClock();
  const sides = [first, second].map((strategy, seat) => ({
    strategy,
    history: [] as PastMatch[],
    random: seeded(seed * 1_000 + seat),
    opponent_id: seat === 0 ? 'P02' : 'P01',
  }));
  for (let match = 1; match <= matches; match++) {
    const thoughts = sides.map(({ strategy, ...parts }) => moveOf(strategy, practiceTurn({ ...parts, clock })));
    const moves = await clock.runUntil(Promise.all(thoughts));
    const winner = sameJson(moves[0], moves[1]) ? undefined : Math.floor(chance() * 2);
    for (const [seat, side] of sides.entries()) {
      side.history.push(
        practiceMatch({
          opponent_id: side.opponent_id,
          result: resultFor(seat, winner),
          my_choice: moves[seat] as Json,
          opponent_choice: moves[1 - seat] as Json,
        }),
      );
    }
  }
  const results = sides[0]?.history ?? [];
  const count = (result: PastMatch['result']) => results.filter((match) => match.result === result).length;
  return { wins: count('WIN'), draws: count('DRAW'), losses: count('LOSS') };
}

function resultFor(seat: number, winner: number | undefined): PastMatch['result'] {
  if (winner === undefined) return 'DRAW';
  return winner === seat ? 'WIN' : 'LOSS';
}
