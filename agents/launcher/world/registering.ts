/** How patiently agents register and report, from the limits of their configuration. */
import type { Limits } from '../../../SHARED/league_sdk/config_models.ts';

export function playerPatience({ responseMs, maxRetries, backoff }: Limits) {
  return { registering: { timeoutMs: responseMs, attempts: maxRetries, baseMs: backoff.baseMs } };
}

export function refereePatience({ responseMs, maxRetries, backoff }: Limits) {
  return { registerMs: responseMs, retry: { attempts: maxRetries, ...backoff } };
}
