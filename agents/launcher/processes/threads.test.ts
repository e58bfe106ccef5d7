import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../world/installation.ts';
import { startThread } from './threads.ts';

const kept = () => globSync('.cache/joined/*-recomputing_main-*', { cwd: ROOT });

test('an idle thread ends by itself, and the next one of its kind finds the scripts of its modules', async () => {
  for (const file of kept()) rmSync(join(ROOT, file), { force: true });
  const done = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const thread = startThread('agents/launcher/processes/recomputing_main.ts', { games: [], done });
  // One that is still loading would not be idle.
  await expect(thread.ask('{ "results": [] }')).resolves.toBeUndefined();
  await thread.end();
  expect(kept()).toHaveLength(1);
  // Again, as an owner does that is interrupted meanwhile.
  await expect(thread.end()).resolves.toBeUndefined();
  await expect(thread.ask('anything')).rejects.toThrow('a thread ended before its work was done');
});
