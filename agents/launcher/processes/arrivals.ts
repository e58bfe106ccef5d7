/** Waits for the agents of a run: for its own processes to register, and for agents of other machines to appear in the manager's list. */

import { AgentsView } from '../../../SHARED/contracts/files/league_data.ts';
import { type Clock, sleep } from '../../../SHARED/core/clock.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { readDocument } from '../../../SHARED/league_sdk/files/document.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import { Mistake } from '../options.ts';
import type { AwaySeat } from './roster.ts';
import { type Spawned, Vanished } from './spawn.ts';

/** An agent that does not come, and why, in one line. */
export type Missing = ReadonlyMap<Spawned, string>;

/**
 * Registers agents, each as soon as it listens; where one of them takes the next id, one after the other as long as all
 * come, and from half of the limit on the agents that are left need not wait for each other, so that one that hangs
 * keeps no other out. Resolves with the agents that hang still when the limit has passed, or vanished; rejects with the
 * first mistake that one of them made.
 */
export async function arrivals(agents: readonly Spawned[], limitMs: number, clock: Clock): Promise<Missing> {
  const missing = new Map(agents.map((agent) => [agent, tooLate(agent, 'register', limitMs)]));
  const arrive = async (agent: Spawned): Promise<void> => {
    try {
      await agent.listening;
      agent.register();
      await agent.registered;
      missing.delete(agent);
    } catch (problem) {
      if (!(problem instanceof Vanished)) throw problem;
      missing.set(agent, problem.message);
    }
  };
  const [half, whole] = [pause(clock, limitMs / 2), pause(clock, limitMs)];
  try {
    const isInTurn = agents.some(({ takesNextId }) => takesNextId === true);
    const arriving: Promise<void>[] = [];
    for (const agent of agents) {
      const arrived = arrive(agent);
      arriving.push(arrived);
      if (isInTurn) await Promise.race([arrived, half.over]);
    }
    await Promise.race([Promise.all(arriving), whole.over]);
  } finally {
    half.callOff();
    whole.callOff();
  }
  return new Map(missing);
}

/** Resolves when an agent listens; rejects when it ends before, or takes longer than this. */
export async function listeningWithin(agent: Spawned, limitMs: number, clock: Clock): Promise<void> {
  const { over, callOff } = pause(clock, limitMs);
  const tooLong = over.then(() => {
    throw new Mistake(tooLate(agent, 'listen', limitMs));
  });
  await Promise.race([agent.listening, tooLong]).finally(callOff);
}

function tooLate({ name }: Spawned, what: string, limitMs: number): string {
  return `${name} did not ${what} within ${limitMs / 1_000} s`;
}

function pause(clock: Clock, ms: number): { readonly over: Promise<void>; readonly callOff: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { over: promise, callOff: clock.after(ms, resolve) };
}

/** How often the manager's list is read. */
const LOOK_EVERY_MS = 100;

interface AwaitedOptions {
  readonly disk: Disk;
  readonly data: string;
  readonly league_id: string;
  readonly clock: Clock;
  readonly limitMs: number;
}

/** Resolves when all have registered, by id or by endpoint, or the limit has passed: with the agents that have not. */
export async function awaited(
  away: readonly AwaySeat[],
  { disk, data, league_id, clock, limitMs }: AwaitedOptions,
): Promise<readonly AwaySeat[]> {
  const until = clock.monotonic() + limitMs;
  for (let missing = away; ; await sleep(clock, LOOK_EVERY_MS)) {
    if (missing.length === 0 || clock.monotonic() >= until) return missing;
    const view = await readDocument(disk, dataPaths(data).agentsView(league_id), AgentsView);
    const here = new Set(view.ok && view.value !== undefined ? namesIn(view.value) : []);
    missing = missing.filter(({ id, address }) => !here.has(id) && !here.has(address));
  }
}

/**
 * A program as a player. It may register by itself, past the process that started it: then a player that is new in the
 * manager's list and of no other seat tells. Of a league that goes on its seat is in the list already, and its manager
 * calls the roll.
 */
export function programOf(
  seat: { readonly id: string },
  program: Spawned,
  { disk, data, league_id, clock, others }: Omit<AwaitedOptions, 'limitMs'> & { readonly others: ReadonlySet<string> },
): Spawned {
  const turn = Promise.withResolvers<void>();
  let isGone = false;
  void program.gone.then(() => {
    isGone = true;
  });
  const ids = async () => {
    const view = await readDocument(disk, dataPaths(data).agentsView(league_id), AgentsView);
    return view.ok && view.value !== undefined ? view.value.players.map(({ player_id }) => player_id) : [];
  };
  const listed = async () => {
    await turn.promise;
    const before = new Set(await ids());
    program.register();
    if (before.has(seat.id)) return seat.id;
    for (; !isGone; await sleep(clock, LOOK_EVERY_MS)) {
      const own = (await ids()).find((id) => !before.has(id) && (id === seat.id || !others.has(id)));
      if (own !== undefined) return own;
    }
    return program.registered;
  };
  const registered = Promise.race([program.registered, listed()]);
  registered.catch(() => undefined);
  return { ...program, registered, register: turn.resolve, takesNextId: true };
}

function namesIn({ referees, players }: AgentsView): readonly string[] {
  return [
    ...referees.flatMap(({ referee_id, endpoint }) => [referee_id, endpoint]),
    ...players.flatMap(({ player_id, default_endpoint }) => [player_id, default_endpoint]),
  ];
}
