/** The help that a player had with its move, in its own words: plain types, since programs of users read them in the package. */

/** One move of a player that thinks with a language model; `UsedModel` of messages/result.ts is its schema. */
export type ModelUse = {
  /** The language model, as its player names it. */
  readonly model: string;
  /** How often its provider was asked. */
  readonly requests: number;
  /** Tokens of the prompts, as the provider counts them. */
  readonly tokens_in: number;
  /** Tokens of the answers. */
  readonly tokens_out: number;
  /** What that cost, where the player knows prices. */
  readonly cost?: number;
  /** From the call to the move. */
  readonly latency_ms: number;
  /** Why a guard made the move instead: the provider failed, the answer was no move, the time was over. */
  readonly guarded?: 'provider' | 'answer' | 'time';
};

/** The help that a player names beside a move. */
export interface Help {
  /** A guard made the move in place of what should have, and how that failed. */
  readonly guarded?: string;
  readonly model_use?: ModelUse;
}
