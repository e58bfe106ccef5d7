import { expect, test } from 'vitest';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import type { Assignment } from '../world/installation.ts';
import { type ServedLeague, serveInTurn } from './fleet_slot.ts';

const DRAIN_MS = 60_000;
const at = (league_id: string): Assignment => ({ league_id, manager: `http://${league_id}` });

/** A place whose referees are in a match until they are told that it is over. */
function placed() {
  const clock = fakeClock();
  const told: string[] = [];
  const wanted: { now: Assignment | 'unknown' | undefined; isFailing: boolean } = { now: undefined, isFailing: false };
  const [interrupted, hurried] = [Promise.withResolvers<'interrupted'>(), Promise.withResolvers<void>()];
  let isThere = false;
  const matches = new Map<string, PromiseWithResolvers<void>>();
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const serve = async ({ league_id }: Assignment): Promise<ServedLeague> => {
    if (wanted.isFailing) throw new Error('no more files');
    const [match, end] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    matches.set(league_id, match);
    ends.set(league_id, end);
    told.push(`serves ${league_id}`);
    const stop = async (why: string) => {
      told.push(`stops at ${league_id}: ${why}`);
      end.resolve(why);
    };
    const drain = (ms: number) =>
      Promise.race([match.promise, new Promise<void>((over) => void clock.after(ms, over))]);
    return { league_id, agent: { ended: end.promise, drain, stop }, moveTo: () => undefined };
  };
  const done = serveInTurn({
    ...{ clock, drainMs: DRAIN_MS, serve },
    interruption: { promise: interrupted.promise, isThere: () => isThere, hurry: hurried.promise },
    assigned: async () => wanted.now,
    leave: async () => void told.push('leaves'),
    tell: (line) => void told.push(line),
  }).then(() => void told.push('done'));
  return {
    ...{ clock, told, wanted, done, hurry: hurried.resolve },
    matchIsOver: (league_id: string) => matches.get(league_id)?.resolve(),
    ends: (league_id: string) => ends.get(league_id)?.resolve('the league manager said so'),
    interrupt() {
      isThere = true;
      interrupted.resolve('interrupted');
    },
  };
}

test('a referee that is asked to end gives its place up and finishes its match first', async () => {
  const s = placed();
  s.wanted.now = at('cup');
  await s.clock.advance(2_000);
  s.interrupt();
  await s.clock.advance(20_000);
  expect(s.told).toEqual(['serves cup', 'leaves']);
  s.matchIsOver('cup');
  await s.done;
  expect(s.told).toEqual(['serves cup', 'leaves', 'stops at cup: asked to end', 'done']);
});

test('asked once more, or after its time, it ends all the same', async () => {
  for (const hasten of [true, false]) {
    const s = placed();
    s.wanted.now = at('cup');
    await s.clock.advance(2_000);
    s.interrupt();
    if (hasten) s.hurry();
    await s.clock.advance(hasten ? 1 : DRAIN_MS);
    expect(s.told.slice(1)).toEqual(['leaves', 'stops at cup: asked to end', 'done']);
  }
});

test('the next league has its referee at once, while the match of the last one is finished', async () => {
  const s = placed();
  s.wanted.now = at('cup');
  await s.clock.advance(2_000);
  s.wanted.now = at('gown');
  await s.clock.advance(2_000);
  expect(s.told).toEqual(['serves cup', 'serves gown']);
  // It is not in a league twice.
  s.wanted.now = at('cup');
  await s.clock.advance(1_000);
  expect(s.told).toEqual(['serves cup', 'serves gown', 'leaves']);
  s.matchIsOver('cup');
  s.matchIsOver('gown');
  await s.clock.advance(2_000);
  expect(s.told.slice(3)).toEqual([
    'stops at cup: another league needs a referee',
    'stops at gown: another league needs a referee',
    'serves cup',
  ]);
  s.interrupt();
  s.hurry();
  await s.done;
});

test('a referee that has ended is noticed: its place is given up, and its league served again after a while', async () => {
  const s = placed();
  s.wanted.now = at('cup');
  await s.clock.advance(2_000);
  s.ends('cup');
  await s.clock.advance(1_500);
  expect(s.told).toEqual(['serves cup', 'leaves']);
  await s.clock.advance(10_000);
  expect(s.told.filter((line) => line !== 'leaves')).toEqual(['serves cup', 'serves cup']);
  s.ends('cup');
  s.wanted.now = at('gown');
  await s.clock.advance(1_000);
  expect(s.told.at(-1)).toBe('serves gown');
  s.interrupt();
  s.hurry();
  await s.done;
});

test('a referee that cannot be started is told of, and tried again; one that nobody can direct stays', async () => {
  const s = placed();
  s.wanted.isFailing = true;
  s.wanted.now = at('cup');
  await s.clock.advance(1_500);
  expect(s.told).toEqual(['league: cup did not get a referee: no more files']);
  s.wanted.isFailing = false;
  await s.clock.advance(1_000);
  s.wanted.now = 'unknown';
  await s.clock.advance(5_000);
  expect(s.told.slice(1)).toEqual(['serves cup']);
  s.interrupt();
  s.hurry();
  await s.done;
});
