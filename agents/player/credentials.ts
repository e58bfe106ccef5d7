/** What a player keeps of its registrations, so that after a restart it is still the same player. */
import type { Credential } from '../../SHARED/contracts/files_history.ts';
import { err, ok, type Result } from '../../SHARED/league_sdk/core/result.ts';
import type { DataFault } from '../../SHARED/league_sdk/document.ts';
import type { StartFailure } from '../../SHARED/league_sdk/effects.ts';
import type { Correspondent } from '../../SHARED/league_sdk/peer.ts';
import { CredentialsRepository, type Store } from '../../SHARED/league_sdk/repositories.ts';
import { couldBeAt } from './league_name.ts';
import type { Membership } from './state.ts';

/** Which league is running, as its manager says. */
export interface Running {
  readonly league_id: string;
  readonly run_id: string;
}

/** Who is asking: by id, or, where none was wished for, by name. */
export interface Self {
  readonly id: string | undefined;
  readonly display_name: string;
}

export interface Credentials {
  /** What this player got earlier in the same run of the same league. */
  find(running: Running, self: Self): Promise<Result<Credential | undefined, StartFailure>>;
  /** What this player got last, as far as it may be this manager's: for managers that do not say what is running. */
  latest(manager: Correspondent, self: Self): Promise<Result<Credential | undefined, StartFailure>>;
  /** Keeps what the registration gave, readable by the owner alone. */
  keep(
    member: Membership,
    self: { readonly display_name: string; readonly endpoint: string },
  ): Promise<Result<void, StartFailure>>;
}

export function openCredentials(store: Store): Credentials {
  const repository = new CredentialsRepository('player', store);
  return {
    find: ({ league_id, run_id }, self) => tried(() => repository.find({ league_id, run_id, ...whoIs(self) })),
    latest: (manager, self) =>
      tried(() => repository.newest(whoIs(self), (entry) => couldBeAt(entry.league_id, manager))),
    async keep({ player_id, filed_as: league_id, run_id, auth_token, manager_token }, self) {
      if (auth_token === undefined) return ok(undefined);
      const who = { agent_id: player_id, league_id, run_id: run_id ?? '', ...self };
      const given = manager_token === undefined ? { auth_token } : { auth_token, manager_token };
      return tried(() => repository.save({ ...who, ...given }));
    },
  };
}

function whoIs({ id, display_name }: Self) {
  return id === undefined ? { display_name } : { agent_id: id };
}

async function tried<T>(action: () => Promise<Result<T, DataFault>>): Promise<Result<T, StartFailure>> {
  try {
    const done = await action();
    if (done.ok) return done;
    const { file, detail } = done.error;
    return err({ code: 'DATA_INIT_FAILED', detail: `${file} is damaged: ${detail}; mend it or move it away` });
  } catch (thrown) {
    return err({ code: 'DATA_INIT_FAILED', detail: (thrown as Error).message });
  }
}
