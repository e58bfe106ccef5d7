/** Plays a recorded game again from its seed and its moves, so that anyone can check a referee. */
import { isJsonObject, type Json, sameJson } from '../core/json.ts';
import { chanceStream } from '../core/random.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Board, Game, Outcome, Seat, Status } from './game.ts';

/** The reason why a record cannot be replayed. */
export type ReplayFault = {
  /**
   * UNFINISHED: the moves end before the game does. EXTRA_MOVES: the game ends before the moves do.
   * PLAYED_OUT: the game is said to have broken off, and came to its end.
   */
  readonly code: 'ILLEGAL_MOVE' | 'UNFINISHED' | 'EXTRA_MOVES' | 'PLAYED_OUT';
  /** One line for a person; steps are counted from 1. */
  readonly detail: string;
};

/**
 * The outcome that follows from the seed and the recorded steps (`{ "0": move, "1": move }`) of any origin.
 * Chance is used up as a live referee does: first by the start, then by each step in turn.
 */
export function replay(game: Game, seedHex: string, steps: readonly Json[]): Result<Outcome, ReplayFault> {
  const reached = replayed(game, seedHex, steps);
  if (!reached.ok) return reached;
  const { status, missing } = reached.value;
  if (status.over) return ok(status.outcome);
  if (missing !== undefined) return illegal(steps.length, lacking(missing));
  return err({ code: 'UNFINISHED', detail: `the game goes on after ${steps.length} steps` });
}

/** The seats that had to move when a game broke off, and did not. All moves that were made are legal and in turn. */
export function replayBrokenOff(
  game: Game,
  seedHex: string,
  steps: readonly Json[],
): Result<readonly Seat[], ReplayFault> {
  const reached = replayed(game, seedHex, steps);
  if (!reached.ok) return reached;
  const { status, missing } = reached.value;
  if (!status.over) return ok(missing ?? status.toMove);
  return err({ code: 'PLAYED_OUT', detail: 'the game was played to its end, and nobody can forfeit it' });
}

/** The position that the steps lead to. */
interface Reached {
  readonly status: Status;
  /** The seats that the last step lacks, where it lacks any. */
  readonly missing?: readonly Seat[];
}

/** The boards of a game, the first position and after each step, as far as the steps are legal; none where it has no board. */
export function boardsOf(game: Game, seedHex: string, steps: readonly Json[]): readonly Board[] {
  const boards: Board[] = [];
  const draw = (state: Json) => {
    const board = game.board?.(game.view(state, 0));
    if (board !== undefined) boards.push(board);
  };
  replayed(game, seedHex, steps, draw);
  return boards;
}

function replayed(
  game: Game,
  seedHex: string,
  steps: readonly Json[],
  onState: (state: Json) => void = () => undefined,
): Result<Reached, ReplayFault> {
  const random = chanceStream(seedHex);
  let state = game.start(random);
  onState(state);
  for (const [index, step] of steps.entries()) {
    const status = game.status(state);
    if (status.over) {
      return err({ code: 'EXTRA_MOVES', detail: `the game was over after ${index} of ${steps.length} steps` });
    }
    const { toMove } = status;
    const moves = legalMoves(game, state, { toMove, step, count: index + 1 });
    if (!moves.ok) return moves;
    const missing = toMove.filter((seat) => !moves.value.has(seat));
    if (missing.length > 0) {
      return index === steps.length - 1 ? ok({ status, missing }) : illegal(index + 1, lacking(missing));
    }
    state = game.play(state, moves.value, random);
    onState(state);
  }
  return ok({ status: game.status(state) });
}

interface RecordedStep {
  readonly toMove: readonly Seat[];
  readonly step: Json;
  readonly count: number;
}

/** The moves of a step, each of a seat that is to move; not all of these need to have one. */
function legalMoves(
  game: Game,
  state: Json,
  { toMove, step, count }: RecordedStep,
): Result<ReadonlyMap<Seat, Json>, ReplayFault> {
  if (!isJsonObject(step)) return illegal(count, 'not a step');
  const moves = new Map<Seat, Json>();
  for (const seat of toMove) {
    if (!Object.hasOwn(step, seat)) continue;
    const recorded = step[seat] as Json;
    const move = game.moves(state, seat).find((candidate) => sameJson(candidate, recorded));
    if (move === undefined) return illegal(count, `seat ${seat} may not play ${JSON.stringify(recorded)}`);
    moves.set(seat, move);
  }
  const intruder = Object.keys(step).find((key) => !toMove.some((seat) => String(seat) === key));
  return intruder === undefined ? ok(moves) : illegal(count, `seat ${intruder} moves out of turn`);
}

function lacking([seat]: readonly Seat[]): string {
  return `seat ${seat} has to move and does not`;
}

function illegal(count: number, what: string): Result<never, ReplayFault> {
  return err({ code: 'ILLEGAL_MOVE', detail: `step ${count}: ${what}` });
}
