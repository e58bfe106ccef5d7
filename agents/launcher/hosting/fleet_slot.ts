/** One place of a process of the fleet: it serves whichever league needs a referee, and leaves none in the middle of a match. */
import { type Clock, later, sleep } from '../../../SHARED/core/clock.ts';
import { reasonOf } from '../../../SHARED/core/result.ts';
import type { Address } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { RefereeAtWork } from '../../referee/referee.ts';
import { ASKED_TO_END } from '../processes/child.ts';
import type { InterruptionOfWork } from '../processes/interruption.ts';
import type { Assignment } from '../world/installation.ts';

/** The league that a referee serves at present. */
export interface ServedLeague {
  readonly league_id: string;
  readonly agent: Pick<RefereeAtWork, 'ended' | 'drain' | 'stop'>;
  /** Its manager is there from now on. */
  moveTo(address: Address): void;
}

interface SlotOptions {
  readonly clock: Clock;
  readonly interruption: InterruptionOfWork;
  /** The time the matches under way may take when it leaves a league. */
  readonly drainMs: number;
  /** Renews the place, and says which league it is for; `unknown` where nobody can say so. Never rejects. */
  assigned(): Promise<Assignment | 'unknown' | undefined>;
  /** Gives the place up. Never rejects. */
  leave(): Promise<void>;
  serve(assignment: Assignment): Promise<ServedLeague | undefined>;
  tell(line: string): void;
}

/** The interval in which a referee asks which league needs it. */
const LOOK_MS = 1_000;
/** A league whose referee has ended by itself is over in a moment, or wants none: a slot stays away from it for this time. */
const AWAY_MS = 10_000;

/** Serves one league after the other, until it is interrupted and the last match is over. */
export async function serveInTurn(options: SlotOptions): Promise<void> {
  const { clock, interruption, drainMs, assigned, leave, serve, tell } = options;
  let serving: ServedLeague | undefined;
  /** Leagues that it leaves; their matches under way are still played. */
  const leaving = new Map<string, Promise<void>>();
  const ended = new WeakSet<ServedLeague>();
  /** Leagues that its referee has left by itself, and until when the slot stays away from them. */
  const away = new Map<string, number>();

  function letGo({ league_id, agent }: ServedLeague, why: string): void {
    const drained = Promise.race([agent.drain(drainMs), interruption.hurry]);
    const left = drained.then(() => agent.stop(why)).finally(() => leaving.delete(league_id));
    leaving.set(league_id, left);
  }

  async function taken(assignment: Assignment): Promise<ServedLeague | undefined> {
    const { league_id } = assignment;
    if (leaving.has(league_id) || clock.monotonic() < (away.get(league_id) ?? 0)) {
      await leave();
      return undefined;
    }
    try {
      const begun = await serve(assignment);
      void begun?.agent.ended.then(() => ended.add(begun));
      return begun;
    } catch (problem) {
      tell(`league: ${league_id} did not get a referee: ${reasonOf(problem)}`);
      return undefined;
    }
  }

  for (; !interruption.isThere(); await Promise.race([interruption.promise, sleep(clock, LOOK_MS)])) {
    const assignment = await Promise.race([assigned(), interruption.promise]);
    if (assignment === 'unknown' || assignment === 'interrupted') continue;
    if (serving !== undefined && ended.has(serving)) {
      away.set(serving.league_id, later(clock.monotonic(), AWAY_MS));
      serving = undefined;
    }
    if (serving !== undefined && serving.league_id === assignment?.league_id) {
      if (assignment.manager !== null) serving.moveTo(assignment.manager);
      continue;
    }
    if (serving !== undefined) letGo(serving, 'another league needs a referee');
    serving = undefined;
    if (assignment !== undefined) serving = await taken(assignment);
  }
  // Its league may have another referee while this one plays its last match.
  await leave();
  if (serving !== undefined) letGo(serving, ASKED_TO_END);
  await Promise.all(leaving.values());
}
