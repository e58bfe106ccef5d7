import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { ok, unwrap } from '../../../SHARED/core/result.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { fileLedgerStore, ledgerFile } from '../../../SHARED/league_sdk/ledger/file.ts';
import type { LedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { memoryLedgerStore } from '../../../SHARED/testing/memory_ledger_store.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import { folded, LEAGUE, waiting } from '../testing/rehearsal.ts';
import { stage } from '../testing/rehearsal_stage.ts';
import type { LeagueEvent } from './events.ts';
import { damageText, holdLeague, readLeague } from './read_league.ts';

const EVENTS = waiting(2);

async function write(store: LedgerStore, events: readonly LeagueEvent[] = EVENTS): Promise<void> {
  const ledger = unwrap(await store.open<JsonObject>(LEAGUE));
  for (const event of events) await ledger.append(event as unknown as JsonObject);
  await ledger.close();
}

async function damaged() {
  const disk = memoryDisk();
  const store = fileLedgerStore(disk, '/data');
  await write(store);
  const path = ledgerFile('/data', LEAGUE);
  await disk.replace(path, ((await disk.read(path)) ?? '').replace('Agent P01', 'Agent X01'));
  return store;
}

describe('a league that is read', () => {
  test('is what its events make of it, whether or not it is open', async () => {
    const store = memoryLedgerStore();
    expect(await readLeague(store, LEAGUE)).toEqual(ok(undefined));
    await write(store);
    expect(unwrap(await readLeague(store, LEAGUE))).toEqual(folded(EVENTS));
    const held = unwrap(await holdLeague(store, LEAGUE));
    expect(unwrap(await readLeague(store, LEAGUE))).toEqual(held.league);
    expect(held.league).toEqual(folded(EVENTS));
  });

  test('is not guessed at where its ledger is damaged', async () => {
    const store = await damaged();
    const read = await readLeague(store, LEAGUE);
    expect(read).toMatchObject({ ok: false, error: { code: 'DAMAGED', line: 3 } });
    expect(await holdLeague(store, LEAGUE)).toEqual(read);
    expect(read.ok ? '' : damageText(store, LEAGUE, read.error)).toBe(
      `the ledger ${ledgerFile('/data', LEAGUE)} is damaged at line 3: the line does not have the hash it was written with`,
    );
  });

  test('is damaged where an event says what cannot be, and is free to be put away', async () => {
    const store = memoryLedgerStore();
    const matches = [{ match_id: 'R9M9', seed: '0'.repeat(64), referee_id: 'REF01' }];
    await write(store, [...EVENTS, { type: 'round_opened', at: '2025-01-15T10:00:00.000Z', round_id: 9, matches }]);
    const line = EVENTS.length + 1;
    const read = await readLeague(store, LEAGUE);
    expect(read).toMatchObject({ ok: false, error: { code: 'DAMAGED', line } });
    expect(await holdLeague(store, LEAGUE)).toEqual(read);
    expect(await holdLeague(store, LEAGUE)).toEqual(read);
  });
});

describe('a league that is held', () => {
  test('is free again when it could not be folded', async () => {
    const store = memoryLedgerStore();
    await write(store);
    const failing: LedgerStore = {
      ...store,
      async open(league_id) {
        const opened = await store.open<never>(league_id);
        const replay = () => {
          throw new Error('the disk is gone');
        };
        return opened.ok ? ok({ ...opened.value, replay }) : opened;
      },
    };
    await expect(holdLeague(failing, LEAGUE)).rejects.toThrow('the disk is gone');
    expect(await holdLeague(store, LEAGUE)).toMatchObject({ ok: true });
  });

  test('is free again when the manager it was handed to does not start', async () => {
    const on = stage({ clock: fakeClock(), judge, plays: () => undefined });
    const store = memoryLedgerStore();
    const held = unwrap(await holdLeague(store, LEAGUE));
    const refused = await on.start({ ledgers: store, held, settings: { seed: 'demo' }, file: { kind: 'class' } });
    expect(refused).toMatchObject({ ok: false, error: { code: 'INVALID_CONFIG' } });
    const again = unwrap(await holdLeague(store, LEAGUE));
    const elsewhere = await on.start({ ledgers: store, held: again, listen: 'nowhere' });
    expect(elsewhere.ok).toBe(false);
    expect(await holdLeague(store, LEAGUE)).toMatchObject({ ok: true });
  });
});
