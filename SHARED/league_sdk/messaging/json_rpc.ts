/** JSON-RPC 2.0 from text to text: batches, envelopes, notifications. What a method means is for others to say. */
import { envelopeOf } from '../../contracts/dialects/detect.ts';
import type { Refusal, RpcErrorName } from '../../contracts/errors.ts';
import { asText, isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '../../core/json.ts';
import type { Answer, Origin } from '../transport/transport.ts';
import { errorEnvelope, MAX_BATCH, openRequest, type Params, resultEnvelope } from './envelope.ts';

/** What became of a call. */
export type Outcome =
  | { readonly kind: 'result'; readonly result: Json }
  | { readonly kind: 'error'; readonly name: RpcErrorName; readonly because?: string | Refusal };

export interface Methods {
  call(method: string, params: Params, origin: Origin): Promise<Outcome>;
  /** A league message that is the whole body; its result is the whole answer. */
  bare(message: JsonObject, origin: Origin): Promise<Outcome>;
  /** Is told of what threw: bugs of ours, answered as internal errors. */
  onBug(what: string, cause: unknown): void;
}

/** The answering function of some methods, for a transport to listen with. */
export function answeringJsonRpc({ call, bare, onBug }: Methods): Answer {
  async function answerOne(value: Json, origin: Origin): Promise<Json | undefined> {
    if (!isJsonObject(value)) {
      return errorEnvelope(null, 'INVALID_REQUEST', 'neither a JSON-RPC request nor a league message');
    }
    if (envelopeOf(value) === 'bare') {
      const outcome = await guarded(asText(value['message_type']), () => bare(value, origin));
      return outcome.kind === 'error' ? errorEnvelope(null, outcome.name, outcome.because) : outcome.result;
    }
    const opened = openRequest(value);
    if (!opened.ok) return opened.error;
    const { id, method, params } = opened.value;
    const outcome = await guarded(method, () => call(method, params, origin));
    if (id === undefined) return undefined;
    return outcome.kind === 'error'
      ? errorEnvelope(id, outcome.name, outcome.because)
      : resultEnvelope(id, outcome.result);
  }

  async function guarded(what: string, run: () => Promise<Outcome>): Promise<Outcome> {
    try {
      return await run();
    } catch (cause) {
      onBug(what, cause);
      return { kind: 'error', name: 'INTERNAL_ERROR' };
    }
  }

  /** One after the other: what stands first in a batch is meant first. */
  async function answerAll(values: readonly Json[], from: Origin): Promise<readonly Json[] | undefined> {
    const answers: Json[] = [];
    // What one message of several deserves must not become the mark of all their answers.
    const { tooMany: _, ...origin } = from;
    for (const value of values) {
      const answer = await answerOne(value, origin);
      if (answer !== undefined) answers.push(answer);
    }
    return answers.length === 0 ? undefined : answers;
  }

  return async (text, origin) => {
    const parsed = parseJson(text);
    if (!parsed.ok) {
      const name = parsed.error.kind === 'syntax' ? 'PARSE_ERROR' : 'INVALID_REQUEST';
      return JSON.stringify(errorEnvelope(null, name, parsed.error.detail));
    }
    if (!isJsonArray(parsed.value)) return JSON.stringify(await answerOne(parsed.value, origin));
    if (parsed.value.length === 0 || parsed.value.length > MAX_BATCH) {
      return JSON.stringify(errorEnvelope(null, 'INVALID_REQUEST', `a batch has 1 to ${MAX_BATCH} messages`));
    }
    return JSON.stringify(await answerAll(parsed.value, origin));
  };
}
