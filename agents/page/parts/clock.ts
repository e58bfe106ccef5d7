/** The time of the manager, ticking on between its documents. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { LeagueDocument } from '../../../SHARED/contracts/api/league.ts';
import { browser } from '../browser.ts';
import { source } from '../source.ts';

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
  if (is_playback || source().connection.value.state === 'file') return told;
  const here = Math.max(now.value, browser.now() - TICK_MS);
  ahead = Math.max(ahead, told - browser.now());
  return here + ahead;
}
