/** A client with a token of the league manager (spec 004, Authenticated Client). */
import type { BodyOf, Contract } from '../../contracts/contract.ts';
import { type All, type AnswerType, CONTRACTS, type Message, type RequestType } from '../../contracts/index.ts';
import { later } from '../../core/clock.ts';
import { uuid } from '../../core/entropy.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Effects } from '../effects.ts';
import type { AgentCredentials } from '../joining/credentials.ts';
import { type CallError, type Correspondent, makePeer, type Observer, type Peer } from '../messaging/peer.ts';
import type { AgentRole } from '../paths.ts';
import type { Address } from '../transport/transport.ts';

/** The effects of a client, and its options. */
export interface ClientTools extends Pick<Effects, 'transport' | 'clock' | 'entropy'> {
  /** The role of the agent with these credentials; absent: a player. */
  readonly role?: AgentRole;
  /** Called for every message that goes out or comes in. */
  readonly observe?: Observer;
}

/** The body of a message; the league need not be named. */
export type ParamsOf<T extends RequestType> = Omit<BodyOf<All[T]>, 'league_id'> & { readonly league_id?: string };

const DEFAULT_MS = 10_000;

/** Puts sender, token and league into every message it sends. */
export class AuthenticatedClient {
  readonly #credentials: AgentCredentials;
  readonly #tools: ClientTools;
  readonly #peer: Peer;

  constructor(credentials: AgentCredentials, tools: ClientTools) {
    const { transport, clock, role = 'player', observe } = tools;
    const sender = () => `${role}:${credentials.agent_id}`;
    this.#credentials = credentials;
    this.#tools = tools;
    this.#peer = makePeer({ transport, clock, sender, ...(observe === undefined ? {} : { observe }) });
  }

  /** Sends a message and resolves with its answer, checked; undefined where the receiver merely acknowledged it. */
  async sendMessage<T extends RequestType>(
    to: Address | Correspondent,
    type: T,
    params: ParamsOf<T>,
    withinMs: number = limitOf(type),
  ): Promise<Result<Message<AnswerType<T>> | undefined, CallError>> {
    const { clock, entropy } = this.#tools;
    const { auth_token, league_id } = this.#credentials;
    const manager: Correspondent = typeof to === 'string' ? { id: to, address: to, dialect: 'rpc' } : to;
    const namesLeague = 'league_id' in (CONTRACTS[type] as Contract).body.properties;
    const body = (namesLeague ? { league_id, ...params } : params) as BodyOf<All[T]>;
    const how = { conversation_id: uuid(entropy), deadline: later(clock.monotonic(), withinMs), auth_token };
    const heard = await this.#peer.ask(manager, type, body, how);
    if (!heard.ok) return heard;
    return ok(heard.value.kind === 'answer' ? heard.value.message : undefined);
  }
}

function limitOf(type: RequestType): number {
  return (CONTRACTS[type] as Contract).head.reply?.withinMs ?? DEFAULT_MS;
}
