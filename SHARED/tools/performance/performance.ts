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
  type VariantFigures,
} from './bench_report.ts';

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
      others: () => othersTable(report),
    },
  );
}

function howMeasured({ at, command, machine }: Measured): string {
  const { processor, cores, memory_gb, node, system } = machine;
  return `${at.slice(0, 10)}, ${cores} cores (${processor}), ${memory_gb} GB, Node ${node}, ${system}: \`${command}\``;
}

interface Target {
  readonly what: string;
  /** Before the work on it began, what it had to become, and what was hoped for. */
  readonly before: string;
  readonly must: string;
  readonly aim: string;
  readonly measured: (report: BenchReport) => Seen | undefined;
}

interface Seen {
  readonly text: string;
  readonly isMust: boolean;
  readonly isAim: boolean;
}

const SHORT = 50;
const LONG = 150;

const TARGETS: readonly Target[] = [
  {
    what: 'HTTP, of the bare loop, short league (50 players, all rounds)',
    ...{ before: '0.23', must: '0.4', aim: '0.7' },
    measured: (report) => ratioOf(row(report, 'http', SHORT), 0.4, 0.7),
  },
  {
    what: 'HTTP, long league (150 players, all rounds)',
    ...{ before: '456/s', must: 'twice, and 0.5', aim: '0.8' },
    measured: (report) => ratioOf(row(report, 'http', LONG), 0.5, 0.8, 912),
  },
  {
    what: 'pipes, short league',
    ...{ before: '0.15', must: '0.3', aim: '0.6' },
    measured: (report) => ratioOf(row(report, 'stdio', SHORT), 0.3, 0.6),
  },
  {
    what: 'memory, long league, records as they are shipped for its size',
    ...{ before: '576/s at 200 players; 0.09 short', must: 'three times', aim: '0.4 of the bare loop' },
    measured: (report) => ratioOf(row(report, 'memory', LONG), 0, 0.4, 1_728),
  },
  {
    what: 'organiser’s CPU per match over HTTP (manager and referees), long league',
    ...{ before: '2.4 ms', must: '1.2 ms', aim: '0.6 ms' },
    measured(report) {
      const figures = row(report, 'http', LONG);
      const ms = figures === undefined ? undefined : cpuOf(figures.cpu_ms, 'manager', 'referees');
      const warm = figures?.warm === undefined ? undefined : cpuOf(figures.warm.cpu_ms, 'manager', 'referees');
      const after = warm === undefined ? '' : `; ${warm.toFixed(2)} ms once warm`;
      return ms === undefined ? undefined : atMost(`${ms.toFixed(2)} ms${after}`, ms, 1.2, 0.6);
    },
  },
  {
    what: 'cost per match at 5,000 players against 50 (CPU, in memory, warm)',
    ...{ before: 'about 1', must: '≤ 1.1', aim: '≤ 1.0' },
    measured(report) {
      const [many, few] = [5_000, SHORT].map((players) => cpuOf(row(report, 'memory', players)?.cpu_ms ?? {}, 'here'));
      return many === undefined || few === undefined ? undefined : atMost((many / few).toFixed(2), many / few, 1.1, 1);
    },
  },
  {
    what: 'default league, `npm start` to exit, set up',
    ...{ before: '1.3 to 1.8 s', must: '1.2 s', aim: '0.9 s' },
    measured({ start }) {
      if (start === undefined) return undefined;
      const [npm, node] = [median(start.npm_seconds), median(start.node_seconds)];
      return atMost(`${npm.toFixed(2)} s; ${node.toFixed(2)} s without npm`, npm, 1.2, 0.9);
    },
  },
  {
    what: 'false technical losses with twice as many busy loops as cores',
    ...{ before: 'not measured', must: '0 in 10,000 matches', aim: '0' },
    measured({ starved }) {
      if (starved === undefined) return undefined;
      const { technical_losses, matches } = starved;
      const isMet = technical_losses === 0 && matches >= 10_000;
      return { text: `${technical_losses} in ${whole(matches)} matches`, isMust: isMet, isAim: isMet };
    },
  },
  {
    what: 'ledger of a million matches; restart on it; `verify`; the manager’s memory',
    ...{ before: 'not measured', must: '300 MB; 3 s; 60 s; 512 MB', aim: '' },
    measured({ million }) {
      if (million === undefined) return undefined;
      const { matches, ledger_mb, restart_seconds, verify_seconds, manager_mb } = million;
      const isMust =
        matches >= 1_000_000 && ledger_mb < 300 && restart_seconds < 3 && verify_seconds < 60 && manager_mb < 512;
      const text = `${ledger_mb} MB; ${restart_seconds} s; ${verify_seconds} s; ${manager_mb} MB (${whole(matches)} matches)`;
      return { text, isMust, isAim: false };
    },
  },
  {
    what: '`league run --players 1000` over HTTP, to its end and verified',
    ...{ before: 'not measured', must: '30 min', aim: '' },
    measured({ thousand }) {
      if (thousand === undefined) return undefined;
      const { players, matches, seconds, verify_seconds } = thousand;
      const minutes = (seconds + verify_seconds) / 60;
      const text = `${minutes.toFixed(1)} min (${whole(players)} players, ${whole(matches)} matches)`;
      return { text, isMust: players >= 1_000 && minutes < 30, isAim: false };
    },
  },
  {
    what: 'games of Even/Odd on the pure rules (duels), a second and core',
    ...{ before: '–', must: '', aim: '50,000' },
    measured: ({ duel }) => rateSeen(duel?.per_cpu_second, 50_000),
  },
  {
    what: 'simulated leagues of eight players, a minute and core',
    ...{ before: '550 to 740', must: '', aim: '3,000' },
    measured: ({ simulate }) => rateSeen(simulate?.per_cpu_minute, 3_000),
  },
];

function targetsTable(report: BenchReport): string {
  const rows = TARGETS.map(({ what, before, must, aim, measured }) => {
    const seen = measured(report);
    if (seen === undefined) return [what, before, must, aim, 'not measured yet', ''];
    return [what, before, must, aim, seen.text, verdictOf(seen, must)];
  });
  return markdownTable(['', 'before', 'must', 'aim', 'measured', 'is'], rows);
}

function verdictOf({ isMust, isAim }: Seen, must: string): string {
  if (isAim) return 'at the aim';
  if (must === '') return 'below the aim';
  return isMust ? 'met' : '**missed**';
}

function ratioOf(figures: LeagueFigures | undefined, must: number, aim: number, rate = 0): Seen | undefined {
  if (figures === undefined) return undefined;
  const [ratio, perSecond] = [median(figures.ratio), median(figures.league)];
  const text = `${ratio.toFixed(2)}; ${whole(perSecond)}/s`;
  return { text, isMust: ratio >= must && perSecond >= rate, isAim: ratio >= aim };
}

function atMost(text: string, value: number, must: number, aim: number): Seen {
  return { text, isMust: value <= must, isAim: value <= aim };
}

function rateSeen(values: Slices | undefined, aim: number): Seen | undefined {
  if (values === undefined) return undefined;
  return { text: whole(median(values)), isMust: true, isAim: median(values) >= aim };
}

function row({ leagues }: BenchReport, wire: string, players: number): LeagueFigures | undefined {
  return leagues?.rows.find((one) => one.wire === wire && one.players === players);
}

function leagueTables(rows: readonly LeagueFigures[]): string {
  const named = ({ wire, players, matches }: LeagueFigures) => [
    WIRE_NAMES[wire] ?? wire,
    whole(players),
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
  const heads = ['wire', 'players', 'matches'];
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

function othersTable(report: BenchReport): string {
  const names = ['start', 'starved', 'simulate', 'duel', 'thousand', 'million'] as const;
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
