/** Leases: a referee keeps its matches while it gives signs of life, and loses them when it is silent for too long. */

import type { Clock, Monotonic } from '../../../SHARED/core/clock.ts';
import { MATCH_TIME } from '../../../SHARED/core/limits.ts';
import type { LostBy } from '../league/events.ts';
import type { League } from '../league/state.ts';
import type { Ping } from '../liveness/ping.ts';
import type { Settings } from '../settings.ts';

/** A run is long when it takes longer than any agent of ours needs. */
const LONG_RUN_MS = 5_000;
const MAX_LISTED = 100;

export interface LongRunning {
  readonly match_id: string;
  readonly players: readonly string[];
  readonly referee_id: string;
  readonly since: string;
}

/** A match that a referee has. */
interface Run {
  /** When the referee said it would run it; before that, when it was first asked. */
  since: Monotonic;
  /** How often it was asked. Only the answer to the newest order counts. */
  orders: number;
  /** The referee said yes, but not in the words of the protocol: silence after that is a no, for this reason. */
  unclearAckReason?: string | undefined;
}

/** The matches that one referee runs, and those that wait for it. */
export interface RefereeLoad {
  readonly running: Map<string, Run>;
  readonly queue: string[];
  lastSign: Monotonic;
}

/** Lists the long runs, the longest first: their players are waited for. */
export function longRuns(
  league: League,
  loads: ReadonlyMap<string, RefereeLoad>,
  clock: Clock,
): readonly LongRunning[] {
  const now = clock.monotonic();
  return [...loads]
    .flatMap(([referee_id, { running }]) =>
      [...running].map(([match_id, { since }]) => ({ referee_id, match_id, ms: now - since })),
    )
    .filter(({ ms }) => ms > LONG_RUN_MS)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, MAX_LISTED)
    .map(({ referee_id, match_id, ms }) => {
      const players = league.matches.get(match_id)?.pairing.seats ?? [];
      return { match_id, players, referee_id, since: new Date(clock.now().getTime() - ms).toISOString() };
    });
}

/**
 * The time for which a referee may say nothing. A referee that only accepts connections cannot say that it lives before
 * its match is over: a connection gives it the time of a match, and renews nothing.
 */
function allowedSilenceMs({ leaseMs, maxMatchMs }: Settings['limits'], sign: Awaited<ReturnType<Ping>>): number {
  return sign.ok && sign.value === 'listening' ? Math.max(leaseMs, maxMatchMs) : leaseMs;
}

interface LeaseOptions {
  readonly league: League;
  readonly limits: Settings['limits'];
  readonly ping: Ping;
  readonly clock: Clock;
  readonly loads: ReadonlyMap<string, RefereeLoad>;
  /** Runs work of which a bug costs no more than a delay. */
  readonly attempt: (work: Promise<void>) => void;
  /** Is called for each match whose referee was silent for too long, with the limit that it missed. */
  readonly onLost: (match_id: string, by: LostBy, unclearAckReason: string | undefined) => void;
}

/** Asks referees for a sign of life while they run matches; a lease that ends takes their matches away. */
export function watchLeases({ league, limits, ping, clock, loads, attempt, onLost }: LeaseOptions) {
  let cancel: (() => void) | undefined;
  let stopped = false;

  function watch(): void {
    if (cancel !== undefined || stopped) return;
    cancel = clock.after(limits.pingMs, () => {
      cancel = undefined;
      const busy = [...loads].filter(([, load]) => load.running.size > 0);
      for (const [referee_id, load] of busy) attempt(renew(referee_id, load));
      if (busy.length > 0) watch();
    });
  }

  async function renew(referee_id: string, load: RefereeLoad): Promise<void> {
    const referee = league.agents.get(referee_id);
    if (referee === undefined) return;
    const sign = await ping(referee, limits.responseMs);
    const now = clock.monotonic();
    if (sign.ok && sign.value === 'answered') load.lastSign = now;
    const running = [...load.running];
    if (now - load.lastSign > allowedSilenceMs(limits, sign)) {
      // A match that waits for this referee would wait in vain as well.
      const waiting = load.queue.splice(0);
      for (const [match_id, { unclearAckReason }] of running) onLost(match_id, 'endedLease', unclearAckReason);
      for (const match_id of waiting) onLost(match_id, 'endedLease', undefined);
      return;
    }
    for (const [match_id, { since, unclearAckReason }] of running) {
      if (now - since > MATCH_TIME.report * limits.maxMatchMs) onLost(match_id, 'missingReport', unclearAckReason);
    }
  }

  return {
    watch,
    /** Asks no more. */
    stop(): void {
      stopped = true;
      cancel?.();
    },
  };
}
