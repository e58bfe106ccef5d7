/** State machines as tables: the one engine is `next`. */
import { err, ok, type Result } from './result.ts';

/** For each state, the events it knows and where they lead. */
export type Table<State extends string, Event extends string> = {
  readonly [S in State]: { readonly [E in Event]?: State };
};

/** An event that its state does not know. */
export interface IllegalTransition {
  readonly code: 'ILLEGAL_TRANSITION';
  readonly state: string;
  readonly event: string;
}

/** The state an event leads to, or an ILLEGAL_TRANSITION. Pure. */
export function next<State extends string, Event extends string>(
  table: Table<State, Event>,
  state: State,
  event: Event,
): Result<State, IllegalTransition> {
  const target = table[state]?.[event];
  return target === undefined ? err({ code: 'ILLEGAL_TRANSITION', state, event }) : ok(target as State);
}
