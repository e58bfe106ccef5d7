/** Lets a program listen in on the messages of a player in its process, for a person or a model at its seat. */
import type { AddressedTo, Message } from '../../SHARED/contracts/index.ts';
import type { CallType } from '../../SHARED/contracts/moves.ts';
import type { Monotonic } from '../../SHARED/core/clock.ts';
import type { Caller, Handlers } from '../../SHARED/league_sdk/messaging/serve.ts';

/** A message to a player; `type` says which. */
export type HeardMessage = {
  readonly [T in AddressedTo<'player'>]: { readonly type: T; readonly message: Message<T> };
}[AddressedTo<'player'>];

/** The receiver and the time of a message. */
export interface Tap {
  readonly player_id: string;
  readonly receivedAt: Monotonic;
}

/** Called for a message once its sender is known, before the player acts on it. */
export type OnHeard = (heard: HeardMessage, by: Tap) => void;

type Handler = (message: never, caller: Caller) => Promise<never>;

type PlayerHandlers = Partial<Handlers<'player'>>;

/** The same handlers with a listener. A message of an unknown sender is not passed on. */
export function tapped<H extends PlayerHandlers>(handlers: H, me: () => string, onHeard: OnHeard): H {
  const listening = Object.entries(handlers).map(([type, handler]) => [
    type,
    (message: never, caller: Caller) => {
      const { identity, receivedAt } = caller;
      if (identity.party !== 'nobody') onHeard({ type, message } as HeardMessage, { player_id: me(), receivedAt });
      return (handler as unknown as Handler)(message, caller);
    },
  ]);
  return Object.fromEntries(listening) as H;
}

/** The call for a move in what was heard, of any game. */
export function callIn({ type, message }: HeardMessage): Message<CallType> | undefined {
  return type === 'CHOOSE_PARITY_CALL' || type === 'GAME_MOVE_CALL' ? message : undefined;
}
