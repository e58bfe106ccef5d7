/** The types of the library table: names of the specification, and what each is here. */
import type { ErrorCode } from '../../contracts/errors.ts';
import type { LocalCode } from '../../contracts/failures.ts';
import type { FILES } from '../../contracts/files/index.ts';
import type { MessageType } from '../../contracts/index.ts';
import { methodName } from './kinds.ts';

/** Failures of the library that no agent has a word for: what it says of files and of wires. */
export const SDK_FAILURES = {
  DAMAGED: 'The file is there and makes no sense; it is left as it is.',
  UNKNOWN_PLAYER: 'The table has no row of this player.',
  DISK_FULL: 'The disk takes no more: the promise rejects with a `DiskError`.',
  DISK_ERROR: 'The disk fails in another way: the promise rejects with a `DiskError`.',
  UNREACHABLE: 'Nobody is there, or the line broke.',
  DEADLINE_PASSED: 'No reply came in time.',
  TOO_LARGE: 'The request or its reply is larger than the wire carries.',
  REFUSED: 'The carrier itself refused, such as with HTTP 404.',
  INVALID_REPLY: 'What came back makes no sense.',
  ERROR_REPLY: 'The other side said no; `error_code` says why, where it gave a code of the league.',
  UNKNOWN_TOOL: 'No connected server has a tool of this name.',
  AMBIGUOUS_TOOL: 'Several servers have a tool of this name: it has to be called by a qualified one.',
  INVALID_ANSWER: 'An answer came that might have been posted as well, and it is no good.',
} as const satisfies { readonly [code: string]: string };

export type SdkFailure = ErrorCode | LocalCode | keyof typeof SDK_FAILURES;

/** The two entry points of the library, by which a program imports everything. */
export const SDK_DOOR = 'SHARED/league_sdk/index.ts';
export const BUILDERS_DOOR = 'SHARED/contracts/builders.ts';

export interface SdkEntry {
  /** As the specification spells it: `NetworkConfig`, `ConfigLoader.load_system`; empty where it has no word for it. */
  readonly spec: string;
  /** Its name here: an export of its entry point, or a method of one. */
  readonly name: string;
  readonly file: string;
  readonly messages: readonly MessageType[];
  /** The files it reads or writes. */
  readonly files: readonly (keyof typeof FILES)[];
  readonly failures: readonly SdkFailure[];
  /** The difference from the specification, and its reason. */
  readonly differs?: string;
}

/** Exports of one kind, from one entry point. */
export interface SdkChapter {
  readonly title: string;
  /** The part of the specification it is from. */
  readonly section: string;
  readonly door: typeof SDK_DOOR | typeof BUILDERS_DOOR;
  readonly entries: readonly SdkEntry[];
}

type Entry = Pick<SdkEntry, 'file'> & Partial<SdkEntry>;

/** One thing of the specification; unless told otherwise it has the same name, and cannot fail. */
export function entry(spec: string, given: Entry): SdkEntry {
  return { spec, name: spec, messages: [], files: [], failures: [], ...given };
}

/** A class and its methods; they are spelled as TypeScript spells, and share what is said of the class. */
export function classOf(
  name: string,
  given: Entry,
  methods: { readonly [method: string]: Partial<SdkEntry> },
): readonly SdkEntry[] {
  const { differs: _, ...common } = given;
  return [
    entry(name, { ...given, failures: [] }),
    ...Object.entries(methods).map(([method, own]) =>
      entry(`${name}.${method}`, { ...common, name: `${name}.${methodName(method)}`, ...own }),
    ),
  ];
}
