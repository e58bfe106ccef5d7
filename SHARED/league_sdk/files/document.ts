/** A JSON document on disk: read within limits, checked against its schema, replaced as a whole, one writer at a time. */
import type { Static, TSchema } from '../../contracts/schema_builder.ts';
import { fits, problemsOf, type SchemaProblem } from '../../contracts/validator.ts';
import type { Clock } from '../../core/clock.ts';
import { didYouMean } from '../../core/did_you_mean.ts';
import { cut, isJsonObject, type Json, parseJson, strictText } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Disk } from '../disk/disk.ts';
import { KeyedMutex } from '../flow/mutex.ts';
import type { Records } from '../records/records.ts';

/** A damaged file. It is left as it is. */
export interface DataFault {
  readonly code: 'DAMAGED';
  readonly file: string;
  readonly detail: string;
}

/** Our own files are long lists, but still not bottomless. */
export const FILE_LIMITS = { depth: 32, keys: 1_000_000, stringLength: 1_000_000, items: 10_000_000 };

/** The document, undefined when there is no such file, or the damage. */
export async function readDocument<S extends TSchema>(
  disk: Disk,
  path: string,
  schema: S,
): Promise<Result<Static<S> | undefined, DataFault>> {
  return documentIn(await disk.read(path), path, schema);
}

/** The document in a text that was read from `file`; undefined where there was no text, or the damage. */
export function documentIn<S extends TSchema>(
  text: string | undefined,
  file: string,
  schema: S,
): Result<Static<S> | undefined, DataFault> {
  if (text === undefined) return ok(undefined);
  const parsed = parseJson(text, FILE_LIMITS);
  if (!parsed.ok) return err({ code: 'DAMAGED', file, detail: parsed.error.detail });
  if (fits(schema, parsed.value)) return ok(parsed.value as Static<S>);
  const { key, problem } = shapeFault(schema, parsed.value);
  return err({ code: 'DAMAGED', file, detail: `${key === '' ? 'the file' : `"${key}"`} ${problem}` });
}

/** The text of a document as it is written: indented like the examples of the specification. */
export function documentText(document: object): string {
  return `${strictText(JSON.stringify(document, null, 2))}\n`;
}

/** The disk, clock and folder of repositories. */
export interface Store {
  readonly disk: Disk;
  readonly clock: Clock;
  /** Such as SHARED/data. */
  readonly root: string;
  /** How histories are kept; absent: in files. */
  readonly records?: Records | undefined;
  /** Called for a delayed write that failed. */
  readonly onFailure?: (thrown: unknown) => void;
}

interface DocumentShape<S extends TSchema> {
  readonly schema: S;
  /** The document that is loaded while there is no file. */
  readonly empty: () => Static<S>;
  /** The document as it is written now. */
  readonly stamp?: (document: Static<S>) => Static<S>;
}

/** One document. Reading never throws for a damaged file; a failing disk rejects with a DiskError. */
export class DocumentRepository<S extends TSchema> {
  readonly path: string;
  readonly #disk: Disk;
  readonly #shape: DocumentShape<S>;
  readonly #turns = new KeyedMutex();

  constructor(store: Store, path: string, shape: DocumentShape<S>) {
    this.path = path;
    this.#disk = store.disk;
    this.#shape = shape;
  }

  /** The document; the empty one when there is no file yet. */
  async load(): Promise<Result<Static<S>, DataFault>> {
    const read = await readDocument(this.#disk, this.path, this.#shape.schema);
    return read.ok ? ok(read.value ?? this.#shape.empty()) : read;
  }

  /** Puts the document in place of the old one, whole or not at all. */
  async save(document: Static<S>): Promise<void> {
    const stamped = this.#shape.stamp?.(document) ?? document;
    await this.#disk.replace(this.path, documentText(stamped as object));
  }

  /** Changes the document; one change after the other, so that none is lost. A refused change writes nothing. */
  protected change<E>(edit: (document: Static<S>) => Result<Static<S>, E>): Promise<Result<void, DataFault | E>> {
    return this.#turns.take(this.path, async () => {
      const loaded = await this.load();
      if (!loaded.ok) return loaded;
      const edited = edit(loaded.value);
      if (!edited.ok) return edited;
      await this.save(edited.value);
      return ok(undefined);
    });
  }
}

interface ShapeFault {
  /** `timeouts.move_timeout_sec`, `players.2.player_id`; empty for the whole. */
  readonly key: string;
  readonly problem: string;
}

/** The first fault of a value that does not fit its schema; unknown keys come first, for they explain the rest. */
export function shapeFault(schema: TSchema, value: unknown): ShapeFault {
  const errors = problemsOf(schema, value);
  const unknown = errors.find((error) => error.keyword === 'additionalProperties');
  const error = unknown ?? errors.find(({ keyword }) => keyword !== 'boolean');
  if (error === undefined) return { key: '', problem: 'has the wrong shape' };
  const path = error.instancePath.split('/').slice(1).map(unescapePointer);
  const part = at(schema, error.schemaPath);
  if (error.keyword === 'additionalProperties') {
    const [name = ''] = error.params.additionalProperties ?? [];
    return { key: [...path, name].join('.'), problem: `is not a known key${suggestion(name, part)}` };
  }
  if (error.keyword === 'required') {
    const [name = ''] = error.params.requiredProperties ?? [];
    return { key: [...path, name].join('.'), problem: `is missing; add it${about(at(part, `#/properties/${name}`))}` };
  }
  const found = cut(JSON.stringify(at(value, error.instancePath) ?? null), 80);
  return { key: path.join('.'), problem: `is ${found} but ${allowed(error)}${about(part)}` };
}

function allowed({ keyword, params, message }: SchemaProblem): string {
  if (keyword === 'enum') return `must be one of ${params.allowedValues?.map(String).join(', ')}`;
  return keyword === 'const' ? `must be ${JSON.stringify(params.allowedValue)}` : message;
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
