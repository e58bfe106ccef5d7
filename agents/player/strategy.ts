/** The interface of strategies: a function from a player's knowledge to one of its legal moves. */
import type { Help, ModelUse } from '../../SHARED/contracts/model_use.ts';
import type { Clock } from '../../SHARED/core/clock.ts';
import type { Json } from '../../SHARED/core/json.ts';
import type { Random } from '../../SHARED/core/random.ts';

/** One finished match, as the player remembers it. */
export interface PastMatch {
  readonly match_id: string;
  readonly game_type: string;
  readonly opponent_id: string;
  readonly result: 'WIN' | 'LOSS' | 'DRAW' | 'TECHNICAL_LOSS';
  /** The last move of each side; null when none was made. */
  readonly my_choice: Json;
  readonly opponent_choice: Json;
  /** The facts of the match, in the game's own words. */
  readonly facts: { readonly [name: string]: Json };
  /** It was played in another run, or in another league: the ids of its players may be those of others now. */
  readonly earlier_run?: true;
  /** Every step of the match, oldest first, where the record has them; null: the side made no move in it. */
  readonly steps?: readonly { readonly mine: Json; readonly theirs: Json }[];
}

/** All that a strategy sees when it is asked for a move; `moves` are the legal ones. */
export interface Turn {
  readonly game_type: string;
  readonly player_id: string;
  readonly opponent_id: string;
  readonly match_id: string;
  readonly round_id: number;
  /** How often this player has been asked in this match, from 1. */
  readonly step: number;
  /** The part of the position that this seat may know. */
  readonly view: Json;
  readonly moves: readonly Json[];
  /** Every finished match of this player, oldest first, over all leagues. */
  readonly history: readonly PastMatch[];
  /** This player's row of the standings as last heard, if any. */
  readonly standing: { readonly [name: string]: Json } | undefined;
  /** Milliseconds until the guard plays for you. */
  readonly timeLeftMs: number;
  readonly random: Random;
  readonly clock: Clock;
}

/**
 * A move, or `{ move }` with the reason for it where there is one; the reason goes to the player's own log and nowhere
 * else. The costs of a language model go to the referee's record as well.
 */
export type Choice = Json | Reasoned;
interface Reasoned extends Help {
  readonly move: Json;
  readonly reasoning?: string;
}

type Guarded = ModelUse & Required<Pick<ModelUse, 'guarded'>>;

/** Thrown by a strategy whose language model brought no move: the guard plays, and the record says why. */
export class NoMove extends Error {
  readonly model_use: Guarded;

  /** The message is the rest of a sentence that begins with the strategy's name. */
  constructor(message: string, model_use: Guarded) {
    super(message);
    this.model_use = model_use;
  }
}

/** Chooses one of `turn.moves`, within `turn.timeLeftMs`; a promise is waited for that long. */
export type Decide = (turn: Turn) => Choice | Promise<Choice>;

/**
 * A strategy decides, and may learn from each finished match. The guard sees to it that no strategy loses a match by
 * being late, illegal or broken: it then plays the first legal move.
 *
 * @example
 * export const strategy: Strategy = {
 *   name: 'coin',
 *   decide: ({ moves, random }) => pick(random, moves),
 * };
 */
export interface Strategy {
  readonly name: string;
  readonly decide: Decide;
  /** Called once for each finished match and not waited for; an exception or rejection is only logged. */
  readonly learn?: (match: PastMatch) => void;
  /** Its answer is sent as it is, late or illegal or not at all: for testing a league. */
  readonly unguarded?: boolean;
}
