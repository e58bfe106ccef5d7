/** Recomputes a result from its moves and seed, so that the league manager need not trust a referee's arithmetic. */
import {
  type Claim,
  type Fault,
  faultIn,
  type Judge,
  type JudgedMatch,
  type MatchResult,
  type Step,
} from '../contracts/messages/result.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { err, ok, type Result } from '../core/result.ts';
import { type Board, type Game, GameFault, type GameOf, type Seat } from './game.ts';
import { boardsOf, replay, replayBrokenOff } from './replay.ts';
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
