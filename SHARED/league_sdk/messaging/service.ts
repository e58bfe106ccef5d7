/** A service as it is described to be answered for: its handlers, what they are told of a caller, and what it hears of itself. */
import type { BodyOf, Contract, Envelope, Party, Role } from '../../contracts/contract.ts';
import type { Dialect, DialectName, Echo, Seating } from '../../contracts/dialects/dialect.ts';
import type { HabitName } from '../../contracts/dialects/habits.ts';
import type { Refusal } from '../../contracts/errors.ts';
import type { AddressedTo, All, AnswerType, Message } from '../../contracts/index.ts';
import type { EnvelopeDefaults } from '../../contracts/read.ts';
import type { LookName } from '../../contracts/read_only.ts';
import type { Clock, Monotonic } from '../../core/clock.ts';
import type { Entropy } from '../../core/entropy.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Result } from '../../core/result.ts';
import type { Loggers } from '../logs/logs.ts';
import type { OnRefused, Origin } from '../transport/transport.ts';
import type { Observer } from './peer.ts';

/** The sender of a message as its token proves it; never what the message says of itself. */
export interface Identity {
  readonly party: Party | 'nobody';
  readonly id: string;
  /** The token was given for name and endpoint alone. */
  readonly reclaimed?: true;
}

export interface Caller {
  readonly identity: Identity;
  readonly address: string;
  /** The token beside its message, whatever the message itself shows. */
  readonly bearer?: string | undefined;
  /** The invite code in the address that it called. */
  readonly code?: string | undefined;
  /** The path that it called, where it is not the one that is listened at. */
  readonly path?: string | undefined;
  readonly dialect: DialectName;
  /** What it calls by names of its own; to be remembered with its dialect. */
  readonly echo?: Echo | undefined;
  readonly receivedAt: Monotonic;
  /** The message as it came. */
  readonly wire?: JsonObject;
}

/** A message as it came, in the words of its dialect. */
export interface HeardMessage {
  readonly type: string;
  readonly dialect: DialectName;
  readonly wire: JsonObject;
  /** The habits it shows, in the order of the table. */
  readonly habits: readonly HabitName[];
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

/** Proves the sender of a message before any handler sees it. */
export type Authenticate = (
  of: Contract,
  message: Envelope & JsonObject,
  origin: Origin,
) => Result<Identity, Refusal> | Promise<Result<Identity, Refusal>>;

export interface Service<R extends Role> {
  readonly role: R;
  readonly handlers: Handlers<R>;
  /** The methods that only show something; they need no token. */
  readonly readOnly: { readonly [L in LookName]?: (params: JsonObject) => JsonObject };
  readonly authenticate: Authenticate;
  /** Takes answers that come by themselves instead of in a response; only referees await such. */
  readonly posted?: {
    readonly types: readonly (keyof All)[];
    /** `wire` is the message as it came. */
    take(answer: Envelope & JsonObject, dialect: DialectName, wire: JsonObject, origin: Origin): Result<void, Refusal>;
  };
  /** Reads a message of which less is needed than its contract says; undefined where only that it was heard. Absent: all is needed. */
  readonly least?: (
    of: Contract,
    words: JsonObject,
    how: { readonly dialect: Dialect; readonly strict: Refusal; readonly fresh: EnvelopeDefaults },
  ) => Result<(Envelope & JsonObject) | undefined, Refusal>;
  /** The players of a match, where they are known: some referees do not name them in every message. */
  readonly seating?: (match_id: string) => Seating | undefined;
  /** What this league is called, where the service is the one to say so: `v1` agents call it otherwise. */
  readonly league_id?: () => string;
  /** How an agent is written to, as it was remembered. */
  readonly dialectOf?: (identity: Identity) => DialectName | undefined;
  /** Is told of an agent that speaks otherwise than it is written to. It is answered in the way it speaks. */
  readonly onDialectChange?: (identity: Identity, change: DialectChange, origin: Origin) => void;
  /** Is told of each message that was understood, as it came, and whose it is by its own token. */
  readonly onHeard?: (agent_id: string, heard: HeardMessage) => void;
  /** Is told of each message that was not understood, why, and the token it shows, which is not judged. */
  readonly onUnread?: (token: string | undefined, heard: HeardMessage, because: Refusal, origin: Origin) => void;
  /** Whether habits are read; absent: they are. Where they are not, a refusal names the habit that explains it. */
  readonly readsHabits?: () => boolean;
  /** What would have been right, told to senders of requests that cannot be read, and of malformed registrations. */
  readonly right?: string;
  /** The game of the league, for registrations that name none. */
  readonly game_type?: string;
  readonly sender: () => string;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly observe?: Observer;
  /** How often one party is written down; the usual unless given. */
  readonly budget?: Loggers['budget'];
  /** Is told of handlers that threw: bugs of ours. */
  readonly onBug: (what: string, cause: unknown) => void;
  /** Is told of what was refused, and with which code; of one address only so often, and then how many it was not told of. */
  readonly onRefusal?: OnRefused;
}
