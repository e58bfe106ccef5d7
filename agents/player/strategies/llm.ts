/** Asks a language model for every move, and tells a provider that fails from a model that plays badly. */
import type { ModelGuard } from '../../../SHARED/contracts/messages/result.ts';
import type { ModelUse } from '../../../SHARED/contracts/model_use.ts';
import { sleep } from '../../../SHARED/core/clock.ts';
import { cut } from '../../../SHARED/core/json.ts';
import { err, type Result } from '../../../SHARED/core/result.ts';
import type { Model, ModelQuestion, ModelReply, ProviderFailure } from '../model/model.ts';
import { moveIn, questionOf, repairOf } from '../model/question.ts';
import { NoMove, type Strategy, type Turn } from '../strategy.ts';

/** Kept back of the time for a move, so that the reason is told before the guard plays for lateness. */
const RESERVE = 0.02;
/** The pause before a provider is asked again: doubled each time, up to the most, by up to half more or less. */
const PAUSE_MS = 250;
const MOST_PAUSE_MS = 4_000;
/** An answer that is no legal move is asked for once more. */
const ANSWERS = 2;
const QUOTED = 80;
const FAILED: { readonly [K in ProviderFailure['kind']]: string } = {
  rate_limit: 'wants fewer requests',
  outage: 'failed',
  refused: 'refused the question',
  auth: 'refused the key',
};

/**
 * Plays by a language model. A failing provider is asked again while there is time, and an answer that is no legal move
 * is repaired once; then it throws NoMove, which says why. `rules` is the text of a game for people.
 */
export function llm(model: Model, rules: (game_type: string) => string | undefined): Strategy {
  return {
    name: 'llm',
    async decide(turn) {
      const asking = new Asking(model, turn);
      let question = questionOf(turn, rules(turn.game_type));
      let said = '';
      for (let answers = 1; answers <= ANSWERS; answers++) {
        said = (await asking.words(question)).text;
        const found = moveIn(said, turn.moves);
        if (found !== undefined) return { ...found, model_use: asking.use() };
        question = repairOf(question, said, turn.moves);
      }
      throw new NoMove(`answered with no legal move, twice: ${JSON.stringify(cut(said.trim(), QUOTED))}`, {
        ...asking.use(),
        guarded: 'answer',
      });
    },
  };
}

/** One turn at a provider: its time, and what it spent. */
class Asking {
  readonly #model: Model;
  readonly #turn: Turn;
  readonly #began: number;
  readonly #budgetMs: number;
  #requests = 0;
  #tokensIn = 0;
  #tokensOut = 0;

  constructor(model: Model, turn: Turn) {
    this.#model = model;
    this.#turn = turn;
    this.#began = turn.clock.monotonic();
    this.#budgetMs = Math.floor(turn.timeLeftMs * (1 - RESERVE));
  }

  use(): ModelUse {
    const { name, price } = this.#model;
    const tokens = { tokens_in: this.#tokensIn, tokens_out: this.#tokensOut };
    const cost = price === undefined ? undefined : (price.in * tokens.tokens_in + price.out * tokens.tokens_out) / 1e6;
    const latency_ms = Math.round(this.#turn.clock.monotonic() - this.#began);
    const spent = { model: cut(name, 128), requests: this.#requests, ...tokens, latency_ms };
    return cost === undefined ? spent : { ...spent, cost };
  }

  /** The model's words; throws NoMove when its provider brings none in time. */
  async words(question: ModelQuestion): Promise<ModelReply> {
    const { clock, random } = this.#turn;
    for (let failures = 0; ; failures++) {
      const answer = await this.#ask(question);
      if (answer === undefined) throw this.#none('time', `got no answer of its model within ${this.#budgetMs} ms`);
      if (answer.ok) return answer.value;
      const { kind, detail, mayTryAgain, afterMs } = answer.error;
      const leftMs = this.#leftMs();
      const grown = Math.min(MOST_PAUSE_MS, PAUSE_MS * 2 ** failures, leftMs / 2) * (0.5 + random());
      const pauseMs = Math.max(grown, afterMs ?? 0);
      if (!mayTryAgain || leftMs < PAUSE_MS || pauseMs >= leftMs) {
        const tries = this.#requests === 1 ? 'asked once' : `asked ${this.#requests} times`;
        const wait = afterMs === undefined ? '' : `, and wants to be left alone for ${Math.ceil(afterMs / 1_000)} s`;
        throw this.#none('provider', `got no move: the provider ${FAILED[kind]}: ${detail}${wait} (${tries})`);
      }
      await sleep(clock, pauseMs);
    }
  }

  /** One request; undefined when the time of the turn is over first. */
  async #ask(question: ModelQuestion): Promise<Result<ModelReply, ProviderFailure> | undefined> {
    this.#requests++;
    const stop = new AbortController();
    let cancel = () => {};
    const over = new Promise<undefined>((resolve) => {
      cancel = this.#turn.clock.after(Math.max(0, this.#leftMs()), () => resolve(undefined));
    });
    const asked = this.#model
      .ask(question, stop.signal)
      .catch((thrown: unknown) => err({ kind: 'outage', detail: String(thrown), mayTryAgain: false } as const));
    const answer = await Promise.race([asked, over]);
    cancel();
    stop.abort();
    if (answer?.ok !== true) return answer;
    this.#tokensIn += answer.value.tokensIn;
    this.#tokensOut += answer.value.tokensOut;
    return answer;
  }

  #leftMs(): number {
    return this.#began + this.#budgetMs - this.#turn.clock.monotonic();
  }

  #none(guarded: ModelGuard, detail: string): NoMove {
    return new NoMove(detail, { ...this.use(), guarded });
  }
}
