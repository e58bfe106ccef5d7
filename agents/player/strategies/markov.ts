/** Rock paper scissors as a Markov chain: expects the hand that this opponent usually shows after the last ones. */
import { canonicalJson, type Json, sameJson } from '../../../SHARED/core/json.ts';
import { against, sameGame } from '../opponent_model.ts';
import type { Strategy, Turn } from '../strategy.ts';
import { favourite, type Guess } from './guess.ts';
import { atRandom } from './random.ts';
import { type Round, readingsOf, roundsIn } from './view.ts';

const BEATEN_BY: { readonly [hand: string]: string } = { rock: 'paper', paper: 'scissors', scissors: 'rock' };

/** Seen once is chance; a habit shows at least twice. */
const HABIT = 2;

/** Habits change: matches longer ago than this say nothing of today. */
const MEMORY = 100;

/**
 * Beats opponents that repeat themselves, within a match and from match to match. Against chance it wins as often as it
 * loses, as everything does, and an opponent that knows it can lead it astray. In other games random.
 */
export const markov: Strategy = {
  name: 'markov',
  decide(turn) {
    if (turn.game_type !== 'rock_paper_scissors') return atRandom(turn, 'this is not rock paper scissors');
    const now = roundsIn(turn.view) ?? [];
    const before = against(turn.opponent_id, sameGame(turn)).slice(-MEMORY).flatMap(readingsOf);
    const guess = habitAfter(now, [...before, now]);
    const answer = guess === undefined ? undefined : answerTo(guess, turn);
    if (guess === undefined || answer === undefined) return atRandom(turn, `${turn.opponent_id} shows no habit`);
    return { move: answer, reasoning: `${guess.because}: ${canonicalJson(answer)} beats it` };
  },
};

/** The hand that usually followed the situation of now: the closest kind of situation that shows a habit counts. */
function habitAfter(now: readonly Round[], matches: readonly (readonly Round[])[]): Guess | undefined {
  const last = now.at(-1);
  const situations: readonly (readonly [string, (before: Round | undefined) => boolean])[] = [
    ['after the same round', (before) => sameJson(asJson(before), asJson(last))],
    ['after the same hand', (before) => sameJson(before?.theirs, last?.theirs)],
    ['at any time', () => true],
  ];
  for (const [when, isSame] of situations) {
    const shown = matches.flatMap((rounds) =>
      rounds.filter((_, index) => isSame(rounds[index - 1])).map(({ theirs }) => theirs),
    );
    const habit = favourite(shown);
    if (habit === undefined || habit.count < HABIT) continue;
    const { move, count } = habit;
    return { move, because: `${canonicalJson(move)} came ${count} times of ${shown.length} ${when}` };
  }
  return undefined;
}

function answerTo({ move }: Guess, { moves }: Turn): Json | undefined {
  return moves.find((candidate) => typeof move === 'string' && candidate === BEATEN_BY[move]);
}

function asJson(round: Round | undefined): Json | undefined {
  return round === undefined ? undefined : { ...round };
}
