/** Leagues of the database that are over, as their pages show them: read when somebody looks, and kept while somebody does. */
import type { Clock } from '../../../SHARED/core/clock.ts';
import { semaphore } from '../../../SHARED/league_sdk/flow/mutex.ts';
import { type Flags, Mistake } from '../options.ts';
import { filedLeague } from '../world/filed_league.ts';
import { type LeagueQueue, machine, type QueuedLeague } from '../world/installation.ts';
import { keptLeague } from '../world/league_source.ts';
import { type LeagueWeb, leagueWeb } from '../world/league_web.ts';
import type { Rest } from '../world/wires_http.ts';
import type { NotShown } from './front_door.ts';
import { hostedConfig } from './submit.ts';

export interface PastLeagues {
  /** What answers for a league that is over; else why it is not shown. Rejects where the database cannot be asked. */
  show(league: Pick<QueuedLeague, 'league_id' | 'changed' | 'total_matches'>): Promise<Rest | NotShown>;
  /** Ends the streams of all, and shows no more. */
  close(): void;
}

interface PastOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Reads a league; one that cannot be read is a Mistake. */
  readonly read: (league_id: string) => Promise<LeagueWeb>;
  readonly tell: (line: string) => void;
}

/** A league that is kept, or is being read. */
interface Shown {
  readonly changed: number;
  readonly weight: number;
  readonly web: Promise<LeagueWeb | NotShown>;
  isRead: boolean;
  askedAt: number;
}

/** The most matches that are kept at once; a league counts as so many at least. */
const MOST_KEPT = 40_000;
const LEAST_WEIGHT = 500;
/** The most leagues that wait to be read at once. */
const MOST_WAITING = 8;
/** A page that is looked at asks more often than that: its league stays. */
const LOOKED_AT_MS = 10_000;
/** A league that could not be read is tried again after so long. */
const UNREAD_MS = 30_000;

/** The past leagues of a host. */
export function pastLeagues({ clock, read, tell }: PastOptions): PastLeagues {
  const shown = new Map<string, Shown>();
  const told = new Set<string>();
  const oneAtATime = semaphore(1);
  let isClosed = false;

  async function tried(league_id: string): Promise<LeagueWeb | NotShown> {
    try {
      return await oneAtATime(() => read(league_id));
    } catch (problem) {
      if (!(problem instanceof Mistake)) throw problem;
      const line = `the page of ${league_id} cannot be shown: ${problem.message}`;
      if (!told.has(line)) tell(line);
      told.add(line);
      // Folders and addresses of databases are no matter of a stranger's.
      return { status: 404, why: `the page of ${league_id} cannot be shown; its host was told why` };
    }
  }

  function begin(league_id: string, changed: number, weight: number): Shown {
    const league: Shown = { changed, weight, web: tried(league_id), isRead: false, askedAt: clock.monotonic() };
    const isStill = () => shown.get(league_id) === league;
    league.web.then(
      (web) => {
        league.isRead = true;
        league.askedAt = clock.monotonic();
        if (!isStill()) end(web);
      },
      () => isStill() && shown.delete(league_id),
    );
    shown.set(league_id, league);
    return league;
  }

  function drop(league_id: string): void {
    const league = shown.get(league_id);
    shown.delete(league_id);
    // One that is being read ends when it is.
    if (league?.isRead === true) void league.web.then(end);
  }

  /** Whether there is room for one more, when those that nobody looks at have made it. */
  function hasRoom(weight: number): boolean {
    let kept = weight;
    for (const league of shown.values()) kept += league.weight;
    for (const [league_id, league] of shown) {
      if (kept <= MOST_KEPT) break;
      if (!league.isRead || clock.monotonic() - league.askedAt < LOOKED_AT_MS) continue;
      drop(league_id);
      kept -= league.weight;
    }
    return kept <= MOST_KEPT;
  }

  return {
    async show({ league_id, changed, total_matches }) {
      if (isClosed) return CLOSED;
      // Played once more, it is another one.
      if (shown.get(league_id)?.changed !== changed.getTime()) drop(league_id);
      let league = shown.get(league_id);
      if (league === undefined) {
        const waiting = [...shown.values()].filter(({ isRead }) => !isRead).length;
        const weight = Math.max(LEAST_WEIGHT, total_matches);
        if (waiting >= MOST_WAITING || !hasRoom(weight)) return BUSY;
        league = begin(league_id, changed.getTime(), weight);
      }
      const web = await league.web;
      if (isClosed) return CLOSED;
      const now = clock.monotonic();
      if (!('rest' in web)) {
        if (now - league.askedAt >= UNREAD_MS && shown.get(league_id) === league) drop(league_id);
        return web;
      }
      league.askedAt = now;
      return web.rest;
    },
    close() {
      isClosed = true;
      [...shown.keys()].forEach(drop);
    },
  };
}

const BUSY: NotShown = {
  status: 503,
  why: 'more past leagues are looked at than this host can show at once; ask again',
};
const CLOSED: NotShown = { status: 503, why: 'this host is ending; ask another' };

function end(web: LeagueWeb | NotShown): void {
  if (!('rest' in web)) return;
  web.rest.close?.();
  web.close();
}

/** Reads a past league from the database, for so many readers of its page. */
export function pastReader(flags: Flags, queue: Pick<LeagueQueue, 'submission'>, readers: number): PastOptions['read'] {
  return async (league_id) => {
    const submission = await queue.submission(league_id);
    const loader = hostedConfig(flags, league_id, submission?.file ?? '');
    const filed = await filedLeague(flags, { kept: await keptLeague(flags, league_id), loader });
    const web = leagueWeb({ ...machine(), readers });
    web.show(filed.at(filed.league));
    return web;
  };
}
