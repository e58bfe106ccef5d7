import { expect, test } from 'vitest';
import { StoreError } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { Flags, Mistake } from '../options.ts';
import type { LeagueWeb } from '../world/league_web.ts';
import { pastLeagues, pastReader } from './past_leagues.ts';

/** Past leagues that are read by turns of the test: `reads` names them in order, `ended` those that are shown no more. */
function archive({ isHeld = false, fails = (_: string): Error | undefined => undefined } = {}) {
  const clock = fakeClock();
  const [reads, ended, lines] = [[], [], []] as [string[], string[], string[]];
  const held: (() => void)[] = [];
  const past = pastLeagues({
    clock,
    tell: (line) => void lines.push(line),
    async read(league_id) {
      reads.push(league_id);
      const failure = fails(league_id);
      if (failure !== undefined) throw failure;
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
      const rest = Object.assign(() => true, { close: () => void ended.push(league_id) });
      return { rest, close: () => undefined } as unknown as LeagueWeb;
    },
  });
  const show = async (league_id: string, { total_matches = 10_000, since = 0 } = {}) => {
    const shown = await past.show({ league_id, total_matches, changed: new Date(since) });
    return 'why' in shown ? shown : 'shown';
  };
  return { clock, past, show, reads, ended, lines, held };
}
const SHOWN = 'shown';
const BUSY = { status: 503, why: expect.stringContaining('ask again') };

test('a league is read once, for all who ask, and while somebody looks at it nothing puts it away', async () => {
  const { clock, show, reads, ended } = archive();
  const names = ['a', 'b', 'c', 'd'];
  for (let second = 0; second < 30; second += 3) {
    expect(await Promise.all([...names, ...names].map((name) => show(name)))).toEqual(Array(8).fill(SHOWN));
    expect(await show('e')).toEqual(BUSY);
    await clock.advance(3_000);
  }
  expect([reads, ended]).toEqual([names, []]);
  // Nobody looks at the first any more.
  for (let second = 0; second < 9; second += 3) {
    for (const name of names.slice(1)) await show(name);
    await clock.advance(3_000);
  }
  expect([await show('e'), ended, reads]).toEqual([SHOWN, ['a'], [...names, 'e']]);
});

test('short leagues are kept by the dozen', async () => {
  const { show, reads } = archive();
  for (const _ of [1, 2]) for (let i = 0; i < 50; i++) expect(await show(`l${i}`, { total_matches: 6 })).toEqual(SHOWN);
  expect(reads).toHaveLength(50);
});

test('a league that is being read is put away for no other', async () => {
  const { clock, show, reads, ended, held } = archive({ isHeld: true });
  const names = ['a', 'b', 'c', 'd'];
  const waiting = names.map((name) => show(name));
  await clock.advance(60_000);
  expect(await show('e')).toEqual(BUSY);
  const again = show('d');
  for (const at of names.keys()) {
    held[at]?.();
    await clock.advance(0);
  }
  expect(await Promise.all([...waiting, again])).toEqual(Array(5).fill(SHOWN));
  expect([reads, ended]).toEqual([names, []]);
});

test('where many wait to be read, who asks for one more is told to ask again', async () => {
  const { show } = archive({ isHeld: true });
  for (let i = 0; i < 8; i++) void show(`l${i}`, { total_matches: 6 });
  expect(await show('l8', { total_matches: 6 })).toEqual(BUSY);
});

test('a league that was played once more is read again, and the one of before is put away', async () => {
  const { show, reads, ended } = archive();
  await show('cup');
  await show('cup', { since: 1 });
  await show('cup', { since: 1 });
  expect([reads, ended]).toEqual([['cup', 'cup'], ['cup']]);
});

test('a league that cannot be read is told once with its reason, which no stranger hears, and is tried again later', async () => {
  const damaged = new Mistake('the ledger is damaged at line 7');
  const { clock, show, reads, lines } = archive({ fails: () => damaged });
  const why = 'the page of cup cannot be shown; its host was told why';
  for (let second = 0; second < 90; second += 3) {
    expect(await show('cup')).toEqual({ status: 404, why });
    await clock.advance(3_000);
  }
  expect(lines).toEqual(['the page of cup cannot be shown: the ledger is damaged at line 7']);
  expect(reads.length).toBeGreaterThan(1);
  expect(reads.length).toBeLessThan(4);
});

test('a database that is away says nothing of a league: who asks next has it read', async () => {
  let isAway = true;
  const { show, reads, lines } = archive({
    fails: () => (isAway ? new StoreError('the database is away') : undefined),
  });
  await expect(show('cup')).rejects.toThrow('the database is away');
  isAway = false;
  expect([await show('cup'), reads.length, lines]).toEqual([SHOWN, 2, []]);
});

test('a host that ends shows no past league, and ends those that it shows or reads', async () => {
  const { clock, past, show, reads, ended, held } = archive({ isHeld: true });
  const first = show('a');
  await clock.advance(0);
  held[0]?.();
  await first;
  const second = show('b');
  await clock.advance(0);
  past.close();
  expect(await show('a')).toMatchObject({ status: 503, why: expect.stringContaining('is ending') });
  held[1]?.();
  expect(await second).toMatchObject({ status: 503 });
  expect([reads, ended]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
});

test('a league without a ledger is a mistake, in words', async () => {
  const { past } = archive();
  past.close();
  const read = pastReader(new Flags([['data', '/nowhere/at/all']]), { submission: async () => undefined }, 1);
  await expect(read('cup')).rejects.toThrow('there is no ledger of cup in ');
  await expect(read('cup')).rejects.toBeInstanceOf(Mistake);
});
