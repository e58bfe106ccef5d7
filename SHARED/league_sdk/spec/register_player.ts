/** The two functions of document 004 for programs outside: call a tool of an agent, and register a player. */

import { later } from '../../core/clock.ts';
import { randomFrom } from '../../core/entropy.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Result } from '../../core/result.ts';
import type { Effects, StartFailure } from '../effects.ts';
import type { Store } from '../files/document.ts';
import { type AgentCredentials, credentialsIn, openCredentials } from '../joining/credentials.ts';
import { isUnheard } from '../joining/failure_text.ts';
import { type Patience, type PlayerMeta, register, selfOf } from '../joining/register.ts';
import { type CallError, makePeer } from '../messaging/peer.ts';
import { type RetryOptions, withRetry } from '../transport/retry.ts';
import type { Address } from '../transport/transport.ts';

/** The effects of a registration, and its options. */
export interface RegisterPlayerTools extends Pick<Effects, 'transport' | 'clock' | 'entropy'> {
  /** The store of the credentials: a player that registers again is then the same. */
  readonly store?: Store;
  readonly patience?: Patience;
}

/**
 * Registers a player at a league manager: its credentials, or the reason why it has none, in one line.
 *
 * @example
 * const meta = { display_name: 'Ada', version: '1.0.0', game_types, contact_endpoint };
 * const registered = await registerPlayer('http://localhost:8000/mcp', meta, { transport, clock, entropy });
 * if (!registered.ok) throw new Error(registered.error.detail);
 */
export async function registerPlayer(
  leagueEndpoint: Address,
  playerInfo: PlayerMeta,
  { transport, clock, entropy, store, patience }: RegisterPlayerTools,
): Promise<Result<AgentCredentials, StartFailure>> {
  const sender = () => `player:${playerInfo.player_id ?? playerInfo.display_name}`;
  const peer = makePeer({ transport, clock, sender });
  const manager = { id: leagueEndpoint, address: leagueEndpoint, dialect: 'rpc' } as const;
  const credentials = store === undefined ? undefined : openCredentials('player', store);
  const applicant = { role: 'player', meta: playerInfo } as const;
  const registered = await register(applicant, { peer, manager, clock, entropy, credentials, patience });
  if (!registered.ok) return registered;
  const { admission } = registered.value;
  const kept = await credentials?.keep(admission, selfOf(applicant));
  return kept?.ok === false ? kept : credentialsIn(admission);
}

/** The effects of a call, and its time limit. */
export interface CallTools extends Pick<Effects, 'transport' | 'clock'> {
  /** How long one attempt may take; absent: 30 seconds. */
  readonly withinMs?: number;
}

/** The same with the policy of its retries. */
export interface RetryTools
  extends CallTools,
    Pick<Effects, 'entropy'>,
    Pick<RetryOptions<CallError>, 'attempts' | 'baseMs' | 'factor'> {}

const WITHIN_MS = 30_000;

/**
 * Calls a method of an agent: its result, or the failure of the call; an error that came back is a failure.
 *
 * @example
 * const status = await callMcpTool('http://localhost:8000/mcp', 'get_status', {}, { transport, clock });
 * if (status.ok) status.value['current_round'];
 */
export function callMcpTool(
  endpoint: Address,
  method: string,
  params: JsonObject,
  { transport, clock, withinMs = WITHIN_MS }: CallTools,
): Promise<Result<JsonObject, CallError>> {
  const peer = makePeer({ transport, clock, sender: () => 'unknown' });
  return peer.look(endpoint, method, params, later(clock.monotonic(), withinMs));
}

/** The same, tried again while no answer comes; the last failure when the attempts are used up. */
export function callWithRetry(
  endpoint: Address,
  method: string,
  params: JsonObject,
  { transport, clock, entropy, withinMs, ...policy }: RetryTools,
): Promise<Result<JsonObject, CallError>> {
  const tools = withinMs === undefined ? { transport, clock } : { transport, clock, withinMs };
  return withRetry(() => callMcpTool(endpoint, method, params, tools), {
    clock,
    random: randomFrom(entropy),
    ...policy,
    retryable: isUnheard,
  });
}
