/** Recomputes a result from its moves and seed: how a league manager that knows no rule believes no arithmetic. */
import { Fault as FaultShape } from '../../../SHARED/contracts/fields.ts';
import { check } from '../../../SHARED/contracts/read.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, sameJson } from '../../../SHARED/core/json.ts';
import { chanceStream } from '../../../SHARED/core/random.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { Game, Outcome, Seat } from '../../../SHARED/games/game.ts';
import type { Step } from '../match/play.ts';
import { type Fault, type MatchResult, type Terms, verdict } from './verdict.ts';

/** The rules of a game with these options, or one line on why there are none. */
export type GameOf = (type: string, options: JsonObject) => Result<Game, { readonly detail: string }>;

/** The outcome that follows from the seed and the steps, seats as text. */
export type Replay = (
  game: Game,
  seedHex: string,
  steps: readonly JsonObject[],
) => Result<Outcome, { readonly detail: string }>;

/** What a result must follow from. */
export interface Judged extends Terms {
  readonly options: JsonObject;
  readonly draw_seed: string;
}

/** What a report says happened. It may be anything. */
export interface Claim {
  readonly moves?: unknown;
  readonly faults?: unknown;
  /** Without moves: the facts of the outcome and each player's choice, as far as a foreign referee tells them. */
  readonly facts?: unknown;
  readonly choices?: unknown;
}

/** The result that follows, or one line on why none does. Never throws, whatever is claimed. */
export type Judge = (match: Judged, claim: Claim) => Result<MatchResult, string>;

/** A judge over the games that are handed in. Evidence and reason are for people: compare the rest. */
export function makeJudge(gameOf: GameOf, replay: Replay): Judge {
  return (match, claim) => {
    try {
      return recompute(match, claim);
    } catch (cause) {
      return err(`the rules cannot follow this: ${String(cause)}`);
    }
  };

  function recompute(match: Judged, claim: Claim): Result<MatchResult, string> {
    const game = gameOf(match.game_type, match.options);
    if (!game.ok) return err(game.error.detail);
    if (claim.moves === undefined && claim.choices !== undefined) return settled(match, game.value, claim);
    const steps = readSteps(claim.moves, match.players);
    if (!steps.ok) return steps;
    const faults = readFaults(claim.faults, match.players);
    if (!faults.ok) return faults;
    const bySeat = steps.value.map((step) =>
      Object.fromEntries(match.players.flatMap((id, seat) => (Object.hasOwn(step, id) ? [[seat, step[id]]] : []))),
    ) as JsonObject[];

    if (faults.value.length === 0) {
      const outcome = replay(game.value, match.draw_seed, bySeat);
      if (!outcome.ok) return err(outcome.error.detail);
      return ok(verdict(match, steps.value, { by: 'play', outcome: outcome.value, explain: game.value.explain }));
    }
    const failed = faults.value.map(({ player_id }) => match.players.indexOf(player_id));
    const broken = interruption(game.value, match.draw_seed, { steps: bySeat, failed });
    return broken === undefined
      ? ok(verdict(match, steps.value, { by: 'forfeit', faults: faults.value }))
      : err(broken);
  }
}

/** The result that follows from the facts themselves, wherever they came from: consistent, not proved. */
function settled(match: Judged, game: Game, { facts, choices }: Claim): Result<MatchResult, string> {
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
    const shape = check(FaultShape, fault);
    if (!shape.ok) return err(`a fault is not one: ${shape.error.detail}`);
    const { player_id } = fault as Fault;
    if (!players.includes(player_id)) return err(`${player_id} is at fault and not a player of this match`);
    if (seen.has(player_id)) return err(`${player_id} is at fault twice`);
    seen.add(player_id);
  }
  return ok(faults as readonly Fault[]);
}

interface Interrupted {
  readonly steps: readonly JsonObject[];
  /** The seats at fault. */
  readonly failed: readonly Seat[];
}

/** What is wrong with a game that broke off: all moves must be legal, and only those at fault may be missing from the last step. */
function interruption(game: Game, seedHex: string, { steps, failed }: Interrupted): string | undefined {
  const random = chanceStream(seedHex);
  let state = game.start(random);
  for (const [index, step] of steps.entries()) {
    const status = game.status(state);
    if (status.over) return `the game was over after ${index} of ${steps.length} steps`;
    const moves = new Map<Seat, Json>();
    for (const [key, recorded] of Object.entries(step)) {
      const seat = Number(key);
      const move = status.toMove.includes(seat)
        ? game.moves(state, seat).find((one) => sameJson(one, recorded))
        : undefined;
      if (move === undefined) return `step ${index + 1}: seat ${seat} may not play ${JSON.stringify(recorded)}`;
      moves.set(seat, move);
    }
    const missing = status.toMove.filter((seat) => !moves.has(seat));
    if (missing.length === 0) {
      state = game.play(state, moves, random);
      continue;
    }
    if (index < steps.length - 1) return `step ${index + 1}: seat ${missing[0]} has to move and does not`;
    return blamed(missing, failed);
  }
  const status = game.status(state);
  if (status.over) return 'the game was played to its end, and nobody can forfeit it';
  // Before the first step anybody may fail to come; later, whoever did not move failed to.
  return steps.length === 0 ? undefined : blamed(status.toMove, failed);
}

function blamed(missing: readonly Seat[], failed: readonly Seat[]): string | undefined {
  const isSame = new Set(missing).symmetricDifference(new Set(failed)).size === 0;
  return isSame ? undefined : 'those who did not move are not those at fault';
}
