/** Leagues of earlier versions: their ledgers are kept as they were written, and mean what they meant. */
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { eventsIn } from '../../SHARED/league_sdk/ledger/text.ts';
import type { LeagueEvent } from '../league_manager/league/events.ts';
import { OwnStage } from './testing/own_stage.ts';
import { typed } from './testing/rehearsal_in_process.ts';

/** Written before the ledger kept schedules and seats: two whole leagues, and one killed at the end of its first round. */
const LEDGERS = fileURLToPath(new URL('../../SHARED/testing/fixtures/ledgers/', import.meta.url));
const stage = new OwnStage();

async function eventsAt(data: string, league_id: string): Promise<readonly LeagueEvent[]> {
  const read = eventsIn<LeagueEvent>(await readFile(join(data, 'leagues', league_id, 'ledger.jsonl'), 'utf8'));
  if (!read.ok) throw new Error(read.error.detail);
  return read.value.lines.flat();
}

const seatsIn = (events: readonly LeagueEvent[]) =>
  events.flatMap((event) => (event.type === 'round_opened' ? event.matches.map(({ seats }) => seats) : []));

test.each([
  ['even_odd', 'league_2025_even_odd', 6, 6],
  ['tic_tac_toe', 'league_2025_tic_tac_toe', 6, 6],
  ['unfinished', 'league_2025_even_odd', 2, 0],
])('the ledger %s, which has no seats, is verified as before', async (name, league_id, results, records) => {
  const data = join(LEDGERS, name);
  expect(new Set(seatsIn(await eventsAt(data, league_id)))).toEqual(new Set([undefined]));
  const { code, out } = await typed('verify', '--league', league_id, '--data', data);
  expect([code, out.split('\n').at(-2)]).toEqual([0, 'All is as it was played.']);
  expect(out).toContain(`${results} results recomputed from moves and seed, 0 taken on trust`);
  expect(out).toContain(records === 0 ? 'none here to be compared' : `${records} match records as reported`);
});

test('an unfinished one goes on, with seats from its next round on, and ends as a single round robin', async () => {
  const data = join(stage.folder, 'data');
  await cp(join(LEDGERS, 'unfinished'), data, { recursive: true });
  const before = await eventsAt(data, 'league_2025_even_odd');
  const { code, out, err } = await typed('resume', ...stage.where);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('2 of 6 matches decided');
  const after = await eventsAt(data, 'league_2025_even_odd');
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.filter(({ type }) => type === 'match_decided')).toHaveLength(6);
  expect(seatsIn(after)).toEqual([
    ...[undefined, undefined],
    ...[
      ['P03', 'P01'],
      ['P04', 'P02'],
    ],
    ...[
      ['P04', 'P01'],
      ['P03', 'P02'],
    ],
  ]);
  expect((await typed('verify', '--data', data)).code).toBe(0);
});
