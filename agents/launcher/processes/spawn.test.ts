import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scratchFolder } from '../../trials/scratch_folder.ts';
import { Mistake } from '../options.ts';
import { type Spawned, spawnAgent, Vanished } from './spawn.ts';

/** Why an agent does not listen. */
const complaintOf = ({ listening }: Spawned) => listening.then(String, (thrown: unknown) => thrown);

test('a process that is killed has vanished, whatever it had warned of before', async () => {
  const scratch = await scratchFolder('killed-');
  onTestFinished(() => scratch.remove());
  const script = join(scratch.path, 'warned.ts');
  await writeFile(
    script,
    "process.stderr.write('league: a message cannot be read\\n', () => process.kill(process.pid, 'SIGKILL'));\n",
  );
  const agent = spawnAgent('manager', script, []);
  const complaint = await complaintOf(agent);
  expect(complaint).toBeInstanceOf(Vanished);
  const words = 'manager ended too early, by SIGKILL: league: a message cannot be read';
  expect([(complaint as Vanished).message, await agent.lost]).toEqual([words, words]);
});

test('an agent that ends by its mistake is explained by its own words', async () => {
  const agent = spawnAgent('player P01', 'agents/player/main.ts', ['--nonsense']);
  const complaint = await complaintOf(agent);
  expect(complaint).toBeInstanceOf(Mistake);
  expect(complaint).not.toBeInstanceOf(Vanished);
  expect(await agent.lost).toMatch(/^player P01: .*--nonsense/);
});

test('the manager of a long league is started with what makes it hold less, since nothing sets it later', async () => {
  const scratch = await scratchFolder('sparing-');
  onTestFinished(() => scratch.remove());
  const script = join(scratch.path, 'told.ts');
  await writeFile(
    script,
    "process.send({ said: 'noted', line: process.execArgv.join(' ') });\nprocess.disconnect();\n",
  );
  const told = Promise.withResolvers<string>();
  const { gone } = spawnAgent('sparing', script, [], { isSparing: true, onNote: told.resolve });
  void gone.then(() => told.resolve('it ended without a word'));
  expect(await told.promise).toBe('--min-semi-space-size=8 --max-semi-space-size=8 --heap-growing-percent=60');
  await gone;
});
