import { expect, test } from 'vitest';
import type { Answer, BrowserParts, StreamReader } from './browser.ts';
import { NEWS } from './event_news.ts';
import { ANSWER_MS, LiveSource, LOOK_MS, MOST_PATIENT_MS, POLL_MS, REFRESH_MS, SILENCE_MS } from './live.ts';

/** A browser on virtual time, with a manager that answers from a table; without an entry nothing is there, or nothing answers. */
function world() {
  let now = 1_000_000;
  let timers: { readonly at: number; readonly act: () => void }[] = [];
  let isHidden = false;
  let turned = () => {};
  const silent = new Set<string>();
  const documents = new Map<string, { readonly status?: number; readonly etag?: string; readonly body: unknown }>();
  const asked: string[] = [];
  const streams: { readonly url: string; readonly reader: StreamReader; isClosed: boolean }[] = [];
  const browser: BrowserParts = {
    get: (url, _, signal) => {
      asked.push(url);
      if (silent.has(url)) return new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
      const found = documents.get(url);
      if (found === undefined) return Promise.reject(new TypeError('failed to fetch'));
      const { status = 200, etag = null, body } = found;
      return Promise.resolve<Answer>({
        ok: status < 400,
        status,
        json: () => Promise.resolve(body),
        headers: { get: (name) => (name === 'etag' ? etag : null) },
      });
    },
    post: () => Promise.reject(new Error('nothing is posted here')),
    stream(url, reader) {
      const stream = { url, reader, isClosed: false };
      streams.push(stream);
      return () => {
        stream.isClosed = true;
      };
    },
    after(ms, act) {
      const timer = { at: now + ms, act };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    now: () => now,
    isHidden: () => isHidden,
    onTurn: (act) => {
      turned = act;
    },
  };
  return {
    browser,
    documents,
    asked,
    silent,
    streams,
    hide(hidden: boolean) {
      isHidden = hidden;
      turned();
    },
    /** Lets time pass, and everything that is due happen in its order. */
    async pass(ms: number) {
      const end = now + ms;
      for (;;) {
        await settle();
        const next = timers.toSorted((a, b) => a.at - b.at)[0];
        if (next === undefined || next.at > end) break;
        now = Math.max(now, next.at);
        timers = timers.filter((each) => each !== next);
        next.act();
      }
      now = end;
      await settle();
    },
  };
}

/** Promises of answers that are there already. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

const event = (sequence: number, text = `event ${sequence}`) => ({
  sequence,
  at: '2026-11-16T04:00:00Z',
  type: 'x',
  text,
});
const eventsPage = (run_id: string, ...sequences: readonly number[]) => ({
  body: {
    league_id: 'l',
    run_id,
    sequence: sequences.at(-1) ?? Number.MAX_SAFE_INTEGER,
    first: 1,
    rows: sequences.map((each) => event(each)),
  },
});
const LEAGUE = '/api/league';
const EVENTS = `/api/events?limit=${NEWS}`;

async function watching() {
  const there = world();
  there.documents.set(LEAGUE, { etag: '"1"', body: { sequence: 1 } });
  there.documents.set(EVENTS, eventsPage('run1', 1));
  const source = new LiveSource(there.browser);
  const entry = source.entry(LEAGUE);
  const release = entry.hold();
  there.streams[0]?.reader.opened();
  await there.pass(REFRESH_MS);
  there.asked.length = 0;
  return { ...there, source, entry, release, stream: there.streams[0] };
}

test('a document is fetched when it is shown, and again when the stream tells of something, once a second at most', async () => {
  const { asked, documents, entry, stream, pass, source } = await watching();
  expect(entry.shown.value.document).toEqual({ sequence: 1 });
  expect(source.connection.value).toEqual({ state: 'live' });
  documents.set(LEAGUE, { etag: '"9"', body: { sequence: 9 } });
  for (let i = 2; i < 10; i++) stream?.reader.told(JSON.stringify({ sequence: i, events: [event(i)] }), `run1.${i}`);
  await pass(REFRESH_MS / 2);
  expect(asked).toEqual([LEAGUE]);
  expect(entry.shown.value.document).toEqual({ sequence: 9 });
  stream?.reader.told(JSON.stringify({ sequence: 10, events: [event(10)] }), 'run1.10');
  await pass(REFRESH_MS / 4);
  expect(asked).toHaveLength(1);
  await pass(REFRESH_MS);
  expect(asked).toHaveLength(2);
  expect(source.news.value.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('a document that has not changed is not made anew, and one that is shown no more is not fetched', async () => {
  const { asked, entry, stream, pass, release } = await watching();
  const { document } = entry.shown.value;
  stream?.reader.told(JSON.stringify({ sequence: 2, events: [event(2)] }), 'run1.2');
  await pass(REFRESH_MS);
  expect(asked).toEqual([LEAGUE]);
  expect(entry.shown.value.document).toBe(document);
  release();
  stream?.reader.told(JSON.stringify({ sequence: 3, events: [event(3)] }), 'run1.3');
  await pass(10_000);
  expect(asked).toEqual([LEAGUE]);
});

test('what no event tells is seen all the same: documents are looked at every few seconds while the stream is quiet', async () => {
  const { asked, documents, entry, stream, pass, source } = await watching();
  documents.set(LEAGUE, { etag: '"2"', body: { sequence: 1, waits_for: ['P01'] } });
  await pass(LOOK_MS);
  expect(entry.shown.value.document).toEqual({ sequence: 1, waits_for: ['P01'] });
  asked.length = 0;
  for (let i = 0; i < 4; i++) {
    await pass(15_000);
    stream?.reader.beat();
  }
  expect(asked).toEqual(Array.from({ length: 60_000 / LOOK_MS }, () => LEAGUE));
  expect(source.connection.value).toEqual({ state: 'live' });
});

test('a page that is hidden fetches nothing and holds no stream, and goes on where it was when it is seen again', async () => {
  const { asked, stream, streams, pass, hide, source } = await watching();
  stream?.reader.told(JSON.stringify({ sequence: 2, events: [event(2)] }), 'run1.2');
  await pass(REFRESH_MS);
  asked.length = 0;
  hide(true);
  expect(stream?.isClosed).toBe(true);
  await pass(600_000);
  expect([asked.length, streams.length]).toEqual([0, 1]);
  hide(false);
  hide(false);
  expect(streams.map(({ url }) => url)).toEqual(['/api/events', '/api/events?last_event_id=run1.2']);
  await pass(REFRESH_MS);
  expect(asked).toEqual([LEAGUE]);
  expect(source.connection.value).toEqual({ state: 'live' });
  streams[1]?.reader.told(JSON.stringify({ sequence: 3, events: [event(3)] }), 'run1.3');
  expect(source.news.value.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
});

test('a stream that gave up while the page was hidden is begun once when it is seen', async () => {
  const { stream, streams, pass, hide } = await watching();
  stream?.reader.failed(true);
  hide(true);
  await pass(MOST_PATIENT_MS);
  expect(streams).toHaveLength(1);
  hide(false);
  await pass(MOST_PATIENT_MS);
  expect(streams).toHaveLength(2);
});

test('a stream that is silent for too long is taken for dead, and begun again where it ended', async () => {
  const { stream, streams, documents, pass, source } = await watching();
  stream?.reader.told(JSON.stringify({ sequence: 2, events: [event(2)] }), 'run1.2');
  await pass(SILENCE_MS - REFRESH_MS);
  stream?.reader.beat();
  await pass(SILENCE_MS - REFRESH_MS);
  expect(streams).toHaveLength(1);
  documents.set(`/api/events?after=2&limit=${NEWS}`, eventsPage('run1', 3));
  documents.set(`/api/events?after=3&limit=${NEWS}`, eventsPage('run1'));
  await pass(REFRESH_MS + POLL_MS);
  expect(stream?.isClosed).toBe(true);
  expect(streams.map(({ url }) => url)).toEqual(['/api/events', '/api/events?last_event_id=run1.2']);
  expect(source.connection.value).toEqual({ state: 'polling' });
  expect(source.news.value.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  streams[1]?.reader.opened();
  expect(source.connection.value).toEqual({ state: 'live' });
});

test('an answer that does not come is given up: the manager is said to be lost, and the document is asked for again', async () => {
  const { silent, asked, documents, entry, pass, source } = await watching();
  silent.add(LEAGUE);
  await pass(LOOK_MS + ANSWER_MS);
  expect(source.connection.value).toMatchObject({ state: 'lost' });
  silent.clear();
  documents.set(LEAGUE, { etag: '"2"', body: { sequence: 2 } });
  asked.length = 0;
  await pass(POLL_MS * 2);
  expect(asked).toContain(LEAGUE);
  expect(entry.shown.value.document).toEqual({ sequence: 2 });
  expect(source.connection.value).toEqual({ state: 'live' });
});

test('a lost manager is said to be lost since when, looked for ever more patiently, and what is known stays', async () => {
  const { asked, documents, entry, stream, streams, pass, source, browser } = await watching();
  documents.clear();
  stream?.reader.failed(false);
  const since = browser.now();
  await pass(REFRESH_MS);
  expect(source.connection.value).toEqual({ state: 'lost', since: expect.closeTo(since, -4) });
  expect(entry.shown.value).toEqual({ document: { sequence: 1 }, error: undefined });
  await pass(600_000);
  const tries = asked.filter((url) => url === LEAGUE).length;
  expect(tries).toBeGreaterThan(600_000 / MOST_PATIENT_MS / 2);
  expect(tries).toBeLessThan((2 * 600_000) / MOST_PATIENT_MS);
  documents.set(LEAGUE, { etag: '"7"', body: { sequence: 7 } });
  documents.set(`/api/events?after=1&limit=${NEWS}`, eventsPage('run1', 6, 7));
  const next = streams.at(-1);
  next?.reader.opened();
  next?.reader.told(JSON.stringify({ sequence: 7, events: [event(6), event(7)] }), 'run1.7');
  await pass(REFRESH_MS);
  expect(source.connection.value).toEqual({ state: 'live' });
  expect(entry.shown.value.document).toEqual({ sequence: 7 });
  expect(source.news.value.map(({ sequence }) => sequence)).toEqual([1, 6, 7]);
});

test('a stream that gave up is begun again where it ended', async () => {
  const { stream, streams, pass } = await watching();
  stream?.reader.told(JSON.stringify({ sequence: 2, events: [event(2)] }), 'run1.2');
  stream?.reader.failed(true);
  expect(stream?.isClosed).toBe(true);
  await pass(MOST_PATIENT_MS);
  expect(streams.map(({ url }) => url)).toEqual(['/api/events', '/api/events?last_event_id=run1.2']);
});

test('without a stream the page looks by itself, for documents and for events', async () => {
  const { asked, documents, stream, pass, source, entry } = await watching();
  documents.set(LEAGUE, { etag: '"2"', body: { sequence: 2 } });
  documents.set(`/api/events?after=1&limit=${NEWS}`, eventsPage('run1', 2));
  documents.set(`/api/events?after=2&limit=${NEWS}`, eventsPage('run1'));
  stream?.reader.failed(true);
  await pass(POLL_MS * 3);
  expect(source.connection.value).toEqual({ state: 'polling' });
  expect(entry.shown.value.document).toEqual({ sequence: 2 });
  expect(source.news.value.map(({ sequence }) => sequence)).toEqual([1, 2]);
  expect(asked.filter((url) => url === LEAGUE).length).toBeGreaterThan(2);
});

test('another run of the league begins its news anew', async () => {
  const { documents, stream, pass, source } = await watching();
  documents.set(`/api/events?after=1&limit=${NEWS}`, eventsPage('run2'));
  documents.set(EVENTS, eventsPage('run2', 0, 1, 2));
  stream?.reader.failed(true);
  await pass(POLL_MS);
  expect(source.news.value.map(({ sequence }) => sequence)).toEqual([0, 1, 2]);
  documents.set(EVENTS, eventsPage('run3', 5));
  stream?.reader.reset('run3.5');
  await pass(REFRESH_MS);
  expect(source.news.value.map(({ sequence }) => sequence)).toEqual([5]);
});

test('a league that was taken back tells no news of what has not happened yet, with a stream or without', async () => {
  const { documents, stream, pass, source } = await watching();
  const heard = () => source.news.value.map(({ sequence }) => sequence);
  stream?.reader.told(JSON.stringify({ sequence: 9, events: [event(5), event(9)] }), 'run1.9');
  documents.set(EVENTS, eventsPage('run1', 1, 5));
  stream?.reader.reset('run1.6');
  await pass(REFRESH_MS);
  expect(heard()).toEqual([1, 5]);
  documents.set(`/api/events?after=5&limit=${NEWS}`, { body: { ...eventsPage('run1').body, sequence: 2 } });
  documents.set(EVENTS, eventsPage('run1', 1));
  stream?.reader.failed(true);
  await pass(POLL_MS);
  expect(heard()).toEqual([1]);
});

test('news that were heard stay when the manager has come back and no longer has them', async () => {
  const { documents, stream, pass, source } = await watching();
  documents.set(`/api/events?after=1&limit=${NEWS}`, eventsPage('run1', 8, 9));
  documents.set(EVENTS, eventsPage('run1', 8, 9));
  stream?.reader.reset('run1.9');
  await pass(REFRESH_MS);
  expect(source.news.value.map(({ sequence }) => sequence)).toEqual([1, 8, 9]);
});

test('a refusal is told in the words of the manager', async () => {
  const { documents, pass, source } = await watching();
  documents.set('/api/players/P99', { status: 404, body: { error: 'there is no player P99' } });
  documents.set('/api/players/P98', { status: 400, body: 'no object' });
  const [missing, odd] = [source.entry('/api/players/P99'), source.entry('/api/players/P98')];
  missing.hold();
  odd.hold();
  await pass(0);
  expect(missing.shown.value).toEqual({ document: undefined, error: 'there is no player P99' });
  expect(odd.shown.value).toEqual({ document: undefined, error: 'The manager answered 400.' });
});

test('no more than the newest events are kept, each once and in its place', async () => {
  const { stream, source } = await watching();
  const many = Array.from({ length: NEWS * 2 }, (_, index) => event(index + 2));
  stream?.reader.told(JSON.stringify({ sequence: 0, events: many }), 'run1.9');
  stream?.reader.told(JSON.stringify({ sequence: 0, events: many.slice(-3).reverse() }), 'run1.9');
  expect(source.news.value.map(({ sequence }) => sequence)).toEqual(many.slice(-NEWS).map(({ sequence }) => sequence));
});
