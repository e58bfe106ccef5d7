/** How a player answers: sensors take a message in, a decision is made where one is needed, actuators say what follows. */

import type { Refusal } from '../../SHARED/contracts/errors.ts';
import type { Message } from '../../SHARED/contracts/index.ts';
import type { CallType } from '../../SHARED/contracts/moves.ts';
import type { Clock } from '../../SHARED/core/clock.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { ok, type Result } from '../../SHARED/core/result.ts';
import type { Caller, Handlers } from '../../SHARED/league_sdk/messaging/serve.ts';
import { answerMove, heard, heardMatch, heardRound, join } from './actuators.ts';
import { thinkingMs } from './decision.ts';
import type { Sensors } from './sensors.ts';
import type { State } from './state.ts';
import { questionTo, type Think } from './thinking.ts';

export interface HandlerOptions {
  readonly state: State;
  readonly sensors: Sensors;
  readonly think: Think;
  readonly clock: Clock;
  /** Has the history written now rather than soon. */
  readonly persist: () => void;
  /** Ends the player, once the answer has left. */
  readonly end: (reason: string) => void;
}

/** One handler for every message a player may get. */
export function makeHandlers(options: HandlerOptions): Handlers<'player'> {
  const { state, sensors, think, clock, persist, end } = options;

  /** Whatever the game, one path: hear the question, decide, answer in the game's words. */
  async function move(call: Message<CallType>, { identity, receivedAt }: Caller): Promise<Result<JsonObject, Refusal>> {
    const asked = questionTo(state.member.player_id, call);
    if (!asked.ok) return asked;
    const question = asked.value;
    const match = sensors.called(call, question, identity.id);
    const decision = await think(match, question, thinkingMs(call, receivedAt, clock));
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
