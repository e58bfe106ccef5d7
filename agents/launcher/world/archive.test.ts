import { describe, expect, test } from 'vitest';
import type { Json } from '../../../SHARED/core/json.ts';
import { ok, unwrap } from '../../../SHARED/core/result.ts';
import type { AppendedEvents, Damage, Ledger, LedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { memoryLedgerStore } from '../../../SHARED/testing/memory_ledger_store.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import { audit } from '../../league_manager/audit/audit.ts';
import { readLeague } from '../../league_manager/league/read_league.ts';
import { type League, tableOf } from '../../league_manager/league/state.ts';
import type { Manager } from '../../league_manager/manager.ts';
import { ids, LEAGUE } from '../../league_manager/testing/rehearsal.ts';
import { PLACES, type Plays, paths, stage } from '../../league_manager/testing/rehearsal_stage.ts';
import { leagueToResume } from '../commands/resume.ts';
import { archive, earlierRun, type Shelf } from './archive.ts';

const WIRES_BY_FLAG = [
  ['memory', 'memory'],
  ['stdio', 'pipe'],
  ['http', 'http'],
] as const;

const plays: Plays = ({ player_a, player_b }) => ({
  moves: [{ [player_a as string]: 'even', [player_b as string]: 'odd' }],
});

/** A store that notes how many events were read each time its ledgers were read from the first event on. */
function counting(store: LedgerStore): LedgerStore & { readonly folds: number[] } {
  const folds: number[] = [];
  return {
    ...store,
    folds,
    async open<Event extends Json>(league_id: string) {
      const opened = await store.open<Event>(league_id);
      if (!opened.ok) return opened;
      const ledger = opened.value;
      return ok<Ledger<Event>>({
        get last() {
          return ledger.last;
        },
        append: (...events) => ledger.append(...events),
        check: () => ledger.check(),
        onLost: (hear) => ledger.onLost(hear),
        close: () => ledger.close(),
        isLong: false,
        seal: (snapshot) => ledger.seal(snapshot),
        snapshot: () => ledger.snapshot(),
        async *replay(from) {
          const at = folds.push(0) - 1;
          for await (const events of ledger.replay(from)) {
            folds[at] = (folds[at] ?? 0) + events.length;
            yield events;
          }
        },
      });
    },
    async scan<Event>(league_id: string, hear: (told: AppendedEvents<Event>) => Damage | undefined) {
      const at = folds.push(0) - 1;
      return store.scan<Event>(league_id, (told) => {
        folds[at] = (folds[at] ?? 0) + told.events.length;
        return hear(told);
      });
    },
  };
}

/** A league whose manager was stopped after `rounds` rounds, of three; its events lie in memory and in no file. */
async function playedUpTo(rounds: number) {
  let isHeldBack = true;
  const store = counting(memoryLedgerStore());
  const on = stage({ clock: fakeClock(), judge, plays });
  const manager = unwrap(await on.start({ ledgers: store }));
  for (const id of ids('REF', 2)) {
    await on.referee(id, (order) => (isHeldBack && Number(order['round_id']) > rounds ? undefined : plays(order)));
    await on.register(id);
  }
  await on.assemble(ids('P', 4), []);
  if (rounds > 0) {
    await on.startLeague();
    await on.clock.advance(5_000);
  }
  await manager.stop('for a while');
  const shelf: Shelf = { store, disk: on.disk, data: PLACES.data };
  store.folds.length = 0;
  const letGo = () => {
    isHeldBack = false;
  };
  return { on, store, shelf, league: manager.league, letGo };
}

/** What a manager is when it is told apart by its league alone. */
const told = ({ league }: Pick<Manager, 'league'>) => [league.run_id, league.phase, [...league.matches.keys()]];

describe('a start folds the ledger once', () => {
  test.each([
    [0, 'waiting'],
    [1, 'unfinished'],
  ] as const)('where a manager goes on with a league after %i rounds', async (rounds, state) => {
    const { on, store, shelf, league } = await playedUpTo(rounds);
    const { sequence } = league;
    const before = told({ league });
    const earlier = await earlierRun(shelf, LEAGUE);
    expect(earlier).toMatchObject({ state, created_at: league.created_at });
    const manager = unwrap(
      await on.start({ ledgers: store, ...(earlier.held === undefined ? {} : { held: earlier.held }) }),
    );
    expect(told(manager)).toEqual(before);
    expect(store.folds).toEqual([sequence]);
    await manager.stop('the test is over');
    expect(await store.open(LEAGUE)).toMatchObject({ ok: true });
  });

  test('where an earlier run makes room for the next', async () => {
    const { on, store, shelf, league } = await playedUpTo(3);
    const { sequence } = league;
    const earlier = await earlierRun(shelf, LEAGUE);
    expect(earlier).toMatchObject({ state: 'finished', created_at: league.created_at });
    await archive(shelf, LEAGUE, earlier);
    const manager = unwrap(await on.start({ ledgers: store }));
    expect(manager.league.run_id).not.toBe(league.run_id);
    expect(store.folds).toEqual([sequence, 0]);
  });

  test.each(WIRES_BY_FLAG)('where a launcher resumes a league over %s', async (_flag, wire) => {
    const { on, store, league } = await playedUpTo(1);
    const { sequence } = league;
    const found = await leagueToResume(store, LEAGUE, wire);
    expect(found?.league.run_id).toBe(league.run_id);
    expect(store.folds).toEqual([sequence]);
    if (wire === 'memory') {
      expect(await store.open(LEAGUE)).toEqual({ ok: false, error: { code: 'LOCKED' } });
      unwrap(await on.start({ ledgers: store, ...(found?.held === undefined ? {} : { held: found.held }) }));
      expect(store.folds).toEqual([sequence]);
    } else {
      // The manager is another process.
      expect(await store.open(LEAGUE)).toMatchObject({ ok: true });
    }
  });
});

describe('a league that is not there', () => {
  test.each(WIRES_BY_FLAG)('is not resumed over %s, and stays free', async (_flag, wire) => {
    const store = memoryLedgerStore();
    expect(await leagueToResume(store, LEAGUE, wire)).toBeUndefined();
    await unwrap(await store.open(LEAGUE)).close();
  });
});

describe('a run that is put away', () => {
  test('takes its match files with it, and leaves those of other leagues', async () => {
    const { on, shelf, league } = await playedUpTo(3);
    await on.disk.replace(paths.match(LEAGUE, 'R1M1'), 'a record');
    await on.disk.replace(paths.match('another', 'R1M1'), 'another record');
    const { created_at } = league;
    await archive(shelf, LEAGUE, await earlierRun(shelf, LEAGUE));
    expect(await on.disk.read(`${paths.archive(LEAGUE, created_at)}/matches/R1M1.json`)).toBe('a record');
    expect(await on.disk.list(paths.matches(LEAGUE))).toEqual([]);
    expect(await on.disk.read(paths.match('another', 'R1M1'))).toBe('another record');
  });

  test('is a mistake while a manager has it open', async () => {
    const { on, store, shelf } = await playedUpTo(1);
    unwrap(await on.start({ ledgers: store }));
    await expect(earlierRun(shelf, LEAGUE)).rejects.toThrow(/^a manager is already running this league on \/data;/);
  });
});

describe('a league whose ledger is no file', () => {
  test('is played to its end, read while it is played, and passes the audit', async () => {
    const { on, store, letGo } = await playedUpTo(1);
    letGo();
    const again = unwrap(await on.start({ ledgers: store }));
    expect(unwrap(await readLeague(store, LEAGUE))).toMatchObject({ phase: 'RUNNING_LEAGUE', told: false });
    expect(await on.clock.runUntil(again.ended)).toBe('the league is complete');
    const read = unwrap(await readLeague(store, LEAGUE)) as League;
    expect([read.sequence, read.told, tableOf(read)]).toEqual([again.league.sequence, true, tableOf(again.league)]);
    const audited = await audit({ store, disk: on.disk, data: PLACES.data, league_id: LEAGUE, judge });
    expect(unwrap(audited as NonNullable<typeof audited>)).toMatchObject({ phase: 'LEAGUE_COMPLETE', recomputed: 6 });
    expect([...on.disk.files().keys()].filter((path) => path.startsWith(paths.league(LEAGUE))).toSorted()).toEqual([
      paths.agentsView(LEAGUE),
      paths.rounds(LEAGUE),
      paths.standings(LEAGUE),
    ]);
  });
});
