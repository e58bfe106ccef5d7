import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { unwrap } from '../../SHARED/core/result.ts';
import { fileLedgerStore } from '../../SHARED/league_sdk/ledger/file.ts';
import type { LeagueEvent, MatchDecided } from '../league_manager/league/events.ts';
import { ANSWER_CLASSES_MS } from '../league_manager/league/figures.ts';
import { readLeague } from '../league_manager/league/read_league.ts';
import { newLeague } from '../league_manager/league/state.ts';
import type { LiveLeague } from '../league_manager/liveness/live_league.ts';
import { shippedCast, shippedSettings, startInVirtualTime } from '../trials/testing/rehearsal_in_process.ts';
import { metrics } from './metrics.ts';
import { gauge, histogram, histogramSamples } from './prometheus_text.ts';
import type { ShownLeague } from './web.ts';
import { webRest } from './web.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serving(league: () => ShownLeague | undefined, readers = 0) {
  const rest = webRest([metrics({ league, readers: () => readers })], (_, cause) => {
    throw cause;
  });
  const server = createServer((request, response) => void rest(request, response, {} as never));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
  return async () => {
    const response = await fetch(at);
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
}

interface Family {
  readonly help: string;
  readonly type: string;
  /** By name and labels, as they are written. */
  readonly samples: Map<string, number>;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"';
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (\\S+)$`);
const SUFFIXES: { readonly [type: string]: RegExp } = {
  histogram: /^(_bucket|_sum|_count)$/,
  counter: /^$/,
  gauge: /^$/,
};

/** The families of a text, read by the grammar of the exposition format 0.0.4 alone; what is against it throws. */
function parsed(text: string): ReadonlyMap<string, Family> {
  const families = new Map<string, Family>();
  let help: readonly [name: string, text: string] | undefined;
  let current: string | undefined;
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, word, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (word === 'HELP') help = [name, rest];
    else if (word === 'TYPE') {
      if (families.has(name) || help?.[0] !== name) throw new Error(`not at its place: ${line}`);
      families.set(name, { help: help[1], type: rest, samples: new Map() });
      current = name;
    } else {
      const [, sample = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
      const family = families.get(current ?? '');
      const suffix = sample.slice(current?.length);
      if (family === undefined || !sample.startsWith(current ?? '') || SUFFIXES[family.type]?.test(suffix) !== true)
        throw new Error(`of no family: ${line}`);
      if (!/^[+-]?(\d+(\.\d+)?(e[+-]?\d+)?|Inf)$|^NaN$/i.test(value)) throw new Error(`no number: ${line}`);
      const key = labels === '' ? suffix : `${suffix}{${labels}}`;
      if (family.samples.has(key)) throw new Error(`twice: ${line}`);
      family.samples.set(key, Number(value.replace('Inf', 'Infinity')));
    }
  }
  return families;
}

/** A league on virtual time, played to its end; P01 goes away when it has begun. */
async function played() {
  const settings = { ...(await shippedSettings(['memory:'])), keep: true };
  const on = await startInVirtualTime({ settings, cast: await shippedCast(), operatorToken: 'op_test' });
  const { run, clock, disk } = on;
  closing.push(() => void run.stop('the test is over'));
  const over = Promise.withResolvers<void>();
  run.manager.store.onCommit((events) => {
    for (const { type } of events) {
      if (type === 'league_started') void run.agents.find(({ id }) => id === 'P01')?.stop('it has enough');
      if (type === 'league_closed') over.resolve();
    }
  });
  const { league_id } = settings.config;
  await clock.runUntil(Promise.all([run.operator().ask('START_LEAGUE', { league_id }), over.promise]));
  const store = fileLedgerStore(disk, '/data');
  const chain = unwrap(await store.read<LeagueEvent>(league_id));
  const shown: ShownLeague = { ...run.manager, clock, disk, data: '/data' };
  return { shown, clock, store, league_id, events: (chain?.lines ?? []).flat() };
}

const sumBy = <T>(all: readonly T[], keyOf: (each: T) => string): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const each of all) sums.set(keyOf(each), (sums.get(keyOf(each)) ?? 0) + 1);
  return sums;
};

test('the figures of a league are those of its files, in the format of Prometheus', async () => {
  const { shown, events } = await played();
  const scrape = await serving(() => shown, 3);
  const { status, type, text } = await scrape();
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  // The first scrape has nothing to say of an event loop that it has just begun to watch.
  expect(text).not.toMatch(/\bnan\b|9223372036/i);
  const families = parsed(text);
  const samples = (name: string) => new Map(families.get(name)?.samples);

  const decided = events.filter((event) => event.type === 'match_decided') as readonly MatchDecided[];
  expect(decided).toHaveLength(6);
  const endings = sumBy(decided, ({ result }) => `{termination="${result.details.termination}"}`);
  expect(endings.size).toBe(2);
  expect(samples('league_matches_total')).toEqual(endings);
  const faults = decided.flatMap(({ result }) => result.details.faults);
  expect(faults.length).toBeGreaterThan(0);
  expect(samples('league_faults_total')).toEqual(sumBy(faults, ({ cause }) => `{cause="${cause}"}`));
  expect(samples('league_ledger_events_total')).toEqual(new Map([['', events.length]]));
  expect(samples('league_rounds_closed_total').get('')).toBe(3);
  expect(samples('league_matches_running').get('')).toBe(0);
  expect(samples('league_matches_queued').get('')).toBe(0);
  expect(samples('league_event_stream_readers').get('')).toBe(3);
  expect([...samples('league_agents').values()].reduce((sum, agents) => sum + agents, 0)).toBe(6);

  const attempts = decided.flatMap(({ result }) => result.details.timeline ?? []);
  for (const asked_for of ['join', 'move']) {
    const of = attempts.filter(({ step }) => (step === 0) === (asked_for === 'join'));
    const tookMs = of.flatMap(({ asked_ms, answered_ms }) => (answered_ms === null ? [] : [answered_ms - asked_ms]));
    expect(tookMs.length).toBeGreaterThan(0);
    const answers = samples('league_answer_seconds');
    for (const most of ANSWER_CLASSES_MS)
      expect(answers.get(`_bucket{le="${most / 1_000}",asked_for="${asked_for}"}`), `${most} ms`).toBe(
        tookMs.filter((ms) => ms <= most).length,
      );
    expect(answers.get(`_bucket{le="+Inf",asked_for="${asked_for}"}`)).toBe(tookMs.length);
    expect(answers.get(`_count{asked_for="${asked_for}"}`)).toBe(tookMs.length);
    expect(answers.get(`_sum{asked_for="${asked_for}"}`)).toBeCloseTo(tookMs.reduce((a, b) => a + b, 0) / 1_000);
    expect(samples('league_attempts_failed_total').get(`{asked_for="${asked_for}"}`)).toBe(
      of.filter(({ fault }) => fault !== undefined).length,
    );
  }

  for (const [name, { help, type: kind }] of families) {
    expect(help, name).toMatch(/\w/);
    if (name.startsWith('league_')) expect(name.endsWith('_total'), name).toBe(kind === 'counter');
  }
  expect(samples('process_cpu_seconds_total').get('')).toBeGreaterThan(0);
  expect(samples('process_resident_memory_bytes').get('')).toBeGreaterThan(1e6);
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'league_ledger_append_seconds'])
    expect(families.has(name), name).toBe(true);
  expect(text).not.toMatch(/"(P|REF)\d/);
});

test('counters are the same after the manager was started again', async () => {
  const { shown, store, league_id } = await played();
  const league = unwrap(await readLeague(store, league_id)) as ShownLeague['league'];
  const [before, after] = [await serving(() => shown), await serving(() => ({ ...shown, league }))];
  const counters = async (scrape: typeof before) =>
    [...parsed((await scrape()).text)]
      .filter(([name, { type }]) => type !== 'gauge' && name.startsWith('league_'))
      .map(([name, { samples }]) => [name, [...samples]]);
  expect(await counters(after)).toEqual(await counters(before));
});

test('what happens between two scrapes is in the second; within a second they are one', async () => {
  const { shown, clock } = await played();
  let queued = 1;
  const scrape = await serving(() => ({
    ...shown,
    live: { ...(shown.live as LiveLeague), queues: () => ({ matches: queued, messages: 0 }) },
  }));
  const waiting = async () =>
    parsed((await scrape()).text)
      .get('league_matches_queued')
      ?.samples.get('');
  expect(await waiting()).toBe(1);
  queued = 2;
  await clock.advance(999);
  expect(await waiting()).toBe(1);
  await clock.advance(1);
  expect(await waiting()).toBe(2);
});

test('a league that takes the place of another is measured in its place', async () => {
  const { shown, clock } = await played();
  let now = shown;
  const scrape = await serving(() => now);
  const figure = async (name: string) =>
    parsed((await scrape()).text)
      .get(name)
      ?.samples.get('');
  expect(await figure('league_rounds_closed_total')).toBe(3);
  let hear = (_: readonly LeagueEvent[]): void => undefined;
  const onCommit = (heard: typeof hear) => {
    hear = heard;
    return () => undefined;
  };
  now = { ...shown, league: newLeague(), store: { onCommit, durable: async () => undefined } };
  await clock.advance(1_000);
  expect(await figure('league_rounds_closed_total')).toBe(0);
  hear([]);
  await clock.advance(1_000);
  expect((await scrape()).text).toContain('league_ledger_append_seconds_count 1');
});

test('there are none while there is no league to be seen', async () => {
  expect((await (await serving(() => undefined))()).status).toBe(503);
});

test('labels and help texts are escaped, and numbers that are not finite have their own words', () => {
  const text = gauge('a', 'a \\ and\na line', [
    { labels: { b: '"quoted" \\ and\na line', c: '' }, value: Number.POSITIVE_INFINITY },
    { labels: { b: 'least' }, value: Number.NEGATIVE_INFINITY },
    { labels: { b: 'none' }, value: Number.NaN },
  ]);
  expect(text.split('\n')).toEqual([
    '# HELP a a \\\\ and\\na line',
    '# TYPE a gauge',
    'a{b="\\"quoted\\" \\\\ and\\na line",c=""} +Inf',
    'a{b="least"} -Inf',
    'a{b="none"} NaN',
    '',
  ]);
  expect(parsed(text).get('a')?.samples.size).toBe(3);
});

test('a histogram counts in each bucket those of all buckets before it', () => {
  const text = histogram('a', 'x', histogramSamples({ bounds: [0.5, 1], counts: [2, 0, 3], sum: 7.5 }));
  expect([...(parsed(text).get('a')?.samples ?? [])]).toEqual([
    ['_bucket{le="0.5"}', 2],
    ['_bucket{le="1"}', 2],
    ['_bucket{le="+Inf"}', 5],
    ['_sum', 7.5],
    ['_count', 5],
  ]);
});

test.each([
  ['a name with a dash', '# HELP a x\n# TYPE a-b gauge\n'],
  ['a sample of no family', '# HELP a x\n# TYPE a gauge\nb 1\n'],
  ['a label without quotes', '# HELP a x\n# TYPE a gauge\na{b=1} 1\n'],
  ['a value that is no number', '# HELP a x\n# TYPE a gauge\na x\n'],
  ['a sample twice', '# HELP a x\n# TYPE a gauge\na 1\na 2\n'],
  ['a text that does not end', '# HELP a x\n# TYPE a gauge\na 1'],
])('%s is against the format, and this test would see it', (_, text) => {
  expect(() => parsed(text)).toThrow();
});
