/** The line to the manager: how the page is connected with what it shows, in words, and the time at the other end. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { LeagueDocument } from '../../../SHARED/contracts/api/league.ts';
import { browser } from '../browser.ts';
import { type Connection, isSaved, source, urlOf } from '../source.ts';
import { timeOfDay } from '../words.ts';

/** The state of the connection; a screen reader says it when it changes. */
export function ConnectionState() {
  const connection = source().connection.value;
  const league = source().entry(urlOf('league')).shown.value.document as LeagueDocument | undefined;
  return (
    <p class={`connection ${connection.state}`} role="status">
      {connectionWords(connection, league)}
    </p>
  );
}

function connectionWords(connection: Connection, league: LeagueDocument | undefined): string {
  switch (connection.state) {
    case 'connecting':
      return 'Connecting …';
    case 'live':
      return league?.is_playback === true ? 'Played back' : 'Live';
    case 'polling':
      return `${league?.is_playback === true ? 'Played back' : 'Live'}, looks every two seconds`;
    case 'file':
      return 'A saved league';
    case 'lost': {
      const since = timeOfDay(connection.since);
      return league?.status === 'completed'
        ? `The manager has ended (no answer since ${since}); this is the final state`
        : `No connection since ${since}: trying again`;
    }
  }
}

const TICK_MS = 1_000;
const now = signal(0);
/** How far the manager's clock is ahead of this one. A document may have lain for a while, so the largest is the best. */
let ahead = Number.NEGATIVE_INFINITY;
let readers = 0;
let stop: () => void = () => undefined;

function tick(): void {
  now.value = browser.now();
  stop = browser.after(TICK_MS, tick);
}

/** Milliseconds since 1970 by the manager's clock, given its newest document; of a league from files the very time of that. */
export function useManagerTime({ now: documentNow, is_playback }: LeagueDocument): number {
  useEffect(() => {
    readers += 1;
    if (readers === 1) tick();
    return () => {
      readers -= 1;
      if (readers === 0) stop();
    };
  }, []);
  const told = Date.parse(documentNow);
  if (is_playback || isSaved()) return told;
  const here = Math.max(now.value, browser.now() - TICK_MS);
  ahead = Math.max(ahead, told - browser.now());
  return here + ahead;
}
