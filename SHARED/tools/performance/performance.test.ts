import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type BenchReport, median } from './bench_report.ts';
import { performanceDocument, reportText } from './performance.ts';

const template = readFileSync(new URL('performance.template.md', import.meta.url), 'utf8');
const machine = { processor: 'Processor', cores: 2, memory_gb: 8, node: 'v26.0.0', system: 'Linux' };
const measured = { at: '2026-01-02T03:04:05.000Z', command: 'npm run bench -- --write', machine };
const foreign = {
  ...{ players: 50, matches: 1_225, per_second: [400, 420, 440], loop_per_second: [1_000, 1_000, 1_100] },
  ...{ json_us: [2, 2, 4], cpu_ms: { manager: [1, 1.2, 2], referees: [2, 2, 2] } },
  per_match: { exchanges: 12, bytes: 45_000 },
};
const report: BenchReport = {
  schema_version: '2.0.0',
  foreign: { ...measured, rows: [foreign] },
  start: { ...measured, seconds: [1.1], npm_alone_seconds: [0.1] },
};

test('a section that was not measured names the command that measures it', () => {
  const text = performanceDocument(template, { schema_version: '2.0.0' });
  expect(text).toContain('Not measured yet: `npm run bench -- --only results --write`.');
  expect(text).not.toContain('undefined');
});

test('a league of foreign players has its ratio to the loop, and CPU times in messages of JSON', () => {
  const row = '| 50 | 420 (400–440) | 1000 (1000–1100) | 0.40 (0.40–0.42) | 1.20 (500) | 2.00 (1,000) | 45,000 |';
  const text = performanceDocument(template, report);
  expect(text).toContain(row);
  expect(text).toContain(`*2026-01-02, 2 cores (Processor), 8 GB, Node v26.0.0, Linux: \`${measured.command}\`*`);
  expect(reportText(report)).toContain(row);
});

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[7], 7],
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});
