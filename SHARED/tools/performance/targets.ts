/** The targets of the league, held against what was measured. */
import { markdownTable } from '../generate/markdown.ts';
import { type BenchReport, cpuOf, type LeagueFigures, median, type Slices } from './bench_report.ts';

interface Target {
  readonly what: string;
  /** The figure before the work on it began, the one it had to become, and the one hoped for. */
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
    what: '10,000 players register over HTTP, and play rounds of 5,000 matches',
    ...{ before: 'not measured', must: '20 s', aim: '' },
    measured({ many }) {
      if (many === undefined) return undefined;
      const { players, register_seconds, matches, per_second } = many;
      const text = `${register_seconds} s (${whole(players)} players), then ${whole(matches)} matches at ${whole(per_second)}/s`;
      return { text, isMust: players >= 10_000 && register_seconds < 20, isAim: false };
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

/** A row for each target: what was before, must be and is hoped for, what was measured, and whether that is it. */
export function targetsTable(report: BenchReport): string {
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

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
