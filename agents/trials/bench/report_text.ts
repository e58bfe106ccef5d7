/** A report of the bench on a terminal: a table for every section, and what has changed since another report. */
import {
  type BenchReport,
  cpuOf,
  type LeagueFigures,
  median,
  type RoleSlices,
  type Slices,
} from '../../../SHARED/tools/performance/bench_report.ts';
import { table } from '../../launcher/output/columns.ts';

type Row = readonly (string | number)[];

/** Everything that was measured, for people. */
export function benchText(report: BenchReport): string {
  const { leagues, schema_version: _, ...simple } = report;
  const parts = [
    ...(leagues === undefined ? [] : [leaguesText(leagues.rows)]),
    ...Object.entries(simple).flatMap(([name, section]) =>
      section === undefined ? [] : [`${name}:\n${table(['What', 'Figure'], pairsOf(section))}`],
    ),
  ];
  return `\n${parts.join('\n')}`;
}

function leaguesText(rows: readonly LeagueFigures[]): string {
  const rates = rows.map(
    ({ wire, players, records, matches, league, bare, ratio, warm, per_match }): Row => [
      ...[wire, players, records, matches, rate(league), rate(bare), shown(ratio, 2)],
      ...[warm === undefined ? '–' : rate(warm.league), warm === undefined ? '–' : shown(warm.ratio, 2), league.length],
      `${per_match.trips} | ${per_match.bare_trips}`,
      `${whole(per_match.bytes)} | ${whole(per_match.bare_bytes)}`,
    ],
  );
  const costs = rows.map(
    ({ wire, players, cpu_ms, bare_cpu_ms, warm, memory_mb, per_match }): Row => [
      ...[wire, players, ...rolesOf(cpu_ms, 2), rolesOf(bare_cpu_ms, 2).at(-1) ?? '–'],
      warm === undefined ? '–' : (rolesOf(warm.cpu_ms, 2).at(-1) ?? '–'),
      ...[rolesOf(memory_mb, 0).join(' '), whole(median(per_match.disk_bytes))],
    ],
  );
  const steps = rows.map(({ wire, players, steps_ms }): Row => {
    const each = Object.entries(steps_ms).map(([name, { p50, p95, p99 }]) => `${name} ${p50}/${p95}/${p99}`);
    return [wire, players, each.join(', ')];
  });
  const rateHeads = [
    'Wire',
    'Players',
    'Records',
    'Matches',
    'League',
    'Bare loop',
    'Ratio',
    'Warm',
    'Ratio',
    'Slices',
  ];
  return [
    table([...rateHeads, 'Round trips', 'Bytes'], rates),
    'CPU milliseconds per match, and the most memory in megabytes (manager, referees, hosts, here):\n',
    table(
      ['Wire', 'Players', 'Manager', 'Referees', 'Hosts', 'Here', 'All', 'Bare loop', 'Warm', 'Memory', 'Disk'],
      costs,
    ),
    'Milliseconds of each step, p50/p95/p99:\n',
    table(['Wire', 'Players', 'Steps'], steps),
    NOTE,
  ].join('\n');
}

const NOTE = `Matches per second from the start of a league to its last result, medians of slices in turn, processes started for
each league; warm: without its first matches. The bare loop sends the same messages between as many processes in the
same order, and does nothing else. Round trips and bytes of the bodies are per match, of the league | of the bare loop;
disk: bytes per match.
`;

/** Manager, referees, hosts, this process, and their sum. */
function rolesOf(roles: RoleSlices, digits: number): readonly string[] {
  const names = ['manager', 'referees', 'hosts', 'here'];
  return [...names.map((name) => cpuOf(roles, name)), cpuOf(roles, ...names)].map((value) =>
    value === undefined ? '–' : value.toFixed(digits),
  );
}

function pairsOf(section: object): readonly Row[] {
  return Object.entries(section)
    .filter(([name]) => !['at', 'command', 'machine'].includes(name))
    .flatMap(([name, value]): readonly Row[] => {
      if (Array.isArray(value)) return [[name, `${median(value)} (${value.join(', ')})`]];
      if (typeof value === 'object' && value !== null)
        return Object.entries(value).map(([inner, figure]) => [`${name} ${inner}`, String(figure)]);
      return [[name, String(value)]];
    });
}

function rate(values: Slices): string {
  return `${whole(median(values))}/s`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function shown(values: Slices, digits: number): string {
  return median(values).toFixed(digits);
}

/** A figure of two reports. */
export interface Change {
  readonly figure: string;
  readonly before: number;
  readonly now: number;
  /** By how much it is more or less, as a share. */
  readonly change: number;
  /** How far apart the slices of both lie from their medians, as a share. */
  readonly noise: number;
  readonly verdict: 'worse' | 'better' | '';
}

/** Figures of which more is better; of all others that are compared less is. */
const MORE_IS_BETTER = /(^|\.)(league|ratio|per_second|per_minute|per_cpu_minute|per_cpu_second)$/;
/** The names of figures, wherever they are. */
const COMPARED =
  /(^|\.)(league|ratio|per_second|per_minute|per_cpu_minute|per_cpu_second|(\w+_)?seconds|technical_losses|failed_attempts|\w+_bytes|\w+_mb|p50|p95|p99)$|\.?(cpu_ms|memory_mb)(\.|$)/;
const OF_BARE = /(^|\.)bare/;
/** Less than this says nothing, however alike the slices are; and of figures that were measured once, twice as much. */
const LEAST_NOISE = 0.03;

/** Every figure that both reports have, in the order of the second. */
export function changes(before: BenchReport, now: BenchReport): readonly Change[] {
  const earlier = figuresIn(before);
  return [...figuresIn(now)].flatMap(([figure, values]) => {
    const old = earlier.get(figure);
    if (old === undefined) return [];
    const [from, to] = [median(old), median(values)];
    if (from === 0 && to === 0) return [];
    const change = from === 0 ? Number.POSITIVE_INFINITY : to / from - 1;
    const noise = Math.max(LEAST_NOISE, spreadOf(old) + spreadOf(values));
    const isWorse = MORE_IS_BETTER.test(figure) ? change < 0 : change > 0;
    const seen = isWorse ? 'worse' : 'better';
    return [{ figure, before: from, now: to, change, noise, verdict: Math.abs(change) <= noise ? '' : seen } as const];
  });
}

function spreadOf(values: Slices): number {
  if (values.length < 2) return LEAST_NOISE;
  const middle = median(values);
  return middle === 0 ? 0 : (Math.max(...values) - Math.min(...values)) / 2 / middle;
}

/** By its path, every list of slices and every single figure; a row is called by its wire, players and records. */
function figuresIn(value: unknown, path = ''): Map<string, Slices> {
  const found = new Map<string, Slices>();
  if (typeof value === 'number' || isSlices(value)) {
    if (COMPARED.test(path) && !OF_BARE.test(path)) found.set(path, typeof value === 'number' ? [value] : value);
    return found;
  }
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, inner] of Object.entries(value)) {
    const named = Array.isArray(value) ? nameOf(inner) : key;
    for (const [deeper, figure] of figuresIn(inner, path === '' ? named : `${path}.${named}`))
      found.set(deeper, figure);
  }
  return found;
}

function isSlices(value: unknown): value is Slices {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'number');
}

function nameOf({ wire, players, records }: LeagueFigures): string {
  return `${wire}, ${players} players, ${records}`;
}

/** For people: what is worse first. */
export function changesText(all: readonly Change[]): string {
  if (all.length === 0) return 'Nothing that was measured is in doc/bench.json.\n';
  const order = ['worse', 'better', ''];
  const rows = all
    .toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))
    .map(
      ({ figure, before, now, change, noise, verdict }): Row => [
        ...[verdict, figure, before.toPrecision(4), now.toPrecision(4)],
        ...[`${change > 0 ? '+' : ''}${(100 * change).toFixed(1)} %`, `${(100 * noise).toFixed(1)} %`],
      ],
    );
  const worse = all.filter(({ verdict }) => verdict === 'worse').length;
  return `\n${table(['', 'Figure', 'doc/bench.json', 'Now', 'Change', 'Noise'], rows)}\n${worse} of ${all.length} figures are worse by more than their slices differ.\n`;
}
