import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.each(['NODE_DISABLE_COMPILE_CACHE', 'LEAGUE_PARENT_PID', 'LEAGUE_DATABASE_URL'])(
  'a process that a test starts finds no %s',
  (name) => {
    const script = `process.exitCode = Object.hasOwn(process.env, '${name}') ? 1 : 0`;
    expect(spawnSync(process.execPath, ['-e', script])).toMatchObject({ status: 0 });
  },
);

test('what runs in a worker of the suite finds no launcher', () => {
  expect(process.send).toBeUndefined();
});
