/** How a player answers: sensors take a message in, a decision is made where one is needed, actuators say what follows. */

import type { Refusal } from '../../SHARED/contracts/errors.ts';
import type { Message } from '../../SHARED/contracts/index.ts';
import { type CallType, questionIn, wordsFor } from '../../SHARED/contracts/moves.ts';
import type { Clock } from '../../SHARED/league_sdk/core/clock.ts';
import type { Json, JsonObject } from '../../SHARED/league_sdk/core/json.ts';
import { ok, type Result } from '../../SHARED/league_sdk/core/result.ts';
import { type Caller, type Handlers, refuse } from '../../SHARED/league_sdk/serve.ts';
import { answerMove, heard, heardMatch, heardRound, join } from './actuators.ts';
import { type Decide, thinkingMs } from './decision.ts';
import type { History } from './history.ts';
import type { Sensors } from './sensors.ts';
import type { State } from './state.ts';

export interface HandlerOptions {
  readonly state: State;
  readonly history: () => History;
  readonly sensors: Sensors;
  readonly decide: Decide;
  readonly clock: Clock;
  /** Has the history written now rather than soon. */
  readonly persist: () => void;
  /** Ends the player, once the answer has left. */
  readonly end: (reason: string) => void;
}

/** One handler for every message a player may get. */
export function makeHandlers(options: HandlerOptions): Handlers<'player'> {
  const { state, history, sensors, decide, clock, persist, end } = options;

  /** Whatever the game, one path: hear the question, decide, answer in the game's words. */
  async function move(call: Message<CallType>, { identity, receivedAt }: Caller): Promise<Result<JsonObject, Refusal>> {
    const { player_id } = state.member;
    const question = { ...questionIn(call), player_id };
    if (wordsFor(question.game_type).call !== call.message_type) {
      return refuse('E002', `moves of ${question.game_type} are not asked for by ${call.message_type}`);
    }
    if (question.options.length === 0) return refuse('E002', 'the call leaves no move open');
    const match = sensors.called(call, question, identity.id);

    const standing = state.standing(player_id) as { readonly [name: string]: Json } | undefined;
    const timeLeftMs = thinkingMs(call, receivedAt, clock);
    const decision = await decide(match, question, { player_id, history: history().past, standing, timeLeftMs });

    sensors.chosen(match);
    return ok(answerMove(question, decision.move));
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
      return ok(heardMatch(message.match_id));
    },
    async LEAGUE_STANDINGS_UPDATE(message, { identity }) {
      sensors.standings(message, identity.id);
      return ok(heardRound(message.round_id));
    },
    async ROUND_COMPLETED(message, { identity }) {
      sensors.roundCompleted(message, identity.id);
      return ok(heardRound(message.round_id));
    },
    async LEAGUE_COMPLETED(message, { identity }) {
      sensors.leagueCompleted(message, identity.id);
      persist();
      return ok(heard());
    },
    async SHUTDOWN_COMMAND({ reason }) {
      end(reason ?? 'the league manager said so');
      return ok(heard());
    },
    // Notices of errors are for the log, which has them already; what follows comes as another message.
    GAME_ERROR: async () => ok(undefined as never),
    LEAGUE_ERROR: async () => ok(undefined as never),
  };
}
