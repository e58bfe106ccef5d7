import { expect, test } from 'vitest';
import { startThread } from './threads.ts';

test('a thread that has ended may be ended again, and refuses further questions', async () => {
  const done = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const thread = startThread('agents/launcher/processes/recomputing_main.ts', { games: [], done });
  await expect(thread.ask('{ "results": [] }')).resolves.toBeUndefined();
  await thread.end();
  await expect(thread.end()).resolves.toBeUndefined();
  await expect(thread.ask('anything')).rejects.toThrow('a thread ended before its work was done');
});
