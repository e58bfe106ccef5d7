/** Tokens: how they are made, which agent a message with one comes from, and which are derived. */

import type { Contract, Envelope } from '../../../SHARED/contracts/contract.ts';
import { type Refusal, refusal } from '../../../SHARED/contracts/errors.ts';
import { MANAGER_ID } from '../../../SHARED/contracts/fields.ts';
import { timestamp } from '../../../SHARED/core/clock.ts';
import type { Entropy } from '../../../SHARED/core/entropy.ts';
import { fromHex, hmac, sameSecret, sha256, toHex } from '../../../SHARED/core/hash.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { Authenticate, Identity } from '../../../SHARED/league_sdk/messaging/serve.ts';
import type { Agent, League } from '../league/state.ts';
import type { LeagueTools } from '../league_tools.ts';
import { isLoopback } from './endpoints.ts';
import type { RateLimits } from './rate_limits.ts';

/** A fresh registration token; only its hash is kept. */
export function newToken(entropy: Entropy): { readonly token: string; readonly token_sha256: string } {
  const token = `tok_${toHex(entropy.bytes(32))}`;
  return { token, token_sha256: sha256(token) };
}

/**
 * Tokens that are derived, not stored: the same question always gives the same token, and only the holder of the secret
 * can derive it.
 */
export function derivedTokens(secretHex: string, league_id: string, run_id: string) {
  const secret = fromHex(secretHex);
  const derive = (...parts: readonly (string | number)[]) =>
    hmac(secret, JSON.stringify([league_id, run_id, ...parts]));
  /** Every message to an agent needs its token, so it is derived once; there are as many as agents. */
  const known = new Map<string, string>();
  /** A ticket is needed for the announcement of a match and for its order. */
  const tickets = new Map<string, string>();
  return {
    /** The token of every message from the manager to an agent. */
    manager(agent_id: string): string {
      const token = known.get(agent_id) ?? `mgr_${derive('manager', agent_id)}`;
      known.set(agent_id, token);
      return token;
    },
    /**
     * The token of an agent that has shown no more than its name, endpoint and address. It lives as long as the token
     * that the agent itself has, beside it.
     */
    reclaimed: ({ id, token_sha256 }: Pick<Agent, 'id' | 'token_sha256'>) =>
      `tok_${derive('reclaimed', id, token_sha256)}`,
    /** The token of every message from a match's referee to one of its players. */
    ticket(player_id: string, match_id: string, epoch: number): string {
      const of = `${player_id} ${match_id} ${epoch}`;
      const ticket = tickets.get(of) ?? `tkt_${derive('ticket', player_id, match_id, epoch)}`;
      if (tickets.size >= MOST_TICKETS) tickets.clear();
      tickets.set(of, ticket);
      return ticket;
    },
  };
}
export type DerivedTokens = ReturnType<typeof derivedTokens>;

/** The number of tickets kept: those of a round of any league that is played in rounds of some thousands. */
const MOST_TICKETS = 20_000;

/** Published before a player chooses: proves later that the seed was not changed. */
export function commitmentOf(seedHex: string, match_id: string): string {
  return sha256(fromHex(seedHex), match_id);
}

/** The seed of a match: unguessable, or derived where the league has a chosen seed. */
export function matchSeed(entropy: Entropy, match_id: string, leagueSeed: string | undefined): string {
  return leagueSeed === undefined ? toHex(entropy.bytes(32)) : sha256(leagueSeed, match_id);
}

/** Whether a message of this type asks to be let in, so that its sender need not be known. */
export function registers(message_type: string): boolean {
  return REGISTRATIONS.has(message_type);
}

/** The terms by which tokens are judged, beside the agents themselves. */
interface TokenTerms {
  /** Whether agents of the dialects that have no field for a token need one all the same. */
  readonly requireTokens?: boolean;
  /** How long tokens outlive the league; for ever unless it is said, and the time with it. */
  readonly tokenTtlMs?: number;
  readonly now?: () => Date;
  /** The token of a seat that is reclaimed; absent: none is. */
  readonly reclaimed?: DerivedTokens['reclaimed'];
}

/** Tokens to agents, kept in step with the league's agents. */
export function tokenBook(league: League, operatorToken: string, terms: TokenTerms = {}) {
  const { requireTokens = true, tokenTtlMs = Number.POSITIVE_INFINITY, now, reclaimed } = terms;

  const byDigest = new Map<string, string>();
  const digestsOf = new Map<string, readonly string[]>();
  for (const agent of league.agents.values()) remember(agent);

  /** To be called for every agent that registers. However often it does, it has no more than three tokens here. */
  function remember(agent: Agent): void {
    const { id, token_sha256, former_token_sha256: former } = agent;
    for (const digest of digestsOf.get(id) ?? []) byDigest.delete(digest);
    const digests = former === undefined ? [token_sha256] : [token_sha256, former];
    if (reclaimed !== undefined) digests.push(sha256(reclaimed(agent)));
    digestsOf.set(id, digests);
    for (const digest of digests) byDigest.set(digest, id);
  }

  /** Tokens live until the league ends and some time longer; the operator's as long as the league's files. */
  function haveExpired(): boolean {
    if (now === undefined || league.closed_at === undefined) return false;
    return now().getTime() > Date.parse(league.closed_at) + tokenTtlMs;
  }

  /** Whose message it is, and whether they may send one of its kind: E011, E012, E006. */
  function recognise(of: Contract, message: Envelope & JsonObject, address = ''): Result<Recognised, Refusal> {
    const registering = registers(of.head.type);
    // Where tokens are not required, an empty one is none: so a bare agent was told.
    const token = message.auth_token === '' && !requireTokens ? undefined : message.auth_token;
    if (token === undefined) {
      const neighbour = requireTokens || registering ? undefined : namedNeighbour(message.sender, address);
      if (neighbour !== undefined && claimsAnother(league, message, neighbour))
        return err(refusal('E012', 'the message names another sender than itself'));
      if (neighbour !== undefined) return allowed(of, { party: neighbour.role, id: neighbour.id }, false, undefined);
      return registering
        ? ok({ identity: NOBODY, firstUse: undefined })
        : err(refusal('E011', `${of.head.type} needs an auth_token of ${of.head.from.join(' or ')}`));
    }
    if (sameSecret(token, operatorToken))
      return allowed(of, { party: 'operator', id: 'operator' }, registering, undefined);
    const found = find(token);
    if (found === undefined) {
      return registering
        ? ok({ identity: NOBODY, firstUse: undefined })
        : err(refusal('E012', 'the auth_token is not valid in this league'));
    }
    const { agent, kind } = found;
    if (agent.removed !== undefined && !registering)
      return err(refusal('E006', `${agent.id} was removed from the league: ${agent.removed.reason}`));
    if (claimsAnother(league, message, agent))
      return err(refusal('E012', 'the message names another sender than its auth_token'));
    const identity = { party: agent.role, id: agent.id, ...(kind === 'reclaimed' ? { reclaimed: true as const } : {}) };
    return allowed(of, identity, registering, kind === 'newest' && !agent.token_used ? agent : undefined);
  }

  /** The agent whose newest, former or reclaimed token it is. */
  function find(
    token: string,
  ): { readonly agent: Agent; readonly kind: 'newest' | 'former' | 'reclaimed' } | undefined {
    if (haveExpired()) return undefined;
    const digest = sha256(token);
    const known = byDigest.get(digest);
    const agent = known === undefined ? undefined : league.agents.get(known);
    if (agent === undefined) return undefined;
    if (agent.token_sha256 === digest) return { agent, kind: 'newest' };
    if (agent.former_token_sha256 === digest) return { agent, kind: 'former' };
    return reclaimed !== undefined && sameSecret(token, reclaimed(agent)) ? { agent, kind: 'reclaimed' } : undefined;
  }

  /**
   * Where tokens are not required: an agent of this machine that speaks a dialect without a field for one, and has
   * never used the one it was given. Its sender names it.
   */
  function namedNeighbour(sender: string, address: string): Agent | undefined {
    const agent = league.agents.get(sender) ?? league.agents.get(PARTY.exec(sender)?.[2] ?? '');
    if (agent === undefined || agent.dialect === 'rpc' || agent.token_used || !isLoopback(address)) return undefined;
    return agent;
  }

  return {
    recognise,
    remember,
    /** Whether a token is the operator's: E012 if not. */
    isOperator(token: string): Result<void, Refusal> {
      if (sameSecret(token, operatorToken)) return ok(undefined);
      return err(refusal('E012', 'the token is not the operator’s'));
    },
    /** The agent that a token is known to be of, while it takes part: one that was given for name and endpoint may be anybody's. */
    ownerOf(token: string): string | undefined {
      const { agent, kind } = find(token) ?? {};
      return kind === 'reclaimed' || agent?.removed !== undefined ? undefined : agent?.id;
    },
    /** The number of tokens that are kept. */
    get size() {
      return byDigest.size;
    },
  };
}
export type TokenBook = ReturnType<typeof tokenBook>;

/** Proves the sender of each message by the book, within what its address may ask for. */
export function authenticatesBy(book: TokenBook, rateLimits: RateLimits, { clock, commit }: LeagueTools): Authenticate {
  return (of, message, origin) => {
    const recognised = book.recognise(of, message, origin.address);
    if (!recognised.ok) return err(rateLimits.afterWrongToken(origin.address, recognised.error));
    const { identity, firstUse } = recognised.value;
    const isRegistration = registers(of.head.type);
    const wait = isRegistration ? rateLimits.registering(origin.address) : undefined;
    if (wait !== undefined) return err(wait);
    // A registration is no use of the token: the answer that carries a new one may still get lost.
    if (firstUse !== undefined && !isRegistration) {
      void commit({ type: 'token_confirmed', at: timestamp(clock), agent_id: firstUse.id });
    }
    return ok(identity);
  };
}

const REGISTRATIONS: ReadonlySet<string> = new Set(['REFEREE_REGISTER_REQUEST', 'LEAGUE_REGISTER_REQUEST']);

const NOBODY: Identity = { party: 'nobody', id: 'unknown' };

interface Recognised {
  readonly identity: Identity;
  /** The agent whose newest token was used for the first time by this message. */
  readonly firstUse: Agent | undefined;
}

function allowed(
  of: Contract,
  identity: Identity,
  registering: boolean,
  firstUse: Agent | undefined,
): Result<Recognised, Refusal> {
  if (registering || of.head.from.some((party) => party === identity.party)) return ok({ identity, firstUse });
  return err(refusal('E006', `${of.head.type} is not for a ${identity.party} to send`));
}

const PARTY = /^(player|referee)[:_](.+)$/;
const OUR_NAMES: ReadonlySet<string> = new Set(['league_manager', MANAGER_ID, 'launcher']);

/**
 * Whether the body claims to come from another agent. A name of no known form claims nothing, and an agent that
 * registers may still change its own.
 */
function claimsAnother(league: League, message: Envelope & JsonObject, agent: Agent): boolean {
  const field = message[`${agent.role}_id`];
  if (typeof field === 'string' && field !== agent.id) return true;
  if (registers(message.message_type)) return false;
  if (message.sender === agent.id) return false;
  const [, role, id] = PARTY.exec(message.sender) ?? [];
  if (role !== undefined) return role !== agent.role || id !== agent.id;
  return message.sender !== agent.id && (league.agents.has(message.sender) || OUR_NAMES.has(message.sender));
}
