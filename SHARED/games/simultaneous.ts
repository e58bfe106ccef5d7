/** The family of games in which two seats choose at the same time, once or several times. */
import type { Json, JsonObject } from '../core/json.ts';
import type { Random } from '../core/random.ts';
import { type Game, moveOf, type Outcome, type Seat } from './game.ts';

/** The score of one round for each seat, and the round's facts. */
export interface RoundResult {
  readonly scores: readonly [number, number];
  readonly facts: JsonObject;
}

/** The scores of all rounds so far together, one number per seat. */
export type Totals = readonly [number, number];

/** All that tells one game of this family from another. */
export interface SimultaneousRules<Move extends string> {
  readonly type: string;
  readonly version: string;
  /** How many rounds are played; where `isDecided` may end the game before, how many at most. */
  readonly rounds: number;
  /** The same for both seats in every round; the first is the fallback of a player without an idea. */
  readonly moves: readonly Move[];
  /** The terms that follow from the options, as both seats are told them. */
  readonly terms?: JsonObject;
  score(first: Move, second: Move, random: Random): RoundResult;
  /** Whether the rounds to come are not played any more; left out, all of them are. */
  isDecided?(totals: Totals): boolean;
  /** The facts for the record, in the game's own words. */
  facts?(rounds: SimultaneousState<string>['rounds'], totals: Totals): JsonObject;
  explain(outcome: Outcome): string;
}

/** The rounds that were played. A choice gets in here together with its answer, so there is nothing to hide. */
export type SimultaneousState<Move extends string> = {
  readonly rounds: readonly {
    readonly choices: readonly Move[];
    readonly scores: readonly number[];
    readonly facts: JsonObject;
  }[];
};

/**
 * A game from its rules. Where the rules have no `facts` of their own, the facts of a single round stand alone,
 * and several rounds are listed as `rounds`.
 */
export function simultaneous<Move extends string>(rules: SimultaneousRules<Move>): Game<SimultaneousState<Move>, Move> {
  return {
    type: rules.type,
    version: rules.version,
    seats: 2,
    seatsMatter: false,
    start: () => ({ rounds: [] }),

    status(state) {
      const scores = totals(state);
      const goesOn = state.rounds.length < rules.rounds && rules.isDecided?.(scores) !== true;
      if (goesOn) return { over: false, toMove: [0, 1] };
      return { over: true, outcome: { scores, facts: rules.facts?.(state.rounds, scores) ?? factsOf(state) } };
    },

    view: (state, seat) => ({
      ...rules.terms,
      your_seat: seat,
      round: state.rounds.length + 1,
      rounds: rules.rounds,
      scores: totals(state),
      past: state.rounds,
    }),
    moves: () => rules.moves,
    moveSchema: { type: 'string', enum: rules.moves },

    play(state, moves, random) {
      const choices = [moveOf(moves, 0), moveOf(moves, 1)] as const;
      return { rounds: [...state.rounds, { choices, ...rules.score(choices[0], choices[1], random) }] };
    },

    explain: (outcome) => rules.explain(outcome),
  };
}

/**
 * Facts and explanation of a game that its rounds and their totals tell completely. The totals are kept by this name,
 * such as `rounds_won`; that of a field every result has, such as `score`, would be lost.
 */
export function toldByTotals(name: string): Required<Pick<SimultaneousRules<string>, 'facts' | 'explain'>> {
  const title = name.replaceAll('_', ' ');
  return {
    facts: (rounds, sums) => ({ rounds: rounds.map(({ choices, scores }) => ({ choices, scores })), [name]: sums }),
    explain({ scores: [first = 0, second = 0] }) {
      if (first === second) return `${title}: ${first} each, a draw`;
      return `${title}: ${first} to ${second}, ${first > second ? '{0}' : '{1}'} wins`;
    },
  };
}

function totals<Move extends string>({ rounds }: SimultaneousState<Move>): Totals {
  const total = (seat: Seat) => rounds.reduce((sum, round) => sum + (round.scores[seat] ?? 0), 0);
  return [total(0), total(1)];
}

function factsOf<Move extends string>({ rounds }: SimultaneousState<Move>): { readonly [name: string]: Json } {
  const [only, ...others] = rounds;
  return only !== undefined && others.length === 0 ? only.facts : { rounds };
}
