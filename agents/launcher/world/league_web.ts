/** The web of a process: what its address shows to people who look, from when there is a league to be shown. */
import { join } from 'node:path';
import { sleep } from '../../../SHARED/core/clock.ts';
import type { Effects } from '../../../SHARED/league_sdk/effects.ts';
import { type ChangeFeed, changeFeed } from '../../league_manager/public/change_feed.ts';
import { api } from '../../web/api.ts';
import { eventStream } from '../../web/event_stream.ts';
import { metrics } from '../../web/metrics.ts';
import { pageFiles } from '../../web/page_files.ts';
import { probes, type ShownLeague, type WebPart, webRest } from '../../web/web.ts';
import { ROOT } from './installation.ts';
import { onBug } from './mcp_catalogs.ts';
import { RUN_READER } from './wires_http.ts';

/** The files of the page, as they are built. */
export const PAGE_FOLDER = join(ROOT, 'agents', 'page', 'built');

export interface LeagueWeb {
  /** Answers what is no message. */
  readonly rest: ReturnType<typeof webRest>;
  /** Shows a league from now on; its feed is for other readers too. */
  show(league: ShownLeague): ChangeFeed;
  /** Resolves when those who look at the league now have had the time to see how it stands; at once where there are none. */
  lastLook(): Promise<void>;
  /** Tells nothing more. */
  close(): void;
}

/** Those who have asked within this time look at the league. */
const LOOKING_MS = 3_000;
/** Readers ask anew within this time: the page every second, a terminal more often. */
const SEEN_MS = 1_500;

/** The web of a process that may have so many readers of its event stream at once. */
export function leagueWeb({ disk, clock, readers }: Pick<Effects, 'disk' | 'clock'> & { readers: number }): LeagueWeb {
  let league: ShownLeague | undefined;
  let feed: ChangeFeed | undefined;
  const shown = () => league;
  const events = eventStream({ feed: () => feed, clock, readers });
  const figures = metrics({ league: shown, readers: events.readers });
  let askedAt = Number.NEGATIVE_INFINITY;
  let launcher: PromiseWithResolvers<void> | undefined;
  const noteReader: WebPart = ({ path, headers }, response) => {
    if (!path.startsWith('/api/')) return false;
    if (headers['user-agent'] === RUN_READER) {
      launcher ??= Promise.withResolvers();
      if (league?.league.phase === 'LEAGUE_COMPLETE') response.once('close', launcher.resolve);
    } else askedAt = clock.monotonic();
    return false;
  };
  return {
    rest: webRest([noteReader, probes(shown), pageFiles(disk, PAGE_FOLDER), events, api(shown), figures], onBug),
    async lastLook() {
      const isLookedAt = events.readers() > 0 || clock.monotonic() - askedAt < LOOKING_MS;
      if (isLookedAt) await sleep(clock, SEEN_MS);
      else if (launcher !== undefined) await Promise.race([launcher.promise, sleep(clock, SEEN_MS)]);
    },
    show(next) {
      feed?.close();
      feed = changeFeed(next);
      league = next;
      events.restart();
      return feed;
    },
    close: () => feed?.close(),
  };
}
