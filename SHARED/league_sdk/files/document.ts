/** One JSON document on disk, checked against its shape when it is read. */
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseJson } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { shapeFault } from '../config/shape_fault.ts';
import type { Disk } from '../disk/disk.ts';

/** A file that says nothing sensible. It is left as it is. */
export interface DataFault {
  readonly code: 'DAMAGED';
  readonly file: string;
  readonly detail: string;
}

/** Our own files are long lists, but still not bottomless. */
export const FILE_LIMITS = { depth: 32, keys: 1_000_000, stringLength: 1_000_000, items: 10_000_000 };
const validators = new WeakMap<TSchema, (value: unknown) => boolean>();

/** The document, undefined when there is no such file, or how it is damaged. */
export async function readDocument<S extends TSchema>(
  disk: Disk,
  path: string,
  schema: S,
): Promise<Result<Static<S> | undefined, DataFault>> {
  const text = await disk.read(path);
  if (text === undefined) return ok(undefined);
  const parsed = parseJson(text, FILE_LIMITS);
  if (!parsed.ok) return err({ code: 'DAMAGED', file: path, detail: parsed.error.detail });
  if (fits(schema, parsed.value)) return ok(parsed.value as Static<S>);
  const { key, problem } = shapeFault(schema, parsed.value);
  return err({ code: 'DAMAGED', file: path, detail: `${key === '' ? 'the file' : `"${key}"`} ${problem}` });
}

/** The text of a document as it is written: indented like the examples of the specification. */
export function documentText(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Whether a value has the shape; the check is made at its first use, since making it takes longer than many checks. */
export function fits(schema: TSchema, value: unknown): boolean {
  let check = validators.get(schema);
  if (check === undefined) {
    const validator = Compile(schema);
    check = (candidate) => validator.Check(candidate);
    validators.set(schema, check);
  }
  return check(value);
}
