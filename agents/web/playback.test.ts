import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import type { LeagueEvent } from '../league_manager/league/events.ts';
import { tableOf } from '../league_manager/league/state.ts';
import { decision, folded, matchIn, running } from '../league_manager/testing/rehearsal.ts';
import { Playback, withPlayback } from './playback.ts';

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
  playback.change({ is_paused: false });
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
  playback.change({ is_paused: false });
  await clock.advance(playback.document().duration_sec * SECOND_MS * 0.1);
  expect(playback.document().position).toBe(playback.document().total);
});

test('held, nothing happens until it goes on, and then nothing is missing', async () => {
  const { clock, playback, heard } = started();
  playback.change({ is_paused: false });
  await clock.advance(2.5 * SECOND_MS);
  playback.change({ is_paused: true });
  const { position, elapsed_sec } = playback.document();
  await clock.advance(100 * SECOND_MS);
  expect(playback.document()).toMatchObject({ position, elapsed_sec });
  playback.change({ is_paused: false, speed: 1_000 });
  await clock.advance(SECOND_MS);
  expect(heard).toHaveLength(playback.document().total - 1);
});

test('a step forward is told as events, a step back as a new beginning', () => {
  const { playback, heard } = started();
  let restarts = 0;
  playback.onRestart(() => restarts++);
  playback.change({ position: 4 });
  expect([heard.length, restarts, playback.league.sequence]).toEqual([3, 0, 4]);
  playback.change({ position: 2 });
  expect([heard.length, restarts, playback.league.sequence]).toEqual([3, 1, 2]);
  playback.change({ position: 1_000_000 });
  expect(playback.league.sequence).toBe(playback.document().total);
});

test('a ledger without a line is shown as what it is', () => {
  const playback = new Playback([], fakeClock());
  playback.change({ is_paused: false, position: 3 });
  expect(playback.document()).toMatchObject({ position: 0, total: 0, duration_sec: 0 });
});

describe('over HTTP', () => {
  let close: (() => void) | undefined;
  afterEach(() => close?.());

  async function served() {
    const { playback } = started();
    const rest = withPlayback(playback, () => false);
    const server = createServer(async (request, response) => {
      if (!(await rest(request, response, {} as Parameters<typeof rest>[2]))) response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    close = () => server.close();
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/playback`;
    const post = (body: string) => fetch(at, { method: 'POST', body });
    return { playback, at, post };
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

  test('every other path is left to the rest', async () => {
    const { at } = await served();
    expect((await fetch(`${at}/x`)).status).toBe(404);
  });
});
