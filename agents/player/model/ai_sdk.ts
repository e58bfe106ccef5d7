/** Language models at their providers, by the AI SDK: its one home, loaded only when a player thinks with a model. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateText, jsonSchema, type LanguageModel, NoObjectGeneratedError, Output } from 'ai';
import { cut } from '../../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import { thrownText } from '../../../SHARED/core/thrown.ts';
import type { Model, ModelQuestion, ModelReply, ProviderFailure } from './model.ts';

/** Where a model is, and how a player proves itself there. */
export interface ModelPlace {
  readonly provider: 'openai' | 'anthropic' | 'compatible';
  /** The name of the model at its provider. */
  readonly model: string;
  /** As a person names it. */
  readonly name: string;
  readonly baseUrl?: string | undefined;
  readonly key?: string | undefined;
  readonly price?: Model['price'] | undefined;
}

/** The most characters of a provider's own words in a failure. */
const DETAIL_LENGTH = 160;
/** Keys as the large providers write them, whole or with a part left out. */
const KEYS = /\b(Bearer\s+\S+|(sk|key|pk|rk|xai|gsk|hf|r8|AIza)[-_][\w*.…-]+)/g;
/** Letters that move the cursor of a terminal, or hide others. */
const CONTROLS = /[\p{Cc}\p{Cf}]/gu;
/** Answers by which a server says that it knows no schemas. */
const NO_SCHEMAS = [400, 404, 415, 422, 501];
const NAMES_SCHEMAS = /schema|response_format|output_(config|format)|structured|json mode/i;
const NAMES_LIMIT = /max_\w*tokens/i;
/** The number of questions asked without a schema before it is tried again: a server may refuse for a passing reason. */
const PLAIN_QUESTIONS = 20;
/** Enough for a model that thinks before it answers, and an end to one that rambles. */
const LONGEST_ANSWER = 8_192;
const BUSY = [408, 409, 425];

/** The model of a place. No request is made before it is asked, and none is repeated by the SDK: its caller has the clock. */
export function openModel(place: ModelPlace): Model {
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const model = modelAt(place);
  let refusedSchemas = 0;
  let plainQuestions = 0;
  let isLimited = true;

  async function words(
    { system, messages, schema }: ModelQuestion,
    abortSignal: AbortSignal,
    withSchema: boolean,
  ): Promise<Result<ModelReply, ProviderFailure>> {
    const asked = {
      ...{ model, instructions: system, abortSignal, maxRetries: 0 },
      ...(isLimited ? { maxOutputTokens: LONGEST_ANSWER } : {}),
      messages: messages.map(({ role, text }) => ({ role, content: text })),
    };
    const output = withSchema ? { output: Output.object({ schema: jsonSchema(schema), name: 'move' }) } : {};
    try {
      const { text, usage, finishReason } = await generateText({ ...asked, ...output });
      return said(text, usage, finishReason);
    } catch (thrown) {
      // Words that are not as the schema wants them are words all the same.
      if (!NoObjectGeneratedError.isInstance(thrown)) throw thrown;
      return said(thrown.text ?? '', thrown.usage, thrown.finishReason);
    }
  }

  /** The same, once more without a limit where the server knows none. */
  async function tried(question: ModelQuestion, signal: AbortSignal, withSchema: boolean): Promise<Tried> {
    try {
      return { answer: await words(question, signal, withSchema) };
    } catch (thrown) {
      if (!isLimited || !isRefusal(thrown) || !names(thrown, NAMES_LIMIT)) return { thrown };
      isLimited = false;
      return tried(question, signal, withSchema);
    }
  }

  return {
    name: place.name,
    ...(place.price === undefined ? {} : { price: place.price }),
    async ask(question, signal) {
      const withSchema = plainQuestions === 0;
      plainQuestions -= withSchema ? 0 : 1;
      const first = await tried(question, signal, withSchema);
      if (first.answer !== undefined) {
        if (withSchema) refusedSchemas = 0;
        return first.answer;
      }
      if (!withSchema || !isRefusal(first.thrown)) return err(failureIn(first.thrown, place.key));
      // The question says how to answer as well. Where that helps twice, or the server says why, schemas are left out.
      const plain = await tried(question, signal, false);
      if (plain.answer === undefined) return err(failureIn(plain.thrown, place.key));
      refusedSchemas += 1;
      if (refusedSchemas > 1 || names(first.thrown, NAMES_SCHEMAS)) plainQuestions = PLAIN_QUESTIONS;
      return plain.answer;
    },
  };
}

type Tried =
  | { readonly answer: Result<ModelReply, ProviderFailure> }
  | { readonly answer?: never; readonly thrown: unknown };

function isRefusal(thrown: unknown): thrown is APICallError {
  return APICallError.isInstance(thrown) && NO_SCHEMAS.includes(thrown.statusCode ?? 0);
}

function names({ message, responseBody = '' }: APICallError, what: RegExp): boolean {
  return what.test(message) || what.test(responseBody.slice(0, 2_000));
}

function modelAt({ provider, model, baseUrl, key }: ModelPlace): LanguageModel {
  const at = { ...(baseUrl === undefined ? {} : { baseURL: baseUrl }), ...(key === undefined ? {} : { apiKey: key }) };
  if (provider === 'openai') return createOpenAI(at)(model);
  if (provider === 'anthropic') return createAnthropic(at)(model);
  return createOpenAICompatible({ name: 'compatible', baseURL: baseUrl ?? '', supportsStructuredOutputs: true, ...at })(
    model,
  );
}

interface Usage {
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
}

function said(text: string, usage: Usage | undefined, finish: string | undefined): Result<ModelReply, ProviderFailure> {
  if (text === '' && finish === 'content-filter')
    return err({ kind: 'refused', detail: 'it withheld the answer of the model', mayTryAgain: true });
  return ok({ text, tokensIn: usage?.inputTokens ?? 0, tokensOut: usage?.outputTokens ?? 0 });
}

/** What a provider's failure means, in a line without a key. */
function failureIn(thrown: unknown, key: string | undefined): ProviderFailure {
  if (!APICallError.isInstance(thrown))
    return { kind: 'outage', detail: safe(thrownText(thrown), key), mayTryAgain: true };
  const { statusCode: status, responseHeaders = {}, message } = thrown;
  const detail = safe(status === undefined ? message : `HTTP ${status} ${message}`, key);
  // A provider that refuses a key likes to repeat it.
  if (status === 401 || status === 403) return { kind: 'auth', detail: `HTTP ${status}`, mayTryAgain: false };
  if (status === 429) return { kind: 'rate_limit', detail, mayTryAgain: true, ...waitIn(responseHeaders) };
  if (status === undefined || status < 400 || status >= 500 || BUSY.includes(status))
    return { kind: 'outage', detail, mayTryAgain: true, ...waitIn(responseHeaders) };
  return { kind: 'refused', detail, mayTryAgain: false };
}

/** How long a provider asks to be left alone, in its own header or in that of HTTP, where it is a number of seconds. */
function waitIn(headers: { readonly [name: string]: string }): { readonly afterMs?: number } {
  const { 'retry-after-ms': ms, 'retry-after': seconds } = headers;
  const afterMs = ms === undefined ? Number(seconds) * 1_000 : Number(ms);
  return Number.isFinite(afterMs) && afterMs >= 0 ? { afterMs } : {};
}

function safe(text: string, key: string | undefined): string {
  const without = key === undefined || key === '' ? text : text.replaceAll(key, '…');
  return cut(without.replaceAll(KEYS, '…').replaceAll(/\s+/g, ' ').replaceAll(CONTROLS, '�').trim(), DETAIL_LENGTH);
}
