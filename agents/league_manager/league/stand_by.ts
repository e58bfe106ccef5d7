/** Standing by for a league: waits until this process is the one that leads it, or the league is over. */
import { type Clock, later, type Monotonic } from '../../../SHARED/core/clock.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { Damage, Leader, SharedLedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { type HeldLeague, holdLeague } from './read_league.ts';

export interface StandByOptions {
  readonly store: SharedLedgerStore;
  readonly league_id: string;
  readonly clock: Clock;
  /** Whether this process has stood by or led before: a league that is over by then is over for it. */
  readonly hasStoodBy?: boolean;
  /** Hears who leads, at every look; undefined: none does, and this process tries to. */
  readonly onLeader?: (leader: Leader | undefined) => void;
  /** Hears why the store cannot be asked, at every attempt: it is asked again. */
  readonly onTrouble?: (why: unknown) => void;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
}

/** The league is this process's. */
export interface Leadership {
  readonly held: HeldLeague;
  /** When the last leader was heard of; undefined where none ever was: the league is begun, or gone on with. */
  readonly leaderless: Monotonic | undefined;
}

/** Why a process need not stand by any longer. */
export type StoodBy = 'the league is over' | 'the league was stopped' | 'told to end';

/** The interval in which a standby looks for the leader; where the lease ends sooner, it looks then. */
const LOOK_MS = 500;
/** Others that stand by want it too. */
const LEAST_MS = 20;

/**
 * Resolves with the league, opened, as soon as no other process leads it; with the reason where there is nothing to wait
 * for any more, and with the damage where the league cannot be opened. It never rejects because a store cannot be reached.
 */
export async function standBy(options: StandByOptions): Promise<Result<Leadership, StoodBy | Damage>> {
  const { store, league_id, clock, onLeader, onTrouble, signal } = options;
  let { hasStoodBy = false } = options;
  let leaderless: Monotonic | undefined = hasStoodBy ? clock.monotonic() : undefined;
  for (;;) {
    if (signal?.aborted === true) return err('told to end');
    const found = await attempt().catch((thrown: unknown) => {
      onTrouble?.(thrown);
      return LOOK_MS;
    });
    if (typeof found !== 'number') return found;
    await pause(found);
  }

  /** The end of the waiting, or the time until the next look. */
  async function attempt(): Promise<Result<Leadership, StoodBy | Damage> | number> {
    const leader = await store.leader(league_id);
    onLeader?.(leader);
    if (leader !== undefined) {
      hasStoodBy = true;
      leaderless = later(clock.monotonic(), -leader.silentMs);
      return Math.max(LEAST_MS, Math.min(LOOK_MS, leader.leftMs));
    }
    if (hasStoodBy && (await store.hasStoodDown(league_id))) return err('the league was stopped');
    const opened = await holdLeague(store, league_id);
    if (!opened.ok) return opened.error.code === 'LOCKED' ? LEAST_MS : err(opened.error);
    const held = opened.value;
    if (!hasStoodBy || !isOver(held)) return ok({ held, leaderless });
    await held.ledger.close();
    return err('the league is over');
  }

  function pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => resolve();
    const callOff = clock.after(ms, end);
    signal?.addEventListener('abort', end, { once: true });
    return promise.finally(() => {
      callOff();
      signal?.removeEventListener('abort', end);
    });
  }
}

/** Everything is decided, and everybody was told. */
function isOver({ league: { phase, told } }: HeldLeague): boolean {
  return phase === 'LEAGUE_COMPLETE' && told;
}
