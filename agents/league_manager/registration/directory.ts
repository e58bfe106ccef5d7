/** The directory of registered agents, by what must be unique in a league: names, ids and places. */

import type { AgentRemoved } from '../league/events.ts';
import type { Agent, League } from '../league/state.ts';
import { placeOf } from './endpoints.ts';
import { likenessesOf } from './names.ts';

/** An index of agents, built once for each league, because every newcomer is compared with all of them. */
export interface Directory {
  /** The id of an agent whose name looks like this one, other than `but`. */
  named(name: string, but?: string): string | undefined;
  /** Whether an id is taken, in any case of its letters. */
  hasId(id: string): boolean;
  /** The id of the agent that listens at a place, as `placeOf` writes it. */
  at(place: string): string | undefined;
  count(role: Agent['role']): number;
  /** The players that take of the share of an address. */
  countFrom(registered_from: string): number;
  /**
   * Frees the seat of an agent that was removed before the start; its id is never given again. By the operator's word
   * its name, place and code are free as well; by a rule it keeps them, and is known when it comes again.
   */
  leave(agent_id: string, by: AgentRemoved['by']): void;
  /** The id of the agent that has the seat of an invite code. */
  invited(code_sha256: string): string | undefined;
  /** Takes an agent in, or what it has become; to be told of every registration before the next one is judged. */
  enter(agent: Agent): void;
}

/** The directory of a league as it is now; `machine` is the manager's, as in the rules for endpoints. */
export function directoryOf({ agents, players }: League, machine: readonly string[]): Directory {
  const directory = new Index(machine);
  for (const agent of agents.values()) {
    directory.enter(agent);
    // One that is not among the players of a league was removed before there were any.
    if (agent.removed !== undefined && !players.includes(agent.id)) directory.leave(agent.id, agent.removed.by);
  }
  return directory;
}

class Index implements Directory {
  readonly #machine: readonly string[];
  readonly #agents = new Map<string, Agent>();
  readonly #names = new Map<string, string>();
  readonly #places = new Map<string, string>();
  readonly #ids = new Set<string>();
  readonly #counts = { player: 0, referee: 0 };
  readonly #shares = new Map<string, number>();
  readonly #codes = new Map<string, string>();

  constructor(machine: readonly string[]) {
    this.#machine = machine;
  }

  named(name: string, but?: string): string | undefined {
    const holders = likenessesOf(name).map((likeness) => this.#names.get(likeness));
    return holders.find((id) => id !== undefined && id !== but);
  }

  hasId(id: string): boolean {
    return this.#ids.has(id.toLowerCase());
  }

  at(place: string): string | undefined {
    return this.#places.get(place);
  }

  count(role: Agent['role']): number {
    return this.#counts[role];
  }

  countFrom(registered_from: string): number {
    return this.#shares.get(registered_from) ?? 0;
  }

  invited(code_sha256: string): string | undefined {
    return this.#codes.get(code_sha256);
  }

  enter(agent: Agent): void {
    const before = this.#agents.get(agent.id);
    // An agent stays counted where it came from first.
    if (before === undefined && agent.registered_from !== undefined)
      this.#shares.set(agent.registered_from, this.countFrom(agent.registered_from) + 1);
    if (agent.code_sha256 !== undefined) this.#codes.set(agent.code_sha256, agent.id);
    this.#agents.set(agent.id, agent);
    this.#ids.add(agent.id.toLowerCase());
    if (before === undefined) this.#counts[agent.role]++;
    else {
      for (const likeness of likenessesOf(before.display_name)) forget(this.#names, likeness, agent.id);
      forget(this.#places, this.#placeOf(before), agent.id);
    }
    for (const likeness of likenessesOf(agent.display_name)) this.#names.set(likeness, agent.id);
    this.#places.set(this.#placeOf(agent), agent.id);
  }

  leave(agent_id: string, by: AgentRemoved['by']): void {
    const agent = this.#agents.get(agent_id);
    if (agent === undefined) return;
    this.#counts[agent.role]--;
    if (by === 'rule') return;
    this.#agents.delete(agent_id);
    if (agent.registered_from !== undefined)
      this.#shares.set(agent.registered_from, this.countFrom(agent.registered_from) - 1);
    for (const likeness of likenessesOf(agent.display_name)) forget(this.#names, likeness, agent_id);
    forget(this.#places, this.#placeOf(agent), agent_id);
    if (agent.code_sha256 !== undefined) forget(this.#codes, agent.code_sha256, agent_id);
  }

  #placeOf({ endpoint, address }: Agent): string {
    return placeOf(endpoint, address, { machine: this.#machine });
  }
}

/**
 * Removes an agent's own entry. In a ledger of earlier days two agents may have the same key; the other one keeps it.
 */
function forget(entries: Map<string, string>, key: string, id: string): void {
  if (entries.get(key) === id) entries.delete(key);
}
