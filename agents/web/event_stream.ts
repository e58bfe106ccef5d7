/** `GET /api/events`: what happened in a league, as a page of JSON or, by server-sent events, as it happens. */
import type { EventsPage } from '../../SHARED/contracts/api/events.ts';
import { PAGE_ROWS } from '../../SHARED/contracts/api/paging.ts';
import { ROUTES } from '../../SHARED/contracts/api/routes.ts';
import type { Clock } from '../../SHARED/core/clock.ts';
import type { Overload } from '../../SHARED/core/limits.ts';
import { FairSlots } from '../../SHARED/league_sdk/flow/fair_share.ts';
import { TokenBuckets } from '../../SHARED/league_sdk/flow/token_bucket.ts';
import type { HttpResponse } from '../../SHARED/league_sdk/transport/http/server.ts';
import { subnetOf } from '../../SHARED/league_sdk/transport/net_address.ts';
import type { ChangeFeed } from '../league_manager/public/change_feed.ts';
import { documentText, readQuery, sendDocument } from './api.ts';
import type { DocumentQuery } from './documents/documents.ts';
import { sendText, type WebPart, type WebRequest } from './web.ts';

export interface EventStreamOptions {
  /** The feed, once there is a league to be seen. */
  readonly feed: () => ChangeFeed | undefined;
  readonly clock: Clock;
  /** Readers of the stream at once. */
  readonly readers: number;
  /** How many bytes a reader may leave unread before it is dropped; it comes back by its last id. */
  readonly unreadBytes?: number;
}

/** The stream of a league, and how many read it. */
export type EventStream = WebPart & {
  readonly close: () => void;
  readonly readers: () => number;
  /** Tells all readers that another feed has taken the place of the one they read. */
  readonly restart: () => void;
};

const UNREAD_BYTES = 1_048_576;
/** The time a stream may be silent: proxies and readers take a longer silence for a broken line. */
const HEARTBEAT_MS = 15_000;
/** A reader whose line broke comes back after this time. */
const RETRY_MS = 2_000;
/** One address may begin as many streams at once as there may be, and of those that it has begun this part anew a second. */
const BEGUN_ANEW = 0.05;
const JSON_TYPE = 'application/json';
const STREAM_TYPE = 'text/event-stream';
const ID = /^(\w{1,100})\.(\d{1,15})$/;
const REFUSALS = {
  caller: [429, 'too many readers of the event stream at your address; close one, or try again a little later'],
  here: [503, 'too many readers of the event stream at present; try again a little later'],
} as const satisfies { readonly [O in Overload]: readonly [number, string] };

/** The events of a league. A league that is over ends no stream: readers stay until the manager goes. */
export function eventStream({
  feed: now,
  clock,
  readers: most,
  unreadBytes = UNREAD_BYTES,
}: EventStreamOptions): EventStream {
  const slots = new FairSlots(most);
  const begun = new TokenBuckets({ burst: most, perSec: most * BEGUN_ANEW }, () => clock.monotonic());
  const readers = new Set<HttpResponse>();
  let heard: ChangeFeed | undefined;
  let stopHearing: (() => void) | undefined;
  let stopBeating: (() => void) | undefined;
  let isClosed = false;

  async function answer(asked: WebRequest, response: HttpResponse): Promise<boolean> {
    if (asked.path !== ROUTES.events.path) return false;
    response.setHeader('vary', 'origin, accept');
    const query = readQuery(ROUTES.events, asked.query);
    if (!query.ok) {
      const { status, ...fault } = query.error;
      return sendText(response, status, JSON_TYPE, JSON.stringify(fault));
    }
    const feed = await durableFeed();
    // A reader that has hung up meanwhile would not say so a second time.
    if (response.destroyed) return true;
    if (feed === undefined || isClosed)
      return refuse(response, 503, 'the league is not to be seen at present; try again a little later');
    if (asked.headers.accept?.includes(STREAM_TYPE) !== true || asked.method === 'HEAD')
      return sendPage(feed, query.value, asked, response);
    return begin(feed, asked, response);
  }

  function sendPage(feed: ChangeFeed, { after, limit }: DocumentQuery, asked: WebRequest, response: HttpResponse) {
    const page = eventsPage(feed, {
      after: after === undefined ? undefined : Number(after),
      limit: limit ?? PAGE_ROWS.usual,
    });
    return sendDocument(asked, response, documentText(JSON.stringify(page), `${page.run_id}.${feed.sequence}`));
  }

  /** The feed when what has happened is durable: it may be another one than before. */
  async function durableFeed(): Promise<ChangeFeed | undefined> {
    const feed = now();
    await feed?.durable();
    return feed === now() ? feed : durableFeed();
  }

  function begin(feed: ChangeFeed, { origin, query, headers, settled }: WebRequest, response: HttpResponse): true {
    const subnet = subnetOf(origin.address);
    const slot = begun.take(subnet) ? slots.take(subnet, false) : 'caller';
    if (typeof slot === 'string') {
      const [status, why] = REFUSALS[slot];
      return refuse(response, status, why);
    }
    response.once('close', () => {
      readers.delete(response);
      slot();
      if (readers.size === 0) rest();
    });
    // The stream ends with its connection: to count the bytes of each event would cost a fifth of its writing.
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, {
      'content-type': STREAM_TYPE,
      'cache-control': 'no-store',
      // Proxies that would collect what is to be seen at once.
      'x-accel-buffering': 'no',
      connection: 'close',
    });
    response.write(`retry: ${RETRY_MS}\n${beginning(feed, headers['last-event-id'] ?? query.get('last_event_id'))}`);
    readers.add(response);
    listenTo(feed);
    settled();
    return true;
  }

  /** Hears the feed and beats while there are readers. */
  function listenTo(feed: ChangeFeed): void {
    if (heard !== feed) {
      stopHearing?.();
      heard = feed;
      stopHearing = feed.onBatch(({ sequence, told }) => {
        if (told.length > 0) tell(frame(feed, 'events', { sequence, events: told }));
      });
    }
    stopBeating ??= clock.after(HEARTBEAT_MS, beat);
  }

  function beat(): void {
    // A comment would keep the line open, but a browser hands none on: its page could not tell a dead line from a quiet league.
    tell('event: beat\ndata: {}\n\n');
    stopBeating = clock.after(HEARTBEAT_MS, beat);
  }

  /** The bytes are made once for all readers; one that does not read is not waited for. */
  function tell(text: string): void {
    const bytes = Buffer.from(text);
    for (const response of readers) {
      if (response.writableLength > unreadBytes) response.destroy();
      else response.write(bytes);
    }
  }

  function rest(): void {
    stopHearing?.();
    stopBeating?.();
    heard = stopHearing = stopBeating = undefined;
  }

  return Object.assign(answer, {
    readers: () => readers.size,
    restart() {
      const feed = now();
      if (feed === undefined || readers.size === 0) return;
      listenTo(feed);
      tell(frame(feed, 'reset', { sequence: feed.sequence }));
    },
    close() {
      isClosed = true;
      for (const response of readers) response.end();
    },
  });
}

/** The first event of a stream: what was missed since the last one, or that it is to be fetched anew. */
function beginning(feed: ChangeFeed, last: string | readonly string[] | null): string {
  const { league, sequence, first } = feed;
  if (last === null) return frame(feed, 'events', { sequence, events: [] });
  const [, run_id, place] = ID.exec(String(last)) ?? [];
  const after = Number(place);
  if (run_id !== league.run_id || after < first - 1 || after > sequence) return frame(feed, 'reset', { sequence });
  return frame(feed, 'events', { sequence, events: feed.after(after) });
}

function frame({ league, sequence }: ChangeFeed, event: 'events' | 'reset', data: object): string {
  return `id: ${league.run_id}.${sequence}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A page of the events that are kept; `sequence` is where the next page goes on. */
export function eventsPage(
  feed: ChangeFeed,
  { after, limit }: { readonly after: number | undefined; readonly limit: number },
): EventsPage {
  const { league, first, sequence } = feed;
  const { league_id, run_id } = league;
  const found = feed.after(after ?? 0);
  const rows = after === undefined ? found.slice(-limit) : found.slice(0, limit);
  const isCut = after !== undefined && rows.length < found.length;
  return {
    league_id,
    run_id,
    sequence: isCut ? (rows.at(-1)?.sequence ?? sequence) : sequence,
    first,
    rows: [...rows],
  };
}

function refuse(response: HttpResponse, status: number, error: string): true {
  response.setHeader('retry-after', '5');
  return sendText(response, status, JSON_TYPE, JSON.stringify({ error }));
}
