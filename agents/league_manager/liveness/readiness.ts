/** The readiness board: before play, it names the agents that do not answer where they are registered and would forfeit. */
import { timestamp } from '../../../SHARED/core/clock.ts';
import { cut } from '../../../SHARED/core/json.ts';
import type { Agent } from '../league/state.ts';
import type { LeagueTools } from '../league_tools.ts';
import { type NotAlive, type Ping, SilenceBoard } from './ping.ts';

export interface Unready {
  readonly agent_id: string;
  readonly display_name: string;
  readonly reason: NotAlive['reason'];
  /** When it was last asked. */
  readonly checked_at: string;
}

export interface Readiness {
  /** Asks an agent that has just registered, and one that is silent again and again until it answers or play begins. */
  note(agent_id: string): void;
  /** Asks no agent any more by itself. */
  stop(): void;
  /** Asks every agent; resolves when all have answered or had their time, and tells the log. */
  checkAll(): Promise<void>;
  /** The agents that did not answer when last asked, in the order of ids; the first hundred of them. */
  wouldForfeit(): readonly Unready[];
  /** Whether an agent answered when it was last asked, else since when it was asked in vain; undefined where it was not asked. */
  lastOf(agent_id: string): 'answered' | { readonly silent_since: string } | undefined;
}

export interface ReadinessOptions extends Pick<LeagueTools, 'league' | 'clock' | 'log'> {
  readonly ping: Ping;
}

interface Row {
  readonly endpoint: string | undefined;
  readonly isAsking: boolean;
  callOff(): void;
}

/** The time one agent is waited for, and all of them together. */
const ONE_MS = 2_000;
const ALL_MS = 5_000;
/** Between two questions to an agent that is silent: many players register a moment before they listen. */
const AGAIN_MS = { first: 1_000, most: 15_000 };

export function makeReadiness({ league, ping, clock, log }: ReadinessOptions): Readiness {
  const silent = new SilenceBoard<Unready>();
  /** What `lastOf` says of each agent. */
  const last = new Map<string, ReturnType<Readiness['lastOf']>>();
  /** The network's words on those agents, for the log. */
  const details = new Map<string, string>();
  /** The agents that are asked by themselves, each in one row of questions. */
  const rows = new Map<string, Row>();

  /** Whether the agent is there. */
  async function ask(agent_id: string): Promise<boolean> {
    const agent = league.agents.get(agent_id);
    if (agent === undefined) return false;
    const sign = await ping(agent, ONE_MS);
    // An agent that moved while it was asked has been asked again where it is now.
    if (league.agents.get(agent_id)?.endpoint !== agent.endpoint) return false;
    details.delete(agent_id);
    if (sign.ok) {
      silent.delete(agent_id);
      last.set(agent_id, 'answered');
    } else {
      const { display_name } = agent;
      const checked_at = timestamp(clock);
      if (silent.get(agent_id) === undefined) last.set(agent_id, { silent_since: checked_at });
      silent.set(agent_id, { agent_id, display_name, reason: sign.error.reason, checked_at });
      details.set(agent_id, cut(sign.error.detail, 200));
    }
    return sign.ok;
  }

  /** Asks until the agent answers, or its league no longer waits for it. */
  async function watch(agent_id: string, pauseMs: number): Promise<void> {
    const row = { endpoint: league.agents.get(agent_id)?.endpoint, callOff: () => {}, isAsking: true };
    rows.set(agent_id, row);
    const isReady = await silent.turn(() => ask(agent_id));
    if (rows.get(agent_id) !== row) return;
    rows.delete(agent_id);
    if (isReady || silent.get(agent_id) === undefined) return;
    const callOff = clock.after(pauseMs, () => {
      rows.delete(agent_id);
      if (league.phase !== 'WAITING_FOR_REGISTRATIONS') return;
      void watch(agent_id, Math.min(2 * pauseMs, AGAIN_MS.most));
    });
    rows.set(agent_id, { ...row, callOff, isAsking: false });
  }

  function tell(asked: number, ready: number): void {
    const named = silent.named();
    log('READINESS_CHECKED', { asked, ready, would_forfeit: named.map(({ agent_id }) => agent_id) });
    for (const { agent_id, reason } of named)
      log('AGENT_NOT_READY', { agent_id, reason, detail: details.get(agent_id) ?? '' });
  }

  return {
    note(agent_id) {
      const row = rows.get(agent_id);
      if (row?.isAsking === true && row.endpoint === league.agents.get(agent_id)?.endpoint) return;
      row?.callOff();
      void watch(agent_id, AGAIN_MS.first);
    },
    stop() {
      for (const { callOff } of rows.values()) callOff();
      rows.clear();
    },
    async checkAll() {
      let isTimeLeft = true;
      let asked = 0;
      let ready = 0;
      const askOne = async (id: string) => {
        if (!isTimeLeft) return;
        asked++;
        if (await ask(id)) ready++;
      };
      const expected = [...league.agents.values()].filter(isExpected);
      const asking = Promise.all(expected.map(({ id }) => silent.turn(() => askOne(id))));
      await new Promise<void>((resolve) => {
        const cancel = clock.after(ALL_MS, resolve);
        void asking.then(cancel).then(resolve);
      });
      isTimeLeft = false;
      tell(asked, ready);
    },
    wouldForfeit: () => silent.named(),
    lastOf: (agent_id) => last.get(agent_id),
  };
}

function isExpected({ state }: Agent): boolean {
  return state !== 'SHUTDOWN';
}
