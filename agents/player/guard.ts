/** The guard between a strategy and the league: its moves are in time, legal and never missing. */
import { helpIn, type ModelGuard } from '../../SHARED/contracts/messages/result.ts';
import type { ModelUse } from '../../SHARED/contracts/model_use.ts';
import type { Clock } from '../../SHARED/core/clock.ts';
import { cut, isJsonObject, type Json, type JsonObject, sameJson } from '../../SHARED/core/json.ts';
import { threw } from '../../SHARED/core/thrown.ts';
import { type Choice, NoMove, type Strategy, type Turn } from './strategy.ts';

/** The reason why the guard played in place of the strategy. */
export type Fallback = 'timeout' | 'error' | 'illegal' | 'provider';

/** The move to send, and the reason for it for the player's own log. */
export interface Decision {
  readonly move: Json;
  readonly reasoning?: string;
  /** Present when the strategy failed and the move is the first legal one. */
  readonly fallback?: Fallback;
  /** With it: how the strategy failed, in a sentence for the referee's record. */
  readonly guarded?: string;
  /** What the strategy's language model spent on it, for the referee's record. */
  readonly model_use?: ModelUse;
}

/** The guard's own clock and log. */
export interface GuardSetting {
  readonly clock: Clock;
  /** Called for every failure of the strategy, and for every move that a language model was asked for. */
  readonly log: (event: 'STRATEGY_FALLBACK' | 'STRATEGY_FAILED' | 'MODEL_ASKED', details: JsonObject) => void;
  /** Called for the first failure of each kind, with the sentence on it and what was done about it. */
  readonly onFailure?: ((sentence: string) => void) | undefined;
  /** The strategy is not helped: a move that is not one is sent, and the rest is a StrategyFailure. */
  readonly forfeits?: boolean | undefined;
}

/** A strategy that brought no move and is not helped; its message says how. */
export class StrategyFailure extends Error {}

/**
 * The strategy as a function that resolves within `turn.timeLeftMs` to one of `turn.moves` and never rejects:
 * a late, thrown or illegal answer becomes the first legal move, and is logged. Later answers are ignored.
 * One that `forfeits` rejects with a StrategyFailure instead. An unguarded strategy is not helped: its answer, its
 * silence and its exception are handed on.
 */
export function guard(strategy: Strategy, setting: GuardSetting): (turn: Turn) => Promise<Decision> {
  if (strategy.unguarded === true) return async (turn) => asGiven(await strategy.decide(turn), turn.moves);
  const { clock, log, onFailure, forfeits = false } = setting;
  const told = new Set<Fallback>();

  return async (turn) => {
    const [first] = turn.moves;
    if (first === undefined) throw new RangeError(`match ${turn.match_id} asks for a move and leaves none open`);
    const attempt = await tryOnce(strategy, turn, clock);
    const { match_id } = turn;
    const { model_use } = attempt.decision ?? attempt;
    if (model_use !== undefined) {
      const reasoning = cut(attempt.decision?.reasoning ?? '', SENTENCE_LENGTH);
      log('MODEL_ASKED', { match_id, step: turn.step, ...model_use, ...(reasoning === '' ? {} : { reasoning }) });
    }
    if (attempt.decision !== undefined) return attempt.decision;
    const { fallback, detail, given } = attempt;
    const sentence = cut(`${strategy.name} ${detail}`, SENTENCE_LENGTH);
    const isSent = forfeits && given !== undefined;
    const played = isSent ? given.move : first;
    if (!told.has(fallback)) onFailure?.(`${sentence}; ${consequence(forfeits, isSent)}`);
    told.add(fallback);
    const event = forfeits ? 'STRATEGY_FAILED' : 'STRATEGY_FALLBACK';
    log(event, { strategy: strategy.name, match_id, fallback, detail, ...(forfeits && !isSent ? {} : { played }) });
    if (isSent) return given;
    if (forfeits) throw new StrategyFailure(sentence);
    const used = model_use === undefined ? {} : { model_use };
    return { move: first, reasoning: `fallback: ${detail}`, fallback, guarded: sentence, ...used };
  };
}

/** The most characters of a sentence that are told and sent. */
const SENTENCE_LENGTH = 300;

function consequence(forfeits: boolean, isSent: boolean): string {
  if (!forfeits) return 'the first legal move was played';
  return isSent ? 'it was sent as it is' : 'no move was sent';
}

/** The outcome of asking a strategy once: a decision, or how it failed. */
export type Attempt =
  | { readonly decision: Decision }
  | {
      readonly decision?: never;
      readonly fallback: Fallback;
      /** How it failed, as the rest of a sentence that begins with its name. */
      readonly detail: string;
      /** The answer that is no legal move. */
      readonly given?: Decision;
      readonly model_use?: ModelUse;
    };

function tryOnce(strategy: Strategy, turn: Turn, clock: Clock): Promise<Attempt> {
  return new Promise((settle, refuse) => {
    const cancel = clock.after(turn.timeLeftMs, () =>
      settle({ fallback: 'timeout', detail: `did not decide within ${turn.timeLeftMs} ms` }),
    );
    think(strategy, turn).finally(cancel).then(settle, refuse);
  });
}

async function think(strategy: Strategy, turn: Turn): Promise<Attempt> {
  return attempt(strategy, turn, turn.moves);
}

/**
 * Asks a strategy for one of these moves: at once where it answers at once, else by a promise that never rejects. Time is
 * the caller's business.
 */
export function attempt(strategy: Strategy, turn: Turn, moves: readonly Json[]): Attempt | Promise<Attempt> {
  try {
    const choice = strategy.decide(turn);
    if (!isPromise(choice)) return legalDecision(choice, moves);
    return Promise.resolve(choice)
      .then((later) => legalDecision(later, moves), failed)
      .catch(failed);
  } catch (error) {
    return failed(error);
  }
}

function isPromise(choice: Choice | Promise<Choice>): choice is Promise<Choice> {
  return typeof choice === 'object' && choice !== null && 'then' in choice && typeof choice.then === 'function';
}

function failed(error: unknown): Attempt {
  if (error instanceof NoMove)
    return { fallback: BY_MODEL[error.model_use.guarded], detail: error.message, model_use: error.model_use };
  return { fallback: 'error', detail: threw(error) };
}

const BY_MODEL: { readonly [W in ModelGuard]: Fallback } = { provider: 'provider', answer: 'illegal', time: 'timeout' };

function legalDecision(choice: Choice, moves: readonly Json[]): Attempt {
  const given = asGiven(choice, moves);
  const move = moves.find((candidate) => sameJson(candidate, given.move));
  if (move !== undefined) return { decision: { ...given, move } };
  const could = moves.slice(0, MOVES_SHOWN).map((move) => JSON.stringify(move));
  const more = moves.length > MOVES_SHOWN ? ', …' : '';
  const detail = `chose ${cut(JSON.stringify(given.move) ?? 'nothing', 100)}, not one of: ${could.join(', ')}${more}`;
  // What is nothing in JSON cannot be sent.
  return { fallback: 'illegal', detail, ...(given.move === undefined ? {} : { given }) };
}

const MOVES_SHOWN = 10;

/** A choice as a move with what is said of it. A move may itself be an object with a `move`: a legal one is taken whole. */
function asGiven(choice: Choice, moves: readonly Json[]): Decision {
  if (!isJsonObject(choice) || moves.some((candidate) => sameJson(candidate, choice))) return { move: choice as Json };
  const { move, reasoning, guarded, model_use } = choice as JsonObject;
  if (move === undefined) return { move: choice as Json };
  const why = typeof reasoning === 'string' ? { reasoning } : {};
  return { move, ...why, ...((guarded ?? model_use) === undefined ? {} : helpIn({ guarded, model_use })) };
}
