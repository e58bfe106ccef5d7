/** The MCP client of specification 002: JSON-RPC over the wire it is handed, and no business. */
import type { Contract, Envelope } from '../../contracts/contract.ts';
import { KNOWN_PROTOCOLS } from '../../contracts/dialects/dialect.ts';
import { rpc, wholeSeconds } from '../../contracts/dialects/rpc.ts';
import { refusal } from '../../contracts/errors.ts';
import type { Failure } from '../../contracts/failures.ts';
import { contractByType } from '../../contracts/index.ts';
import { check, readMessage } from '../../contracts/read.ts';
import { later, timestamp } from '../../core/clock.ts';
import { uuid } from '../../core/entropy.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import type { Table } from '../../core/machine.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Effects } from '../effects.ts';
import { objectOf, type RequestId, requestEnvelope } from '../messaging/envelope.ts';
import { valueIn } from '../messaging/reply_reader.ts';
import type { Address, Reply, SendFailure } from '../transport/transport.ts';
import { wrongState } from './embedded.ts';

/** The states of a client: it can send once `initialize` has set the protocol and the timeout. */
export const clientLife = {
  NEW: { initialize: 'INITIALIZED' },
  INITIALIZED: {},
} as const satisfies Table<'NEW' | 'INITIALIZED', 'initialize'>;
export type ClientState = keyof typeof clientLife;

/** The specification's name of a method that the machine's own timer has as well: only this constant spells it. */
export const SET_TIMEOUT = 'setTimeout';

/** One message that went out or came in: a request, a notification, a response. */
export interface Passing {
  readonly direction: 'SENT' | 'RECEIVED';
  readonly endpoint: Address;
  readonly text: string;
}

export interface ClientOptions extends Pick<Effects, 'transport' | 'clock' | 'entropy'> {
  /** Called for every message that goes out or comes in. */
  readonly observe?: (passing: Passing) => void;
}

const LONGEST_CONVERSATION_ID = 128;

/** Sends messages as they are, to any address; their meaning is the caller's business. */
export class MCPClient {
  readonly #options: ClientOptions;
  #protocol: string | undefined;
  #timeoutSec = 0;
  #lastId = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  get state(): ClientState {
    return this.#protocol === undefined ? 'NEW' : 'INITIALIZED';
  }

  /** Sets the protocol and the timeout in seconds; nothing can be sent before. */
  initialize(protocol_version: string, base_timeout: number): Result<void, Failure> {
    if (this.#protocol !== undefined) return wrongState('the client is initialized already');
    if (!KNOWN_PROTOCOLS.includes(protocol_version)) {
      return err(refusal('E018', `protocol must be one of ${KNOWN_PROTOCOLS.join(', ')}`));
    }
    if (!isTimeout(base_timeout)) return badTimeout(base_timeout);
    this.#protocol = protocol_version;
    this.#timeoutSec = base_timeout;
    return ok(undefined);
  }

  /** The object in the response to a request, within the given seconds or the usual ones. */
  async sendRequest(
    method: string,
    params: JsonObject,
    endpoint: Address,
    timeout: number | null = null,
  ): Promise<Result<JsonObject, Failure>> {
    if (timeout !== null && !isTimeout(timeout)) return badTimeout(timeout);
    const id = ++this.#lastId;
    const sent = await this.#send(requestEnvelope(id, method, params), endpoint, timeout ?? this.#timeoutSec);
    if (!sent.ok) return sent;
    const value = valueIn(sent.value);
    if (value === undefined) return err({ code: 'INVALID_JSON', detail: `${endpoint} did not answer with JSON` });
    return this.#resultIn(value, null, id);
  }

  /** Resolves when the notification is delivered; callers need not wait for that. */
  async sendNotification(method: string, params: JsonObject, endpoint: Address): Promise<Result<void, Failure>> {
    const sent = await this.#send(requestEnvelope(undefined, method, params), endpoint, this.#timeoutSec);
    return sent.ok ? ok(undefined) : sent;
  }

  /** The message with its envelope; fields of the payload stay as they are, a token or a conversation id too. */
  formatMessage(message_type: string, sender: string, payload: JsonObject): Result<Envelope & JsonObject, Failure> {
    if (this.#protocol === undefined) return NOT_INITIALIZED;
    const contract = contractByType(message_type);
    if (contract === undefined) return err(refusal('E002', `there is no message ${message_type}`));
    const { clock, entropy } = this.#options;
    const envelope = { protocol: this.#protocol, message_type, sender, timestamp: wholeSeconds(timestamp(clock)) };
    const message = { ...envelope, conversation_id: uuid(entropy), ...payload };
    const valid = check(contract.schema, message);
    return valid.ok ? ok(message) : valid;
  }

  /** The result of a response, untouched; a failure when it is an error, no response, or not of the expected type. */
  validateResponse(response: Json, expected_message_type: string | null = null): Result<JsonObject, Failure> {
    return this.#protocol === undefined ? NOT_INITIALIZED : this.#resultIn(response, expected_message_type);
  }

  /** An unguessable id behind the prefix. */
  generateConversationId(prefix: string): Result<string, Failure> {
    if (this.#protocol === undefined) return NOT_INITIALIZED;
    const id = `${prefix}-${uuid(this.#options.entropy)}`;
    if (id.length <= LONGEST_CONVERSATION_ID) return ok(id);
    return err(refusal('E002', `a conversation_id has up to ${LONGEST_CONVERSATION_ID} characters`));
  }

  /** Sets the timeout of later requests that have none of their own. */
  [SET_TIMEOUT](seconds: number): Result<void, Failure> {
    if (this.#protocol === undefined) return NOT_INITIALIZED;
    if (!isTimeout(seconds)) return badTimeout(seconds);
    this.#timeoutSec = seconds;
    return ok(undefined);
  }

  async #send(envelope: JsonObject, endpoint: Address, seconds: number): Promise<Result<Reply, Failure>> {
    if (this.#protocol === undefined) return NOT_INITIALIZED;
    const { transport, clock, observe } = this.#options;
    const text = JSON.stringify(envelope);
    observe?.({ direction: 'SENT', endpoint, text });
    const sent = await transport.send(endpoint, text, later(clock.monotonic(), seconds * 1_000));
    if (!sent.ok) return err(failureOf(sent.error));
    if (sent.value.text !== undefined) observe?.({ direction: 'RECEIVED', endpoint, text: sent.value.text });
    return sent;
  }

  #resultIn(response: Json, expected: string | null, id?: RequestId): Result<JsonObject, Failure> {
    const result = objectOf(response, id);
    if (!result.ok || expected === null) return result;
    const { message_type } = result.value;
    if (message_type !== expected) {
      return err(refusal('E002', `message_type must be ${expected}, not ${JSON.stringify(message_type)}`));
    }
    const { clock, entropy } = this.#options;
    const defaults = { timestamp: () => timestamp(clock), conversation_id: () => uuid(entropy) };
    const contract = contractByType(expected) as Contract | undefined;
    const read = contract === undefined ? result : readMessage(contract, rpc.read(result.value), defaults);
    return read.ok ? result : read;
  }
}

const NOT_INITIALIZED = wrongState('the client is not initialized');

function isTimeout(seconds: number): boolean {
  return Number.isFinite(seconds) && seconds > 0;
}

function badTimeout(seconds: number): Result<never, Failure> {
  return err({ code: 'INVALID_CONFIG', detail: `a timeout is a number of seconds above 0, not ${seconds}` });
}

const WIRE_FAILURES = {
  UNREACHABLE: 'ENDPOINT_UNREACHABLE',
  REFUSED: 'HTTP_ERROR',
  TOO_LARGE: 'RESPONSE_TOO_LARGE',
} as const;

function failureOf({ code, detail, sentAt }: SendFailure): Failure {
  if (code !== 'DEADLINE_PASSED') return { code: WIRE_FAILURES[code], detail };
  return { code: sentAt === undefined ? 'CONNECTION_TIMEOUT' : 'RESPONSE_TIMEOUT', detail };
}
