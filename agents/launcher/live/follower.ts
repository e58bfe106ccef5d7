/** Follows a league from look to look: what is new, and what of it is to be seen. */
import type { PublicEvent } from '../../../SHARED/contracts/api/events.ts';
import type { LeagueDocument } from '../../../SHARED/contracts/api/league.ts';
import { PAGE_ROWS } from '../../../SHARED/contracts/api/paging.ts';
import type { Clock, Monotonic } from '../../../SHARED/core/clock.ts';
import { byNaturalOrder } from '../../../SHARED/core/ids.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { Answer, LeagueReader, Unread } from './reader.ts';
import type { LeagueView } from './view.ts';

/** The number of rows asked for: more than any screen has. */
const ROWS = { standings: 100, running: 20, agents: 200 };
/** The number of newest events that are kept. */
const NEWS = 100;
/** What changes without an event, such as for whom a match waits, is looked at so often. */
const AGAIN_MS = 2_000;

/** Of matches that were only played, so many of the newest results stay in the news, so that trouble is not pushed out. */
const RESULTS = 2;

/** Events that are no news for a person. */
const ORDINARY: ReadonlySet<string> = new Set(['habits_noted', 'league_created', 'manager_started']);
/** Of events of one kind in one look so many are told one by one; more become one. */
const EACH = 5;

/** What many events of a kind come to, in a sentence. */
const SUMS: { readonly [kind: string]: (events: readonly PublicEvent[]) => string } = {
  agent_registered: (events) => {
    // In a league that goes on they register anew.
    const ids = [...new Set(events.map(({ agent_id = '' }) => agent_id))].sort(byNaturalOrder);
    return ids.length === 1
      ? `${ids[0]} registered.`
      : `${ids.length} agents registered, from ${ids[0]} to ${ids.at(-1)}.`;
  },
  round_opened: (events) => `${events.length} rounds began, the last one is round ${events.at(-1)?.round_id}.`,
  round_closed: (events) => `${events.length} rounds are complete, the last one is round ${events.at(-1)?.round_id}.`,
  match_decided: (events) => `${events.length} matches were decided, ${matchesOf(events)}.`,
  'match_decided !': (events) => `${events.length} matches had faults, ${matchesOf(events)}.`,
};

function matchesOf(events: readonly PublicEvent[]): string {
  return `from ${events[0]?.match_id} to ${events.at(-1)?.match_id}`;
}

function kindOf({ type, is_trouble }: PublicEvent): string {
  return is_trouble === true ? `${type} !` : type;
}

/** The events of a look that are worth a line, oldest first; in place of many of a kind the last one tells all of them. */
export function newsOf(events: readonly PublicEvent[]): readonly PublicEvent[] {
  const news = events.filter((event) => !ORDINARY.has(kindOf(event)));
  const kinds = Map.groupBy(news, kindOf);
  return news.flatMap((event) => {
    const kind = kinds.get(kindOf(event)) ?? [];
    if (kind.length <= EACH) return [event];
    const text = SUMS[kindOf(event)]?.(kind) ?? `${kind.length} events like this one: ${event.text}`;
    return event === kind.at(-1) ? [{ ...event, text }] : [];
  });
}

/** The result of a look. */
export interface Looked {
  /** The events since the look before; at the first look the newest ones. */
  readonly events: readonly PublicEvent[];
  /** Events that were gone before they could be read. */
  readonly missed: number;
  /** Another run of the league than before. */
  readonly isAnew: boolean;
  readonly league: LeagueDocument;
}

interface Seen extends Pick<LeagueView, 'standings' | 'running' | 'agents'> {
  readonly league: LeagueDocument;
  readonly at: Monotonic;
}

export class Follower {
  readonly #reader: LeagueReader;
  readonly #clock: Clock;
  readonly #about: Pick<LeagueView, 'page' | 'go'>;
  #seen: Seen | undefined;
  #news: readonly PublicEvent[] = [];
  #last: { readonly run_id: string; readonly sequence: number } | undefined;
  #silentSince: Date | undefined;

  constructor(reader: LeagueReader, clock: Clock, about: Pick<LeagueView, 'page' | 'go'> = {}) {
    this.#reader = reader;
    this.#clock = clock;
    this.#about = about;
  }

  /** Looks once; what was seen before stays where nothing answers. */
  async look(): Promise<Result<Looked, Unread>> {
    const looked = await this.#look();
    if (looked.ok) this.#silentSince = undefined;
    else this.#silentSince ??= this.#clock.now();
    return looked;
  }

  /** Takes into the news what no event tells as an operator has to know it, such as who was refused and why. */
  note(text: string): void {
    const at = this.#clock.now().toISOString();
    const noted = { sequence: this.#last?.sequence ?? 0, at, type: 'noted', text, is_trouble: true } as const;
    this.#news = [...this.#news, noted].slice(-NEWS);
  }

  /** The events since it was last heard, without a look at anything else. */
  async hear(): Promise<Result<Omit<Looked, 'league'>, Unread>> {
    const heard = await this.#events();
    if (heard.ok) this.#last = heard.value;
    return heard;
  }

  /** What is to be seen now; undefined before the first look that brought something. */
  view(): LeagueView | undefined {
    if (this.#seen === undefined) return undefined;
    const { at, ...seen } = this.#seen;
    const since = this.#silentSince?.toISOString().slice(11, 19);
    return {
      ...seen,
      ...this.#about,
      news: this.#news,
      nowMs: this.#clock.now().getTime(),
      ageMs: this.#clock.monotonic() - at,
      trouble: since === undefined ? undefined : `The manager has not answered since ${since} UTC; still trying.`,
    };
  }

  async #look(): Promise<Result<Looked, Unread>> {
    const heard = await this.#events();
    if (!heard.ok) return heard;
    const { events, missed, isAnew, run_id, sequence } = heard.value;
    const isOld = this.#seen === undefined || this.#clock.monotonic() - this.#seen.at >= AGAIN_MS;
    if (isAnew || events.length > 0 || isOld) {
      const seen = await this.#documents();
      if (!seen.ok) return seen;
      this.#seen = seen.value;
    }
    const before = isAnew ? [] : this.#news;
    const news = [...before, ...newsOf(events)];
    const results = new Set(news.filter((event) => kindOf(event) === 'match_decided').slice(0, -RESULTS));
    this.#news = news.filter((event) => !results.has(event)).slice(-NEWS);
    this.#last = { run_id, sequence };
    return ok({ events, missed, isAnew, league: (this.#seen as Seen).league });
  }

  async #events(): Promise<Result<Omit<Looked, 'league'> & { run_id: string; sequence: number }, Unread>> {
    const last = this.#last;
    const events: PublicEvent[] = [];
    let after = last?.sequence;
    let missed = 0;
    for (;;) {
      const page = await this.#reader.read('events', {
        limit: PAGE_ROWS.most,
        ...(after === undefined ? {} : { after: String(after) }),
      });
      if (!page.ok) return page;
      const { run_id, sequence, first, rows } = page.value;
      // Another run has a ledger of its own: what was seen is of no use there.
      if (last !== undefined && run_id !== last.run_id) {
        this.#last = undefined;
        const anew = await this.#events();
        return anew.ok ? ok({ ...anew.value, isAnew: true }) : anew;
      }
      if (after !== undefined) missed += Math.max(0, first - after - 1);
      events.push(...rows);
      if (after === undefined || rows.length < PAGE_ROWS.most)
        return ok({
          events,
          missed,
          isAnew: false,
          run_id,
          sequence,
        });
      after = sequence;
    }
  }

  async #documents(): Promise<Result<Seen, Unread>> {
    const league = await this.#reader.read('league');
    if (!league.ok) return league;
    const at = this.#clock.monotonic();
    if (league.value.status === 'waiting') {
      const agents = await this.#rows('agents');
      return agents.ok ? ok({ league: league.value, at, agents: agents.value, standings: [], running: [] }) : agents;
    }
    const standings = await this.#rows('standings');
    if (!standings.ok) return standings;
    const isPlayed = league.value.status === 'running';
    const running = isPlayed ? await this.#rows('matches', { status: 'RUNNING' }) : ok([]);
    if (!running.ok) return running;
    // Those that are open for longest first.
    const open = running.value.toSorted((a, b) => Date.parse(a.opened_at ?? '') - Date.parse(b.opened_at ?? ''));
    return ok({ league: league.value, at, agents: [], standings: standings.value, running: open });
  }

  async #rows<R extends 'agents' | 'standings' | 'matches'>(
    route: R,
    query = {},
  ): Promise<Result<Answer<R>['rows'], Unread>> {
    const limit = { agents: ROWS.agents, standings: ROWS.standings, matches: ROWS.running }[route];
    const page = await this.#reader.read(route, { ...query, limit });
    return page.ok ? ok(page.value.rows) : err(page.error);
  }
}
