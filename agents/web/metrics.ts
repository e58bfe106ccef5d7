/** `/metrics`: the figures of a league and its manager for Prometheus. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { VIOLATION_KINDS } from '../../SHARED/contracts/violations.ts';
import { ANSWER_CLASSES_MS } from '../league_manager/league/figures.ts';
import { counter, gauge, histogram, histogramSamples, PROMETHEUS_TYPE } from './prometheus_text.ts';
import { type ShownLeague, sendText, type WebPart } from './web.ts';

export interface MetricsOptions {
  /** The league, once it can be seen. */
  readonly league: () => ShownLeague | undefined;
  /** How many read the event stream. */
  readonly readers: () => number;
}

/** Scrapes within this time get the same text: figures are for graphs, and some of them cost. */
const FRESH_MS = 1_000;
const APPEND_BOUNDS_SEC = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const ANSWER_BOUNDS_SEC = ANSWER_CLASSES_MS.map((ms) => ms / 1_000);
const ASKED_FOR = ['join', 'move'] as const;

/**
 * Counters of the league are those of its ledger, and go on over restarts of its manager. The event loop and the appends
 * are measured from the first scrape on, since most managers never see one.
 */
export function metrics({ league: now, readers }: MetricsOptions): WebPart {
  let measurements: Measurements | undefined;
  let newest: { readonly until: number; readonly text: Promise<string> } | undefined;
  return async ({ path }, response) => {
    if (path !== '/metrics') return false;
    const shown = now();
    if (shown === undefined) return sendText(response, 503, 'text/plain', 'the league is not to be seen at present\n');
    const scrapedMs = shown.clock.monotonic();
    if (newest === undefined || scrapedMs >= newest.until) {
      measurements ??= new Measurements(shown);
      measurements.follow(shown);
      newest = { until: scrapedMs + FRESH_MS, text: textOf(shown, measurements, readers()) };
    }
    return sendText(response, 200, PROMETHEUS_TYPE, await newest.text);
  };
}

async function textOf(shown: ShownLeague, measurements: Measurements, readers: number): Promise<string> {
  const { clock } = shown;
  const readersText = gauge('league_event_stream_readers', 'Readers of the event stream.', readers);
  const texts = [...processMetrics(), ...measurements.texts(), ...leagueMetrics(shown), readersText];
  const polledMs = clock.monotonic();
  await clock.poll();
  const lagSec = (clock.monotonic() - polledMs) / 1_000;
  const lagText = gauge('nodejs_eventloop_lag_seconds', 'Lag of event loop in seconds.', lagSec);
  return [...texts, lagText, ...(await fileMetrics(shown))].join('\n');
}

function leagueMetrics({ league, live }: ShownLeague): readonly string[] {
  const { league_id, run_id, game_type, figures } = league;
  const agents = Map.groupBy(league.agents.values(), ({ role, state }) => `${role} ${state}`);
  const rounds = [...league.rounds.values()].filter(({ closed_at }) => closed_at !== undefined);
  const decided = [...figures.terminations.values()].reduce((sum, matches) => sum + matches, 0);
  const queued = live?.queues() ?? { matches: 0, messages: 0 };
  const breaches = (kind: (typeof VIOLATION_KINDS)[number]) =>
    [...league.conduct.values()].reduce((sum, { kinds }) => sum + (kinds.get(kind)?.count ?? 0), 0);
  const answers = (asked_for: (typeof ASKED_FOR)[number]) => {
    const { answers: counts, answersMs } = figures[asked_for];
    return histogramSamples({ bounds: ANSWER_BOUNDS_SEC, counts, sum: answersMs / 1_000 }, { asked_for });
  };
  return [
    gauge('league_info', 'Which league and run this is.', [{ labels: { league_id, run_id, game_type }, value: 1 }]),
    gauge(
      'league_agents',
      'Agents by role and state.',
      [...agents.values()].flatMap((group) =>
        group.slice(0, 1).map(({ role, state }) => ({ labels: { role, state }, value: group.length })),
      ),
    ),
    counter('league_rounds_closed_total', 'Rounds whose results are all in.', rounds.length),
    counter(
      'league_matches_total',
      'Decided matches by how they ended.',
      [...figures.terminations].map(([termination, value]) => ({ labels: { termination }, value })),
    ),
    gauge('league_matches_running', 'Matches that are open and not decided.', league.matches.size - decided),
    gauge('league_matches_queued', 'Open matches that wait until a referee takes them.', queued.matches),
    gauge('league_messages_queued', 'Messages of the manager that wait for their turn.', queued.messages),
    counter(
      'league_faults_total',
      'Forfeits of players by cause.',
      [...figures.faults].map(([cause, value]) => ({ labels: { cause }, value })),
    ),
    counter(
      'league_attempts_failed_total',
      'Attempts to ask a player that came to nothing.',
      ASKED_FOR.map((asked_for) => ({ labels: { asked_for }, value: figures[asked_for].failed })),
    ),
    histogram(
      'league_answer_seconds',
      'How long players of decided matches took to answer.',
      ASKED_FOR.flatMap(answers),
    ),
    counter(
      'league_violations_total',
      'Breaches of the protocol by kind.',
      VIOLATION_KINDS.map((kind) => ({ labels: { kind }, value: breaches(kind) })),
    ),
    counter('league_ledger_events_total', 'Events of the ledger.', league.sequence),
  ];
}

/** Write the metrics of this process, under the names that every client library of Prometheus has. */
function processMetrics(): readonly string[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
  const [major = '', minor = '', patch = ''] = process.versions.node.split('.');
  const version = { version: process.version, major, minor, patch };
  return [
    counter('process_cpu_user_seconds_total', 'Total user CPU time spent in seconds.', user / 1e6),
    counter('process_cpu_system_seconds_total', 'Total system CPU time spent in seconds.', system / 1e6),
    counter('process_cpu_seconds_total', 'Total user and system CPU time spent in seconds.', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'Resident memory size in bytes.', rss),
    gauge('nodejs_heap_size_total_bytes', 'Process heap size from Node.js in bytes.', heapTotal),
    gauge('nodejs_heap_size_used_bytes', 'Process heap size used from Node.js in bytes.', heapUsed),
    gauge('nodejs_external_memory_bytes', 'Node.js external memory size in bytes.', external),
    gauge('nodejs_version_info', 'Node.js version info.', [{ labels: version, value: 1 }]),
  ];
}

/** Write the number of open files and connections, and its limit; Linux alone tells them. */
async function fileMetrics({ disk }: ShownLeague): Promise<readonly string[]> {
  const open = await disk.list('/proc/self/fd');
  const [, limit] = /^Max open files +(\d+)/m.exec((await disk.read('/proc/self/limits')) ?? '') ?? [];
  return [
    ...(open.length === 0 ? [] : [gauge('process_open_fds', 'Number of open file descriptors.', open.length)]),
    ...(limit === undefined
      ? []
      : [gauge('process_max_fds', 'Maximum number of open file descriptors.', Number(limit))]),
  ];
}

/** Measure the event loop and the appends to the ledger from now on. */
class Measurements {
  readonly #startSec: number;
  readonly #loop = monitorEventLoopDelay();
  readonly #appends = { bounds: APPEND_BOUNDS_SEC, counts: [...APPEND_BOUNDS_SEC, 0].fill(0), sum: 0 };
  #store: ShownLeague['store'] | undefined;
  #stopListening = (): void => undefined;

  constructor({ clock }: ShownLeague) {
    this.#startSec = Math.round(clock.now().getTime() / 1_000 - process.uptime());
    this.#loop.enable();
  }

  /** Time the appends of this league from now on: one that is played back may begin anew. */
  follow({ store, clock }: ShownLeague): void {
    if (store === this.#store) return;
    this.#stopListening();
    this.#store = store;
    this.#stopListening = store.onCommit(() => {
      const since = clock.monotonic();
      // Over a ledger that cannot be written the manager ends; then there is nothing to measure.
      store.durable().then(
        () => this.#countAppend((clock.monotonic() - since) / 1_000),
        () => undefined,
      );
    });
  }

  #countAppend(seconds: number): void {
    const { bounds, counts } = this.#appends;
    const index = bounds.findIndex((bound) => seconds <= bound);
    const place = index < 0 ? bounds.length : index;
    counts[place] = (counts[place] ?? 0) + 1;
    this.#appends.sum += seconds;
  }

  /** Write the metrics; the delays of the event loop are those since the last scrape. */
  texts(): readonly string[] {
    const loop = this.#loop;
    // A loop that has not turned yet has no delays: their mean would be no number.
    const delay = (name: string, help: string, ns: number) =>
      gauge(`nodejs_eventloop_lag_${name}_seconds`, help, loop.count === 0 ? [] : [{ value: ns / 1e9 }]);
    const percentile = (percent: number) =>
      delay(`p${percent}`, `The ${percent}th percentile of the recorded event loop delays.`, loop.percentile(percent));
    const delays = [
      delay('min', 'The minimum recorded event loop delay.', loop.min),
      delay('max', 'The maximum recorded event loop delay.', loop.max),
      delay('mean', 'The mean of the recorded event loop delays.', loop.mean),
      delay('stddev', 'The standard deviation of the recorded event loop delays.', loop.stddev),
      ...[50, 90, 99].map(percentile),
    ];
    loop.reset();
    const appendHelp = 'How long an event took to be durable, since the first scrape.';
    return [
      gauge('process_start_time_seconds', 'Start time of the process since unix epoch in seconds.', this.#startSec),
      ...delays,
      histogram('league_ledger_append_seconds', appendHelp, histogramSamples(this.#appends)),
    ];
  }
}
