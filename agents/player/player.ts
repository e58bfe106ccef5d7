/** A player from its start to its end: listens, registers, plays, and leaves its files in order. */
import { isId } from '../../SHARED/core/ids.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import type { Running, StartFailure } from '../../SHARED/league_sdk/effects.ts';
import type { Answer } from '../../SHARED/league_sdk/transport/transport.ts';
import { assemble, type PlayerParts } from './assemble.ts';
import type { PlayerOptions } from './options.ts';

export type { PlayerOptions } from './options.ts';

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
