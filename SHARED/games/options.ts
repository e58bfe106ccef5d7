/** Reads the options of a game: numbers by name, each with a default. */
import type { JsonObject } from '../core/json.ts';

/** The options with their defaults. Throws a RangeError that names an unknown option or one that is no number. */
export function numbersIn<Name extends string>(
  options: JsonObject,
  defaults: { readonly [N in Name]: number },
): { readonly [N in Name]: number } {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(defaults, name))
      throw new RangeError(`there is no option "${name}"; known are ${Object.keys(defaults).join(', ')}`);
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw new RangeError(`option "${name}" must be a number, not ${JSON.stringify(value)}`);
    }
  }
  return { ...defaults, ...options };
}
