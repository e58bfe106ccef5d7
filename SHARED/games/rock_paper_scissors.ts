/** Rock paper scissors: best of several rounds, in which both show a hand at the same time. */
import type { GameFamily } from './game.ts';
import { numbersIn } from './options.ts';
import { simultaneous, toldByTotals } from './simultaneous.ts';

const BEATS = { rock: 'scissors', paper: 'rock', scissors: 'paper' } as const;

/** Every view shows all rounds before it, so a match costs the square of its length. */
const MOST = 99;

/**
 * Option `best_of`, an odd number, 3 unless said otherwise: the first seat to win more than half of so many rounds
 * wins. Equal hands are played again, but not for ever: after 2·best_of − 1 rounds the seat that has won more of them wins,
 * and equal is a draw.
 */
export const rockPaperScissors: GameFamily = {
  type: 'rock_paper_scissors',

  make(options) {
    const { best_of } = numbersIn(options, { best_of: 3 });
    if (best_of % 2 !== 1 || best_of > MOST) {
      throw new RangeError(`option "best_of" must be an odd number from 1 to ${MOST}, not ${best_of}`);
    }
    return simultaneous<keyof typeof BEATS>({
      type: 'rock_paper_scissors',
      version: '1.0.0',
      rounds: 2 * best_of - 1,
      moves: ['rock', 'paper', 'scissors'],
      terms: { best_of },
      score: (first, second) => ({
        scores: [Number(BEATS[first] === second), Number(BEATS[second] === first)],
        facts: {},
      }),
      isDecided: (won) => Math.max(...won) > best_of / 2,
      ...toldByTotals('rounds_won'),
    });
  },
};
