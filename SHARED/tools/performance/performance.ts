/** doc/PERFORMANCE.md: a template whose tables are filled from doc/bench.json. */
import { filled, markdownTable } from '../generate/markdown.ts';
import {
  type BenchReport,
  cpuOf,
  type LeagueFigures,
  type Measured,
  median,
  type RoleSlices,
  type Slices,
} from './bench_report.ts';

const UNMEASURED = 'Not measured yet.';
const WIRE_NAMES: { readonly [wire: string]: string } = { http: 'HTTP', stdio: 'pipes', memory: 'memory' };

/** The document; the same report gives the same text. */
export function performanceDocument(template: string, report: BenchReport): string {
  const { leagues } = report;
  return filled(
    template,
    {},
    {
      leagues: () => (leagues === undefined ? UNMEASURED : `${leagueTables(leagues.rows)}\n\n${howMeasured(leagues)}`),
      others: () => othersTable(report),
    },
  );
}

function howMeasured({ at, command, machine }: Measured): string {
  const { processor, cores, memory_gb, node, system } = machine;
  return `${at.slice(0, 10)}, ${cores} cores (${processor}), ${memory_gb} GB, Node ${node}, ${system}: \`${command}\``;
}

function leagueTables(rows: readonly LeagueFigures[]): string {
  const named = ({ wire, players, records, matches }: LeagueFigures) => [
    WIRE_NAMES[wire] ?? wire,
    whole(players),
    records,
    whole(matches),
  ];
  const rates = rows.map((one) => [
    ...named(one),
    ...[perSecond(one.league), perSecond(one.bare), spread(one.ratio, 2)],
    one.warm === undefined ? '–' : perSecond(one.warm.league),
    one.warm === undefined ? '–' : spread(one.warm.ratio, 2),
  ]);
  const costs = rows.map((one) => [
    ...named(one),
    ...roles(one.cpu_ms, 2),
    total(one.cpu_ms, 2),
    one.warm === undefined ? '–' : total(one.warm.cpu_ms, 2),
    total(one.bare_cpu_ms, 2),
  ]);
  const sizes = rows.map((one) => [
    ...named(one),
    ...roles(one.memory_mb, 0),
    String(one.per_match.trips),
    whole(one.per_match.bytes),
    whole(median(one.per_match.disk_bytes)),
  ]);
  const steps = [...new Set(rows.flatMap(({ steps_ms }) => Object.keys(steps_ms)))];
  const latencies = rows.map((one) => [
    ...named(one),
    ...steps.map((step) => {
      const seen = one.steps_ms[step];
      return seen === undefined ? '–' : `${seen.p50} / ${seen.p95} / ${seen.p99}`;
    }),
  ]);
  const heads = ['wire', 'players', 'records', 'matches'];
  return [
    'Matches per second, from the start of a league to its last result; *warm* is without its first thousand matches.',
    markdownTable([...heads, 'league', 'bare loop', 'ratio', 'warm league', 'warm ratio'], rates),
    'CPU milliseconds per match. An organiser pays for manager and referees; `here` is the process that measures: the hub of pipes, or the whole league in memory.',
    markdownTable([...heads, 'manager', 'referees', 'hosts', 'here', 'all', 'all, warm', 'bare loop, all'], costs),
    'The most memory in megabytes, and what a match sends and leaves on the disk.',
    markdownTable(
      [...heads, 'manager', 'referees', 'hosts', 'here', 'round trips', 'bytes sent', 'bytes on disk'],
      sizes,
    ),
    'Milliseconds of each step, p50 / p95 / p99, of a league that plays as fast as it can: most of it is waiting for a turn.',
    markdownTable([...heads, ...steps], latencies),
  ].join('\n\n');
}

function othersTable(report: BenchReport): string {
  const names = ['start', 'starved', 'simulate', 'duel', 'many', 'thousand', 'takeover', 'hosted'] as const;
  return names
    .map((name) => {
      const measured = report[name];
      if (measured === undefined) return `**${name}**: not measured yet; \`npm run bench -- --only ${name} --write\``;
      const { at, command, machine, ...figures } = measured;
      const told = Object.entries(figures).map(([figure, value]) => `${figure} ${valueText(value)}`);
      return `**${name}**: ${told.join(', ')}. ${howMeasured({ at, command, machine })}`;
    })
    .join('\n\n');
}

function valueText(value: number | Slices | { readonly [name: string]: number }): string {
  if (typeof value === 'number') return value.toLocaleString('en');
  if (Array.isArray(value)) return `${median(value).toLocaleString('en')} (${value.join(', ')})`;
  return Object.entries(value)
    .map(([name, figure]) => `${name} ${figure}`)
    .join(' ');
}

/** The median, and how far the slices go where there are several. */
function spread(values: Slices, digits: number): string {
  const middle = median(values).toFixed(digits);
  if (values.length < 2) return middle;
  return `${middle} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;
}

function perSecond(values: Slices): string {
  return spread(values, 0);
}

const ROLE_NAMES = ['manager', 'referees', 'hosts', 'here'];

function roles(of: RoleSlices, digits: number): readonly string[] {
  return ROLE_NAMES.map((name) => cpuOf(of, name)?.toFixed(digits) ?? '–');
}

function total(of: RoleSlices, digits: number): string {
  return cpuOf(of, ...ROLE_NAMES)?.toFixed(digits) ?? '–';
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
