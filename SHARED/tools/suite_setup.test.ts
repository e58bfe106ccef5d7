import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a process that a test starts may keep its compiled code', () => {
  const script = 'process.exitCode = Object.hasOwn(process.env, "NODE_DISABLE_COMPILE_CACHE") ? 1 : 0';
  expect(spawnSync(process.execPath, ['-e', script])).toMatchObject({ status: 0 });
});
