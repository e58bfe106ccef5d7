/** One JSON-RPC call from beginning to end, once or with patience (spec 004, MCP Tool Call Helper and Retry Pattern). */
import { later } from '../../core/clock.ts';
import { randomFrom } from '../../core/entropy.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Result } from '../../core/result.ts';
import type { Effects } from '../effects.ts';
import { isUnheard } from '../joining/failure_text.ts';
import { type CallError, makePeer } from '../messaging/peer.ts';
import { type RetryOptions, withRetry } from '../transport/retry.ts';
import type { Address } from '../transport/transport.ts';

export interface CallTools extends Pick<Effects, 'transport' | 'clock'> {
  /** How long one attempt may take; absent: 30 seconds. */
  readonly withinMs?: number;
}

export interface RetryTools
  extends CallTools,
    Pick<Effects, 'entropy'>,
    Pick<RetryOptions<CallError>, 'attempts' | 'baseMs' | 'factor'> {}

const WITHIN_MS = 30_000;

/** The result of a method, or how the call failed; an error that came back is a failure. */
export function callMcpTool(
  endpoint: Address,
  method: string,
  params: JsonObject,
  { transport, clock, withinMs = WITHIN_MS }: CallTools,
): Promise<Result<JsonObject, CallError>> {
  const peer = makePeer({ transport, clock, sender: () => 'unknown' });
  return peer.look(endpoint, method, params, later(clock.monotonic(), withinMs));
}

/** The same, tried again while nobody answers; the last failure when the attempts are used up. */
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
