/** The laws of a store of ledgers; each implementation runs these, and those of a ledger with them. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../core/json.ts';
import { ok, unwrap } from '../../core/result.ts';
import type { DocumentName, LedgerStore } from './ledger.ts';
import { eventsOf, ledgerLaws } from './ledger_laws.ts';

const DOCUMENTS: readonly DocumentName[] = ['secret', 'operator_token', 'run', 'seats'];
const BEGUN = '2025-01-15T10:15:00.000Z';
const LOCKED = { ok: false, error: { code: 'LOCKED' } };

/** Runs the laws. `make` gives a function that reaches the same store, which is empty, again and again, as another process would. */
export function ledgerStoreLaws(make: () => Promise<() => LedgerStore>): void {
  const opened = async (store: LedgerStore, league_id = 'cup') => unwrap(await store.open<Json>(league_id));
  const linesOf = async (store: LedgerStore, league_id = 'cup') => unwrap(await store.read<Json>(league_id))?.lines;

  async function written(store: LedgerStore, league_id: string, ...appends: readonly (readonly Json[])[]) {
    const ledger = await opened(store, league_id);
    for (const events of appends) await ledger.append(...events);
    await ledger.close();
  }

  describe('each ledger', () => {
    ledgerLaws(async () => {
      const reach = await make();
      return () => opened(reach());
    });
  });

  test('a league that never was has nothing, and reading it leaves nothing', async () => {
    const store = (await make())();
    for (let twice = 0; twice < 2; twice++) {
      expect(await store.read('cup')).toEqual(ok(undefined));
      for (const name of DOCUMENTS) expect(await store.document('cup', name).read()).toBeUndefined();
    }
  });

  test('a ledger that was opened and never written to is none', async () => {
    const reach = await make();
    const ledger = await opened(reach());
    expect(await reach().read('cup')).toEqual(ok(undefined));
    await ledger.close();
    expect(await reach().read('cup')).toEqual(ok(undefined));
  });

  test('a reader finds what was appended together, in order, while the ledger is open and after', async () => {
    const reach = await make();
    const ledger = await opened(reach());
    await ledger.append('a', { b: 1 });
    await ledger.append('c');
    expect(await linesOf(reach())).toEqual([['a', { b: 1 }], ['c']]);
    await ledger.append('d');
    expect(await linesOf(reach())).toEqual([['a', { b: 1 }], ['c'], ['d']]);
    await ledger.close();
    expect(unwrap(await reach().read('cup'))).toEqual({
      lines: [['a', { b: 1 }], ['c'], ['d']],
      torn: false,
      closed: true,
    });
  });

  test('a reader may change what it was given: the next one finds what was written', async () => {
    const store = (await make())();
    await written(store, 'cup', [{ points: 3 }]);
    for (const event of (await linesOf(store))?.flat() ?? []) (event as { points: number }).points = 99;
    expect(await linesOf(store)).toEqual([[{ points: 3 }]]);
  });

  test('a ledger is open once at a time, and reading does not open it', async () => {
    const reach = await make();
    const ledger = await opened(reach());
    await ledger.append('a');
    expect(await reach().open('cup')).toEqual(LOCKED);
    unwrap(await reach().read('cup'));
    expect(await reach().open('cup')).toEqual(LOCKED);
    await ledger.close();
    const next = await opened(reach());
    expect(await eventsOf(next)).toEqual(['a']);
    await ledger.close();
    expect(await reach().open('cup')).toEqual(LOCKED);
    await next.close();
  });

  test('leagues have nothing in common', async () => {
    const store = (await make())();
    const [cup, bowl] = [await opened(store, 'cup'), await opened(store, 'bowl')];
    await Promise.all([cup.append('of the cup'), bowl.append('of the bowl')]);
    await store.document('cup', 'seats').replace('seats of the cup');
    await Promise.all([cup.close(), bowl.close()]);
    expect([await linesOf(store, 'cup'), await linesOf(store, 'bowl')]).toEqual([[['of the cup']], [['of the bowl']]]);
    expect(await store.document('bowl', 'seats').read()).toBeUndefined();
    expect(store.where('cup')).not.toBe(store.where('bowl'));
    expect(store.where('cup')).toContain('cup');
  });

  test('a document is replaced as a whole, and is there for the next process, open ledger or not', async () => {
    const reach = await make();
    for (const name of DOCUMENTS) await reach().document('cup', name).replace(`first ${name}\n`);
    const ledger = await opened(reach());
    await reach().document('cup', 'run').replace('{"text": "שלום"}\n');
    expect(await reach().document('cup', 'run').read()).toBe('{"text": "שלום"}\n');
    for (const name of DOCUMENTS.filter((each) => each !== 'run'))
      expect(await reach().document('cup', name).read()).toBe(`first ${name}\n`);
    await ledger.close();
    const places = DOCUMENTS.map((name) => reach().document('cup', name).where);
    expect(new Set(places).size).toBe(DOCUMENTS.length);
  });

  test('documents are no ledger', async () => {
    const store = (await make())();
    await store.document('cup', 'run').replace('{}\n');
    expect(await store.read('cup')).toEqual(ok(undefined));
    expect((await opened(store)).last).toBe(0);
  });

  test('an archived league makes room for the next of its id, ledger and documents alike', async () => {
    const store = (await make())();
    await written(store, 'cup', ['old']);
    await written(store, 'bowl', ['stays']);
    await store.document('cup', 'secret').replace('old secret\n');
    await store.archive('cup', BEGUN);
    expect(await store.read('cup')).toEqual(ok(undefined));
    expect(await store.document('cup', 'secret').read()).toBeUndefined();
    const [name = ''] = (await store.archives()).get('cup') ?? [];
    expect(await store.document('cup', 'secret', name).read()).toBe('old secret\n');
    await written(store, 'cup', ['new']);
    await store.archive('cup', '2025-01-15T10:16:00.000Z');
    await written(store, 'cup', ['newest']);
    expect(await linesOf(store, 'cup')).toEqual([['newest']]);
    expect(await linesOf(store, 'bowl')).toEqual([['stays']]);
  });

  test('leagues and archived runs are found by name, and an archived run is read as it was', async () => {
    const store = (await make())();
    expect([await store.leagues(), await store.archives()]).toEqual([[], new Map()]);
    for (const text of ['second', 'first']) {
      await written(store, 'cup', [text], ['end']);
      await store.archive('cup', text === 'first' ? BEGUN : '2025-01-15T10:16:00.000Z');
    }
    await written(store, 'cup', ['newest']);
    await written(store, 'bowl', ['other']);
    await store.document('empty', 'run').replace('{}\n');
    expect(await store.leagues()).toEqual(['bowl', 'cup']);
    const names = ['2025-01-15T10-15-00-000Z', '2025-01-15T10-16-00-000Z'];
    expect(await store.archives()).toEqual(new Map([['cup', names]]));
    for (const [i, text] of ['first', 'second'].entries())
      expect(unwrap(await store.read('cup', names[i]))).toMatchObject({ lines: [[text], ['end']], closed: true });
    expect(unwrap(await store.read('cup', 'none'))).toBeUndefined();
    expect(await linesOf(store, 'cup')).toEqual([['newest']]);
  });

  test('a name that is no id is never looked for', async () => {
    const store = (await make())();
    for (const name of ['..', '../../etc/passwd', 'a/b', '', '__proto__']) {
      expect(() => store.where(name)).toThrow(RangeError);
      expect(() => store.document(name, 'secret')).toThrow(RangeError);
      for (const attempt of [() => store.open(name), () => store.read(name), () => store.archive(name, BEGUN)])
        await expect((async () => attempt())()).rejects.toThrow(RangeError);
    }
  });
}
