/** A manager with half a million results in one league: its memory, and how soon it is back after a restart. */
import { join } from 'node:path';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { type Bench, figuresOf, leagueWords, placeWords, runTimed, startProgram } from './programs.ts';

const IN_FULL = { players: 1_001, matches: 500_000 };
const QUICK = { players: 201, matches: 20_000 };

export async function manyResults(bench: Bench, { players, matches } = bench.isQuick ? QUICK : IN_FULL) {
  const folder = join(bench.folder, 'results');
  const words = ['agents/trials/bench/many_results_main.ts', folder, String(players), String(matches)];
  const { roles, seconds } = await runTimed(process.execPath, ['SHARED/tools/start.mjs', ...words], bench);
  bench.tell(`${matches} results decided in ${seconds.toFixed(0)} s`);
  const startMs = systemClock.monotonic();
  const manager = startProgram(
    leagueWords('manager', '--port-base', String(bench.portBase), ...placeWords(folder)),
    bench,
  );
  try {
    await manager.says(/listens at/);
    const restartSeconds = (systemClock.monotonic() - startMs) / 1_000;
    const figures = await figuresOf(manager.pid);
    return {
      ...{ players, matches },
      memory_mb: Math.max(0, ...roles.map(({ peakMb }) => peakMb)),
      restart_seconds: Number(restartSeconds.toFixed(2)),
      restart_memory_mb: Math.round(figures?.peakMb ?? 0),
    };
  } finally {
    await manager.end();
  }
}
