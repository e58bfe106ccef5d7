import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { type Lap, type RoleSample, stretchOf, watchRoles } from './roles.ts';

const sample = (at: number, manager: number, processes = 3): RoleSample => ({
  ...{ at, processes, peakMb: {} },
  cpuMs: { manager, here: 2 * manager },
});
/** A match every hundredth of a second, and a sample every tenth. */
const lap: Lap = {
  begun: 1_000,
  results: Array.from({ length: 100 }, (_, i) => 1_010 + 10 * i),
  samples: [...Array.from({ length: 11 }, (_, i) => sample(1_000 + 100 * i, 50 * i)), sample(2_100, 20, 2)],
};

test('a stretch is from the beginning to the last result, with what was used between two samples', () => {
  expect(stretchOf(lap)).toEqual({
    matches: 100,
    seconds: 1,
    cpu: { matches: 100, ms: { manager: 500, here: 1_000 } },
  });
});

test('without the first matches it begins with the last of those', () => {
  expect(stretchOf(lap, 55)).toEqual({
    matches: 45,
    seconds: 0.45,
    cpu: { matches: 50, ms: { manager: 250, here: 500 } },
  });
});

test('a sample from after a process has ended is not counted', () => {
  const ended = { ...lap, samples: [sample(1_000, 0), sample(1_500, 300), sample(1_900, 100, 1)] };
  expect(stretchOf(ended).cpu).toEqual({ matches: 50, ms: { manager: 300, here: 600 } });
});

test.runIf(process.platform === 'linux')('what another thread has started is not counted', async () => {
  const words = ['-e', 'process.stdin.resume()', 'league_manager/main'];
  const start = `require('node:child_process').spawn(process.execPath, ${JSON.stringify(words)})
    .once('spawn', () => require('node:worker_threads').parentPort.postMessage('')).stdin.unref()`;
  const other = new Worker(start, { eval: true });
  await once(other, 'message');
  const processes = async () => (await (await watchRoles()).end()).map((sample) => sample.processes);
  try {
    expect(await processes()).toEqual([0, 0]);
    const own = spawn(process.execPath, words);
    await once(own, 'spawn');
    expect(await processes()).toEqual([1, 1]);
    own.kill();
    await once(own, 'close');
  } finally {
    await other.terminate();
  }
});
