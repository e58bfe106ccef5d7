import { afterEach, describe, expect, test } from 'vitest';
import type { PublicEvent } from '../../../SHARED/contracts/api/events.ts';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { err } from '../../../SHARED/core/result.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import { apply, type League } from '../../league_manager/league/state.ts';
import { changeFeed } from '../../league_manager/public/change_feed.ts';
import {
  AT,
  CREATED,
  decision,
  folded,
  matchIn,
  registration,
  running,
} from '../../league_manager/testing/rehearsal.ts';
import { api } from '../../web/api.ts';
import { eventStream } from '../../web/event_stream.ts';
import { serving, shownOf } from '../../web/testing/shown.ts';
import { Follower } from './follower.ts';
import { readerOf } from './own_reader.ts';
import { type LeagueReader, pageOf, readerAt } from './reader.ts';
import { eventLines, showLeague } from './show.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A league that happens as the test says. */
function happening(league: League = folded([CREATED])) {
  const clock = fakeClock();
  const listeners = new Set<(events: readonly LeagueEvent[]) => void>();
  const store = {
    onCommit(hear: (events: readonly LeagueEvent[]) => void) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
    durable: () => Promise.resolve(),
  };
  const shown = shownOf(league, { clock, store });
  const feed = changeFeed(shown);
  return {
    ...{ league, clock, shown, feed, reader: readerOf(shown, feed) },
    async happen(...events: readonly LeagueEvent[]) {
      for (const event of events) apply(league, event);
      for (const hear of listeners) hear(events);
      await clock.advance(200);
    },
  };
}

/** A reader that can fall silent. */
function mortal(reader: LeagueReader) {
  const state = { isThere: true };
  const silent: LeagueReader['read'] = async () => err({ code: 'SILENT', detail: 'nobody is there' });
  return {
    state,
    reader: { read: (...asked) => (state.isThere ? reader.read(...asked) : silent(...asked)) } as LeagueReader,
  };
}

const textsOf = (events: readonly PublicEvent[]) => events.map(({ text }) => text);

describe('a league that is followed', () => {
  test('shows who signs up, each once', async () => {
    const { reader, clock, happen } = happening();
    const go = (command: string) => `npx league ${command}`;
    const follower = new Follower(reader, clock, { page: 'http://localhost:8000/', go });
    expect(follower.view()).toBeUndefined();
    await follower.look();
    await happen(registration('REF01'), registration('P01'));
    const looked = await follower.look();
    expect(looked.ok && textsOf(looked.value.events)).toEqual([
      'Agent REF01 (REF01) registered as a referee.',
      'Agent P01 (P01) registered as a player.',
    ]);
    const again = await follower.look();
    expect(again.ok && again.value.events).toEqual([]);
    const view = follower.view();
    expect(view).toMatchObject({ league: { status: 'waiting', players: 1, referees: 1 }, go });
    expect(view?.agents.map(({ agent_id }) => agent_id).sort()).toEqual(['P01', 'REF01']);
  });

  test('shows table, matches under way, troubles, and the newest results', async () => {
    const { reader, clock, league, happen } = happening(folded(running({ players: 4 })));
    const follower = new Follower(reader, clock);
    await follower.look();
    await happen(decision(matchIn(league, 'R1M1'), { winner: 'P01' }));
    await happen(decision(matchIn(league, 'R1M2'), { silent: ['P04'] }));
    await follower.look();
    const view = follower.view();
    expect(view?.league).toMatchObject({ status: 'running', matches: { decided: 2 } });
    expect(view?.standings.map(({ player_id, points }) => [player_id, points])).toEqual([
      ['P01', 3],
      ['P03', 3],
      ['P02', 0],
      ['P04', 0],
    ]);
    expect(textsOf(view?.news ?? [])).toEqual([
      'R1M1: Agent P01 (P01) won against Agent P02 (P02). One was better.',
      expect.stringContaining('P04 did not answer in time'),
    ]);
    expect(view?.running).toEqual([]);
  });

  test('says since when its manager is silent, and goes on where it was when it is back', async () => {
    const { reader, clock, happen } = happening();
    const { state, reader: sometimes } = mortal(reader);
    const follower = new Follower(sometimes, clock);
    await follower.look();
    state.isThere = false;
    await happen(registration('P01'));
    expect(await follower.look()).toMatchObject({ ok: false, error: { code: 'SILENT' } });
    expect(follower.view()?.trouble).toMatch(/^The manager has not answered since \d\d:\d\d:\d\d UTC; still trying\.$/);
    state.isThere = true;
    const looked = await follower.look();
    expect(looked.ok && textsOf(looked.value.events)).toEqual(['Agent P01 (P01) registered as a player.']);
    expect(follower.view()?.trouble).toBeUndefined();
  });

  test('has what its operator is told among its news, in the order in which it came', async () => {
    const { reader, clock, league, happen } = happening(folded(running({ players: 4 })));
    const follower = new Follower(reader, clock);
    await follower.look();
    follower.note('127.0.0.1 sent LEAGUE_REGISTER_REQUEST of “Ann” that cannot be read');
    await happen(decision(matchIn(league, 'R1M2'), { silent: ['P04'] }));
    await follower.look();
    expect(follower.view()?.news).toMatchObject([
      { text: expect.stringContaining('of “Ann” that cannot be read'), is_trouble: true },
      { text: expect.stringContaining('P04 did not answer in time') },
    ]);
  });

  test('that is begun anew is shown anew', async () => {
    const first = happening();
    const second = happening(folded([{ ...CREATED, run_id: 'run_another' } as LeagueEvent]));
    let now = first.reader;
    const follower = new Follower({ read: (...asked) => now.read(...asked) } as LeagueReader, first.clock);
    await first.happen(registration('P01'));
    await follower.look();
    now = second.reader;
    await second.happen(registration('P02'));
    const looked = await follower.look();
    expect(looked).toMatchObject({ ok: true, value: { isAnew: true } });
    expect(follower.view()?.agents.map(({ agent_id }) => agent_id)).toEqual(['P02']);
  });

  test('whose events are read too late says how many are missing', async () => {
    const { reader, clock, happen } = happening();
    const follower = new Follower(reader, clock);
    await follower.look();
    await happen(...Array.from({ length: 2_500 }, () => registration('P01')));
    const looked = await follower.look();
    expect(looked.ok && looked.value.events.length).toBeGreaterThanOrEqual(1_000);
    expect(looked.ok && looked.value.missed + looked.value.events.length).toBe(2_500);
  });
});

describe('a manager at an address', () => {
  async function served() {
    const league = happening();
    const { shown, feed, clock } = league;
    const events = eventStream({ feed: () => feed, clock, readers: 10 });
    const server = await serving(
      events,
      api(() => shown),
    );
    closing.push(server.close);
    return { ...league, ...server };
  }

  test.each(['/mcp', '/', ''])('is read over HTTP, by its endpoint or its page: %s', async (path) => {
    const { at, happen } = await served();
    const follower = new Follower(readerAt(`${at}${path}`), systemClock);
    expect(await follower.look()).toMatchObject({ ok: true });
    await happen(registration('P01'));
    const looked = await follower.look();
    expect(looked.ok && textsOf(looked.value.events)).toEqual(['Agent P01 (P01) registered as a player.']);
    expect(follower.view()?.agents[0]).toMatchObject({ agent_id: 'P01', display_name: 'Agent P01' });
  });

  test('that is gone is silent, and what is no manager says so', async () => {
    const { at, close } = await served();
    await close();
    expect(await readerAt(at).read('league')).toMatchObject({ ok: false, error: { code: 'SILENT' } });
    const other = await serving((_, response) => {
      response.end('hello');
      return true;
    });
    closing.push(other.close);
    expect(await readerAt(other.at).read('league')).toMatchObject({ error: { code: 'NO_LEAGUE' } });
  });

  test('that never stops talking is not listened to for ever', async () => {
    const other = await serving((_, response) => {
      for (let i = 0; i < 9; i++) response.write('x'.repeat(1_000_000));
      return true;
    });
    closing.push(other.close);
    const read = await readerAt(other.at).read('league');
    expect(read).toMatchObject({ error: { code: 'SILENT', detail: 'the answer is longer than 8000000 bytes' } });
  });
});

test('the page of a manager is beside its endpoint, at an address that this machine can call', () => {
  expect(pageOf('http://localhost:8000/mcp')).toBe('http://localhost:8000/');
  expect(pageOf('http://0.0.0.0:8000/mcp')).toBe('http://localhost:8000/');
  expect(pageOf('https://league.example/class/mcp?x=1')).toBe('https://league.example/class/');
  expect(pageOf('memory:LM01')).toBeUndefined();
  expect(pageOf(undefined)).toBeUndefined();
});

describe('where nothing can be drawn', () => {
  const event = (type: string, i: number, about: Partial<PublicEvent> = {}): PublicEvent => ({
    ...{ sequence: i, at: `2025-01-15T10:00:0${i % 10}.000Z`, type, text: `${type} ${i}.` },
    ...about,
  });

  test('a few events are a line each, many of a kind are one', () => {
    const events = [
      ...Array.from({ length: 40 }, (_, i) => event('agent_registered', i, { agent_id: `P${i + 1}` })),
      event('league_started', 41),
      event('match_decided', 42),
      event('match_decided', 43, { is_trouble: true, text: 'P04 did not\nanswer.' }),
    ];
    expect(eventLines({ events, missed: 3 })).toEqual([
      '3 earlier events were not seen.',
      '10:00:09 40 agents registered, from P1 to P40.',
      '10:00:01 league_started 41.',
      '10:00:02 match_decided 42.',
      '10:00:03 ! P04 did not�answer.',
    ]);
    const anew = ['P14', 'P2', 'P14', 'P100', 'P2', 'P14'].map((agent_id, i) =>
      event('agent_registered', i, { agent_id }),
    );
    expect(eventLines({ events: anew, missed: 0 })).toEqual(['10:00:05 3 agents registered, from P2 to P100.']);
    const results = Array.from({ length: 6 }, (_, i) => event('match_decided', i, { match_id: `R1M${i + 1}` }));
    const fault = event('match_decided', 7, { is_trouble: true, match_id: 'R1M7' });
    expect(eventLines({ events: [...results, fault], missed: 0 })).toEqual([
      '10:00:05 6 matches were decided, from R1M1 to R1M6.',
      '10:00:07 ! match_decided 7.',
    ]);
  });

  test('results never fill the news: of those that were only played the two newest stay', async () => {
    const { reader, clock, league, happen } = happening(folded(running({ players: 8 })));
    const follower = new Follower(reader, clock);
    await follower.look();
    await happen(decision(matchIn(league, 'R1M1'), { silent: ['P02'] }));
    for (const match_id of ['R1M2', 'R1M3', 'R1M4']) {
      await happen(decision(matchIn(league, match_id), 'draw'));
      await follower.look();
    }
    expect(follower.view()?.news.map(({ match_id }) => match_id)).toEqual(['R1M1', 'R1M3', 'R1M4']);
  });

  test('trouble alone is told where that is asked for', async () => {
    const { reader, clock, league, happen } = happening(folded(running({ players: 4 })));
    const lines: string[] = [];
    const show = showLeague({ reader, clock, tell: (line) => void lines.push(line), isTroubleOnly: true });
    await clock.advance(500);
    await happen(decision(matchIn(league, 'R1M1'), 'draw'));
    await happen(decision(matchIn(league, 'R1M2'), { silent: ['P04'] }));
    await clock.runUntil(show.end());
    expect(lines).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d ! R1M2: P04 did not answer in time; /)]);
  });

  test('what is said after a league has caught up stands below what happened, and nothing is told twice', async () => {
    const { reader, clock, happen } = happening();
    const lines: string[] = [];
    const show = showLeague({ reader, clock, tell: (line) => void lines.push(line) });
    await clock.advance(500);
    await happen(registration('P01'));
    await clock.runUntil(Promise.all([show.catchUp(), show.catchUp()]));
    lines.push('the end');
    await clock.runUntil(show.end());
    expect(lines).toEqual([expect.stringContaining('(P01) registered'), 'the end']);
  });

  test('a league is told by lines from now on, and so is a manager that is silent for a while', async () => {
    const { reader, clock, happen } = happening();
    const { state, reader: sometimes } = mortal(reader);
    const lines: string[] = [];
    await happen(registration('REF01'));
    const show = showLeague({ reader: sometimes, clock, tell: (line) => void lines.push(line) });
    await clock.advance(500);
    await happen(registration('P01'));
    await clock.advance(500);
    state.isThere = false;
    await clock.advance(1_000);
    state.isThere = true;
    await clock.advance(500);
    await happen({ type: 'league_paused', at: AT, reason: 'lunch' });
    await clock.runUntil(show.end());
    expect(lines.map((line) => line.replace(/\d\d:\d\d:\d\d/, 'TIME'))).toEqual([
      'TIME Agent P01 (P01) registered as a player.',
      'The manager has not answered since TIME UTC; still trying.',
      'The manager answers again.',
      'TIME ! The league is held: lunch.',
    ]);
  });
});
