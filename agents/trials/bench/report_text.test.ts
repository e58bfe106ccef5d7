import { expect, test } from 'vitest';
import type { BenchReport, LeagueFigures } from '../../../SHARED/tools/performance/bench_report.ts';
import { changes, changesText } from './report_text.ts';

const machine = { processor: 'one', cores: 2, memory_gb: 8, node: 'v1', system: 'Linux' };
const measured = { at: '2026-01-01T00:00:00.000Z', command: 'npm run bench', machine };

function report(league: readonly number[], manager: readonly number[], players = 50): BenchReport {
  const row: LeagueFigures = {
    ...{ wire: 'http', players, records: 'files', rounds: 49, matches: 1_225, league, bare: [1_000], ratio: [0.5] },
    ...{ cpu_ms: { manager }, bare_cpu_ms: {}, memory_mb: {}, steps_ms: {} },
    per_match: { trips: 10, bytes: 50_000, bare_trips: 10, bare_bytes: 50_000, disk_bytes: [20_000] },
  };
  return { schema_version: '1.0.0', leagues: { ...measured, rows: [row] } };
}

const verdicts = (before: BenchReport, now: BenchReport) =>
  Object.fromEntries(changes(before, now).map(({ figure, verdict }) => [figure.split('.').at(-1), verdict]));

test('a figure is worse or better when it has changed by more than its slices differ', () => {
  const before = report([100, 102, 98], [1, 1.01, 0.99]);
  expect(verdicts(before, report([80, 81, 79], [0.8, 0.81, 0.79]))).toEqual({
    league: 'worse',
    ratio: '',
    disk_bytes: '',
    manager: 'better',
  });
  expect(verdicts(before, report([130, 131, 129], [1.3, 1.29, 1.31]))).toMatchObject({
    league: 'better',
    manager: 'worse',
  });
});

test('where slices differ by more than the change, nothing is said', () => {
  expect(verdicts(report([100, 130, 70], [1]), report([85, 90, 80], [1])).league).toBe('');
});

test('figures that one report alone has are not compared', () => {
  expect(changes(report([100], [1]), report([50], [2], 150))).toEqual([]);
  expect(changesText([])).toBe('Nothing that was measured is in doc/bench.json.\n');
});

test('people are told what is worse first', () => {
  const text = changesText(changes(report([100, 100], [1, 1]), report([50, 50], [0.5, 0.5])));
  expect(text).toMatch(/worse +leagues\.rows\.http, 50 players, files\.league +100\.0 +50\.00 +-50\.0 %.*better/s);
  expect(text).toMatch(/^1 of 4 figures are worse by more than their slices differ\.$/m);
});
