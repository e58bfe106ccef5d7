/** The rate limits of registration by address, and the answer to a registration that comes twice. */
import { type Refusal, refusal } from '../../../SHARED/contracts/errors.ts';
import type { Clock } from '../../../SHARED/core/clock.ts';
import { type JsonObject, sameJson } from '../../../SHARED/core/json.ts';
import { REGISTRATION_LIMITS, type RegistrationLimits } from '../../../SHARED/core/limits.ts';
import { type Rate, TokenBuckets } from '../../../SHARED/league_sdk/flow/token_bucket.ts';
import { plainAddress, subnetOf } from '../../../SHARED/league_sdk/transport/net_address.ts';
import type { Agent } from '../league/state.ts';
import { isLoopback } from './endpoints.ts';

export interface RateLimitsOptions {
  readonly kind: 'local' | 'class';
  readonly clock: Clock;
  readonly limits?: RegistrationLimits;
}

/** How often a seat may register again, for the ledger has a line for each: students restart every minute. */
const RETURNS: Rate = { burst: 30, perSec: 0.1 };

export interface RateLimits {
  /** Why this address has to wait before it tries to register again; undefined when it may. */
  registering(address: string): Refusal | undefined;
  /**
   * Why an agent of any address has to wait before it registers again. Registrations without a token of its own are
   * counted apart, so that they do not keep it from coming back.
   */
  returning(agent_id: string, reclaimed: boolean): Refusal | undefined;
  /** The answer to a message without a valid token: the refusal itself, until there are too many of them. */
  afterWrongToken(address: string, refused: Refusal): Refusal;
}

const perMin = (count: number) => count / 60;

/** The limits of one manager; in a local league what comes from this machine is not counted. */
export function makeRateLimits({ kind, clock, limits = REGISTRATION_LIMITS }: RateLimitsOptions): RateLimits {
  const now = () => clock.monotonic();
  const { registrations: burst, registrationsPerMin, wrongTokensPerMin } = limits;
  const registrations = new TokenBuckets({ burst, perSec: perMin(registrationsPerMin) }, now);
  const wrongTokens = new TokenBuckets({ burst: wrongTokensPerMin, perSec: perMin(wrongTokensPerMin) }, now);
  const returns = new TokenBuckets(RETURNS, now);
  const isFree = (address: string) => kind === 'local' && (isLoopback(address) || plainAddress(address) === undefined);

  return {
    registering(address) {
      if (isFree(address) || registrations.take(subnetOf(address))) return undefined;
      return refusal('E014', 'too many registrations from your address; try again in a minute');
    },
    returning(agent_id, reclaimed) {
      if (returns.take(`${reclaimed} ${agent_id}`)) return undefined;
      return refusal('E014', `${agent_id} has registered again too often; try again in a minute`);
    },
    afterWrongToken(address, refused) {
      if (refused.code !== 'E012' || isFree(address) || wrongTokens.take(subnetOf(address))) return refused;
      return refusal(
        'E014',
        'too many messages with a wrong auth_token or invite code from your address; try again in a minute',
      );
    },
  };
}

/** A registration as it came: the message, and the address it came from. */
interface Request {
  readonly conversation_id: string;
  readonly meta: JsonObject;
  readonly address: string;
}

/** The answer to a registration: the id of the agent it took in, if any, and the hash of the token it gave. */
interface Answered {
  readonly id: string | null;
  readonly token_sha256?: string | undefined;
}

/** The number of registrations that are remembered; a duplicate follows its original at once. */
const REMEMBERED = 1_000;

/** Gives the same message the same answer, as long as the token in it is the agent's newest and was not used. */
export function duplicateRequests<A extends Answered>(
  agentOf: (agent_id: string) => Pick<Agent, 'token_sha256' | 'token_used'> | undefined,
) {
  const known = new Map<string, { readonly meta: JsonObject; readonly answer: Promise<A> }>();

  return async function once({ conversation_id, meta, address }: Request, register: () => Promise<A>): Promise<A> {
    const key = `${address} ${conversation_id}`;
    const before = known.get(key);
    if (before !== undefined && sameJson(before.meta, meta)) {
      const { id, token_sha256 } = await before.answer;
      const agent = id === null ? undefined : agentOf(id);
      if (agent?.token_used === false && agent.token_sha256 === token_sha256) return before.answer;
    }
    const answer = register();
    known.delete(key);
    known.set(key, { meta, answer });
    if (known.size > REMEMBERED) known.delete(known.keys().next().value as string);
    return answer;
  };
}
