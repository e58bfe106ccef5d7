/** The types of the surface table: a class, its methods, and the effect of a call in each state. */
import type { FailureCode } from '../../contracts/failures.ts';
import type { MessageType } from '../../contracts/index.ts';

/**
 * What a call comes to: it acts; it repeats an answer that was given and changes nothing; or it fails with a code and
 * changes nothing. `passes`: the state lasts no time, so that nothing can be called in it.
 */
export type Happening = 'acts' | 'repeats' | 'passes' | FailureCode;

export interface SurfaceMethod<S extends string = string> {
  /** As specification 002 spells it. */
  readonly name: string;
  /** Its section there. */
  readonly section: string;
  readonly about: string;
  readonly sends: readonly MessageType[];
  readonly takes: readonly MessageType[];
  /** The states in which 002 allows it; empty where it names none. */
  readonly allowed: readonly S[];
  readonly acts: readonly S[];
  readonly repeats?: readonly S[];
  /** In all other states it is E007, but for these. */
  readonly refuses?: { readonly [C in FailureCode]?: readonly S[] };
  /** The codes it can fail with where it acts. */
  readonly failures: readonly FailureCode[];
  /** The difference from 002, and its reason. */
  readonly differs?: string;
}

export interface SurfaceClass<S extends string = string> {
  readonly name: string;
  /** Its section in specification 002. */
  readonly section: string;
  readonly file: string;
  readonly about: string;
  readonly states: readonly S[];
  /** States that last no time. */
  readonly passing: readonly S[];
  readonly methods: readonly SurfaceMethod<S>[];
}

/** A class of the surface; its states are spelled once. */
export function surfaceClass<const S extends string>(
  definition: Omit<SurfaceClass<S>, 'methods'> & { readonly methods: readonly SurfaceMethod<NoInfer<S>>[] },
): SurfaceClass<S> {
  return definition;
}

/** The effect of a call of the method in a state. */
export function happensIn<S extends string>(of: SurfaceClass<S>, method: SurfaceMethod<S>, state: S): Happening {
  if (of.passing.includes(state)) return 'passes';
  if (method.acts.includes(state)) return 'acts';
  if (method.repeats?.includes(state) === true) return 'repeats';
  const refused = Object.entries(method.refuses ?? {}).find(([, states]) => states.includes(state));
  return (refused?.[0] as FailureCode | undefined) ?? 'E007';
}

/** `register_referee` as TypeScript spells it: `registerReferee`. */
export function methodName(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
