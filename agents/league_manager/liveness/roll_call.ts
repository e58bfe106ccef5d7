/** The roll call of a league that goes on: waits until its agents are back, and knows which are missing. */
import { timestamp } from '../../../SHARED/core/clock.ts';
import type { Limits } from '../../../SHARED/league_sdk/config_models.ts';
import type { Agent } from '../league/state.ts';
import type { LeagueTools } from '../league_tools.ts';
import { AT_ONCE, type NotAlive, type Ping, SilenceBoard } from './ping.ts';

/** An agent that has not come back. */
export interface Absent {
  readonly agent_id: string;
  readonly display_name: string;
  /** When it was first missed. */
  readonly since: string;
  readonly reason: NotAlive['reason'];
}

/** The agents that are waited for. */
export interface AwaitedAgents {
  readonly total: number;
  /** In the order of ids; the first hundred of them. */
  readonly named: readonly Absent[];
}

/** Why it waits no longer. */
export type RollEnd = 'all are there' | 'the time to come back has passed' | 'the operator said go';

export interface RollCall {
  /**
   * Resolves when every agent has given a sign of life where it is registered now, or the time to come back has passed.
   * Of an agent that cannot be asked a connection is enough: it says that a process is back, not that it will play.
   */
  readonly over: Promise<RollEnd>;
  /** The agents that gave no sign of life when last asked. */
  awaited(): AwaitedAgents;
  /** An agent has registered: it is asked at once. */
  note(agent_id: string): void;
  /** Asks no agent any more; `over` is left open. */
  callOff(): void;
}

export interface RollCallOptions extends Pick<LeagueTools, 'league' | 'clock'> {
  readonly ping: Ping;
  readonly limits: Pick<Limits, 'registrationMs' | 'responseMs' | 'pingMs' | 'backoff'>;
  /** How long players have to come back; without a limit where it is infinite. */
  readonly waitMs: number;
  /** Called once, when every agent was asked and some are missing. */
  readonly onMissing?: (awaited: AwaitedAgents) => void;
}

/**
 * Asks every agent for a sign of life until it gives one. Players that are suspended or given up are not waited for,
 * and referees no longer than agents have to register: a league is played without any of them.
 */
export function callRoll({ league, ping, clock, limits, waitMs, onMissing }: RollCallOptions): RollCall {
  const { promise: over, resolve } = Promise.withResolvers<RollEnd>();
  const absent = new SilenceBoard<Absent>();
  /** By agent: ends its pause before the next question. */
  const pauses = new Map<string, () => void>();
  /** The agents that registered while they were asked, perhaps at another place. */
  const noted = new Set<string>();
  let calling = true;
  const begun = clock.monotonic();
  const cancel =
    waitMs === Number.POSITIVE_INFINITY ? () => {} : clock.after(waitMs, () => end('the time to come back has passed'));
  void call();

  function end(how?: RollEnd): void {
    if (!calling) return;
    calling = false;
    cancel();
    for (const go of [...pauses.values()]) go();
    if (how !== undefined) resolve(how);
  }

  /** Agents that answered long ago may have gone while others were waited for: then all are asked once more. */
  async function call(): Promise<void> {
    for (let isTold = false; ; isTold = true) {
      const passBegun = clock.monotonic();
      const expected = [...league.agents.values()].filter(isExpected).map(({ id }) => id);
      let [unasked, isComplete] = [expected.length, true];
      const onAsked = (isSettled: boolean) => {
        if (!isSettled) isComplete = false;
        if (--unasked === 0 && absent.size > 0 && calling && !isTold) onMissing?.(awaited());
      };
      await Promise.all(expected.map((id) => untilThere(id, onAsked)));
      if (isComplete || clock.monotonic() - passBegun < limits.responseMs) return end('all are there');
    }
  }

  async function untilThere(agent_id: string, onAsked: (isSettled: boolean) => void): Promise<void> {
    for (let tell = onAsked; ; tell = () => {}) {
      const isSettled = (await absent.turn(() => ask(agent_id))) || !isWaitedFor(agent_id);
      tell(isSettled);
      if (isSettled) return;
      if (!noted.delete(agent_id)) await pause(agent_id);
    }
  }

  async function ask(agent_id: string): Promise<boolean> {
    if (!calling) return false;
    const { display_name, ...agent } = league.agents.get(agent_id) as Agent;
    const sign = await ping(agent, limits.responseMs);
    if (sign.ok) absent.delete(agent_id);
    else {
      const since = absent.get(agent_id)?.since ?? timestamp(clock);
      absent.set(agent_id, { agent_id, display_name, since, reason: sign.error.reason });
    }
    return sign.ok;
  }

  /** Play does not depend on one referee: it is missed for a while, and not for longer. */
  function isWaitedFor(agent_id: string): boolean {
    if (!calling) return false;
    const isInTime = clock.monotonic() - begun < limits.registrationMs;
    if (isInTime || league.agents.get(agent_id)?.role === 'player') return true;
    absent.delete(agent_id);
    return false;
  }

  /** A crowd that is away is not asked more often than it costs nothing. */
  function pause(agent_id: string): Promise<void> {
    const { baseMs } = limits.backoff;
    const ms = Math.max(baseMs, Math.min(limits.pingMs, baseMs * Math.ceil(absent.size / AT_ONCE)));
    return new Promise((settle) => {
      const cancel = clock.after(ms, go);
      pauses.set(agent_id, go);
      function go(): void {
        cancel();
        pauses.delete(agent_id);
        settle();
      }
    });
  }

  function awaited(): AwaitedAgents {
    return { total: absent.size, named: absent.named() };
  }

  function note(agent_id: string): void {
    if (!calling) return;
    const go = pauses.get(agent_id);
    if (go === undefined) noted.add(agent_id);
    else go();
  }

  return { over, awaited, note, callOff: () => end() };
}

function isExpected({ state }: Agent): boolean {
  return state !== 'SHUTDOWN' && state !== 'SUSPENDED';
}
