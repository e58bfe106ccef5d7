/**
 * How tests run: in threads that share their modules, which is ten times as fast as isolating every file, and one more of
 * them than cores, since a file that plays a league of processes waits for a part of its time.
 */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const HEART = { statements: 95 };

export default defineConfig({
  test: {
    include: ['SHARED/**/*.test.ts', 'agents/**/*.test.ts'],
    setupFiles: ['SHARED/tools/suite_setup.ts'],
    pool: 'threads',
    isolate: false,
    maxWorkers: availableParallelism() + 1,
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
        // They run in processes of their own, where the counter does not see them.
        'agents/*/main.ts',
        'agents/launcher/kits/**',
        // A browser runs it (agents/trials/page), where the counter does not see it either.
        'agents/page/**',
        'agents/launcher/processes/spawn.ts',
        'SHARED/tools/gates/check.ts',
      ],
      thresholds: {
        statements: 85,
        'SHARED/contracts/**': HEART,
        'SHARED/games/**': HEART,
        'agents/referee/**': HEART,
        'agents/league_manager/**': HEART,
        'agents/player/**': HEART,
      },
    },
  },
});
