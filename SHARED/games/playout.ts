/** A game played to its end by players that pick any legal move. */
import type { Json } from '../core/json.ts';
import { pick, type Random } from '../core/random.ts';
import { type Game, type Outcome, recordOf, type Seat, type Step } from './game.ts';

/** One step: the position before it, the seats to move, and their moves. */
export interface Scene {
  readonly state: Json;
  readonly toMove: readonly Seat[];
  readonly step: Step;
}

/** A finished game from the first position to the last. */
export interface Playout {
  readonly scenes: readonly Scene[];
  readonly final: Json;
  readonly outcome: Outcome;
}

/** No game of ours is longer; one that is does not end. */
const MAX_STEPS = 10_000;

/** The sources of chance of a playout. */
export interface PlayoutOptions {
  /** The chance of the game, and the whims of its players. */
  readonly chance: Random;
  readonly whims: Random;
  /** Changes each state on its way to the next step. */
  readonly carry?: (state: Json) => Json;
}

/** The whole game; throws when it does not end, or when a seat is to move and has no move. */
export function playout(game: Game, { chance, whims, carry = (state) => state }: PlayoutOptions): Playout {
  const scenes: Scene[] = [];
  let state = carry(game.start(chance));
  for (let status = game.status(state); ; status = game.status(state)) {
    if (status.over) return { scenes, final: state, outcome: status.outcome };
    if (scenes.length === MAX_STEPS) throw new RangeError(`not over after ${MAX_STEPS} steps`);
    const moves = new Map<Seat, Json>();
    for (const seat of status.toMove) {
      const open = game.moves(state, seat);
      if (open.length === 0) throw new RangeError(`seat ${seat} is to move and has no move`);
      moves.set(seat, pick(whims, open));
    }
    scenes.push({ state, toMove: status.toMove, step: recordOf(moves) });
    state = carry(game.play(state, moves, chance));
  }
}
