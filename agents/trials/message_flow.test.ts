/** The order of messages that doc/diagrams/message_flow tells, against the logs of a league that was played. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FLOW, requestsIn } from '../../SHARED/tools/pictures/message_flow.ts';
import { overHttpHere, playInProcess } from './testing/rehearsal_in_process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'league-'));
  await playInProcess(folder, overHttpHere);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Every request of the flow, in its order. */
const ORDER: readonly string[] = FLOW.flatMap(requestsIn);

/**
 * What reaches an agent from two others at about the same time may come in either order: the end of a match and the
 * news of its round, and to a referee its order and the announcement.
 */
const ANYWHERE: { readonly [id: string]: readonly string[] } = {
  LM01: [],
  REF01: ['ROUND_ANNOUNCEMENT', 'LEAGUE_STANDINGS_UPDATE', 'ROUND_COMPLETED'],
  P01: ['GAME_OVER'],
};

test.each(Object.entries(ANYWHERE))('%s first hears or says each request in the order of the flow', async (id, any) => {
  const log = await readFile(join(folder, 'logs', 'agents', `${id}.log.jsonl`), 'utf8');
  const types = log
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly message_type?: string }).message_type ?? '');
  const seen = [...new Set(types.filter((type) => ORDER.includes(type) && !any.includes(type)))];
  expect(seen.length).toBeGreaterThan(5);
  expect(seen).toEqual(ORDER.filter((type) => seen.includes(type)));
});
