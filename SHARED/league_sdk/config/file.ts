/** Reads one configuration file, checks it against its schema, and reports its first fault in one sentence. */
import { basename, dirname, join } from 'node:path';
import type { Static, TSchema } from '../../contracts/schema_builder.ts';
import { fits } from '../../contracts/validator.ts';
import { didYouMean } from '../../core/did_you_mean.ts';
import { isJsonObject, type Json, parseJson, withoutMark } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Disk } from '../disk/disk.ts';
import { shapeFault } from '../files/document.ts';
import type { Complaint } from './checks.ts';
import { withDefaults } from './defaults.ts';

/** A kind of file: its schema, its other spellings, and the checks that no schema can express. */
export interface ConfigKind<S extends TSchema> {
  readonly schema: S;
  readonly respell: (file: Json) => Json;
  /** Keys that may be given and mean nothing, by their places; `onIgnored` is called for those that were. */
  readonly ignored?: readonly string[];
  readonly onIgnored?: (path: string, key: string) => void;
  readonly check?: (value: Static<S>) => Complaint | undefined;
  /** Resolves paths that are relative to the folder of the file. */
  readonly placed?: (value: Static<S>, folder: string) => Static<S>;
}

const FILE_LIMITS = { depth: 32, keys: 100_000, stringLength: 100_000, items: 1_000_000 };

/** The file at the first of the places where there is one, or one line with the fault and the remedy. */
export async function readConfig<S extends TSchema>(
  disk: Disk,
  paths: readonly string[],
  kind: ConfigKind<S>,
): Promise<Result<Static<S>, ConfigFault>> {
  for (const path of paths) {
    const text = await disk.read(path);
    if (text !== undefined) return checked(path, text, kind);
  }
  const [path = ''] = paths;
  const there = await disk.list(dirname(path));
  const meant = didYouMean(basename(path), there);
  const files = there.filter((name) => name.endsWith('.json'));
  const others = files.length === 0 ? '' : `; there are ${files.slice(0, 20).join(', ')}`;
  const hint = meant === undefined ? others : `; did you mean ${join(dirname(path), meant)}?`;
  const looked = paths.length === 1 ? '' : ` (looked for ${paths.join(' and ')})`;
  return err(configFault(path, '', `there is no such file${looked}${hint}`));
}

function checked<S extends TSchema>(path: string, text: string, kind: ConfigKind<S>): Result<Static<S>, ConfigFault> {
  const parsed = parseJson(text, FILE_LIMITS);
  if (!parsed.ok) {
    return err(configFault(path, '', parsed.error.kind === 'syntax' ? syntaxProblem(text) : parsed.error.detail));
  }
  const given = kind.respell(parsed.value);
  for (const key of kind.ignored ?? []) if (isGiven(given, key)) kind.onIgnored?.(path, key);
  const loaded = withDefaults(kind.schema, given);
  if (!fits(kind.schema, loaded)) {
    const { key, problem } = shapeFault(kind.schema, loaded);
    return err(configFault(path, key, problem));
  }
  const complaint = kind.check?.(loaded);
  if (complaint !== undefined) return err(configFault(path, complaint.key, complaint.problem));
  return ok(kind.placed?.(loaded, dirname(path)) ?? loaded);
}

/** Whether a file has a key at this place: `league_manager.status`. */
function isGiven(file: Json, place: string): boolean {
  let part: Json | undefined = file;
  for (const key of place.split('.')) part = part !== undefined && isJsonObject(part) ? part[key] : undefined;
  return part !== undefined;
}

/** In the parser's own words, for they say where. */
function syntaxProblem(text: string): string {
  try {
    JSON.parse(withoutMark(text));
  } catch (thrown) {
    return `is not valid JSON; correct it (${(thrown as Error).message})`;
  }
  throw new Error('a text was refused as JSON and then accepted');
}

/** The fault of a configuration file: its place and one line for people. */
export interface ConfigFault {
  readonly code: 'INVALID_CONFIG';
  readonly file: string;
  readonly key: string;
  /** The whole line, for people. */
  readonly detail: string;
}

export function configFault(file: string, key: string, problem: string): ConfigFault {
  const line = key === '' ? `${file}: ${problem}` : `${file}: "${key}" ${problem}`;
  return { code: 'INVALID_CONFIG', file, key, detail: line.replace(/\s+/g, ' ') };
}
