import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { HTTP_LIMITS } from '../../../SHARED/league_sdk/transport/http/limits.ts';
import { HttpServer } from '../../../SHARED/league_sdk/transport/http/server.ts';
import { type FakeClock, fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import type { League } from '../../league_manager/league/state.ts';
import { playedRounds, shownOf } from '../../web/testing/shown.ts';
import { readerAt } from '../live/reader.ts';
import { leagueWeb } from './league_web.ts';
import { RUN_READER } from './wires_http.ts';

const closing: HttpServer[] = [];
afterEach(async () => {
  for (const server of closing.splice(0)) await server.close();
});

/** A league that is about to end, shown at an address; the clock of its web stands still. */
async function shownLeague() {
  const clock = fakeClock();
  const web = leagueWeb({ disk: memoryDisk(), clock, readers: 10 });
  const league: League = playedRounds(4, 2);
  web.show(shownOf(league));
  const server = unwrap(
    await HttpServer.open('127.0.0.1', 0, { clock: systemClock, limits: HTTP_LIMITS, rest: web.rest }),
  );
  closing.push(server);
  return { clock, web, league, at: `http://127.0.0.1:${server.port}/` };
}

/** Whether a last look is over when this much time has passed. */
async function isOverAfter(looking: Promise<void>, ms: number, clock: FakeClock): Promise<boolean> {
  let isOver = false;
  void looking.then(() => {
    isOver = true;
  });
  await clock.advance(ms);
  return isOver;
}

test('a manager stays for readers of its page, and not at all where there are none', async () => {
  const { clock, web, at } = await shownLeague();
  expect(await isOverAfter(web.lastLook(), 0, clock)).toBe(true);
  unwrap(await readerAt(at).read('league'));
  const looking = web.lastLook();
  expect(await isOverAfter(looking, 1_000, clock)).toBe(false);
  expect(await isOverAfter(looking, 1_000, clock)).toBe(true);
});

test('a manager stays for its launcher until that has seen the end, and no longer', async () => {
  const { clock, web, league, at } = await shownLeague();
  const launcher = readerAt(at, RUN_READER);
  unwrap(await launcher.read('league'));
  league.phase = 'LEAGUE_COMPLETE';
  const looking = web.lastLook();
  expect(await isOverAfter(looking, 1_000, clock)).toBe(false);
  unwrap(await launcher.read('events'));
  await looking;
  await web.lastLook();
});

test('a launcher that never looks again is given up', async () => {
  const { clock, web, at } = await shownLeague();
  unwrap(await readerAt(at, RUN_READER).read('league'));
  const looking = web.lastLook();
  expect(await isOverAfter(looking, 1_000, clock)).toBe(false);
  expect(await isOverAfter(looking, 1_000, clock)).toBe(true);
});
