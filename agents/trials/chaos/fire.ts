/** Kills, freezes and restarts the agents of a league under fire. */
import { systemClock } from '../../../SHARED/core/clock.ts';
import type { Program } from '../testing/rehearsal.ts';
import { type Battlefield, LEASE_MS, roleOf } from './battlefield.ts';
import { type Crew, isLiving, type Moment, signalled } from './crew.ts';
import type { Kill, Role } from './kill_plan.ts';
import type { LeagueProgress } from './ledger_watch.ts';

export interface Struck extends Moment {
  readonly kill: Kill;
}

export interface FireOptions {
  readonly field: Battlefield;
  readonly kills: readonly Kill[];
  readonly onKill: () => void;
}

/** An agent that could not come back is not started again before this. */
const AGAIN_MS = 500;

/** Kills as planned, and mends until `isOver`; nothing happens but when it is asked. */
export function makeFire(
  { field, kills, onKill, isOver }: FireOptions & { readonly isOver: () => Promise<boolean> },
  crew: Crew,
) {
  const queue = [...kills];
  const struck: Struck[] = [];
  /** The players that went down with their manager. */
  const blackedOut: Moment[] = [];
  /** The agents that are away: until when, and how each comes back. */
  const away = new Map<string, { readonly until: number; readonly how: Kill['comesBack'] }>();
  const lastStart = new Map<string, number>();
  /** Launchers whose manager was killed: they end what is left of theirs, and themselves. */
  const doomed = new Set<Program>();
  const asleep = new Map<string, number>();
  let frozen = 0;
  let progressThen = 0;
  let due: number | undefined;

  /** Starts the agents that are missing and have been away long enough. */
  async function mend(): Promise<void> {
    const isLaunching = crew.isLaunching();
    const isByHand = field.begins === 'by hand';
    if (isLaunching && !isByHand) return;
    const now = systemClock.monotonic();
    const living = await crew.living();
    const isHeld = [...away.values()].some(({ until, how }) => how === 'resume' && until > now);
    if (isHeld) return;
    // Of a league that began by hand a launcher starts no player: that is for their owners, also while it waits.
    const isOurs = (id: string) => !isLaunching || roleOf(id) === 'player';
    const missing = field.ids.filter((id) => !living.has(id) && isOurs(id) && (away.get(id)?.until ?? 0) <= now);
    // A manager that told the end is gone for good, and is not started again: it would begin the next league.
    if (missing.length === 0 || (await isOver())) return;
    if (missing.some((id) => away.get(id)?.how === 'resume')) {
      if ([...doomed].some(isLiving)) return;
      crew.launch('resume');
      for (const id of [...away.keys()]) if (!isByHand || roleOf(id) !== 'player') away.delete(id);
      return;
    }
    for (const id of missing) {
      if (now - (lastStart.get(id) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) continue;
      lastStart.set(id, now);
      away.delete(id);
      crew.start(id);
    }
  }

  /** Kills the next on the plan if its time has come. */
  async function strike({ progress }: LeagueProgress): Promise<boolean> {
    const [kill] = queue;
    if (kill === undefined) return false;
    const now = systemClock.monotonic();
    if (due === undefined && (!kill.afterProgress || progress > progressThen)) due = now + kill.delayMs;
    if (due === undefined || now < due) return false;
    const living = [...(await crew.living())].filter(([id]) => !asleep.has(id));
    const target = among(living, kill.role, kill.which);
    if (target === undefined || !slay(target, kill)) return false;
    const referee = kill.freezes ? among(living, 'referee', kill.which) : undefined;
    if (referee !== undefined && referee[1] !== target[1]) freeze(referee);
    if (kill.role === 'manager' && field.begins === 'by hand') blackOut(living, kill.blackoutMs);
    queue.shift();
    progressThen = progress;
    due = undefined;
    return true;
  }

  /** Whether it was there to be killed. */
  function slay([id, pid]: readonly [string, number], kill: Kill): boolean {
    const launcher = crew.launcherOf(pid);
    if (!signalled(pid, 'SIGKILL')) return false;
    if (kill.role === 'manager' && launcher !== undefined) doomed.add(launcher);
    struck.push({ id, kill, at: systemClock.now().getTime() });
    const isOwners = field.begins === 'by hand' && kill.role === 'player';
    const how = isOwners ? 'own command' : kill.comesBack;
    away.set(id, { until: systemClock.monotonic() + kill.pauseMs, how });
    onKill();
    return true;
  }

  /** Kills all players; they come back one after the other. */
  function blackOut(living: readonly (readonly [string, number])[], withinMs: number): void {
    const players = withinMs === 0 ? [] : living.filter(([id]) => roleOf(id) === 'player');
    for (const [i, [id, pid]] of players.entries()) {
      if (!signalled(pid, 'SIGKILL')) continue;
      blackedOut.push({ id, at: systemClock.now().getTime() });
      const until = systemClock.monotonic() + (withinMs * (i + 1)) / players.length;
      away.set(id, { until, how: 'own command' });
    }
  }

  /** Stops it for longer than its lease. */
  function freeze([id, pid]: readonly [string, number]): void {
    if (!signalled(pid, 'SIGSTOP')) return;
    asleep.set(id, pid);
    frozen += 1;
    systemClock.after(LEASE_MS * 1.5, () => wake(id));
  }

  function wake(id: string): void {
    const pid = asleep.get(id);
    asleep.delete(id);
    if (pid !== undefined) signalled(pid, 'SIGCONT');
  }

  function thaw(): void {
    for (const id of [...asleep.keys()]) wake(id);
  }

  return { mend, strike, thaw, struck, blackedOut, frozen: () => frozen };
}

/** One of those of a role, by its share. */
function among(living: readonly (readonly [string, number])[], role: Role, which: number) {
  const candidates = living.filter(([id]) => roleOf(id) === role);
  return candidates[Math.floor(which * candidates.length)];
}
