/** JSON-RPC 2.0 from text to text: batches, envelopes, notifications. `Methods` gives each method its meaning. */
import { envelopeOf } from '../../contracts/dialects/detect.ts';
import { sentAs } from '../../contracts/dialects/wrappings.ts';
import { type Refusal, RPC_ERRORS, type RpcErrorName } from '../../contracts/errors.ts';
import { asText, cut, isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '../../core/json.ts';
import type { Answer, OnRefused, Origin } from '../transport/transport.ts';
import { errorEnvelope, MAX_BATCH, nameOfFault, openRequest, type Params, resultEnvelope } from './envelope.ts';

/** The outcome of a call. */
export type Outcome =
  | { readonly kind: 'result'; readonly result: Json }
  | {
      readonly kind: 'error';
      readonly name: RpcErrorName;
      readonly because?: string | Refusal;
      /** What was refused, for the log; absent: the method. */
      readonly what?: string;
    };

export interface Methods {
  /** `isAnswered`: there is an id, so that what comes of the call is told to the caller. */
  call(method: string, params: Params, origin: Origin, isAnswered: boolean): Promise<Outcome>;
  /** A league message that is the whole body; its result is the whole answer. */
  bare(message: JsonObject, origin: Origin): Promise<Outcome>;
  /** Whether an object that is no request and says no type of message is a league message all the same. */
  isBare(value: JsonObject, origin: Origin): boolean;
  /** Is told of what threw: bugs of ours, answered as internal errors. */
  onBug(what: string, cause: unknown): void;
  /** Is told of every text and every request that is answered with an error, internal ones left out. */
  readonly onRefused?: OnRefused;
  /** What would have been right, told with every request that cannot be read. */
  readonly right?: string | undefined;
}

/** Names and reasons in logs are cut: a sender may choose their words. */
const NAME_LENGTH = 64;
const REASON_LENGTH = 256;

/** The answering function of some methods, for a transport to listen with. */
export function answeringJsonRpc({ call, bare, isBare, onBug, onRefused, right }: Methods): Answer {
  async function answerOne(value: Json, origin: Origin): Promise<Json | undefined> {
    if (!isJsonObject(value))
      return unread('INVALID_REQUEST', instead('neither a JSON-RPC request nor a league message'), origin);
    const envelope = envelopeOf(value);
    if (envelope === 'bare' || (envelope === 'none' && isBare(value, origin))) {
      const outcome = await guarded(asText(value['message_type']), () => bare(value, origin));
      return outcome.kind === 'error' ? errorEnvelope(null, outcome.name, outcome.because) : outcome.result;
    }
    const opened = openRequest(value);
    if (!opened.ok) {
      const { id, detail: wrong } = opened.error;
      const detail = instead(wrong);
      note('unknown', { name: 'INVALID_REQUEST', because: detail }, origin, value);
      return errorEnvelope(id, 'INVALID_REQUEST', detail);
    }
    const { id, method, params } = opened.value;
    const outcome = await guarded(method, () => call(method, params, origin, id !== undefined));
    if (outcome.kind === 'error' && outcome.name !== 'INTERNAL_ERROR')
      note(outcome.what ?? method, outcome, origin, value);
    if (id === undefined) return outcome.kind === 'error' ? untold(outcome, origin) : undefined;
    return outcome.kind === 'error'
      ? errorEnvelope(id, outcome.name, outcome.because)
      : resultEnvelope(id, outcome.result);
  }

  function instead(wrong: string): string {
    return right === undefined ? wrong : `${wrong}; ${right}`;
  }

  /** Notices are not answered; a request that makes no sense as one is, for its sender waits for its answer. */
  function untold({ name, because }: Extract<Outcome, { kind: 'error' }>, origin: Origin): JsonObject | undefined {
    if (name !== 'INVALID_REQUEST') return undefined;
    origin.unreadable?.();
    return errorEnvelope(null, name, because);
  }

  /** The answer to a text that nothing can be made of. */
  function unread(name: RpcErrorName, because: string, origin: Origin): JsonObject {
    note('unknown', { name, because }, origin);
    return errorEnvelope(null, name, because);
  }

  function note(
    what: string,
    { name, because }: { readonly name: RpcErrorName; readonly because?: string | Refusal },
    origin: Origin,
    request?: JsonObject,
  ): void {
    const { code, message } = RPC_ERRORS[name];
    const refused = typeof because === 'object' ? because : { code: String(code), detail: because ?? message };
    const detail = cut(refused.detail, REASON_LENGTH);
    onRefused?.(
      cut(what, NAME_LENGTH),
      { code: refused.code, detail, ...(request && { sent: sentAs(request) }) },
      origin,
    );
  }

  function guarded(what: string, run: () => Promise<Outcome>): Promise<Outcome> {
    const broken = (cause: unknown): Outcome => {
      onBug(what, cause);
      return { kind: 'error', name: 'INTERNAL_ERROR' };
    };
    try {
      return run().catch(broken);
    } catch (cause) {
      return Promise.resolve(broken(cause));
    }
  }

  /** One after the other: what stands first in a batch is meant first. */
  async function answerAll(values: readonly Json[], from: Origin): Promise<readonly Json[] | undefined> {
    const answers: Json[] = [];
    // What one message of several deserves must not become the mark of all their answers.
    const { tooMany: _, unreadable: __, ...origin } = from;
    for (const value of values) {
      const answer = await answerOne(value, origin);
      if (answer !== undefined) answers.push(answer);
    }
    return answers.length === 0 ? undefined : answers;
  }

  return (text, origin) => {
    const parsed = parseJson(text);
    if (!parsed.ok) {
      return Promise.resolve(JSON.stringify(unread(nameOfFault(parsed.error), parsed.error.detail, origin)));
    }
    if (!isJsonArray(parsed.value)) return answerOne(parsed.value, origin).then(textOf);
    if (parsed.value.length === 0 || parsed.value.length > MAX_BATCH) {
      const detail = `a batch has 1 to ${MAX_BATCH} messages`;
      return Promise.resolve(JSON.stringify(unread('INVALID_REQUEST', detail, origin)));
    }
    return answerAll(parsed.value, origin).then(textOf);
  };
}

function textOf(answer: Json | undefined): string | undefined {
  return JSON.stringify(answer);
}
