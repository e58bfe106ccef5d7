/** What a role brings to be served: its handlers, how it knows who speaks, and who is told of what went wrong. */
import type { BodyOf, Contract, Envelope, Party, Role } from '../../contracts/contract.ts';
import type { DialectName, Echo, Seating } from '../../contracts/dialects/dialect.ts';
import type { Refusal } from '../../contracts/errors.ts';
import type { AddressedTo, All, AnswerType, Message } from '../../contracts/index.ts';
import type { LookName } from '../../contracts/read_only.ts';
import type { Clock, Monotonic } from '../../core/clock.ts';
import type { Entropy } from '../../core/entropy.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Result } from '../../core/result.ts';
import type { Origin } from '../transport/transport.ts';
import type { Observer } from './peer.ts';

/** Who speaks, as its token proves; never what it says of itself. */
export interface Identity {
  readonly party: Party | 'nobody';
  readonly id: string;
}

export interface Caller {
  readonly identity: Identity;
  readonly address: string;
  readonly dialect: DialectName;
  /** What it calls by names of its own; to be remembered with its dialect. */
  readonly echo?: Echo | undefined;
  readonly receivedAt: Monotonic;
}

export interface DialectChange {
  readonly from: DialectName;
  readonly to: DialectName;
}

type AnswerBody<T extends keyof All> = [AnswerType<T>] extends [never] ? undefined : BodyOf<All[AnswerType<T>]>;

/** One handler for every message addressed to a role: forgetting one does not compile. */
export type Handlers<R extends Role> = {
  readonly [T in AddressedTo<R>]: (message: Message<T>, caller: Caller) => Promise<Result<AnswerBody<T>, Refusal>>;
};

/** Proves who a message comes from, before any handler sees it. */
export type Authenticate = (
  of: Contract,
  message: Envelope & JsonObject,
  origin: Origin,
) => Result<Identity, Refusal> | Promise<Result<Identity, Refusal>>;

export interface Service<R extends Role> {
  readonly role: R;
  readonly handlers: Handlers<R>;
  readonly looks: { readonly [L in LookName]?: (params: JsonObject) => JsonObject };
  readonly authenticate: Authenticate;
  /** Takes answers that come by themselves instead of in a response; only referees await such. */
  readonly posted?: {
    readonly types: readonly (keyof All)[];
    /** `wire` is the message as it came. */
    take(answer: Envelope & JsonObject, dialect: DialectName, wire: JsonObject): Result<void, Refusal>;
  };
  /** Who plays a match, where that is known: some referees do not say it with every message. */
  readonly seating?: (match_id: string) => Seating | undefined;
  /** What this league is called, where the service is the one to say so: `v1` agents call it otherwise. */
  readonly league_id?: () => string;
  /** How an agent is written to, as it was remembered. */
  readonly dialectOf?: (identity: Identity) => DialectName | undefined;
  /** Is told of an agent that speaks otherwise than it is written to. It is answered in the way it speaks. */
  readonly onDialectChange?: (identity: Identity, change: DialectChange, origin: Origin) => void;
  readonly sender: () => string;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly observe?: Observer;
  /** Is told of handlers that threw: bugs of ours. */
  readonly onBug: (what: string, cause: unknown) => void;
  /** Is told of what was refused, and with which code; of one address only so often, and then how many it was not told of. */
  readonly onRefusal?: (what: string, refused: Refusal, origin: Origin) => void;
}
