import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../SHARED/core/clock.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { HTTP_LIMITS } from '../../SHARED/league_sdk/transport/http/limits.ts';
import { HttpServer } from '../../SHARED/league_sdk/transport/http/server.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import type { LeagueEvent } from '../league_manager/league/events.ts';
import { tableOf } from '../league_manager/league/state.ts';
import { decision, folded, matchIn, running } from '../league_manager/testing/rehearsal.ts';
import { answering, Playback, withPlayback } from './playback.ts';

const SECOND_MS = 1_000;

/** A ledger of four players in which an event a second happens from noon on, and one an hour later. */
function lines(): readonly (readonly LeagueEvent[])[] {
  const events = running({ players: 4 });
  const league = folded(events);
  const decided = ['R1M1', 'R1M2'].map((id) =>
    decision(matchIn(league, id), { winner: matchIn(league, id).pairing.seats[0] }),
  );
  const all = [...events, ...decided];
  const at = (index: number) =>
    new Date(Date.parse('2025-01-15T12:00:00.000Z') + index * SECOND_MS + (index === all.length - 1 ? 3_600_000 : 0));
  return all.map((event, index) => [{ ...event, at: at(index).toISOString() }]);
}

function started(speed?: number) {
  const clock = fakeClock();
  const playback = new Playback(lines(), clock, speed);
  const heard: string[] = [];
  playback.store.onCommit((events) => heard.push(...events.map(({ type }) => type)));
  return { clock, playback, heard };
}

test('plays a league back at the speed it had, and waits no longer than five seconds for anything', async () => {
  const { clock, playback, heard } = started();
  const { total } = playback.document();
  await playback.change({ is_paused: false });
  await clock.advance((total - 2) * SECOND_MS);
  expect(playback.document()).toMatchObject({ position: total - 1, is_paused: false });
  await clock.advance(5 * SECOND_MS);
  expect(playback.document()).toMatchObject({ position: total, elapsed_sec: total - 2 + 5, duration_sec: total + 3 });
  expect(heard).toEqual(
    lines()
      .flatMap((line) => line.map(({ type }) => type))
      .slice(1),
  );
  expect(tableOf(playback.league)).toEqual(tableOf(folded(lines().flat())));
  expect(clock.scheduled).toBe(0);
});

test('ten times as fast takes a tenth of the time', async () => {
  const { clock, playback } = started(10);
  await playback.change({ is_paused: false });
  await clock.advance(playback.document().duration_sec * SECOND_MS * 0.1);
  expect(playback.document().position).toBe(playback.document().total);
});

test('held, nothing happens until it goes on, and then nothing is missing', async () => {
  const { clock, playback, heard } = started();
  await playback.change({ is_paused: false });
  await clock.advance(2.5 * SECOND_MS);
  await playback.change({ is_paused: true });
  const { position, elapsed_sec } = playback.document();
  await clock.advance(100 * SECOND_MS);
  expect(playback.document()).toMatchObject({ position, elapsed_sec });
  await playback.change({ is_paused: false, speed: 1_000 });
  await clock.advance(SECOND_MS);
  expect(heard).toHaveLength(playback.document().total - 1);
});

test('a step forward is told as events, a step back as a new beginning', async () => {
  const { playback, heard } = started();
  let restarts = 0;
  playback.onRestart(() => restarts++);
  await playback.change({ position: 4 });
  expect([heard.length, restarts, playback.league.sequence]).toEqual([3, 0, 4]);
  await playback.change({ position: 2 });
  expect([heard.length, restarts, playback.league.sequence]).toEqual([3, 1, 2]);
  await playback.change({ position: 1_000_000 });
  expect(playback.league.sequence).toBe(playback.document().total);
});

describe('a ledger of very many lines', () => {
  async function atItsEnd() {
    const [first = [], ...rest] = lines();
    const noise = Array.from({ length: 20_000 }, () => rest[0] ?? []);
    const playback = new Playback([first, ...noise, ...rest], fakeClock());
    const { total } = playback.document();
    await playback.change({ position: total });
    return { playback, total };
  }

  /** How often others had their turn before it was done. */
  async function turnsIn(work: Promise<void>): Promise<number> {
    let [turns, isDone] = [0, false];
    void work.then(() => {
      isDone = true;
    });
    for (; !isDone; turns++) await systemClock.poll();
    return turns;
  }

  test('is gone back in a little at a time: others have their turn, and see the league as it was until it is done', async () => {
    const { playback, total } = await atItsEnd();
    const { league } = playback;
    const going = playback.change({ position: total - 1 });
    expect([playback.document().position, playback.league === league]).toEqual([total - 1, true]);
    expect(await turnsIn(going)).toBeGreaterThan(10);
    expect(playback.league.sequence).toBe(total - 1);
  });

  test('is played and gone forward in likewise', async () => {
    const { playback, total } = await atItsEnd();
    await playback.change({ position: 1 });
    expect(await turnsIn(playback.change({ position: total }))).toBeGreaterThan(10);
    const [clock, [line = []]] = [fakeClock(), lines()];
    const fast = new Playback(
      Array.from({ length: 20_000 }, () => line),
      clock,
      100_000,
    );
    await fast.change({ is_paused: false });
    expect(fast.document().position).toBeLessThan(20_000);
    await clock.advance(SECOND_MS);
    expect(fast.document().position).toBe(20_000);
  });

  test('shows where the last of several changes wanted to be, which alone is a new beginning', async () => {
    const { playback, total } = await atItsEnd();
    let restarts = 0;
    playback.onRestart(() => restarts++);
    const changes = [total - 1, total - 2, total - 3].map((position) => playback.change({ position }));
    await Promise.all([...changes, playback.change({ speed: 7 })]);
    expect([playback.league.sequence, restarts]).toEqual([total - 3, 1]);
    expect(playback.document()).toMatchObject({ position: total - 3, speed: 7 });
  });

  test('that is closed while it is gone back in stays as it is', async () => {
    const { playback, total } = await atItsEnd();
    const going = playback.change({ position: total - 1 });
    playback.close();
    await going;
    expect([playback.league.sequence, playback.document().position]).toEqual([total, total]);
  });
});

test('a ledger without a line is shown as what it is', async () => {
  const playback = new Playback([], fakeClock());
  await playback.change({ is_paused: false, position: 3 });
  expect(playback.document()).toMatchObject({ position: 0, total: 0, duration_sec: 0 });
});

describe('over HTTP', () => {
  const OTHERWISE = '"nobody plays here"';

  async function served() {
    const { playback } = started();
    let closed = 0;
    const rest = withPlayback(
      playback,
      Object.assign(() => false, { close: () => closed++ }),
    );
    const server = unwrap(await HttpServer.open('127.0.0.1', 0, { clock: systemClock, limits: HTTP_LIMITS, rest }));
    server.add('/mcp', answering(playback, OTHERWISE));
    onTestFinished(() => server.close());
    const at = `http://127.0.0.1:${server.port}/api/playback`;
    const headers = { 'content-type': 'application/json' };
    const post = (body: string, url = at) => fetch(url, { method: 'POST', headers, body });
    return { playback, server, at, post, closed: () => closed };
  }

  test('a change is made and told', async () => {
    const { at, post } = await served();
    expect(await (await post('{"position": 3, "speed": 2.5}')).json()).toMatchObject({ position: 3, speed: 2.5 });
    expect(await (await fetch(at)).json()).toMatchObject({ position: 3, is_paused: true });
  });

  test.each(['', '[]', '{"speed": 0}', '{"speed": "fast"}', '{"position": 1.5}', '{"colour": 1}', ' '.repeat(5_000)])(
    '%j changes nothing, and is told why',
    async (body) => {
      const { playback, post } = await served();
      const before = playback.document();
      const answer = await post(body);
      expect([answer.status, ((await answer.json()) as { error: unknown }).error]).toEqual([400, expect.any(String)]);
      expect(playback.document()).toEqual(before);
    },
  );

  test('a caller that hangs up over its body, or sends one without end, costs the next one nothing', async () => {
    const { server, post } = await served();
    const head = ['POST /api/playback HTTP/1.1', 'host: 127.0.0.1', 'content-type: application/json'];
    const socket = connect(server.port, '127.0.0.1');
    socket.write(`${[...head, 'content-length: 1000'].join('\r\n')}\r\n\r\n{`);
    await new Promise<void>((resolve) => socket.end(resolve));
    expect((await post(' '.repeat(500_000))).status).toBe(413);
    expect((await post('{"position": 2}')).status).toBe(200);
  });

  test.each(['DELETE', 'PUT'])('%s is told what is answered here', async (method) => {
    const { at } = await served();
    const answer = await fetch(at, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });

  test('a parameter, of which there are none, is refused as everywhere', async () => {
    const { at } = await served();
    expect([(await fetch(`${at}?`)).status, (await fetch(`${at}?fast=1`)).status]).toEqual([200, 400]);
  });

  test('every other path is left to the rest, its end as well, and what is posted there to the listener', async () => {
    const { server, at, post, closed } = await served();
    expect((await fetch(`${at}/x`)).status).toBe(404);
    expect(await (await post('{}', new URL('/mcp', at).href)).text()).toBe(OTHERWISE);
    await server.close();
    expect(closed()).toBe(1);
  });
});
