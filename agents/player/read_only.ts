/** What anybody may see of a player: where it stands and how it fares, and nothing of a match that is undecided. */
import type { JsonObject } from '../../SHARED/core/json.ts';
import type { Service } from '../../SHARED/league_sdk/messaging/serve.ts';
import type { History } from './history.ts';
import type { State } from './state.ts';

export interface ReadOnlyOptions {
  readonly state: State;
  /** Undefined until the player is registered. */
  readonly history: () => History | undefined;
  readonly display_name: string;
}

/** The looks a player answers; they need no token. */
export function makeReadOnly({ state, history, display_name }: ReadOnlyOptions): Service<'player'>['looks'] {
  return {
    ping: () => ({ status: 'ok', state: state.course }),
    get_player_state: () => {
      const seen = history();
      if (seen === undefined) return { player_id: '', display_name, state: state.course };
      const { player_id, filed_as: league_id, run_id } = state.member;
      const match = state.current === undefined ? undefined : state.matches.get(state.current);
      const standing = state.standing(player_id) as JsonObject | undefined;
      return {
        player_id,
        display_name,
        state: state.course,
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
