import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { URGENCIES, type Urgency } from '../../contracts/urgency.ts';
import { unwrap } from '../../core/result.ts';
import { MessageQueue } from './message_queue.ts';

const letter = (to: string, item: string, urgency: Urgency = 'leads') => ({ to, urgency, item });

/** Everything that comes out, one delivery after the other. */
function drained(queue: MessageQueue<string>, atMost = 1): (readonly [string, ...string[]])[] {
  const out: (readonly [string, ...string[]])[] = [];
  for (let next = queue.next(() => atMost); next !== undefined; next = queue.next(() => atMost)) {
    out.push([next.to, ...next.items]);
    queue.done(next.to);
  }
  return out;
}

describe('order', () => {
  test('what decides a match goes before what leads the league, and that before what informs', () => {
    const queue = new MessageQueue<string>();
    for (const urgency of [...URGENCIES].reverse()) unwrap(queue.post(letter('P01', urgency, urgency)));
    expect(drained(queue)).toEqual([
      ['P01', 'decides'],
      ['P01', 'leads'],
      ['P01', 'informs'],
    ]);
  });

  test('whoever has the most urgent letter is served first, and among equals who waits longest', () => {
    const queue = new MessageQueue<string>();
    unwrap(queue.post(letter('P01', 'news', 'informs')));
    unwrap(queue.post(letter('P02', 'round')));
    unwrap(queue.post(letter('P03', 'round')));
    unwrap(queue.post(letter('P01', 'call', 'decides')));
    expect(drained(queue, 9)).toEqual([
      ['P01', 'call', 'news'],
      ['P02', 'round'],
      ['P03', 'round'],
    ]);
  });

  test('a receiver gets nothing more until its delivery is over; others do', () => {
    const queue = new MessageQueue<string>();
    for (const item of ['a', 'b']) unwrap(queue.post(letter('P01', item)));
    unwrap(queue.post(letter('P02', 'c')));
    expect(queue.next()).toEqual({ to: 'P01', items: ['a'] });
    expect(queue.next()).toEqual({ to: 'P02', items: ['c'] });
    expect(queue.next()).toBeUndefined();
    queue.done('P01');
    expect(queue.next()).toEqual({ to: 'P01', items: ['b'] });
  });
});

describe('a full queue', () => {
  const full = () => {
    const queue = new MessageQueue<string>(2);
    for (const item of ['a', 'b']) unwrap(queue.post(letter('P01', item)));
    return queue;
  };

  test('refuses with E014 and counts it; other receivers have room of their own', () => {
    const queue = full();
    expect(queue.post(letter('P01', 'c'))).toMatchObject({ ok: false, error: { code: 'E014' } });
    expect(queue.post(letter('P02', 'd')).ok).toBe(true);
    expect(queue.figures).toEqual({ waiting: 3, most: 3, refused: 1 });
    expect(drained(queue).flat()).not.toContain('c');
  });

  test('lets those who wait for room in as it comes, before anybody who comes later', async () => {
    const queue = full();
    const patient = ['c', 'd'].map((item) => queue.postWhenRoom(letter('P01', item)));
    expect(queue.next()?.items).toEqual(['a']);
    queue.done('P01');
    expect(queue.post(letter('P01', 'e')).ok).toBe(false);
    expect(drained(queue).map(([, item]) => item)).toEqual(['b', 'c', 'd']);
    expect((await Promise.all(patient)).every((posted) => posted.ok)).toBe(true);
  });

  test('refuses whoever has waited enough, and nobody behind them', async () => {
    const queue = full();
    const enough = new AbortController();
    const [first, second] = [
      queue.postWhenRoom(letter('P01', 'c'), enough.signal),
      queue.postWhenRoom(letter('P01', 'd')),
    ];
    expect([queue.hasRoomFor('P01'), queue.hasRoomFor('P02')]).toEqual([false, true]);
    enough.abort();
    expect(await first).toMatchObject({ ok: false, error: { code: 'E014' } });
    expect(drained(queue).map(([, item]) => item)).toEqual(['a', 'b', 'd']);
    expect([(await second).ok, queue.figures.refused]).toEqual([true, 1]);
  });

  test('hands back what was never delivered when it closes, and tells whoever waits for room', async () => {
    const queue = full();
    const patient = queue.postWhenRoom(letter('P01', 'c'));
    expect(queue.close()).toEqual(['a', 'b']);
    expect(await patient).toMatchObject({ ok: false, error: { code: 'E014' } });
    expect(queue.post(letter('P02', 'd'))).toMatchObject({ ok: false, error: { code: 'E014' } });
    expect([queue.next(), queue.figures.waiting]).toEqual([undefined, 0]);
  });
});

const steps = fc.array(
  fc.oneof(
    fc.record({
      does: fc.constant('post' as const),
      to: fc.constantFrom('P01', 'P02', 'P03'),
      urgency: fc.constantFrom(...URGENCIES),
    }),
    fc.record({ does: fc.constant('deliver' as const), atMost: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ does: fc.constant('finish' as const) }),
  ),
  { maxLength: 60 },
);

test('law: whatever is posted is refused or comes out once, in order within one urgency and receiver, never past the bound', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 4 }), (plan, room) => {
      const queue = new MessageQueue<{ readonly nth: number; readonly key: string }>(room);
      const accepted: number[] = [];
      const out: { readonly nth: number; readonly key: string }[] = [];
      const busy: string[] = [];
      let refused = 0;
      const deliver = (atMost: number) => {
        const next = queue.next(() => atMost);
        if (next === undefined) return false;
        expect(busy).not.toContain(next.to);
        expect(next.items.length).toBeLessThanOrEqual(atMost);
        busy.push(next.to);
        out.push(...next.items);
        return true;
      };
      for (const [nth, step] of plan.entries()) {
        if (step.does === 'post') {
          const { to, urgency } = step;
          if (queue.post({ to, urgency, item: { nth, key: `${to} ${urgency}` } }).ok) accepted.push(nth);
          else refused++;
        } else if (step.does === 'deliver') deliver(step.atMost);
        else queue.done(busy.shift() ?? 'nobody');
        expect(queue.figures.waiting).toBeLessThanOrEqual(3 * room);
      }
      do for (const to of busy.splice(0)) queue.done(to);
      while (deliver(1));
      expect(out.map(({ nth }) => nth).sort((a, b) => a - b)).toEqual(accepted);
      expect(queue.figures).toMatchObject({ waiting: 0, refused });
      for (const same of Map.groupBy(out, ({ key }) => key).values()) {
        const order = same.map(({ nth }) => nth);
        expect(order).toEqual([...order].sort((a, b) => a - b));
      }
    }),
  );
});
