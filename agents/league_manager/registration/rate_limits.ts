/**
 * Rate limits of registrations and wrong tokens by address, and of the lines that one party can cause in the league
 * log.
 */
import { type Refusal, refusal } from '../../../SHARED/contracts/errors.ts';
import type { LeagueEventType } from '../../../SHARED/contracts/files/logs.ts';
import type { Clock } from '../../../SHARED/core/clock.ts';
import { DOOR_LIMITS, type DoorLimits } from '../../../SHARED/core/limits.ts';
import { type LogBudget, TokenBuckets } from '../../../SHARED/league_sdk/flow/token_bucket.ts';
import { plainAddress, subnetOf } from '../../../SHARED/league_sdk/transport/net_address.ts';
import type { Log } from '../core.ts';
import { isLoopback } from './endpoints.ts';

export interface RateLimitsOptions {
  readonly kind: 'local' | 'class';
  readonly clock: Clock;
  readonly limits?: DoorLimits;
}

export interface RateLimits {
  /** Why this address has to wait before it tries to register again; undefined when it may. */
  registering(address: string): Refusal | undefined;
  /** The answer to a message without a valid token: the refusal itself, until there are too many of them. */
  afterWrongToken(address: string, refused: Refusal): Refusal;
}

const perMin = (count: number) => count / 60;

/** The limits of one manager; in a local league what comes from this machine is not counted. */
export function makeRateLimits({ kind, clock, limits = DOOR_LIMITS }: RateLimitsOptions): RateLimits {
  const now = () => clock.monotonic();
  const { registrations: burst, registrationsPerMin, wrongTokensPerMin } = limits;
  const registrations = new TokenBuckets({ burst, perSec: perMin(registrationsPerMin) }, now);
  const wrongTokens = new TokenBuckets({ burst: wrongTokensPerMin, perSec: perMin(wrongTokensPerMin) }, now);
  const isFree = (address: string) => kind === 'local' && (isLoopback(address) || plainAddress(address) === undefined);

  return {
    registering(address) {
      if (isFree(address) || registrations.take(subnetOf(address))) return undefined;
      return refusal('E014', 'too many registrations from your address; try again in a minute');
    },
    afterWrongToken(address, refused) {
      if (refused.code !== 'E012' || isFree(address) || wrongTokens.take(subnetOf(address))) return refused;
      return refusal('E014', 'too many messages with a wrong auth_token from your address; try again in a minute');
    },
  };
}

/** The events agents can provoke at will, beside refused messages, which are counted where they are refused. */
const PROVOKED: ReadonlySet<LeagueEventType> = new Set([
  'REGISTRATION_REFUSED',
  'RESULT_REFUSED',
  'DIALECT_CHANGED',
  'INTERNAL_ERROR',
]);

/** The league log, in which one party's provocations are written up to a budget and then counted. */
export function withBudget(log: Log, budget: LogBudget): Log {
  return (event_type, details) => {
    if (!PROVOKED.has(event_type)) return log(event_type, details);
    const { address, agent_id, referee_id } = details;
    const unsaid = budget.spend(`${event_type} ${address ?? agent_id ?? referee_id ?? ''}`);
    if (unsaid === undefined) return;
    log(event_type, unsaid === 0 ? details : { ...details, unsaid });
  };
}
