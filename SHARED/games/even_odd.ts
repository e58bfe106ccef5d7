/** Even/Odd: both guess whether a number from 1 to 10 will be even, and then it is drawn. */
import { intBetween } from '../core/random.ts';
import { simultaneous } from './simultaneous.ts';

const MOVES = ['even', 'odd'] as const;
/** The limits of the drawn number. */
const [LOWEST, HIGHEST] = [1, 10] as const;
type Move = (typeof MOVES)[number];

const parityOf = (number: number): Move => (number % 2 === 0 ? 'even' : 'odd');
const point = (choice: Move | undefined, parity: Move) => Number(choice === parity);

const drawing = simultaneous<Move>({
  type: 'even_odd',
  version: '1.0.0',
  rounds: 1,
  moves: MOVES,

  score(first, second, random) {
    const drawn_number = intBetween(random, LOWEST, HIGHEST);
    const number_parity = parityOf(drawn_number);
    return {
      scores: [point(first, number_parity), point(second, number_parity)],
      facts: { drawn_number, number_parity },
    };
  },

  explain({ scores: [first, second], facts: { drawn_number, number_parity } }) {
    const drawn = `the number ${drawn_number} is ${number_parity}`;
    if (first === second) {
      const missed = number_parity === 'even' ? 'odd' : 'even';
      return `${drawn}: both chose ${first === 1 ? number_parity : missed}, a draw`;
    }
    return `${drawn}: ${first === 1 ? '{0}' : '{1}'} chose ${number_parity} and wins`;
  },
});

/** The first game of the league. One guess right and one wrong is a win; both right or both wrong is a draw. */
export const evenOdd: typeof drawing = {
  ...drawing,
  settle({ drawn_number, number_parity }, choices) {
    if (typeof drawn_number !== 'number' || !Number.isInteger(drawn_number)) return undefined;
    if (drawn_number < LOWEST || drawn_number > HIGHEST) return undefined;
    if (!choices.every((choice) => MOVES.includes(choice))) return undefined;
    const parity = parityOf(drawn_number);
    if ((number_parity ?? parity) !== parity) return undefined;
    const scores = choices.map((choice) => point(choice, parity));
    return { scores, facts: { drawn_number, number_parity: parity } };
  },
};
