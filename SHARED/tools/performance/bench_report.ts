/** The shape of doc/bench.json: what `npm run bench -- --write` has measured, section by section. */

/** One value for every time that it was measured. */
export type Slices = readonly number[];
export type RoleSlices = { readonly [role: string]: Slices };

/** When, by which command and on what machine a section was measured. */
export interface Measured {
  readonly at: string;
  readonly command: string;
  readonly machine: {
    readonly processor: string;
    readonly cores: number;
    readonly memory_gb: number;
    readonly node: string;
    readonly system: string;
  };
}

interface League {
  readonly players: number;
  readonly matches: number;
  /** Matches per second from the start of the league to its last result. */
  readonly per_second: Slices;
  /** CPU microseconds of JSON.parse and JSON.stringify of a message of a thousand bytes, just before. */
  readonly json_us: Slices;
  /** CPU milliseconds per match by role; empty where the system does not tell. */
  readonly cpu_ms: RoleSlices;
}

/** A league of other people's players over HTTP. */
export interface ForeignRow extends League {
  /** The same number of matches as a loop of ten exchanges with the same players. */
  readonly loop_per_second: Slices;
  /** HTTP exchanges with players, and the bytes of their bodies. */
  readonly per_match: { readonly exchanges: number; readonly bytes: number };
}

/** A league of our own strategies, as `league run` plays it. CPU times are those of the whole command. */
export interface OwnRow extends League {
  readonly transport: string;
  /** How matches and histories were kept. */
  readonly records: string;
  /** Logs have the messages of one match in so many. */
  readonly log_sample: number;
  /** From the first registration to the last. */
  readonly register_seconds: Slices;
  /** The most that processes of a role held, in megabytes. */
  readonly memory_mb: RoleSlices;
  /** Files of a match, logs included. */
  readonly disk_bytes: Slices;
  /** Of these, the messages in the logs of agents. */
  readonly log_bytes: Slices;
}

/** A section for each thing that is measured; absent: it was not measured yet. */
export interface BenchReport {
  readonly schema_version: '2.0.0';
  readonly foreign?: Measured & { readonly rows: readonly ForeignRow[] };
  readonly start?: Measured & { readonly seconds: Slices; readonly npm_alone_seconds: Slices };
  readonly leagues?: Measured & { readonly rows: readonly OwnRow[] };
  readonly results?: Measured & {
    readonly players: number;
    readonly matches: number;
    /** The most that the process held that decided them, and the manager that was started on them. */
    readonly memory_mb: number;
    readonly restart_memory_mb: number;
    readonly restart_seconds: number;
  };
  readonly starved?: Measured & {
    readonly held_by: string;
    readonly matches: number;
    readonly false_losses: number;
    readonly seconds: number;
  };
}

/** The names of the sections, in the order of the document. */
export const SECTIONS = ['foreign', 'start', 'leagues', 'results', 'starved'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** The value in the middle, or halfway between the two there. */
export function median(values: Slices): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}
