import { expect, test } from 'vitest';
import { timed } from './timed_commands.ts';

const never = new Promise<never>(() => {});

test.runIf(process.platform === 'linux')('a command is timed with its CPU time, and with what it said', async () => {
  const { seconds, cpuSeconds, out } = await timed(process.execPath, ['-p', '6 * 7'], never);
  expect(out).toBe('42\n');
  expect(seconds).toBeGreaterThan(0);
  expect(cpuSeconds).toBeGreaterThan(0);
});

test('a command that fails is a mistake with its last line', async () => {
  const failing = timed(process.execPath, ['-e', 'console.error("first\\nlast"); process.exit(3)'], never);
  await expect(failing).rejects.toThrow('last');
  await expect(timed('no such program', [], never)).rejects.toThrow('cannot be started');
});

test.skipIf(process.platform === 'win32')('a command that is called off is ended', async () => {
  await expect(timed(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], Promise.resolve())).rejects.toThrow();
});
