/**
 * Plays a recorded game again from its seed and its moves, and recomputes the result, so that the league manager need not
 * trust a referee's arithmetic and anyone can check it.
 */
import {
  type Claim,
  type Fault,
  faultIn,
  type Judge,
  type JudgedMatch,
  type MatchResult,
  type Step,
} from '../contracts/messages/result.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, sameJson } from '../core/json.ts';
import { chanceStream } from '../core/random.ts';
import { err, ok, type Result } from '../core/result.ts';
import { type Board, type Game, GameFault, type GameOf, type Outcome, type Seat, type Status } from './game.ts';
import { verdict } from './verdict.ts';

/** A judge over the games that are handed in. Evidence and reason are for people: compare the rest. */
export function makeJudge(gameOf: GameOf): Judge {
  /** The game of the last match: those of a league have their options in common. */
  let last: { readonly of: Pick<JudgedMatch, 'game_type' | 'options'>; readonly game: ReturnType<GameOf> } | undefined;
  return (match, claim) => {
    try {
      return recompute(match, claim);
    } catch (cause) {
      return err(`the rules cannot follow this: ${cause instanceof GameFault ? cause.message : String(cause)}`);
    }
  };

  function recompute(match: JudgedMatch, claim: Claim): Result<MatchResult, string> {
    const { game_type, options } = match;
    if (last?.of.game_type !== game_type || last.of.options !== options)
      last = { of: { game_type, options }, game: gameOf(game_type, options) };
    const { game } = last;
    if (!game.ok) return err(game.error.detail);
    if (claim.moves === undefined && claim.choices !== undefined) return settled(match, game.value, claim);
    const steps = readSteps(claim.moves, match.players);
    if (!steps.ok) return steps;
    const faults = readFaults(claim.faults, match.players);
    if (!faults.ok) return faults;
    const bySeat = seatedSteps(steps.value, match.players);

    if (faults.value.length === 0) {
      const outcome = replay(game.value, match.draw_seed, bySeat);
      if (!outcome.ok) return err(outcome.error.detail);
      return ok(verdict(match, steps.value, { by: 'play', outcome: outcome.value, explain: game.value.explain }));
    }
    const failed = faults.value.map(({ player_id }) => match.players.indexOf(player_id));
    const missing = replayBrokenOff(game.value, match.draw_seed, bySeat);
    if (!missing.ok) return err(missing.error.detail);
    // Before the first step any player may fail to come; later, the players at fault are the ones that did not move.
    if (bySeat.length > 0 && !isSame(missing.value, failed))
      return err('those who did not move are not those at fault');
    return ok(verdict(match, steps.value, { by: 'forfeit', faults: faults.value }));
  }
}

/** Draws the boards of a decided match over the games that are handed in; none where rules, moves or seed give none. */
export function makeBoards(gameOf: GameOf): BoardsOf {
  return ({ game_type, options, players, draw_seed }, moves) => {
    try {
      const game = gameOf(game_type, options);
      return game.ok ? boardsOf(game.value, draw_seed, seatedSteps(moves, players)) : [];
    } catch {
      // Rules that fail here have failed in the match as well, where it was told.
      return [];
    }
  };
}

/** The boards of a match, the first position and after each of its steps. */
export type BoardsOf = (
  match: Pick<JudgedMatch, 'game_type' | 'options' | 'players' | 'draw_seed'>,
  moves: readonly Step[],
) => readonly Board[];

/** The steps of a match with seats in place of players. */
function seatedSteps(steps: readonly Step[], players: readonly string[]): readonly JsonObject[] {
  return steps.map((step) => {
    const seated: { [seat: number]: Json } = {};
    for (const [seat, id] of players.entries()) if (Object.hasOwn(step, id)) seated[seat] = step[id] as Json;
    return seated;
  });
}

/** The result that follows from the facts alone, which no moves support: consistent, not proved. */
function settled(match: JudgedMatch, game: Game, { facts, choices }: Claim): Result<MatchResult, string> {
  if (!isJsonObject(facts) || !isJsonObject(choices)) return err('facts and choices are not objects');
  if (game.settle === undefined) return err(`a result of ${match.game_type} without its moves cannot be checked`);
  const moves = match.players.map((id) => choices[id] ?? null);
  const outcome = game.settle(facts, moves);
  if (outcome === undefined) return err('no result follows from these choices and facts');
  const step = Object.fromEntries(match.players.map((id, seat) => [id, moves[seat] as Json]));
  return ok(verdict(match, [step], { by: 'play', outcome, explain: game.explain }));
}

function readSteps(moves: unknown, players: readonly string[]): Result<readonly Step[], string> {
  if (!isJsonArray(moves)) return err('moves is not a list of steps');
  for (const step of moves) {
    if (!isJsonObject(step)) return err('a step is not an object of player and move');
    const stranger = Object.keys(step).find((key) => !players.includes(key));
    if (stranger !== undefined) return err(`${stranger} moves and is not a player of this match`);
  }
  return ok(moves as readonly Step[]);
}

function readFaults(faults: unknown, players: readonly string[]): Result<readonly Fault[], string> {
  if (faults === undefined) return ok([]);
  if (!isJsonArray(faults)) return err('faults is not a list');
  const seen = new Set<string>();
  for (const fault of faults) {
    const read = faultIn(fault);
    if (!read.ok) return err(`a fault is not one: ${read.error}`);
    const { player_id } = read.value;
    if (!players.includes(player_id)) return err(`${player_id} is at fault and not a player of this match`);
    if (seen.has(player_id)) return err(`${player_id} is at fault twice`);
    seen.add(player_id);
  }
  return ok(faults as readonly Fault[]);
}

function isSame(some: readonly Seat[], others: readonly Seat[]): boolean {
  return new Set(some).symmetricDifference(new Set(others)).size === 0;
}

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
function boardsOf(game: Game, seedHex: string, steps: readonly Json[]): readonly Board[] {
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
