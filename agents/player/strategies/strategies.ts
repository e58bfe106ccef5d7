/** The strategies by name: the values of `--strategy`. */

import { didYouMean } from '../../../SHARED/core/did_you_mean.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { Strategy } from '../strategy.ts';
import { always, alwaysPlaying } from './always.ts';
import { crash } from './crash.ts';
import { fourAhead } from './four_ahead.ts';
import { frequency } from './frequency.ts';
import { invalid } from './invalid.ts';
import { markov } from './markov.ts';
import { mirror } from './mirror.ts';
import { pattern } from './pattern.ts';
import { perfectTicTacToe } from './perfect_tic_tac_toe.ts';
import { random } from './random.ts';
import { slow } from './slow.ts';
import { timeout } from './timeout.ts';
import { titForTat } from './tit_for_tat.ts';

/** They play every game, and know nothing of any. */
const thinkers: readonly Strategy[] = [random, frequency, pattern, mirror, always];
/** They know one game well, and play others at random. */
const specialists: readonly Strategy[] = [perfectTicTacToe, fourAhead, titForTat, markov];
/** They try out how a league treats bad players. */
const nuisances: readonly Strategy[] = [slow, timeout, invalid, crash];

/** Every strategy by its name. `always` also goes by `always:<move>`. */
export const strategies: ReadonlyMap<string, Strategy> = new Map(
  [...thinkers, ...specialists, ...nuisances].map((strategy) => [strategy.name, strategy]),
);

/** The strategy that thinks with a language model, which has to be handed to it: `llm.ts` makes it of one. */
export const LLM = 'llm';

/** The reason why there is no such strategy. */
export type UnknownStrategy = {
  readonly code: 'UNKNOWN_STRATEGY';
  /** One line for a person: the unknown name, the closest known one, and all known ones. */
  readonly detail: string;
};

/** The strategy with this name, or the names that are known. */
export function strategyOf(name: string): Result<Strategy, UnknownStrategy> {
  const strategy = strategies.get(name);
  if (strategy !== undefined) return ok(strategy);
  const [, wanted] = /^always:(.+)$/.exec(name) ?? [];
  if (wanted !== undefined) return ok(alwaysPlaying(wanted));
  if (name === LLM)
    return err({
      code: 'UNKNOWN_STRATEGY',
      detail: 'llm needs a language model, which the command league hands to it',
    });
  const known = [...strategies.keys(), LLM];
  const meant = didYouMean(name, known);
  const hint = meant === undefined ? '' : `did you mean "${meant}"? `;
  return err({
    code: 'UNKNOWN_STRATEGY',
    detail: `no strategy is called "${name}"; ${hint}known: ${known.join(', ')}, always:<move>`,
  });
}
