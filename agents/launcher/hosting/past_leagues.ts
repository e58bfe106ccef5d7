/** Leagues of the database that are over, as their pages show them: read when somebody looks, and kept for those who look next. */
import { semaphore } from '../../../SHARED/league_sdk/flow/mutex.ts';
import type { Flags } from '../options.ts';
import { filedLeague } from '../world/filed_league.ts';
import { type LeagueQueue, machine, type QueuedLeague } from '../world/installation.ts';
import { keptLeague } from '../world/league_source.ts';
import { type LeagueWeb, leagueWeb } from '../world/league_web.ts';
import type { Rest } from '../world/wires_http.ts';
import { hostedConfig } from './submit.ts';

export interface PastLeagues {
  /** What answers for a league that is over; else why it is not shown. */
  show(league: Pick<QueuedLeague, 'league_id' | 'changed' | 'total_matches'>): Promise<Rest | string>;
  close(): void;
}

/** A longer one would keep a host from its lease while it is read. */
const MOST_MATCHES = 10_000;
const KEPT = 4;

/** The past leagues of a host, which may have so many readers of each. */
export function pastLeagues(flags: Flags, queue: Pick<LeagueQueue, 'submission'>, readers: number): PastLeagues {
  const shown = new Map<string, Promise<LeagueWeb>>();
  const inTurn = semaphore(1);

  async function read(league_id: string): Promise<LeagueWeb> {
    const submission = await queue.submission(league_id);
    const loader = hostedConfig(flags, league_id, submission?.file ?? '');
    const filed = await filedLeague(flags, { kept: await keptLeague(flags, league_id), loader });
    const web = leagueWeb({ ...machine(), readers });
    web.show(filed.at(filed.league));
    return web;
  }

  function drop(key: string): void {
    const web = shown.get(key);
    shown.delete(key);
    void web?.then(end, () => undefined);
  }

  return {
    async show({ league_id, changed, total_matches }) {
      if (total_matches > MOST_MATCHES)
        return `league ${league_id} is over, and too long for the page of a host: npx league export --format html --league ${league_id} makes one`;
      // Played once more, it is another one.
      const key = `${league_id} ${changed.getTime()}`;
      const web = shown.get(key) ?? inTurn(() => read(league_id));
      shown.delete(key);
      shown.set(key, web);
      web.catch(() => drop(key));
      const [oldest = ''] = shown.keys();
      if (shown.size > KEPT) drop(oldest);
      return (await web).rest;
    },
    close: () => [...shown.keys()].forEach(drop),
  };
}

function end(web: LeagueWeb): void {
  web.rest.close?.();
  web.close();
}
