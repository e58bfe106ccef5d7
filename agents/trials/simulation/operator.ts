/** The person who starts the league: waits until all have come, or long enough, and asks until it has begun. */

import { type Clock, later, sleep } from '../../../SHARED/core/clock.ts';
import { uuid } from '../../../SHARED/core/entropy.ts';
import type { LeagueConfig, Limits } from '../../../SHARED/league_sdk/config_models.ts';
import { makePeer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { Incarnation } from './incarnation.ts';
import { OPERATOR } from './starting.ts';
import type { World } from './world.ts';

const LOOK_MS = 50;
const PATIENCE_MS = 60_000;

/** Resolves when the manager says that the league is under way; a manager that has gone by then is asked in vain. */
export async function startLeague(world: World, config: LeagueConfig, limits: Limits, clock: Clock): Promise<void> {
  const self = new Incarnation({ clock, life: 'launcher#1', skewMs: () => 0, onDeath: () => {} });
  const peer = makePeer({ transport: world.network.transport(self), clock, sender: () => 'launcher' });
  const manager = { id: 'LM01', address: 'memory:LM01', dialect: 'rpc' } as const;
  const begun = clock.monotonic();
  const allCame = () => [...world.agents.values()].every((agent) => agent.started);
  while (!allCame() && clock.monotonic() - begun < PATIENCE_MS) await sleep(clock, LOOK_MS);
  for (;;) {
    const how = {
      conversation_id: uuid(world.entropy),
      auth_token: OPERATOR,
      deadline: later(clock.monotonic(), limits.responseMs),
    };
    const heard = await peer.ask(manager, 'START_LEAGUE', { league_id: config.league_id }, how);
    if (heard.ok) return;
    await sleep(clock, 1_000);
  }
}
