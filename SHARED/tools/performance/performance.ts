/** doc/PERFORMANCE.md: a template whose tables are filled from doc/bench.json. */
import { filled, markdownTable } from '../generate/markdown.ts';
import {
  type BenchReport,
  cpuOf,
  type LeagueFigures,
  type Measured,
  median,
  type RoleSlices,
  type SectionName,
  type Slices,
  type StoreFigures,
  type VariantFigures,
} from './bench_report.ts';
import { targetsTable } from './targets.ts';

const UNMEASURED = 'Not measured yet.';
const WIRE_NAMES: { readonly [wire: string]: string } = { http: 'HTTP', stdio: 'pipes', memory: 'memory' };

/** The document; the same report gives the same text. */
export function performanceDocument(template: string, report: BenchReport): string {
  const section = <S extends SectionName>(name: S, block: (section: NonNullable<BenchReport[S]>) => string) => {
    const measured = report[name] as (NonNullable<BenchReport[S]> & Measured) | undefined;
    return measured === undefined ? UNMEASURED : `${block(measured)}\n\n${howMeasured(measured)}`;
  };
  return filled(
    template,
    {},
    {
      targets: () => targetsTable(report),
      leagues: () => section('leagues', ({ rows }) => leagueTables(rows)),
      variants: () => section('variants', ({ rows }) => variantTable(rows)),
      bare: () => section('bare', ({ rows }) => variantTable(rows)),
      profile: () => section('profile', ({ columns }) => profileTable(columns)),
      stores: () => section('stores', ({ rows }) => storesTable(rows)),
      machines: () => machinesTable(report),
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

function variantTable(rows: readonly VariantFigures[]): string {
  const cells = rows.map(({ name, per_second, share, cpu_ms }) => [
    ...[name, perSecond(per_second), `${Math.round(100 * median(share))} %`],
    ...roles(cpu_ms, 2).slice(0, 3),
    total(cpu_ms, 2),
  ]);
  return markdownTable(['', 'matches/s', 'of the first', 'manager ms', 'referees ms', 'hosts ms', 'all ms'], cells);
}

function profileTable(columns: NonNullable<BenchReport['profile']>['columns']): string {
  const buckets = Object.keys(columns[0]?.us_per_match ?? {});
  const rows = buckets.map((bucket) => [bucket, ...columns.map((one) => whole(one.us_per_match[bucket] ?? 0))]);
  const sums = ['**all**', ...columns.map(({ sum }) => whole(sum))];
  return markdownTable(['µs per match', ...columns.map(({ name }) => name)], [...rows, sums]);
}

function storesTable(rows: readonly StoreFigures[]): string {
  const cells = rows.map(({ name, per_second, manager_us, database_us }) => [
    ...[name, perSecond(per_second), spread(manager_us, 0), spread(database_us, 0)],
  ]);
  return markdownTable(['ledger', 'results/s', 'manager µs', 'database µs'], cells);
}

/** A million matches an hour, and how busy a core may be on the average. */
const WANTED = { perSecond: 1_000_000 / 3_600, load: 0.6 };

/** On paper: the measured cost of a match for each role, times the matches. */
function machinesTable({ leagues, stores }: BenchReport): string {
  const league = leagues?.rows.find(({ wire, players }) => wire === 'http' && players === 150);
  const [files, store] = ['files', 'PostgreSQL'].map((kind) =>
    stores?.rows.find(({ name }) => name === `${kind}, 64 at once`),
  );
  if (league === undefined || files === undefined || store === undefined) return UNMEASURED;
  const inDatabase = median(store.manager_us) - median(files.manager_us);
  const costs = [
    ['manager', (cpuOf(league.cpu_ms, 'manager') ?? 0) + Math.max(0, inDatabase) / 1_000],
    ['referees', cpuOf(league.cpu_ms, 'referees') ?? 0],
    ['database', median(store.database_us) / 1_000],
    ['players, where they are ours', cpuOf(league.cpu_ms, 'hosts') ?? 0],
  ] as const;
  const cells = costs.map(([role, ms]) => [
    ...[role, ms.toFixed(2), ((ms * WANTED.perSecond) / 1_000).toFixed(2)],
    Math.max(1, Math.ceil((ms * WANTED.perSecond) / 1_000 / WANTED.load)).toString(),
    whole((3_600_000 * WANTED.load) / ms),
  ]);
  return markdownTable(
    ['role', 'CPU ms a match', 'cores kept busy', 'cores, at 60 %', 'matches an hour and core, at 60 %'],
    cells,
  );
}

function othersTable(report: BenchReport): string {
  const names = ['start', 'starved', 'simulate', 'duel', 'many', 'thousand', 'million', 'takeover', 'hosted'] as const;
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
