/** The credentials an agent keeps of its registrations, so that after a restart it is still the same agent. */
import { Credential } from '../../contracts/files/history.ts';
import { type Static, Type } from '../../contracts/schema_builder.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { StartFailure } from '../effects.ts';
import { CredentialsRepository } from '../files/agent_repositories.ts';
import type { DataFault, Store } from '../files/document.ts';
import type { Correspondent } from '../messaging/peer.ts';
import type { AgentRole } from '../paths.ts';
import type { Address } from '../transport/transport.ts';

const { league_id, agent_id, auth_token } = Credential.properties;
/** The proof of a sender's identity to its league manager (spec 004); no other party may see it. */
export const AgentCredentials = Type.Object({ league_id, agent_id, auth_token });
export type AgentCredentials = Static<typeof AgentCredentials>;

/** The result of an accepted registration. */
export interface Admission {
  readonly agent_id: string;
  /** The league's id in the manager's messages. */
  readonly league_id: string;
  /** The league's id in the agent's own files. */
  readonly filed_as: string;
  readonly run_id: string | undefined;
  /** For messages to the manager alone; undefined: none was given. */
  readonly auth_token: string | undefined;
  /** The token the manager's messages must carry; undefined: none was given, and none is asked for. */
  readonly manager_token: string | undefined;
  /** The address of the manager that gave it. */
  readonly manager: Address;
  /** Its further addresses, by which it is to be known again as well. */
  readonly alsoAt?: readonly Address[] | undefined;
}

/** The running league, as its manager names it. */
export interface RunningLeague {
  readonly league_id: string;
  readonly run_id: string;
}

/** The agent that asks: by id, or, where none was wished for, by name. */
export interface Self {
  readonly id: string | undefined;
  readonly display_name: string;
  /** Where it can be reached. */
  readonly endpoint: string;
}

/** The kept credentials of one role's agents. */
export interface Credentials {
  /**
   * This agent's credential of the same run of the same league, from a manager on the same host: any server can
   * name a run, and a token is for the manager that gave it. The port may differ, since managers restart elsewhere; so
   * may the host, where it is known by several addresses.
   */
  find(
    running: RunningLeague,
    manager: Correspondent,
    self: Self,
  ): Promise<Result<Credential | undefined, StartFailure>>;
  /** This agent's last credential from the manager at this address: for managers that do not name their run. */
  latest(manager: Correspondent, self: Self): Promise<Result<Credential | undefined, StartFailure>>;
  /** Keeps the credential, readable by the owner alone. */
  keep(admission: Admission, self: Self): Promise<Result<void, StartFailure>>;
}

/** The credentials of the agents of one role. A damaged file and a failing disk are DATA_INIT_FAILED. */
export function openCredentials(role: AgentRole, store: Store): Credentials {
  const repository = new CredentialsRepository(role, store);
  return {
    find: ({ league_id, run_id }, manager, self) =>
      tried(() => repository.find({ league_id, run_id, manager: addressesOf(manager), ...whoIs(self) })),
    latest: (from, self) =>
      tried(() => repository.newest(whoIs(self), ({ manager = '' }) => addressesOf(from).includes(manager))),
    async keep(admission, { display_name, endpoint }) {
      const { agent_id, filed_as: league_id, run_id = '', auth_token, manager_token } = admission;
      if (auth_token === undefined) return ok(undefined);
      const who = { agent_id, league_id, run_id, display_name, endpoint };
      const given = manager_token === undefined ? { auth_token } : { auth_token, manager_token };
      const { manager: first, alsoAt = [] } = admission;
      return tried(() => repository.save(...[first, ...alsoAt].map((manager) => ({ ...who, manager, ...given }))));
    },
  };
}

/** The credentials in an admission. */
export function credentialsIn({ agent_id, auth_token, league_id }: Admission): Result<AgentCredentials, StartFailure> {
  if (auth_token !== undefined) return ok({ agent_id, auth_token, league_id });
  return err({ code: 'REGISTRATION_FAILED', detail: `the league manager accepted ${agent_id} but gave it no token` });
}

function addressesOf({ address, alsoAt = [] }: Correspondent): readonly Address[] {
  return [address, ...alsoAt];
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
