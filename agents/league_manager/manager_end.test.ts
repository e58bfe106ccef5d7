import { describe, expect, test } from 'vitest';
import { seededEntropy } from '../../SHARED/core/entropy.ts';
import type { Json } from '../../SHARED/core/json.ts';
import { ok, unwrap } from '../../SHARED/core/result.ts';
import { type Disk, stringOf } from '../../SHARED/league_sdk/disk/disk.ts';
import type { LedgerStore } from '../../SHARED/league_sdk/ledger/ledger.ts';
import { USUAL_LOGS } from '../../SHARED/league_sdk/logs/logs.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { memoryLedgerStore } from '../../SHARED/testing/memory_ledger_store.ts';
import { judge } from '../../SHARED/testing/shipped_games.ts';
import { LEAGUE } from './testing/rehearsal.ts';
import { type Plays, paths, stage } from './testing/rehearsal_stage.ts';

const plays: Plays = ({ player_a, player_b }) => ({
  moves: [{ [player_a as string]: 'even', [player_b as string]: 'odd' }],
});
const staged = () => stage({ clock: fakeClock(), judge, plays });
type Staged = ReturnType<typeof staged>;

const ledgerOf = async (on: Staged) => ((await on.disk.read(paths.ledger(LEAGUE))) ?? '').trimEnd().split('\n');
const shownBy = async (on: Staged): Promise<number> =>
  JSON.parse((await on.disk.read(paths.standings(LEAGUE))) ?? '{}').sequence;

describe('the end of a league', () => {
  test('is shown by its files before it is noted as told: nobody starts a manager again to write them', async () => {
    const on = staged();
    const shown: number[] = [];
    const disk: Disk = {
      ...on.disk,
      append: async (path, text, options) => {
        if (path === paths.ledger(LEAGUE) && stringOf(text).includes('"end_told"')) shown.push(await shownBy(on));
        return on.disk.append(path, text, options);
      },
    };
    const effects = { clock: on.clock, disk, transport: on.wire, entropy: seededEntropy(99), logs: USUAL_LOGS };
    const manager = unwrap(await on.start({ effects }));
    await on.assemble(['P01', 'P02'], ['REF01']);
    await on.startLeague();
    await on.clock.runUntil(manager.ended);
    expect((await ledgerOf(on)).at(-1)).toContain('"end_told"');
    expect(shown).toEqual([manager.league.sequence - 1]);
    expect(await shownBy(on)).toBe(manager.league.sequence);
  });

  test('is not told when the manager is asked to end in the middle of telling it: the next one tells it', async () => {
    const on = staged();
    const manager = unwrap(await on.start());
    await on.assemble(['P01'], ['REF01']);
    await on.agent('P02', { LEAGUE_COMPLETED: () => undefined });
    await on.register('P02');
    await on.startLeague();
    await on.clock.advance(3_000);
    expect(manager.league).toMatchObject({ phase: 'LEAGUE_COMPLETE', told: false });
    await on.clock.runUntil(manager.stop('enough'));
    await on.clock.advance(60_000);
    expect((await ledgerOf(on)).filter((line) => line.includes('"end_told"'))).toEqual([]);
    expect(await shownBy(on)).toBe(manager.league.sequence);
    const heard = on.arrivals.length;
    const again = unwrap(await on.start());
    expect(await on.clock.runUntil(again.ended)).toBe('the league is complete');
    expect(on.arrivals.slice(heard).map(({ to, type }) => `${to} ${type}`)).toContain('P01 LEAGUE_COMPLETED');
    expect((await ledgerOf(on)).at(-1)).toContain('"end_told"');
    expect(await shownBy(on)).toBe(again.league.sequence);
  });

  test('is told by a manager that is started again without waiting for who is away', async () => {
    const whole = staged();
    const finished = unwrap(await whole.start());
    await whole.assemble(['P01', 'P02'], ['REF01']);
    await whole.startLeague();
    await whole.clock.runUntil(finished.ended);
    const on = staged();
    await on.disk.replace(paths.ledger(LEAGUE), `${(await ledgerOf(whole)).slice(0, -1).join('\n')}\n`);
    await on.disk.replace(paths.secret(LEAGUE), (await whole.disk.read(paths.secret(LEAGUE))) ?? '');
    await on.agent('P01');
    const again = unwrap(await on.start());
    await on.clock.advance(100);
    expect(on.heardBy('P01')).toContain('LEAGUE_COMPLETED');
    expect(await on.clock.runUntil(again.ended)).toBe('the league is complete');
  });
});

test('a manager that failed says why, and one that ended in order does not', async () => {
  const on = staged();
  let isFull = false;
  const sync: Disk['sync'] = async (path) =>
    isFull ? Promise.reject(new Error('the disk is full')) : on.disk.sync(path);
  const effects = {
    clock: on.clock,
    disk: { ...on.disk, sync },
    transport: on.wire,
    entropy: seededEntropy(99),
    logs: USUAL_LOGS,
  };
  const failing = unwrap(await on.start({ effects }));
  isFull = true;
  void on.register('P01');
  await on.clock.runUntil(failing.ended);
  expect(failing.failure()).toBe('the manager failed: the disk is full');
  const other = unwrap(await on.start());
  await on.clock.runUntil(other.stop('enough'));
  expect(other.failure()).toBeUndefined();
});

test('a manager whose league was taken over ends without being asked for anything', async () => {
  const on = staged();
  const memory = memoryLedgerStore();
  let lose: (why: unknown) => void = () => {};
  const onLost = (hear: typeof lose) => {
    lose = hear;
  };
  const store: LedgerStore = {
    ...memory,
    async open<Event extends Json>(league_id: string) {
      const opened = await memory.open<Event>(league_id);
      return opened.ok ? ok(Object.create(opened.value, { onLost: { value: onLost } })) : opened;
    },
  };
  const manager = unwrap(await on.start({ ledgers: store }));
  lose(new Error('another manager has taken the league over'));
  await on.clock.runUntil(manager.ended);
  expect(manager.failure()).toBe('the manager failed: another manager has taken the league over');
});
