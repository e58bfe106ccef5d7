/** The operator of a simulated league: starts it, and says what a plan has it say. */
import { type Clock, later, sleep } from '../../../SHARED/core/clock.ts';
import { uuid } from '../../../SHARED/core/entropy.ts';
import type { LeagueConfig, Limits } from '../../../SHARED/league_sdk/config_models.ts';
import { makePeer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { Incarnation } from './incarnation.ts';
import type { OperatorAction } from './plan.ts';
import { OPERATOR } from './starting.ts';
import type { Agent, World } from './world.ts';

const LOOK_MS = 50;
const PATIENCE_MS = 60_000;
/** A command whose answer is lost is given so often, and a league is looked after so often when nothing goes wrong. */
const TRIES = 4;
const LOOKS = 6;
const AGAIN_MS = 20_000;

export interface Operator {
  /** Waits until all have come, or long enough, and asks until the league has begun; a manager that has gone by then is asked in vain. */
  startLeague(): Promise<void>;
  /** Says it again where no answer comes, and gives up in the end. */
  say(action: OperatorAction, agent_id: string): Promise<void>;
  /** Sees to it that the league goes on: what was said before may still be on its way. */
  letGoOn(): Promise<void>;
}

export interface OperatorOptions {
  readonly config: LeagueConfig;
  readonly limits: Limits;
  readonly clock: Clock;
}

export function operatorOf(world: World, { config, limits, clock }: OperatorOptions): Operator {
  const { league_id } = config;
  const manager = { id: 'LM01', address: 'memory:LM01', dialect: 'rpc' } as const;

  function openPeer() {
    const self = new Incarnation({ clock, life: 'launcher#1', skewMs: () => 0, onDeath: () => {} });
    return makePeer({ transport: world.transport(self), clock, sender: () => 'launcher' });
  }

  const how = () => ({
    conversation_id: uuid(world.entropy),
    auth_token: OPERATOR,
    deadline: later(clock.monotonic(), limits.responseMs),
  });

  async function startLeague(): Promise<void> {
    const peer = openPeer();
    const begun = clock.monotonic();
    const standsBy = ({ role, home }: Agent) => role === 'league_manager' && home !== world.leader();
    const allCame = () => [...world.agents.values()].every((agent) => agent.started || agent.isLate || standsBy(agent));
    while (!allCame() && clock.monotonic() - begun < PATIENCE_MS) await sleep(clock, LOOK_MS);
    for (;;) {
      const heard = await peer.ask(manager, 'START_LEAGUE', { league_id }, how());
      if (heard.ok) return;
      await sleep(clock, 1_000);
    }
  }

  async function say(action: OperatorAction, agent_id: string): Promise<void> {
    const peer = openPeer();
    for (let tries = 0; tries < TRIES; tries++) {
      const reason = `the operator says ${action}`;
      const heard =
        action === 'pause' || action === 'unpause'
          ? await peer.ask(manager, 'PAUSE_COMMAND', { league_id, action, reason }, how())
          : await peer.ask(manager, 'AGENT_COMMAND', { league_id, agent_id, action, reason }, how());
      if (heard.ok) world.count(action);
      // An answer is an answer: an agent that has not come yet cannot be removed.
      if (heard.ok || heard.error.code === 'ERROR_REPLY') return;
      await sleep(clock, 500);
    }
  }

  async function letGoOn(): Promise<void> {
    for (let looks = 0; looks < LOOKS; looks++) {
      await say('unpause', 'LM01');
      await sleep(clock, AGAIN_MS);
    }
  }

  return { startLeague, say, letGoOn };
}
