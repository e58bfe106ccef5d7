/** Pieces that several configuration files are made of. */
import { type TProperties, Type } from 'typebox';
import { ID_PATTERN } from '../../core/ids.ts';
import type { Json } from '../../core/json.ts';

/** A part of a configuration file. It is closed: a key nobody knows is a mistake somebody made. */
export const closed = <P extends TProperties>(properties: P, description: string, options: { default?: object } = {}) =>
  Type.Object(properties, { additionalProperties: false, description, ...options });

export const SchemaVersion = Type.String({ default: '1.0.0', description: 'Version of the file’s shape.' });
/** An id that also names a file or a folder. */
export const fileName = (description: string) => Type.String({ pattern: ID_PATTERN, description });
export const Options = Type.Record(Type.String(), Type.Unsafe<Json>({}), {
  default: {},
  description: 'Options of the game.',
});
export const Concurrency = Type.Integer({
  minimum: 1,
  default: 1,
  description: 'How many matches it runs at the same time.',
});
