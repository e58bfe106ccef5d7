import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SessionEvent, sessionLife } from '../../contracts/states.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import {
  type Connection,
  type Heartbeat,
  type SessionChange,
  type SessionFailure,
  SessionManager,
  type SessionPolicy,
} from './session_manager.ts';

type Shaken = Result<Connection<number>, SessionFailure>;

const AWAY: Shaken = err({ code: 'UNREACHABLE', detail: 'nobody there', final: false });
const NO: Shaken = err({ code: 'REJECTED', detail: 'full', final: true });

/** A server whose mood a test sets. */
function staged(random = () => 1, policy: Partial<SessionPolicy> = {}) {
  const clock = fakeClock();
  const sessions = new SessionManager<number>({ clock, random, ...policy });
  const changes: SessionChange[] = [];
  sessions.onChange((change) => changes.push(change));
  const server = { mood: 'well' as 'well' | 'away' | 'no', beat: 'alive' as Heartbeat, shaken: 0, beats: 0, closed: 0 };
  const at: number[] = [];
  const session = sessions.add('LM01', async (): Promise<Shaken> => {
    at.push(clock.monotonic());
    if (server.mood !== 'well') return server.mood === 'away' ? AWAY : NO;
    return ok({
      value: ++server.shaken,
      async heartbeat() {
        server.beats++;
        return server.beat;
      },
      async close() {
        server.closed++;
      },
    });
  });
  const events = () => changes.map(({ event }) => event);
  return { clock, sessions, session, server, changes, events, at };
}

describe('a session', () => {
  test('is open after its handshake, and has what that gave', async () => {
    const { session, sessions, changes } = staged();
    expect(session.state).toBe('NEW');
    expect(await session.open()).toEqual(ok(1));
    expect([session.value, sessions.states().get('LM01')]).toEqual([1, 'OPEN']);
    expect(changes).toEqual([
      { server: 'LM01', from: 'NEW', to: 'CONNECTING', event: 'connect' },
      { server: 'LM01', from: 'CONNECTING', to: 'OPEN', event: 'opened' },
    ]);
  });

  test('asks a server that is silent every ten seconds, and never one that was just heard', async () => {
    const { clock, session, server } = staged();
    await session.open();
    await clock.advance(30_000);
    expect(server.beats).toBe(3);
    for (let s = 0; s < 40; s++) {
      session.heard();
      await clock.advance(1_000);
    }
    expect(server.beats).toBe(3);
  });

  test('that is asked nothing is never lost by silence', async () => {
    const clock = fakeClock();
    const session = new SessionManager<number>({ clock, random: () => 1 }).add('LM01', async () => ok({ value: 1 }));
    await session.open();
    await clock.advance(3_600_000);
    expect([session.state, clock.scheduled]).toEqual(['OPEN', 0]);
  });

  test('is degraded by one missed heartbeat, and well again with the next sign of life', async () => {
    const { clock, session, server, events } = staged();
    await session.open();
    server.beat = 'silent';
    await clock.advance(10_000);
    expect(session.state).toBe('DEGRADED');
    server.beat = 'alive';
    await clock.advance(10_000);
    expect([session.state, events()]).toEqual(['OPEN', ['connect', 'opened', 'missed', 'answered']]);
  });

  test('is lost by two, let go of, and found again with growing pauses that end at a minute', async () => {
    const { clock, session, server, at, events } = staged();
    await session.open();
    Object.assign(server, { beat: 'silent', mood: 'away' });
    await clock.advance(20_000);
    expect([session.state, session.value, server.closed]).toEqual(['RECONNECTING', undefined, 1]);
    await clock.advance(300_000);
    const pauses = at.slice(1).map((time, nth) => time - (nth === 0 ? 20_000 : (at[nth] as number)));
    expect(pauses.map((ms) => ms / 1_000)).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
    Object.assign(server, { beat: 'alive', mood: 'well' });
    await clock.advance(60_000);
    expect([session.state, session.value]).toEqual(['OPEN', 2]);
    expect(events()).toEqual(['connect', 'opened', 'missed', 'lost', 'opened']);
  });

  test('is degraded once, however many more heartbeats it may miss', async () => {
    const { clock, session, server, events } = staged(() => 1, { misses: 4 });
    await session.open();
    Object.assign(server, { beat: 'silent', mood: 'away' });
    await clock.advance(30_000);
    expect([session.state, events()]).toEqual(['DEGRADED', ['connect', 'opened', 'missed']]);
    await clock.advance(10_000);
    expect([session.state, server.beats]).toEqual(['RECONNECTING', 4]);
  });

  test('is lost at once when another server is in its place, or the line breaks', async () => {
    const { clock, session, server } = staged();
    await session.open();
    server.beat = 'stranger';
    await clock.advance(10_000);
    expect(session.state).toBe('RECONNECTING');
    server.beat = 'alive';
    await clock.advance(2_000);
    expect(session.value).toBe(2);
    session.lost('the line broke');
    expect(session.state).toBe('RECONNECTING');
    await clock.advance(2_000);
    expect(session.value).toBe(3);
  });

  test('whose first handshake fails tries again; one that is refused for good does not', async () => {
    const { clock, session, server } = staged();
    server.mood = 'away';
    expect(await session.open()).toEqual(AWAY);
    expect(session.state).toBe('RECONNECTING');
    server.mood = 'no';
    await clock.advance(2_000);
    expect([session.state, clock.scheduled]).toEqual(['CLOSED', 0]);
  });

  test('pauses are jittered: half to all of what they are', async () => {
    const { clock, session, server, at } = staged(() => 0);
    server.mood = 'away';
    await session.open();
    await clock.advance(3_000);
    expect(at).toEqual([0, 1_000, 3_000]);
  });
});

describe('closing', () => {
  test('leaves no timer, lets go of the connection, and may be repeated', async () => {
    const { clock, sessions, session, server } = staged();
    await session.open();
    await sessions.close();
    await sessions.close();
    session.heard();
    session.lost('afterwards');
    expect([session.state, server.closed, clock.scheduled]).toEqual(['CLOSED', 1, 0]);
    expect(() => sessions.add('REF01', async () => AWAY)).toThrow('closed');
  });

  test('during a handshake lets go of what it gives', async () => {
    const { clock, session, server } = staged();
    const opening = session.open();
    await session.close();
    expect(await opening).toMatchObject({ ok: false, error: { code: 'CLOSED' } });
    expect([server.closed, clock.scheduled]).toEqual([1, 0]);
  });
});

test('a name is given once', () => {
  const { sessions } = staged();
  expect(() => sessions.add('LM01', async () => AWAY)).toThrow('already');
});

test('law: whatever a server does, changes follow the table, there is one timer at most, and attempts never come in a rush', async () => {
  const moods = fc.record({
    mood: fc.constantFrom('well' as const, 'away' as const),
    beat: fc.constantFrom<Heartbeat>('alive', 'silent', 'stranger'),
    ms: fc.integer({ min: 0, max: 40_000 }),
    breaks: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(moods, { maxLength: 15 }), async (weather) => {
      const { clock, session, server, changes, at } = staged(() => 0.5);
      await session.open();
      for (const { ms, breaks, ...mood } of weather) {
        Object.assign(server, mood);
        if (breaks) session.lost('the line broke');
        await clock.advance(ms);
        expect(clock.scheduled).toBe(1);
      }
      await session.close();
      expect(clock.scheduled).toBe(0);
      for (const { from, to, event } of changes) {
        expect((sessionLife[from] as { readonly [E in SessionEvent]?: string })[event]).toBe(to);
      }
      for (const [nth, time] of at.entries()) expect(time - (at[nth - 1] ?? -1_000)).toBeGreaterThanOrEqual(1_000);
    }),
    { numRuns: 60 },
  );
});
