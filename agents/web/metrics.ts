/** `/metrics`: the figures of a league and its manager for Prometheus. */
import type { Metric, Registry } from 'prom-client';
import { VIOLATION_KINDS } from '../../SHARED/contracts/violations.ts';
import { ANSWER_CLASSES_MS, type Attempts } from '../league_manager/league/figures.ts';
import { type ShownLeague, sendText, type WebPart } from './web.ts';

type Prometheus = typeof import('prom-client');

export interface MetricsOptions {
  /** The league, once it can be seen. */
  readonly league: () => ShownLeague | undefined;
  /** How many read the event stream. */
  readonly readers: () => number;
}

/** Scrapes within this time get the same text: figures are for graphs, and some of them cost. */
const FRESH_MS = 1_000;
/** What the library writes of the event loop before it has looked at it for the first time. */
const UNMEASURED = /^nodejs_eventloop_lag_\w+ (?:nan|9223372036\S*)\n/gim;
const APPEND_BUCKETS_SEC = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/**
 * Counters of the league are those of its ledger, and go on over restarts of its manager. The library is loaded by the
 * first scrape, since most managers never see one; counters of this process begin then.
 */
export function metrics({ league: now, readers }: MetricsOptions): WebPart {
  let opened: Promise<Figures> | undefined;
  let newest: { readonly until: number; readonly text: Promise<string> } | undefined;
  return async ({ path }, response) => {
    if (path !== '/metrics') return false;
    const league = now();
    if (league === undefined) return sendText(response, 503, 'text/plain', 'the league is not to be seen at present\n');
    opened ??= import('prom-client').then((library) => figuresOf(library, league, readers));
    const { registry, measure } = await opened;
    const at = league.clock.monotonic();
    if (newest === undefined || at >= newest.until) {
      measure(league);
      newest = { until: at + FRESH_MS, text: registry.metrics().then((text) => text.replaceAll(UNMEASURED, '')) };
    }
    return sendText(response, 200, registry.contentType, await newest.text);
  };
}

interface Figures {
  readonly registry: Registry;
  /** Measures this league from now on: one that is played back may begin anew. */
  measure(league: ShownLeague): void;
}

function figuresOf(library: Prometheus, first: ShownLeague, readers: () => number): Figures {
  let shown = first;
  const registry = new library.Registry();
  const registers = [registry];
  library.collectDefaultMetrics({ register: registry });

  gauge('league_info', 'Which league and run this is.', ['league_id', 'run_id', 'game_type'], (set) => {
    const { league_id, run_id, game_type } = shown.league;
    set(1, { league_id, run_id, game_type });
  });
  gauge('league_agents', 'Agents by role and state.', ['role', 'state'], (set) => {
    const counts = new Map<string, { labels: { role: string; state: string }; agents: number }>();
    for (const { role, state } of shown.league.agents.values()) {
      const known = counts.get(`${role} ${state}`) ?? { labels: { role, state }, agents: 0 };
      counts.set(`${role} ${state}`, { ...known, agents: known.agents + 1 });
    }
    for (const { labels, agents } of counts.values()) set(agents, labels);
  });
  counter('league_rounds_closed_total', 'Rounds whose results are all in.', [], (set) => {
    let closed = 0;
    for (const { closed_at } of shown.league.rounds.values()) if (closed_at !== undefined) closed++;
    set(closed);
  });
  counter('league_matches_total', 'Decided matches by how they ended.', ['termination'], (set) => {
    for (const [termination, matches] of shown.league.figures.terminations) set(matches, { termination });
  });
  gauge('league_matches_running', 'Matches that are open and not decided.', [], (set) => {
    let decided = 0;
    for (const matches of shown.league.figures.terminations.values()) decided += matches;
    set(shown.league.matches.size - decided);
  });
  gauge('league_matches_queued', 'Open matches that wait until a referee takes them.', [], (set) =>
    set(shown.live?.queues().matches ?? 0),
  );
  gauge('league_messages_queued', 'Messages of the manager that wait for their turn.', [], (set) =>
    set(shown.live?.queues().messages ?? 0),
  );
  counter('league_faults_total', 'Forfeits of players by cause.', ['cause'], (set) => {
    for (const [cause, faults] of shown.league.figures.faults) set(faults, { cause });
  });
  counter('league_attempts_failed_total', 'Attempts to ask a player that came to nothing.', ['asked_for'], (set) => {
    for (const asked_for of ['join', 'move'] as const) set(shown.league.figures[asked_for].failed, { asked_for });
  });
  answers('league_answer_seconds', 'How long players of decided matches took to answer.');
  counter('league_violations_total', 'Breaches of the protocol by kind.', ['kind'], (set) => {
    for (const kind of VIOLATION_KINDS) {
      let breaches = 0;
      for (const { kinds } of shown.league.conduct.values()) breaches += kinds.get(kind)?.count ?? 0;
      set(breaches, { kind });
    }
  });
  counter('league_ledger_events_total', 'Events of the ledger.', [], (set) => set(shown.league.sequence));
  gauge('league_event_stream_readers', 'Readers of the event stream.', [], (set) => set(readers()));
  const appends = new library.Histogram({
    name: 'league_ledger_append_seconds',
    help: 'How long an event took to be durable, since the first scrape.',
    buckets: APPEND_BUCKETS_SEC,
    registers,
  });
  let leave = timed(first);
  return {
    registry,
    measure(league) {
      if (league.store !== shown.store) {
        leave();
        leave = timed(league);
      }
      shown = league;
    },
  };

  function timed({ store, clock }: ShownLeague): () => void {
    return store.onCommit(() => {
      const since = clock.monotonic();
      // Over a ledger that cannot be written the manager ends; then there is nothing to measure.
      store.durable().then(
        () => appends.observe((clock.monotonic() - since) / 1_000),
        () => undefined,
      );
    });
  }

  type Set = (value: number, labels?: { readonly [name: string]: string }) => void;

  function gauge(name: string, help: string, labelNames: readonly string[], collect: (set: Set) => void): void {
    new library.Gauge({
      ...{ name, help, labelNames, registers },
      collect() {
        this.reset();
        collect((value, labels = {}) => this.set(labels, value));
      },
    });
  }

  function counter(name: string, help: string, labelNames: readonly string[], collect: (set: Set) => void): void {
    new library.Counter({
      ...{ name, help, labelNames, registers },
      collect() {
        this.reset();
        collect((value, labels = {}) => this.inc(labels, value));
      },
    });
  }

  /** A histogram of what the ledger has counted already: those of the library count for themselves. */
  function answers(name: string, help: string): void {
    const values = () =>
      (['join', 'move'] as const).flatMap((asked_for) => valuesOf(name, asked_for, shown.league.figures[asked_for]));
    const get = async () => ({ name, help, type: 'histogram', aggregator: 'sum', values: values() });
    registry.registerMetric({ name, help, type: 'histogram', get } as unknown as Metric);
  }
}

/** The lines of a histogram: each bucket counts what is in those before it, too. */
function valuesOf(name: string, asked_for: string, { answers, answersMs }: Attempts) {
  let sum = 0;
  const buckets = answers.map((count, i) => {
    const most = ANSWER_CLASSES_MS[i];
    sum += count;
    return {
      metricName: `${name}_bucket`,
      labels: { le: most === undefined ? '+Inf' : most / 1_000, asked_for },
      value: sum,
    };
  });
  const labels = { asked_for };
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: answersMs / 1_000 },
    { metricName: `${name}_count`, labels, value: sum },
  ];
}
