import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type BenchReport, type LeagueFigures, median } from './bench_report.ts';
import { performanceDocument } from './performance.ts';

const template = readFileSync(new URL('performance.template.md', import.meta.url), 'utf8');
const machine = { processor: 'Processor', cores: 2, memory_gb: 8, node: 'v26.0.0', system: 'Linux 6' };
const measured = { at: '2026-01-02T03:04:05.000Z', command: 'npm run bench -- --only leagues --write', machine };

function figures(wire: string, players: number, given: Partial<LeagueFigures> = {}): LeagueFigures {
  return {
    ...{ wire, players, records: 'files', rounds: 2, matches: players, league: [500], bare: [1_000], ratio: [0.5] },
    ...{ cpu_ms: { manager: [0.5], referees: [0.4], hosts: [1] }, bare_cpu_ms: { manager: [0.2] } },
    ...{ memory_mb: { manager: [120] }, steps_ms: { choice: { p50: 1, p95: 20, p99: 300 } } },
    per_match: { trips: 10.1, bytes: 48_000, bare_trips: 10.1, bare_bytes: 48_000, disk_bytes: [20_000] },
    ...given,
  };
}

const made = (sections: Omit<BenchReport, 'schema_version'>) =>
  performanceDocument(template, { schema_version: '1.0.0', ...sections });
/** The last two cells of the row of a target. */
const target = (text: string, what: RegExp) => {
  const row = text.split('\n').find((line) => line.startsWith('| ') && what.test(line)) ?? '';
  return row
    .split(' | ')
    .slice(-2)
    .map((cell) => cell.replace(/ ?\|$/, ''));
};

test('what was not measured is said to be so', () => {
  const text = made({});
  expect(target(text, /^\| HTTP, of the bare loop/)).toEqual(['not measured yet', '']);
  expect(text.match(/^Not measured yet\.$/gm)).toHaveLength(6);
  expect(text).toContain('**million**: not measured yet');
});

test.each([
  [0.75, 'at the aim'],
  [0.5, 'met'],
  [0.39, '**missed**'],
])('a short league over HTTP at %d of the bare loop is %s', (ratio, verdict) => {
  const rows = [figures('http', 50, { ratio: [0.1, ratio, 0.9] })];
  expect(target(made({ leagues: { ...measured, rows } }), /HTTP, of the bare loop/)).toEqual([
    `${ratio.toFixed(2)}; 500/s`,
    verdict,
  ]);
});

test('a target of two figures is met when both are', () => {
  const long = (league: number) =>
    made({ leagues: { ...measured, rows: [figures('http', 150, { league: [league] })] } });
  expect(target(long(900), /HTTP, long league/)).toEqual(['0.50; 900/s', '**missed**']);
  expect(target(long(950), /HTTP, long league/)).toEqual(['0.50; 950/s', 'met']);
  expect(target(long(950), /organiser/)).toEqual(['0.90 ms', 'met']);
});

test('the cost of many players is held against that of few', () => {
  const rows = [
    figures('memory', 50, { cpu_ms: { here: [2] } }),
    figures('memory', 5_000, { cpu_ms: { here: [2.1] } }),
  ];
  expect(target(made({ leagues: { ...measured, rows } }), /cost per match/)).toEqual(['1.05', 'met']);
});

test('a false technical loss, or too few matches, misses the target', () => {
  const starved = { ...measured, loops: 4, matches: 11_175, technical_losses: 0, failed_attempts: 3, per_second: 50 };
  const seen = (given: object) => target(made({ starved: { ...starved, ...given } }), /false technical losses/);
  expect(seen({})).toEqual(['0 in 11,175 matches', 'at the aim']);
  expect(seen({ technical_losses: 1 })).toEqual(['1 in 11,175 matches', '**missed**']);
  expect(seen({ matches: 100 })).toEqual(['0 in 100 matches', '**missed**']);
});

test('what a million matches an hour need follows from the cost of a match for each role', () => {
  const row = (name: string, manager_us: number, database_us: number) => ({
    ...{ name, per_second: [5_000], manager_us: [manager_us], database_us: [database_us] },
  });
  const text = made({
    leagues: { ...measured, rows: [figures('http', 150, { cpu_ms: { manager: [1], referees: [3.6], hosts: [2] } })] },
    stores: { ...measured, rows: [row('files, 64 at once', 20, 0), row('PostgreSQL, 64 at once', 100, 36)] },
  });
  expect(text).toContain('| PostgreSQL, 64 at once | 5000 | 100 | 36 |');
  expect(text).toContain('| manager | 1.08 | 0.30 | 1 | 2,000,000 |');
  expect(text).toContain('| referees | 3.60 | 1.00 | 2 | 600,000 |');
  expect(text).toContain('| database | 0.04 | 0.01 | 1 | 60,000,000 |');
});

test('every section tells its figures, the machine and the command', () => {
  const rows = [{ name: 'four referees', per_second: [200, 210], share: [0.8, 0.84], cpu_ms: { manager: [1, 2] } }];
  const columns = [{ name: 'memory, 50 players', us_per_match: { disk: 1_407 }, sum: 1_407 }];
  const text = made({
    leagues: { ...measured, rows: [figures('http', 50)] },
    variants: { ...measured, players: 50, rows },
    profile: { ...measured, columns },
    start: { ...measured, npm_seconds: [1.1], node_seconds: [0.8], cpu_seconds: [1.5] },
  });
  expect(text).toContain('| HTTP | 50 | files | 50 | 1 / 20 / 300 |');
  expect(text).toContain('| four referees | 205 (200–210) | 82 % | 1.50 | – | – | 1.50 |');
  expect(text).toContain('| disk | 1,407 |');
  expect(text).toContain('**start**: npm_seconds 1.1 (1.1)');
  expect(text).toContain(`2026-01-02, 2 cores (Processor), 8 GB, Node v26.0.0, Linux 6: \`${measured.command}\``);
});

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[7], 7],
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});
