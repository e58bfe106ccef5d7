/** The entrants of the private league: every strategy there is, the players we ship, and players that misbehave. */
import { unwrap } from '../../../SHARED/core/result.ts';
import { loadStrategy } from '../../launcher/world/strategies.ts';
import { strategies, strategyOf } from '../../player/strategies/strategies.ts';
import type { Strategy } from '../../player/strategy.ts';

export interface Entrant {
  /** As the tables call it: a strategy's name, or a shipped player's id. */
  readonly name: string;
  readonly strategy: Strategy;
  /** Absent: it behaves. */
  readonly misbehaviour?: Misbehaviour;
}

/** The behaviour of a strategy for trying out a league, and what has to come of it. */
export interface Misbehaviour {
  readonly does: string;
  /** The cause by which it must lose every game; undefined: it plays like any other. */
  readonly losesBy: string | undefined;
  /** Its own log tells of errors. */
  readonly breaks: boolean;
}

export interface Entries {
  readonly candidates: readonly Entrant[];
  /** The opponents of every candidate, besides itself. */
  readonly opponents: readonly Entrant[];
  readonly shipped: readonly Entrant[];
  readonly misbehaving: readonly Entrant[];
}

const OPPONENTS = ['random', 'always:even', 'always:odd', 'mirror'];

const MISBEHAVIOURS: { readonly [name: string]: Misbehaviour } = {
  slow: { does: 'takes three quarters of its time', losesBy: undefined, breaks: false },
  timeout: { does: 'never answers', losesBy: 'timeout', breaks: false },
  invalid: { does: 'answers with no legal move', losesBy: 'invalid_choice', breaks: false },
  // Its reply is an internal error, which is no answer: it is asked again until the deadline.
  crash: { does: 'throws an exception', losesBy: 'bad_answer', breaks: true },
};

/** All entrants, from the list of strategies and the folders of these players. */
export async function wholeField(shippedIds: readonly string[]): Promise<Entries> {
  const names = [...strategies.keys()].filter((name) => !Object.hasOwn(MISBEHAVIOURS, name)).flatMap(spelledOut);
  const shipped = await Promise.all(
    shippedIds.map(async (id) => ({ name: id, strategy: await loadStrategy(undefined, id, 'random') })),
  );
  return {
    candidates: [...names.map(entrant), ...shipped],
    opponents: OPPONENTS.map(entrant),
    shipped,
    misbehaving: Object.entries(MISBEHAVIOURS).map(([name, misbehaviour]) => ({ ...entrant(name), misbehaviour })),
  };
}

/** The one that always plays the same can be told what, so it enters as what it may be told. */
function spelledOut(name: string): readonly string[] {
  return name === 'always' ? ['always:even', 'always:odd'] : [name];
}

function entrant(name: string): Entrant {
  return { name, strategy: unwrap(strategyOf(name)) };
}
