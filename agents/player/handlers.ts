/** A player's message handlers: sensors take a message in, a decision is made where needed, an answer follows. */
import type { BodyOf } from '../../SHARED/contracts/contract.ts';
import { type Refusal, refusal } from '../../SHARED/contracts/errors.ts';
import type { All, Message } from '../../SHARED/contracts/index.ts';
import { type CallType, type MoveQuestion, wordsFor } from '../../SHARED/contracts/moves.ts';
import type { Clock } from '../../SHARED/core/clock.ts';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import type { Caller, Handlers, Service } from '../../SHARED/league_sdk/messaging/serve.ts';
import { questionTo, type Think, thinkingMs } from './decision.ts';
import { StrategyFailure } from './guard.ts';
import type { History } from './history.ts';
import type { Sensors } from './sensors.ts';
import type { State } from './state.ts';

export interface HandlerOptions {
  readonly state: State;
  readonly sensors: Sensors;
  readonly think: Think;
  readonly clock: Clock;
  readonly moveMs?: number | undefined;
  /** Resolves when a kill of the process would leave every match that has ended. */
  readonly kept: () => Promise<void>;
  /** Writes the history now rather than soon. */
  readonly persist: () => void;
}

type PlayerHandlers = Omit<Handlers<'player'>, 'SHUTDOWN_COMMAND'>;

/** One handler for every message a player may get, but for the one that ends every agent alike. */
export function makeHandlers({ state, sensors, think, clock, moveMs, kept, persist }: HandlerOptions): PlayerHandlers {
  /** One path for every game: hear the question, decide, answer in the game's words. */
  async function move(call: Message<CallType>, caller: Caller): Promise<Result<JsonObject, Refusal>> {
    const { identity, receivedAt, dialect } = caller;
    const asked = questionTo(state.member.player_id, call);
    if (!asked.ok) return asked;
    const question = asked.value;
    const match = sensors.called(call, question, identity.id);
    const decision = await think(match, question, thinkingMs(call, { clock, receivedAt, moveMs })).catch(failureOf);
    if (decision instanceof StrategyFailure) return err(refusal('E020', decision.message));
    sensors.chosen(match);
    // The documents of other dialects know no such field.
    const { guarded, model_use } = dialect === 'rpc' ? decision : {};
    return ok({
      ...answerMove(question, decision.move),
      ...(guarded === undefined ? {} : { guarded }),
      ...(model_use === undefined ? {} : { model_use }),
    });
  }

  return {
    async ROUND_ANNOUNCEMENT(message, { identity }) {
      sensors.announced(message, identity.id);
      return ok(heardRound(message.round_id));
    },
    async GAME_INVITATION(message, { identity }) {
      const arrival = sensors.invited(message, identity.id);
      return ok(join(state.member.player_id, message.match_id, arrival));
    },
    CHOOSE_PARITY_CALL: move as Handlers<'player'>['CHOOSE_PARITY_CALL'],
    GAME_MOVE_CALL: move as Handlers<'player'>['GAME_MOVE_CALL'],
    async GAME_OVER(message, { identity }) {
      sensors.over(message, identity.id);
      await kept();
      return ok(heardMatch(message.match_id));
    },
    async LEAGUE_STANDINGS_UPDATE(message, { identity }) {
      sensors.standings(message, identity.id);
      return ok(heardRound(message.round_id));
    },
    async ROUND_COMPLETED(message, { identity }) {
      sensors.roundCompleted(message, identity.id);
      await kept();
      return ok(heardRound(message.round_id));
    },
    async LEAGUE_COMPLETED(message, { identity }) {
      sensors.leagueCompleted(message, identity.id);
      persist();
      return ok(heard());
    },
    // Notices of errors are for the log, which has them already; their consequences come as other messages.
    GAME_ERROR: async () => ok(undefined as never),
    LEAGUE_ERROR: async () => ok(undefined as never),
  };
}

export interface ReadOnlyOptions {
  readonly state: State;
  /** Undefined until the player is registered. */
  readonly history: () => History | undefined;
  readonly display_name: string;
}

/** The read-only methods of a player; they need no token. */
export function makeReadOnly({ state, history, display_name }: ReadOnlyOptions): Service<'player'>['readOnly'] {
  return {
    ping: () => ({ status: 'ok', state: state.phase }),
    get_player_state: () => {
      const seen = history();
      if (seen === undefined) return { player_id: '', display_name, state: state.phase };
      const { player_id, filed_as: league_id, run_id } = state.member;
      const match = state.current === undefined ? undefined : state.matches.get(state.current);
      const standing = state.standing(player_id) as JsonObject | undefined;
      return {
        player_id,
        display_name,
        state: state.phase,
        league_id,
        run_id: run_id ?? null,
        round_id: state.round,
        match_id: match === undefined || match.over ? null : match.match_id,
        record: { ...seen.record },
        standing: standing ?? null,
      };
    },
  };
}

/** The acceptance of an invitation. A player always accepts: to decline is to lose. */
function join(player_id: string, match_id: string, arrival_timestamp: string): BodyOf<All['GAME_JOIN_ACK']> {
  return { match_id, player_id, arrival_timestamp, accept: true };
}

/** A strategy that forfeits says why to its referee; any other exception is a bug. */
function failureOf(thrown: unknown): StrategyFailure {
  if (thrown instanceof StrategyFailure) return thrown;
  throw thrown;
}

/** The move, in the words of its game. */
function answerMove(question: MoveQuestion, move: Json): JsonObject {
  return wordsFor(question.game_type).answerBody(question, move);
}

/** The acknowledgement of a message about a round. */
function heardRound(round_id: number) {
  return { round_id, status: 'acknowledged' } as const;
}

/** The acknowledgement of the end of a match. */
function heardMatch(match_id: string) {
  return { match_id, status: 'acknowledged' } as const;
}

/** The acknowledgement of any other message. */
function heard() {
  return { status: 'acknowledged' } as const;
}
