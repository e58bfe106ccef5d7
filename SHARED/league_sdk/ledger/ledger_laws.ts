/** The laws of a ledger; each implementation runs these. */
import { expect, test } from 'vitest';
import type { Json } from '../../core/json.ts';
import type { Ledger, Sequence } from './ledger.ts';

/** All events of a ledger from a point on. */
export async function eventsOf<Event extends Json>(ledger: Ledger<Event>, from?: Sequence): Promise<Event[]> {
  const all: Event[] = [];
  for await (const events of ledger.replay(from)) all.push(...events);
  return all;
}

/** Runs the laws. `make` gives a function that opens the same ledger, which is empty, again and again. */
export function ledgerLaws(make: () => Promise<() => Promise<Ledger<Json>>>): void {
  test('events are numbered from 1 and come back in order', async () => {
    const ledger = await (await make())();
    expect(ledger.last).toBe(0);
    expect(await eventsOf(ledger)).toEqual([]);
    expect(await ledger.append({ a: 1 })).toBe(1);
    expect(await ledger.append('two', [3])).toBe(3);
    expect(ledger.last).toBe(3);
    expect(await eventsOf(ledger)).toEqual([{ a: 1 }, 'two', [3]]);
    await ledger.close();
  });

  test('replay begins where it is asked to, also within an append', async () => {
    const ledger = await (await make())();
    await ledger.append(1, 2, 3);
    await ledger.append(4);
    expect(await eventsOf(ledger, 2)).toEqual([2, 3, 4]);
    expect(await eventsOf(ledger, 4)).toEqual([4]);
    expect(await eventsOf(ledger, 5)).toEqual([]);
    await ledger.close();
  });

  test('replay gives what was appended together, and never nothing', async () => {
    const ledger = await (await make())();
    await ledger.append(1, 2, 3);
    await ledger.append();
    await ledger.append(4);
    await ledger.append(5);
    for (const [from, groups] of [
      [1, [[1, 2, 3], [4], [5]]],
      [3, [[3], [4], [5]]],
      [4, [[4], [5]]],
      [5, [[5]]],
    ] as const) {
      expect(await Array.fromAsync(ledger.replay(from))).toEqual(groups);
    }
    await ledger.close();
  });

  test('replay ends where the ledger ended when it began, whatever comes meanwhile', async () => {
    const ledger = await (await make())();
    await ledger.append(1);
    await ledger.append(2);
    const heard: Json[] = [];
    for await (const events of ledger.replay()) {
      heard.push(...events);
      if (heard.length <= 2) await ledger.append('meanwhile');
    }
    expect(heard).toEqual([1, 2]);
    expect(ledger.last).toBe(4);
    await ledger.close();
  });

  test('what was appended is there when the ledger is opened again, once, in order', async () => {
    const open = await make();
    const first = await open();
    const events = Array.from({ length: 100 }, (_, i) => ({ i, text: `שלום \u2028 \ufffd \ud800 "${i}"\n` }));
    const sequences = await Promise.all(events.map((event) => first.append(event)));
    expect(sequences).toEqual(events.map((_, i) => i + 1));
    await first.close();
    const second = await open();
    expect(second.last).toBe(100);
    expect(await eventsOf(second)).toEqual(events);
    expect(await second.append('on')).toBe(101);
    expect(await eventsOf(second, 101)).toEqual(['on']);
    await second.close();
  });

  test('nothing appended is nothing', async () => {
    const ledger = await (await make())();
    await ledger.append('one');
    expect(await ledger.append()).toBe(1);
    expect(await eventsOf(ledger)).toEqual(['one']);
    await ledger.close();
  });

  test('an event is taken as it was, whatever becomes of the object', async () => {
    const ledger = await (await make())();
    const event = { points: 3 };
    const appended = ledger.append(event);
    event.points = 99;
    await appended;
    for (const seen of (await eventsOf(ledger)) as { points: number }[]) seen.points = 77;
    expect(await eventsOf(ledger)).toEqual([{ points: 3 }]);
    await ledger.close();
  });

  test('a closed ledger takes nothing more', async () => {
    const ledger = await (await make())();
    const underWay = ledger.append('in time');
    await ledger.close();
    expect(await underWay).toBe(1);
    await expect(ledger.append('late')).rejects.toThrow(/closed/);
  });
}
