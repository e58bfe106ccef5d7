import { expect, test } from 'vitest';
import { SharedTurns } from './mutex.ts';

test('callers that come while work is done share the next, which begins after all of them', async () => {
  const turns = new SharedTurns();
  const begun: PromiseWithResolvers<void>[] = [];
  const work = () => {
    begun.push(Promise.withResolvers());
    return begun.at(-1)?.promise ?? Promise.reject();
  };
  const first = turns.share('folder', work);
  await Promise.resolve();
  expect(begun).toHaveLength(1);
  const others = Array.from({ length: 100 }, () => turns.share('folder', work));
  const elsewhere = turns.share('another', async () => undefined);
  await elsewhere;
  expect(begun).toHaveLength(1);
  begun[0]?.resolve();
  await first;
  await Promise.resolve();
  expect(begun).toHaveLength(2);
  begun[1]?.reject(new Error('the disk is full'));
  const ends = await Promise.allSettled(others);
  expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']));
  await turns.share('folder', async () => undefined);
});
