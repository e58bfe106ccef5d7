/** The credentials that agents keep of their registrations, readable by their owner alone. */
import { type Credential, CredentialsFile } from '../../contracts/files/history.ts';
import { timestamp } from '../../core/clock.ts';
import { ok, type Result } from '../../core/result.ts';
import { type AgentRole, dataPaths } from '../paths.ts';
import { isLocalhost, kindOf, plainAddress, plainName } from '../transport/net_address.ts';
import type { Address } from '../transport/transport.ts';
import { type DataFault, documentText, readDocument, type Store } from './document.ts';

const SCHEMA_VERSION = '1.0.0';

/** `credentials.json` of the agents of one role: one entry per manager, league and run. */
export class CredentialsRepository {
  readonly #role: AgentRole;
  readonly #store: Store;

  constructor(role: AgentRole, store: Store) {
    this.#role = role;
    this.#store = store;
  }

  /** All entries of one agent. */
  async load(agentId: string): Promise<Result<readonly Credential[], DataFault>> {
    const read = await readDocument(this.#store.disk, this.#path(agentId), CredentialsFile);
    return read.ok ? ok(read.value?.credentials ?? []) : read;
  }

  /**
   * An agent's entry of this league and run, and, where any are named, from a manager on the host of one of these
   * addresses. An agent that does not know its id is found by its name.
   */
  async find(wanted: {
    readonly league_id: string;
    readonly run_id: string;
    readonly manager?: Address | readonly Address[];
    readonly agent_id?: string;
    readonly display_name?: string;
  }): Promise<Result<Credential | undefined, DataFault>> {
    const { league_id, run_id, manager, ...who } = wanted;
    const hosts = manager === undefined ? undefined : [manager].flat().map(hostIn);
    const isFromThere = (entry: Credential) =>
      hosts === undefined || (entry.manager !== undefined && hosts.includes(hostIn(entry.manager)));
    return this.newest(who, (entry) => entry.league_id === league_id && entry.run_id === run_id && isFromThere(entry));
  }

  /** The newest matching entry of an agent. An agent that does not know its id is found by its name. */
  async newest(
    { agent_id, display_name }: { readonly agent_id?: string; readonly display_name?: string },
    isWanted: (entry: Credential) => boolean,
  ): Promise<Result<Credential | undefined, DataFault>> {
    const agents =
      agent_id === undefined ? await this.#store.disk.list(dataPaths(this.#store.root).agents(this.#role)) : [agent_id];
    let damaged: Result<never, DataFault> | undefined;
    const found: Credential[] = [];
    for (const agent of agents) {
      const entries = await this.load(agent);
      if (entries.ok) found.push(...entries.value.filter(isWanted));
      else damaged = entries;
    }
    const newest = found
      .filter((entry) => display_name === undefined || entry.display_name === display_name)
      .sort((a, b) => (a.saved_at < b.saved_at ? 1 : -1))[0];
    return newest === undefined && damaged !== undefined ? damaged : ok(newest);
  }

  /** Keeps entries of one agent, each in place of any other of the same manager, league and run. Resolves when they would survive a power cut. */
  async save(...entries: readonly Omit<Credential, 'saved_at'>[]): Promise<Result<void, DataFault>> {
    const [{ agent_id } = { agent_id: '' }] = entries;
    const loaded = await this.load(agent_id);
    if (!loaded.ok) return loaded;
    // A manager that takes another league's name must not make an agent forget its token of that league.
    const isOther = (kept: Credential) =>
      !entries.some(
        ({ league_id, run_id, manager }) =>
          kept.league_id === league_id && kept.run_id === run_id && kept.manager === manager,
      );
    const saved_at = timestamp(this.#store.clock);
    const credentials = [...loaded.value.filter(isOther), ...entries.map((entry) => ({ ...entry, saved_at }))];
    const path = this.#path(agent_id);
    await this.#store.disk.replace(path, documentText({ schema_version: SCHEMA_VERSION, credentials }), {
      secret: true,
    });
    await this.#store.disk.sync(path);
    return ok(undefined);
  }

  #path(agentId: string): string {
    return dataPaths(this.#store.root).credentials(this.#role, agentId);
  }
}

/** The host of an address in one spelling, this machine having one name; of an address without a host, all of it. */
function hostIn(address: Address): string {
  const name = URL.parse(address)?.hostname ?? '';
  if (name === '') return address;
  const ip = plainAddress(name);
  if (ip === undefined ? isLocalhost(name) : kindOf(ip) === 'loopback') return 'localhost';
  return ip ?? plainName(name);
}
