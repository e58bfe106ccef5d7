import { expect, test } from 'vitest';
import type { BenchReport, VariantFigures } from '../../../SHARED/tools/performance/bench_report.ts';
import { changes, changesText } from './report_text.ts';

const machine = { processor: 'one', cores: 2, memory_gb: 8, node: 'v1', system: 'Linux' };
const measured = { at: '2026-01-01T00:00:00.000Z', command: 'npm run bench', machine };

function report(per_second: readonly number[], manager: readonly number[], name = 'as shipped'): BenchReport {
  const row: VariantFigures = { name, per_second, share: [1], cpu_ms: { manager } };
  return { schema_version: '1.0.0', variants: { ...measured, players: 50, rows: [row] } };
}

const verdicts = (before: BenchReport, now: BenchReport) =>
  Object.fromEntries(
    changes(before, now).map(({ figure, verdict }) => [figure.split('.').slice(-2).join('.'), verdict]),
  );

test('a figure is worse or better when it has changed by more than its slices differ', () => {
  const before = report([100, 102, 98], [1, 1.01, 0.99]);
  expect(verdicts(before, report([80, 81, 79], [0.8, 0.81, 0.79]))).toEqual({
    'as shipped.per_second': 'worse',
    'as shipped.share': '',
    'cpu_ms.manager': 'better',
  });
  expect(verdicts(before, report([130, 131, 129], [1.3, 1.29, 1.31]))).toMatchObject({
    'as shipped.per_second': 'better',
    'cpu_ms.manager': 'worse',
  });
});

test('where slices differ by more than the change, nothing is said', () => {
  expect(verdicts(report([100, 130, 70], [1]), report([85, 90, 80], [1]))['as shipped.per_second']).toBe('');
});

test('what only one of them has is not compared', () => {
  expect(changes(report([100], [1]), report([50], [2], 'another way'))).toEqual([]);
  expect(changesText([])).toBe('Nothing that was measured is in doc/bench.json.\n');
});

test('people are told what is worse first', () => {
  const text = changesText(changes(report([100, 100], [1, 1]), report([50, 50], [0.5, 0.5])));
  expect(text).toMatch(/worse +variants\.rows\.as shipped\.per_second +100\.0 +50\.00 +-50\.0 %.*better/s);
  expect(text).toMatch(/^1 of 3 figures are worse by more than their slices differ\.$/m);
});
