/** The guard between a strategy and the league: its moves are in time, legal and never missing. */
import type { Clock } from '../../SHARED/core/clock.ts';
import { isJsonObject, type Json, type JsonObject, sameJson } from '../../SHARED/core/json.ts';
import type { Choice, Strategy, Turn } from './strategy.ts';

/** The reason why the guard played in place of the strategy. */
export type Fallback = 'timeout' | 'error' | 'illegal';

/** The move to send, and the reason for it for the player's own log. */
export interface Decision {
  readonly move: Json;
  readonly reasoning?: string;
  /** Present when the strategy failed and the move is the first legal one. */
  readonly fallback?: Fallback;
}

/** The guard's own clock and log. */
export interface GuardSetting {
  readonly clock: Clock;
  /** Called for every fallback. */
  readonly log: (event: 'STRATEGY_FALLBACK', details: JsonObject) => void;
}

/**
 * The strategy as a function that resolves within `turn.timeLeftMs` to one of `turn.moves` and never rejects:
 * a late, thrown or illegal answer becomes the first legal move, and is logged. Later answers are ignored.
 * An unguarded strategy is not helped: its answer, its silence and its exception are handed on.
 */
export function guard(strategy: Strategy, { clock, log }: GuardSetting): (turn: Turn) => Promise<Decision> {
  if (strategy.unguarded === true) return async (turn) => asGiven(await strategy.decide(turn));

  return async (turn) => {
    const [first] = turn.moves;
    if (first === undefined) throw new RangeError(`match ${turn.match_id} asks for a move and leaves none open`);
    const attempt = await tryOnce(strategy, turn, clock);
    if (attempt.decision !== undefined) return attempt.decision;
    const { fallback, detail } = attempt;
    log('STRATEGY_FALLBACK', { strategy: strategy.name, match_id: turn.match_id, fallback, detail, played: first });
    return { move: first, reasoning: `fallback: ${detail}`, fallback };
  };
}

type Attempt =
  | { readonly decision: Decision }
  | { readonly decision?: never; readonly fallback: Fallback; readonly detail: string };

function tryOnce(strategy: Strategy, turn: Turn, clock: Clock): Promise<Attempt> {
  return new Promise((settle, refuse) => {
    const cancel = clock.after(turn.timeLeftMs, () =>
      settle({ fallback: 'timeout', detail: `no answer within ${turn.timeLeftMs} ms` }),
    );
    think(strategy, turn).finally(cancel).then(settle, refuse);
  });
}

async function think(strategy: Strategy, turn: Turn): Promise<Attempt> {
  try {
    return legalDecision(await strategy.decide(turn), turn);
  } catch (error) {
    return { fallback: 'error', detail: String(error) };
  }
}

function legalDecision(choice: Choice, turn: Turn): Attempt {
  // A move may itself be an object, so the whole choice is looked for before its `move` is.
  for (const given of [{ move: choice as Json }, asGiven(choice)]) {
    const move = turn.moves.find((candidate) => sameJson(candidate, given.move));
    if (move !== undefined) return { decision: { ...given, move } };
  }
  return { fallback: 'illegal', detail: `${JSON.stringify(asGiven(choice).move)} is not among the moves` };
}

function asGiven(choice: Choice): Decision {
  if (!isJsonObject(choice)) return { move: choice as Json };
  const { move, reasoning } = choice;
  if (move === undefined || typeof reasoning !== 'string') return { move: choice as Json };
  return { move, reasoning };
}
