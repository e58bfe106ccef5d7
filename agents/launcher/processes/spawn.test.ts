import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scratchFolder } from '../../trials/scratch_folder.ts';
import { spawnAgent } from './spawn.ts';

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
