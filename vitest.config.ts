/**
 * How tests run: in processes that share their modules, which is ten times as fast as isolating every file, and three more of
 * them than cores, since a file waits for processes and limits for half of its time. Threads of one process would wait for
 * each other's memory, and their programs for files that another thread still writes.
 */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const HEART = { statements: 95 };
const TRIALS = /\/agents\/trials\//;

/** Whole leagues last longest: they are begun first, and the short files fill what is left of the time. */
class LeaguesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const [leagues, others] = [true, false].map((first) =>
      sorted.filter(({ moduleId }) => TRIALS.test(moduleId) === first),
    );
    return [...(leagues ?? []), ...(others ?? [])];
  }
}

export default defineConfig({
  test: {
    include: ['SHARED/**/*.test.ts', 'agents/**/*.test.ts'],
    setupFiles: ['SHARED/tools/suite_setup.ts'],
    pool: 'forks',
    // As agents run: without `__proto__`.
    execArgv: ['--disable-proto=throw'],
    isolate: false,
    maxWorkers: availableParallelism() + 3,
    sequence: { sequencer: LeaguesFirst },
    testTimeout: 90_000,
    hookTimeout: 90_000,
    teardownTimeout: 2_000,
    coverage: {
      provider: 'v8',
      reportsDirectory: 'coverage',
      reportOnFailure: true,
      reporter: [['text', { skipFull: true }], 'json-summary'],
      include: ['SHARED/**/*.ts', 'agents/**/*.ts'],
      exclude: [
        '**/*.test.ts',
        '**/*_laws.ts',
        'SHARED/testing/**',
        'agents/*/testing/**',
        // What tries the system: simulator, bench, chaos, private league. Their tests are counted for what they try.
        'agents/trials/**',
        // They run in processes of their own, where the counter does not see them.
        'agents/*/main.ts',
        'agents/launcher/commands/manager.ts',
        'agents/launcher/hosting/{fleet,host,standby}.ts',
        'agents/launcher/kits/**',
        'agents/launcher/live/announcer.ts',
        'agents/launcher/processes/host.ts',
        'SHARED/tools/package/**',
        // A browser runs it (agents/trials/page), where the counter does not see it either.
        'agents/page/**',
        'agents/launcher/processes/spawn.ts',
        'SHARED/tools/gates/check.ts',
      ],
      thresholds: {
        statements: 95,
        'SHARED/contracts/**': HEART,
        'SHARED/games/**': HEART,
        'agents/referee/**': HEART,
        'agents/league_manager/**': HEART,
        'agents/player/**': HEART,
      },
    },
  },
});
