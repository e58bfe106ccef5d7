/** What is wrong with a value, in words a person can act on: where, what, and what was probably meant. */
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { didYouMean } from '../../core/did_you_mean.ts';
import type { Json } from '../../core/json.ts';
import { isJsonObject } from '../../core/json.ts';

export interface ShapeFault {
  /** `timeouts.move_timeout_sec`, `players.2.player_id`; empty for the whole. */
  readonly key: string;
  readonly problem: string;
}

/** The first thing wrong with a value that does not fit its schema; keys nobody knows come first, for they explain the rest. */
export function shapeFault(schema: TSchema, value: unknown): ShapeFault {
  const errors = Value.Errors(schema, value);
  const unknown = errors.find((error) => error.keyword === 'additionalProperties');
  const error = unknown ?? errors.find(({ keyword }) => keyword !== 'boolean');
  if (error === undefined) return { key: '', problem: 'has the wrong shape' };
  const path = error.instancePath.split('/').slice(1).map(unescapePointer);
  const part = at(schema, error.schemaPath);
  if (error.keyword === 'additionalProperties') {
    const [name = ''] = error.params.additionalProperties;
    return { key: [...path, name].join('.'), problem: `is not a known key${suggestion(name, part)}` };
  }
  if (error.keyword === 'required') {
    const [name = ''] = error.params.requiredProperties;
    return { key: [...path, name].join('.'), problem: `is missing; add it${about(at(part, `#/properties/${name}`))}` };
  }
  const found = JSON.stringify(at(value, error.instancePath) ?? null).slice(0, 80);
  const allowed =
    error.keyword === 'enum' ? `must be one of ${error.params.allowedValues.map(String).join(', ')}` : error.message;
  return { key: path.join('.'), problem: `is ${found} but ${allowed}${about(part)}` };
}

function suggestion(name: string, part: unknown): string {
  const known = isJsonObject(part) && isJsonObject(part.properties) ? Object.keys(part.properties) : [];
  const meant = didYouMean(name, known);
  return meant === undefined ? `; remove it (known are ${known.join(', ')})` : `; did you mean "${meant}"?`;
}

function about(part: unknown): string {
  const description = isJsonObject(part) ? part.description : undefined;
  return typeof description === 'string' ? ` (${description})` : '';
}

function at(root: unknown, pointer: string): Json | undefined {
  let part = root as Json | undefined;
  for (const name of pointer.split('/').slice(1).map(unescapePointer)) {
    part = typeof part === 'object' && part !== null ? (part as { readonly [key: string]: Json })[name] : undefined;
  }
  return part;
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
