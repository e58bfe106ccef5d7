/** The prisoner's dilemma, again and again: cooperate, or defect and leave the other with nothing. */
import type { GameFamily } from './game.ts';
import { numbersIn } from './options.ts';
import { simultaneous, toldByTotals } from './simultaneous.ts';

/** The payoffs of a round: T for defecting alone, R if both cooperate, P if both defect, S for cooperating alone. */
const PAYOFFS = { temptation: 5, reward: 3, punishment: 1, sucker: 0 };
type Payoffs = { readonly [name in keyof typeof PAYOFFS]: number };

/** Every view shows all rounds before it, so a match costs the square of its length. */
const MOST_ROUNDS = 200;

/**
 * Options `rounds`, 10 unless said otherwise, and the four payoffs. The scores are total payoffs, so within one match
 * no opponent ever beats a player that always defects; the gains of cooperation show in the payoffs over many matches.
 */
export const prisonersDilemma: GameFamily = {
  type: 'prisoners_dilemma',

  make(options) {
    const { rounds, ...payoffs } = numbersIn(options, { rounds: 10, ...PAYOFFS });
    if (!Number.isInteger(rounds) || rounds < 1 || rounds > MOST_ROUNDS) {
      throw new RangeError(`option "rounds" must be a whole number from 1 to ${MOST_ROUNDS}, not ${rounds}`);
    }
    checkDilemma(payoffs);
    const { temptation, reward, punishment, sucker } = payoffs;
    return simultaneous<'cooperate' | 'defect'>({
      type: 'prisoners_dilemma',
      version: '1.0.0',
      rounds,
      moves: ['cooperate', 'defect'],
      terms: { payoffs },
      score(first, second) {
        const alike = first === 'cooperate' ? reward : punishment;
        if (first === second) return { scores: [alike, alike], facts: {} };
        return { scores: first === 'defect' ? [temptation, sucker] : [sucker, temptation], facts: {} };
      },
      ...toldByTotals('total_payoffs'),
    });
  },
};

/** Without the order there is no dilemma; without the last check, taking turns at defecting would beat cooperating. */
function checkDilemma(payoffs: Payoffs): void {
  const order = ['temptation', 'reward', 'punishment', 'sucker'] as const;
  for (const [index, less] of order.slice(1).entries()) {
    const more = order[index] as keyof Payoffs;
    if (payoffs[more] > payoffs[less]) continue;
    throw new RangeError(`option "${more}" (${payoffs[more]}) must be more than "${less}" (${payoffs[less]})`);
  }
  const { temptation, reward, sucker } = payoffs;
  if (2 * reward <= temptation + sucker) {
    throw new RangeError(
      `option "reward" (${reward}) must be more than the mean of "temptation" (${temptation}) and "sucker" (${sucker})`,
    );
  }
}
