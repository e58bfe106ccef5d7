/** Plays a recorded game again from its seed and its moves: how anyone checks what a referee says. */
import { isJsonObject, type Json, sameJson } from '../core/json.ts';
import { chanceStream } from '../core/random.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Game, Outcome, Seat } from './game.ts';

/** Why a record is not one of a finished game. */
export type ReplayFault = {
  /** UNFINISHED: the moves end before the game does. EXTRA_MOVES: the game ends before the moves do. */
  readonly code: 'ILLEGAL_MOVE' | 'UNFINISHED' | 'EXTRA_MOVES';
  /** One line for a person; steps are counted from 1. */
  readonly detail: string;
};

/**
 * The outcome that follows from the seed and the recorded steps (`{ "0": move, "1": move }`), whoever wrote them.
 * Chance is used up as a live referee does: first by the start, then by each step in turn.
 */
export function replay(game: Game, seedHex: string, steps: readonly Json[]): Result<Outcome, ReplayFault> {
  const random = chanceStream(seedHex);
  let state = game.start(random);
  for (const [index, step] of steps.entries()) {
    const status = game.status(state);
    if (status.over) {
      return err({ code: 'EXTRA_MOVES', detail: `the game was over after ${index} of ${steps.length} steps` });
    }
    const moves = legalMoves(game, state, { toMove: status.toMove, step, count: index + 1 });
    if (!moves.ok) return moves;
    state = game.play(state, moves.value, random);
  }
  const status = game.status(state);
  if (!status.over) return err({ code: 'UNFINISHED', detail: `the game goes on after ${steps.length} steps` });
  return ok(status.outcome);
}

interface RecordedStep {
  readonly toMove: readonly Seat[];
  readonly step: Json;
  readonly count: number;
}

function legalMoves(
  game: Game,
  state: Json,
  { toMove, step, count }: RecordedStep,
): Result<ReadonlyMap<Seat, Json>, ReplayFault> {
  const illegal = (what: string) => err({ code: 'ILLEGAL_MOVE', detail: `step ${count}: ${what}` } as const);
  if (!isJsonObject(step)) return illegal('not a step');
  const moves = new Map<Seat, Json>();
  for (const seat of toMove) {
    if (!Object.hasOwn(step, seat)) return illegal(`seat ${seat} has to move and does not`);
    const recorded = step[seat] as Json;
    const move = game.moves(state, seat).find((candidate) => sameJson(candidate, recorded));
    if (move === undefined) return illegal(`seat ${seat} may not play ${JSON.stringify(recorded)}`);
    moves.set(seat, move);
  }
  const intruder = Object.keys(step).find((key) => !toMove.some((seat) => String(seat) === key));
  return intruder === undefined ? ok(moves) : illegal(`seat ${intruder} moves out of turn`);
}
