/** Whether an agent is there, found out without asking anything it was never told to understand. */
import { dialectOf } from '../../SHARED/contracts/dialects/detect.ts';
import { type Clock, later } from '../../SHARED/league_sdk/core/clock.ts';
import { err, ok, type Result } from '../../SHARED/league_sdk/core/result.ts';
import type { Peer } from '../../SHARED/league_sdk/peer.ts';
import type { Transport } from '../../SHARED/league_sdk/transport/transport.ts';
import { isSignOfLife } from './outbox.ts';
import type { Agent } from './state.ts';

type Asked = Pick<Agent, 'endpoint' | 'dialect' | 'batches' | 'tickets'>;

/** Resolves when the agent has given a sign of life, or with the reason why there was none in time. */
export type SignOfLife = (agent: Asked, withinMs: number) => Promise<Result<void, string>>;

export interface SignOfLifeOptions {
  readonly peer: Peer;
  readonly transport: Pick<Transport, 'knock'>;
  readonly clock: Clock;
}

/**
 * Whether an agent knows `ping`, which no document of the specification names: who says of itself what only this
 * league's protocol has a word for, has read it there.
 */
export function knowsPing({ dialect, batches, tickets }: Pick<Asked, 'dialect' | 'batches' | 'tickets'>): boolean {
  return dialectOf(dialect).enveloped && (batches || tickets);
}

/** Agents that know `ping` are asked it; the others are only connected to. */
export function makeSignOfLife({ peer, transport, clock }: SignOfLifeOptions): SignOfLife {
  return async (agent, withinMs) => {
    const { endpoint } = agent;
    const deadline = later(clock.monotonic(), withinMs);
    if (!knowsPing(agent)) {
      const knocked = await transport.knock(endpoint, deadline);
      return knocked.ok ? knocked : err(knocked.error.detail);
    }
    const answer = await peer.look(endpoint, 'ping', {}, deadline);
    return answer.ok || isSignOfLife(answer) ? ok(undefined) : err(answer.error.detail);
  };
}
