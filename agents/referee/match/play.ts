/** The game loop: asks seats for moves until the game is over. It is the same for every game. */
import type { Step } from '../../../SHARED/contracts/messages/result.ts';
import { type Json, sameJson } from '../../../SHARED/core/json.ts';
import type { Random } from '../../../SHARED/core/random.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import { type Game, GameFault, type Outcome, type Seat, titleOf } from '../../../SHARED/games/game.ts';

/** The turn of a seat: everything it may know, and every move it may make. */
export interface Turn {
  /** Which step of the game this is, from 1. */
  readonly step: number;
  readonly view: Json;
  readonly options: readonly Json[];
}

/** A legal answer that its player may still replace. */
export interface LiveMove {
  /** The latest move, one of the options; from here on it stands. */
  take(): Json;
}

/** Brings a legal move of a seat, or why there is none. It never brings a move that is not among the options. */
export type Ask<Fault> = (seat: Seat, turn: Turn) => Promise<Result<LiveMove, Fault>>;

/** A game as far as it got, and how it ended. */
export interface Played<Fault> {
  /** Every step; the last one lacks the seats that failed. */
  readonly steps: readonly Step[];
  readonly end: Result<Outcome, readonly Fault[]>;
}

/** The players, and the chance they play with. */
export interface Table<Fault> {
  /** In the order of the seats. */
  readonly players: readonly string[];
  readonly ask: Ask<Fault>;
  readonly random: Random;
  /** The steps that an earlier run came to: nobody is asked for them again. */
  readonly played?: readonly Step[];
  /** Is given all steps so far whenever one is complete and the game goes on. */
  readonly keep?: (steps: readonly Step[]) => Promise<void>;
}

/** A game that is not over after so many steps is taken for one that never ends. */
export const MOST_STEPS = 1_000;

/**
 * Plays a game to its end. Stops at the first step in which a seat brings no legal move. Rules that leave nothing to do
 * and are not over, or never come to an end, are a GameFault.
 */
export async function play<Fault>(game: Game, table: Table<Fault>): Promise<Played<Fault>> {
  const { players, ask, random, played = [], keep } = table;
  const steps: Step[] = [];
  let state = game.start(random);
  for (const step of played) {
    const moves = movesIn(game, state, players, step);
    if (moves === undefined) break;
    steps.push(step);
    state = game.play(state, moves, random);
  }
  for (let status = game.status(state); ; status = game.status(state)) {
    if (status.over) return { steps, end: ok(status.outcome) };
    if (status.toMove.length === 0) throw stuck(`is not over at step ${steps.length + 1}, and no seat is to move`);
    if (steps.length >= MOST_STEPS) throw stuck(`is not over after ${MOST_STEPS} steps`);

    const turn = (seat: Seat): Turn => {
      const options = game.moves(state, seat);
      if (options.length === 0) throw stuck(`leaves seat ${seat} no move at step ${steps.length + 1}, and is not over`);
      return { step: steps.length + 1, view: game.view(state, seat), options };
    };
    // Before any seat is asked: rules that fail for one of them ask none.
    const turns = new Map(status.toMove.map((seat) => [seat, turn(seat)]));
    const answers = await Promise.all(
      [...turns].map(async ([seat, turn]) => ({ seat, answer: await ask(seat, turn) })),
    );

    // A choice may be replaced until all are in; taking them together is what ends that.
    const moves = new Map<Seat, Json>();
    const step: { [player: string]: Json } = {};
    const faults: Fault[] = [];
    for (const { seat, answer } of answers) {
      if (answer.ok) {
        const move = answer.value.take();
        moves.set(seat, move);
        step[players[seat] as string] = move;
      } else faults.push(answer.error);
    }
    if (moves.size > 0) steps.push(step);
    if (faults.length > 0) return { steps, end: err(faults) };

    state = game.play(state, moves, random);
    if (!game.status(state).over) await keep?.(steps);
  }

  function stuck(how: string): GameFault {
    return new GameFault(`${titleOf(game)} ${how}`);
  }
}

/** The moves of a step, if every seat that is to move has a legal one there. */
function movesIn(game: Game, state: Json, players: readonly string[], step: Step): Map<Seat, Json> | undefined {
  const status = game.status(state);
  if (status.over) return undefined;
  const moves = new Map<Seat, Json>();
  for (const seat of status.toMove) {
    const kept = step[players[seat] as string];
    const move = game.moves(state, seat).find((option) => sameJson(option, kept));
    if (move === undefined) return undefined;
    moves.set(seat, move);
  }
  return moves;
}
