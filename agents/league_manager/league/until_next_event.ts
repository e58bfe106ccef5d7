/** What is worked out from a league is worked out once, however many ask, until something happens in it. */
import type { League } from './state.ts';

/** The same value, and the same object, for everybody who asks between two events. Nobody may change it. */
export function memoByEvent<T>(league: League, workOut: () => T): () => T {
  let known: { readonly sequence: number; readonly value: T } | undefined;
  return () => {
    if (known?.sequence !== league.sequence) known = { sequence: league.sequence, value: workOut() };
    return known.value;
  };
}
