/** A manager's address with an event stream, and readers of it over real sockets. */
import { expect } from 'vitest';
import type { EventsPage, PublicEvent } from '../../../SHARED/contracts/api/events.ts';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { HTTP_LIMITS } from '../../../SHARED/league_sdk/transport/http/limits.ts';
import { HttpServer } from '../../../SHARED/league_sdk/transport/http/server.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import { apply, type League } from '../../league_manager/league/state.ts';
import { type ChangeFeed, changeFeed } from '../../league_manager/public/change_feed.ts';
import { CREATED, folded } from '../../league_manager/testing/rehearsal.ts';
import { eventStream } from '../event_stream.ts';
import { type WebPart, webRest } from '../web.ts';

/** The ends of everything a test has opened. */
export const closing: (() => Promise<void>)[] = [];
/** Ends what a test has opened; for its `afterEach`. */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

interface Given {
  readonly readers?: number;
  readonly unreadBytes?: number;
  /** Events that happened before. */
  readonly league?: League;
  readonly durable?: () => Promise<void>;
}

/** A manager's address whose league happens as the test says, on a clock that the test moves. */
export async function serving({
  league = folded([CREATED]),
  readers = 1_000,
  unreadBytes,
  durable = async () => undefined,
}: Given = {}) {
  const clock = fakeClock();
  const listeners = new Set<(events: readonly LeagueEvent[]) => void>();
  const store = {
    onCommit: (hear: (events: readonly LeagueEvent[]) => void) => {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
    durable,
  };
  let feed: ChangeFeed | undefined = changeFeed({ league, store, clock });
  const limits = unreadBytes === undefined ? {} : { unreadBytes };
  const stream = eventStream({ feed: () => feed, clock, readers, ...limits });
  const bugs: unknown[] = [];
  let hungUp = 0;
  const counted: WebPart = (_, response) => {
    response.once('close', () => hungUp++);
    return false;
  };
  const rest = webRest([counted, stream], (...bug) => bugs.push(bug));
  const server = unwrap(
    await HttpServer.open('127.0.0.1', 0, { clock: systemClock, limits: { ...HTTP_LIMITS, closingMs: 60_000 }, rest }),
  );
  closing.push(async () => {
    await server.close();
    expect(bugs).toEqual([]);
  });
  return {
    ...{ clock, stream, server, listeners, port: server.port, at: `http://127.0.0.1:${server.port}/api/events` },
    /** Connections of which the server has seen the end. */
    hungUp: () => hungUp,
    hide: () => {
      feed = undefined;
    },
    /** Another feed takes the place of the one that is read. */
    replace: () => {
      feed?.close();
      feed = changeFeed({ league, store, clock });
      stream.restart();
    },
    async happen(...events: readonly LeagueEvent[]) {
      for (const event of events) apply(league, event);
      for (const hear of listeners) hear(events);
      await clock.advance(200);
    },
  };
}

interface Frame {
  readonly id?: string;
  readonly event?: string;
  readonly data?: { readonly sequence: number; readonly events?: readonly PublicEvent[] };
  readonly retry?: string;
}

/** A reader of the stream that parses it by the letter of the standard. */
export async function reading(at: string, lastEventId?: string) {
  const leaving = new AbortController();
  const headers = {
    accept: 'text/event-stream',
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  };
  const response = await fetch(at, { headers, signal: leaving.signal });
  const body = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  closing.push(async () => leaving.abort());
  return {
    status: response.status,
    headers: response.headers,
    leave: () => leaving.abort(),
    /** The next frame; undefined when the stream is over. */
    async next(): Promise<Frame | undefined> {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end >= 0) {
          const lines = text.slice(0, end).split('\n');
          text = text.slice(end + 2);
          return frameOf(lines);
        }
        const { done, value } = (await body?.read()) ?? { done: true, value: undefined };
        if (done) return undefined;
        text += value;
      }
    },
  };
}

function frameOf(lines: readonly string[]): Frame {
  const fields = lines.map((line) => {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    return [name, name === 'data' ? JSON.parse(value) : value];
  });
  return Object.fromEntries(fields) as Frame;
}

/** A page of events by GET. */
export const page = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, data: (await response.json()) as EventsPage & { error?: string } };
};

/** Waits for something that real sockets bring about. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries++) {
    if (tries > 20_000) throw new Error('it never came to be so');
    await systemClock.poll();
  }
}
