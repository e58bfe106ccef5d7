/** A language model as a strategy asks it: handed in, so that no strategy knows a provider or a wire. */
import type { JsonObject } from '../../../SHARED/core/json.ts';
import type { Result } from '../../../SHARED/core/result.ts';

/** A conversation that waits for the model's next words. */
export interface ModelQuestion {
  /** What the model is told before everything else. */
  readonly system: string;
  /** Oldest first; the last is the user's. */
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  /** The JSON schema of the answer, for providers that hold their models to one. */
  readonly schema: JsonObject;
}

/** The model's words, legal or not, and the tokens as its provider counted them. */
export interface ModelReply {
  readonly text: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** A provider that brought no words. That is no fault of the model, and no move of it. */
export interface ProviderFailure {
  readonly kind: 'rate_limit' | 'outage' | 'refused' | 'auth';
  /** One line without a key. */
  readonly detail: string;
  /** Whether the same question may be answered later. */
  readonly mayTryAgain: boolean;
  /** How long the provider asks to be left alone. */
  readonly afterMs?: number;
}

/** A language model at a provider. */
export interface Model {
  readonly name: string;
  /** What a million tokens cost, in and out, where that is known. */
  readonly price?: { readonly in: number; readonly out: number };
  /** Never rejects; once the signal is aborted, its answer is of no use. */
  ask(question: ModelQuestion, signal: AbortSignal): Promise<Result<ModelReply, ProviderFailure>>;
}
