/** The shape of doc/bench.json: what `npm run bench -- --write` has measured, section by section. */

/** One value for every slice, or for every time that it was measured. */
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

/** Of one wire with one number of players. */
export interface LeagueFigures {
  readonly wire: string;
  readonly players: number;
  /** How matches and histories were kept. */
  readonly records: string;
  readonly rounds: number;
  readonly matches: number;
  /** Matches per second from the start of a league to its last result. */
  readonly league: Slices;
  readonly bare: Slices;
  readonly ratio: Slices;
  /** CPU milliseconds per match by role. */
  readonly cpu_ms: RoleSlices;
  readonly bare_cpu_ms: RoleSlices;
  /** The same without the first matches. */
  readonly warm?: {
    readonly after: number;
    readonly league: Slices;
    readonly bare: Slices;
    readonly ratio: Slices;
    readonly cpu_ms: RoleSlices;
  };
  /** The most that processes of a role held, in megabytes. */
  readonly memory_mb: RoleSlices;
  readonly steps_ms: { readonly [step: string]: { readonly p50: number; readonly p95: number; readonly p99: number } };
  readonly per_match: {
    readonly trips: number;
    readonly bytes: number;
    readonly bare_trips: number;
    readonly bare_bytes: number;
    readonly disk_bytes: Slices;
  };
}

/** A section for each thing that is measured, with its figures; absent: it was not measured yet. */
export interface BenchReport {
  readonly schema_version: '1.0.0';
  readonly leagues?: Measured & { readonly rows: readonly LeagueFigures[] };
  readonly start?: Measured & {
    readonly npm_seconds: Slices;
    readonly node_seconds: Slices;
    readonly cpu_seconds: Slices;
  };
  readonly starved?: Measured & {
    readonly loops: number;
    readonly matches: number;
    readonly technical_losses: number;
    readonly failed_attempts: number;
    readonly per_second: number;
  };
  readonly simulate?: Measured & {
    readonly leagues: number;
    readonly per_minute: Slices;
    readonly per_cpu_minute: Slices;
  };
  readonly duel?: Measured & { readonly games: number; readonly per_second: Slices; readonly per_cpu_second: Slices };
  readonly many?: Measured & {
    readonly players: number;
    readonly rounds: number;
    readonly matches: number;
    /** From the first registration to the last. */
    readonly register_seconds: number;
    readonly per_second: number;
    readonly cpu_ms: { readonly [role: string]: number };
    readonly memory_mb: { readonly [role: string]: number };
  };
  readonly thousand?: Measured & {
    readonly players: number;
    readonly matches: number;
    readonly seconds: number;
    readonly per_second: number;
    readonly cpu_ms: number;
    readonly memory_mb: { readonly [role: string]: number };
    readonly disk_mb: number;
    readonly verify_seconds: number;
  };
  /** From the submission of all leagues until the last is over. */
  readonly hosted?: Measured & {
    readonly leagues: number;
    readonly players: number;
    readonly at_once_seconds: Slices;
    readonly in_turn_seconds: Slices;
  };
  /** From the signal until another manager answers as the leader. */
  readonly takeover?: Measured & { readonly killed_seconds: Slices; readonly stopped_seconds: Slices };
}

/** The names of the sections, in the order of the document. */
export const SECTIONS = [
  'leagues',
  'start',
  'starved',
  'simulate',
  'duel',
  'many',
  'thousand',
  'takeover',
  'hosted',
] as const;
export type SectionName = (typeof SECTIONS)[number];

/** The value in the middle, or halfway between the two there. */
export function median(values: Slices): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}

/** The median of a role, and of the roles together that an organiser pays for: manager and referees. */
export function cpuOf(roles: RoleSlices, ...names: readonly string[]): number | undefined {
  const lists = names.flatMap((name) => (roles[name] === undefined ? [] : [roles[name]]));
  return lists.length === 0 ? undefined : lists.reduce((sum, list) => sum + median(list), 0);
}
