/** A player from its start to its end: listens, registers, plays, and leaves its files in order. */

import type { DialectName } from '../../SHARED/contracts/dialects/dialect.ts';
import { isId } from '../../SHARED/core/ids.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import type { Effects, Places, Running, StartFailure } from '../../SHARED/league_sdk/effects.ts';
import type { Patience } from '../../SHARED/league_sdk/joining/register.ts';
import type { Address, Answer } from '../../SHARED/league_sdk/transport/transport.ts';
import { assemble, type PlayerParts } from './assemble.ts';
import type { Strategy } from './strategy.ts';
import type { OnHeard } from './tap.ts';

/** A player that was started, and what the program that holds it may reach. */
export interface PlayerAtWork extends Running, PlayerParts {
  /** Answers a text as if it had come by a wire. */
  readonly answer: Answer;
}

/** Starts a player; resolves when it is registered and playing, or with the reason why it is not. */
export async function startPlayer(options: PlayerOptions): Promise<Result<PlayerAtWork, StartFailure>> {
  const { id, effects, listen } = options;
  if (id !== undefined && !isId(id)) {
    const detail = `"${id}" cannot be the id of a player: letters, digits, _ and -, at most 64 of them`;
    return err({ code: 'INVALID_CONFIG', detail });
  }
  // The answer to the message that ends the player is made in this turn of the event loop, and leaves with it.
  const player = assemble(options, (reason) => void effects.clock.poll().then(() => stop(reason)));
  const listening = await effects.transport.listen(listen, player.answer);
  if (!listening.ok) return listening;
  const listener = listening.value;
  const ended = Promise.withResolvers<string>();
  let stopping: Promise<void> | undefined;

  async function end(reason: string): Promise<void> {
    await listener.close();
    await player.close();
    ended.resolve(reason);
  }

  function stop(reason: string): Promise<void> {
    stopping ??= end(reason);
    return stopping;
  }

  options.onListening?.(listener.address);
  await options.beforeRegistering;
  const joined = await player.join(listener.address);
  if (!joined.ok) {
    await stop(joined.error.detail);
    return joined;
  }
  const { answer, course, consider } = player;
  return ok({ id: joined.value, address: listener.address, stop, ended: ended.promise, answer, course, consider });
}

export interface PlayerOptions {
  readonly effects: Effects;
  readonly places: Places;
  /** The id it would like to have; without one the manager gives it one, the same as before in the same run. */
  readonly id?: string;
  readonly display_name: string;
  /** The agent's own version. */
  readonly version?: string;
  readonly strategy: Strategy;
  readonly game_types: readonly string[];
  readonly listen: Address;
  readonly manager: Address;
  /** How it speaks to its manager; absent: rpc. */
  readonly dialect?: DialectName;
  /** Makes the chance of the strategy repeatable: it then depends on this, the player and the match alone. */
  readonly seed?: string;
  /** How long and how often registering is tried. */
  readonly registering?: Patience;
  /** Listening does not wait for it, registering does. */
  readonly beforeRegistering?: Promise<void>;
  /** Is told where it listens, before it registers. */
  readonly onListening?: (address: Address) => void;
  /** Is told of every message it takes in. */
  readonly onHeard?: OnHeard;
}
