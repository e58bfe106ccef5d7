/** One definition per message: from it come type, validator, JSON Schema, documentation, example and time limit. */
import type { JsonObject } from '../core/json.ts';
import type { ErrorCode } from './errors.ts';
import { PROTOCOL, TIMESTAMP_PATTERN } from './fields.ts';
import { type Static, type TObject, type TProperties, Type } from './schema_builder.ts';

/** The three kinds of agents. */
export type Role = 'league_manager' | 'referee' | 'player';
/** A sender or receiver of messages: an agent, or the person that runs the league. */
export type Party = Role | 'operator';
/** The chapter of the protocol documentation that a message belongs to. */
export type Chapter = 'registration' | 'control' | 'rounds' | 'gameflow' | 'queries' | 'errors';

/** Everything about a message but its fields. */
export interface Head {
  readonly type: string;
  readonly about: string;
  readonly chapter: Chapter;
  readonly from: readonly Party[];
  readonly to: readonly Party[];
  /** The JSON-RPC method that carries it; absent for answers. */
  readonly method?: string;
  /** Absent: nothing is awaited. */
  readonly reply?: ReplyHead;
  /** The codes it may be refused with although shape, token and sender are right. */
  readonly refusals?: readonly ErrorCode[];
}

/** The answer that a request awaits, and for how long. */
export interface ReplyHead {
  readonly type: string;
  readonly withinMs: number;
  /**
   * Fields that make a response the answer even without an envelope. Where they are named, the other
   * side may also acknowledge first and post its answer later.
   */
  readonly ownFields?: readonly string[];
}

/** The fields every message has; only the peer writes them. */
export interface Envelope {
  readonly protocol: string;
  readonly message_type: string;
  readonly sender: string;
  readonly timestamp: string;
  readonly conversation_id: string;
  readonly auth_token?: string;
}

const ENVELOPE = {
  protocol: Type.String({ description: `Always "${PROTOCOL}".` }),
  sender: Type.String({ description: 'Who says it: league_manager, referee:REF01, player:P01, launcher.' }),
  timestamp: Type.String({ pattern: TIMESTAMP_PATTERN, description: 'When it was written, UTC.' }),
  conversation_id: Type.String({
    minLength: 1,
    maxLength: 128,
    description: 'Ties the messages of one conversation together.',
  }),
  auth_token: Type.Optional(Type.String({ description: 'Proves who says it, to the one it is meant for.' })),
} as const;

/** The definition of one message type; `contract` makes it. */
export interface Contract<H extends Head = Head, P extends TProperties = TProperties> {
  readonly head: H;
  readonly body: TObject<P>;
  /** The whole message as JSON Schema. */
  readonly schema: TObject;
  /** The whole message, as an example. */
  readonly example: JsonObject;
}

/** The fields of a message besides the envelope. */
export type BodyOf<C extends Contract> = Static<C['body']>;
/** The whole message: envelope and body. */
export type MessageOf<C extends Contract> = Omit<Envelope, keyof BodyOf<C>> & BodyOf<C>;

const SENDERS: { readonly [P in Party]: string } = {
  league_manager: 'league_manager',
  referee: 'referee:REF01',
  player: 'player:P01',
  operator: 'launcher',
};

/**
 * Makes a contract from its head, its body's fields and an example of the body.
 *
 * @example
 * const parties = { from: ['operator'], to: ['league_manager'] } as const;
 * const head = { type: 'PAUSE', about: 'Pauses the league.', chapter: 'control', ...parties } as const;
 * const PAUSE = contract(head, { reason: Type.String() }, { reason: 'lunch' });
 * readMessage(PAUSE, wire, defaults);
 */
export function contract<const H extends Head, const P extends TProperties>(
  head: H,
  fields: P,
  example: NoInfer<Static<TObject<P>>>,
): Contract<H, P> {
  const body = Type.Object(fields, { additionalProperties: false });
  const message_type = Type.Literal(head.type, { description: `Always "${head.type}".` });
  const schema = Type.Object(
    { message_type, ...ENVELOPE, ...fields },
    { title: head.type, description: head.about, additionalProperties: false },
  );
  const envelope = {
    protocol: PROTOCOL,
    message_type: head.type,
    sender: SENDERS[head.from[0] as Party],
    timestamp: '2025-01-15T10:15:00.000Z',
    conversation_id: '880e8400-e29b-41d4-a716-446655440003',
  };
  return { head, body, schema, example: { ...envelope, ...(example as JsonObject) } };
}
