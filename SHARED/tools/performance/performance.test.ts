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
test('a section that was not measured says so, with the command that measures it', () => {
  const text = made({});
  expect(text.match(/^Not measured yet\.$/gm)).toHaveLength(1);
  expect(text).toContain('**thousand**: not measured yet; `npm run bench -- --only thousand --write`');
});

test('every section tells its figures, the machine and the command', () => {
  const text = made({
    leagues: { ...measured, rows: [figures('http', 50), figures('stdio', 10, { league: [200, 210] })] },
    start: { ...measured, npm_seconds: [1.1], node_seconds: [0.8], cpu_seconds: [1.5] },
  });
  expect(text).toContain('| HTTP | 50 | files | 50 | 1 / 20 / 300 |');
  expect(text).toContain('| pipes | 10 | files | 10 | 205 (200–210) |');
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
