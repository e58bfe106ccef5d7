/** The players that the protocol document shows, in a league of ours. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Hall, matchesIn, openHall } from './testing/hall.ts';
import { SHORTEST_PLAYERS } from './testing/stand_ins.ts';

let folder: string;
let at: Hall;
afterAll(async () => {
  await at?.close();
  await rm(folder, { recursive: true, force: true });
});

test(`the shortest players (${SHORTEST_PLAYERS.join(', ')}) play a league, and lose none of it by what they leave out`, async () => {
  folder = await mkdtemp(join(tmpdir(), 'league-'));
  at = await openHall(folder, {});
  await Promise.all([
    at.ours('referee', 'REF01'),
    at.ours('player', 'P09'),
    ...SHORTEST_PLAYERS.map((file, nth) => at.stranger(file, `Shortest ${nth}`)),
  ]);
  // One of them is killed, and comes back to its place with the token it kept, wherever it listens now.
  const [file = ''] = SHORTEST_PLAYERS;
  const gone = await at.stranger(file, 'Comes back');
  await gone.end();
  const back = await at.stranger(file, 'Comes back');
  expect(back.out().split(' ')[0]).toBe(gone.out().split(' ')[0]);
  const codes = await at.play();
  expect(codes.filter((code) => code !== 0)).toEqual([null]);
  expect(at.complaints()).toBe('');
  const matches = await matchesIn(at);
  expect(matches.length).toBeGreaterThan(0);
  expect(matches.map(({ termination }) => termination)).toEqual(matches.map(() => 'normal'));
});
