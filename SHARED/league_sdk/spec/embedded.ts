/** Calls to an agent that runs in this process, without a wire. */
import type { BodyOf } from '../../contracts/contract.ts';
import { ANY_MESSAGE } from '../../contracts/dialects/wrappings.ts';
import { refusal } from '../../contracts/errors.ts';
import type { Failure } from '../../contracts/failures.ts';
import { PROTOCOL } from '../../contracts/fields.ts';
import type { All, AnswerType, Message, MessageType, RequestType } from '../../contracts/index.ts';
import { type Clock, timestamp } from '../../core/clock.ts';
import { type Entropy, uuid } from '../../core/entropy.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Running, StartFailure } from '../effects.ts';
import { isErrorCode, objectOf, requestEnvelope } from '../messaging/envelope.ts';
import type { Answer } from '../transport/transport.ts';

/** An agent that can be spoken to without a wire. */
export interface Callable {
  readonly answer: Answer;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

/** The proof of a message's sender, and its origin. */
export interface Proof {
  readonly auth_token?: string;
  /** The proof of a posted answer; any other message need not have one. */
  readonly conversation_id?: string;
  /** The sender as the message names it, which must be the one that the token proves. */
  readonly sender?: string;
  /** The network address of the sender, where the program passes a message on; absent: this machine. */
  readonly address?: string;
}

const ID = 1;
const HERE = '127.0.0.1';

/** Makes a request of the agent and resolves with its own answer. */
export async function callEmbedded<T extends RequestType>(
  to: Callable,
  type: T,
  body: BodyOf<All[T]>,
  proof: Proof,
): Promise<Result<Message<AnswerType<T>>, Failure>> {
  const answer = await speak(to, type, body as JsonObject, proof);
  return answer.ok ? ok(answer.value as unknown as Message<AnswerType<T>>) : answer;
}

/** Posts an answer to the agent; it is merely acknowledged. */
export async function postEmbedded(
  to: Callable,
  type: MessageType,
  body: JsonObject,
  proof: Proof,
): Promise<Result<void, Failure>> {
  const taken = await speak(to, type, body, proof);
  return taken.ok ? ok(undefined) : taken;
}

async function speak(
  { answer, clock, entropy }: Callable,
  type: MessageType,
  body: JsonObject,
  proof: Proof,
): Promise<Result<JsonObject, Failure>> {
  const { auth_token, conversation_id = uuid(entropy), sender = 'unknown', address = HERE } = proof;
  const envelope = { protocol: PROTOCOL, message_type: type, sender, timestamp: timestamp(clock), conversation_id };
  const message = { ...envelope, ...(auth_token === undefined ? {} : { auth_token }), ...body };
  const text = JSON.stringify(requestEnvelope(ID, ANY_MESSAGE, message));
  const reply = await answer(text, { address, receivedAt: clock.monotonic() });
  const said = objectOf(JSON.parse(reply as string) as Json, ID);
  // A failure without a code of the league is a mistake of the agent's own.
  return said.ok || isErrorCode(said.error.code) ? said : err(refusal('E020', said.error.detail));
}

/** Holds an agent between its start and its end; at most one at a time. */
export class EmbeddedAgent<R extends Running> {
  readonly #who: string;
  #running: R | undefined;
  #isStarting = false;

  /** `who` names the agent in failures: `the referee`. */
  constructor(who: string) {
    this.#who = who;
  }

  get isStarting(): boolean {
    return this.#isStarting;
  }

  get running(): R | undefined {
    return this.#running;
  }

  /** Starts it, unless it is there or on its way; after its end it may be started again. */
  async start(begin: () => Promise<Result<R, StartFailure>>): Promise<Result<void, Failure>> {
    if (this.#running !== undefined || this.#isStarting) return wrongState(`${this.#who} is started already`);
    this.#isStarting = true;
    const started = await begin().finally(() => {
      this.#isStarting = false;
    });
    if (!started.ok) return started;
    const running = started.value;
    this.#running = running;
    void running.ended.then(() => {
      if (this.#running === running) this.#running = undefined;
    });
    return ok(undefined);
  }

  /** The agent at work; E007 when it is not. */
  atWork(): Result<R, Failure> {
    return this.#running === undefined ? wrongState(`${this.#who} is not started`) : ok(this.#running);
  }
}

/** E007: the call does not fit the agent's state, and nothing changed. */
export function wrongState(detail: string): Result<never, Failure> {
  return err({ code: 'E007', detail });
}
