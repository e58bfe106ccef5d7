/** Strikes a league in a database as planned, and mends it: agents are started again, the database too, lines are let through. */
import { systemClock } from '../../../../SHARED/core/clock.ts';
import { roleOf } from '../battlefield.ts';
import { type Crew, type Moment, signalled } from '../crew.ts';
import type { LeagueProgress } from '../ledger_watch.ts';
import type { Fire } from '../under_fire.ts';
import type { Blow, Way } from './blow_plan.ts';
import type { DatabaseField } from './database_field.ts';

export interface Dealt extends Moment {
  readonly blow: Blow;
}

export interface BlowOptions {
  readonly field: DatabaseField;
  readonly blows: readonly Blow[];
  readonly onBlow: () => void;
}

export interface Blows extends Fire {
  readonly dealt: readonly Dealt[];
  /** Resolves when the database is up. */
  settled(): Promise<void>;
}

const KILLS: ReadonlySet<Way> = new Set(['killed', 'killed alone']);
const FREEZES: ReadonlySet<Way> = new Set(['frozen', 'frozen alone']);

type Victim = readonly [id: string, pid: number];

/** An agent that could not come back is not started again before this. */
const AGAIN_MS = 1_000;

/** Strikes as planned, and mends until `isOver`; nothing begins but when it is asked. */
export function makeBlows(
  { field, blows, onBlow, isOver }: BlowOptions & { readonly isOver: () => Promise<boolean> },
  crew: Crew,
): Blows {
  const { server, space, proxies } = field;
  const queue = [...blows];
  const dealt: Dealt[] = [];
  /** The agents that are away, and until when. */
  const away = new Map<string, number>();
  const asleep = new Map<string, number>();
  const lastStart = new Map<string, number>();
  /** The database is down, and has come up again when this is settled. */
  let down: Promise<void> | undefined;
  let isFull = false;
  let trouble: unknown;
  let progressThen = 0;
  let due: number | undefined;

  async function mend(): Promise<void> {
    if (trouble !== undefined) throw trouble;
    const now = systemClock.monotonic();
    const living = await crew.living();
    const missing = field.ids.filter(
      (id) => !living.has(id) && (away.get(id) ?? 0) <= now && now - (lastStart.get(id) ?? -AGAIN_MS) >= AGAIN_MS,
    );
    // Whether the league is over cannot be read while the database is down: a manager might begin the next one.
    const startable = missing.filter((id) => down === undefined || roleOf(id) !== 'manager');
    if (startable.length === 0 || (await isOver())) return;
    for (const id of startable) {
      lastStart.set(id, now);
      away.delete(id);
      crew.start(id);
    }
  }

  async function strike({ progress }: LeagueProgress): Promise<boolean> {
    const [blow] = queue;
    if (blow === undefined) return false;
    const now = systemClock.monotonic();
    if (due === undefined && (!blow.afterProgress || progress > progressThen)) due = now + blow.delayMs;
    if (due === undefined || now < due) return false;
    const id = await deal(blow);
    if (id === undefined) return false;
    dealt.push({ id, at: systemClock.now().getTime(), blow });
    queue.shift();
    progressThen = progress;
    due = undefined;
    onBlow();
    return true;
  }

  /** The id of the victim; undefined where there is none at present. */
  async function deal(blow: Blow): Promise<string | undefined> {
    if (blow.target === 'database') return strikeDatabase(blow);
    const victim = await victimOf(blow);
    if (victim === undefined) return undefined;
    const [id, process] = victim;
    // With what it started: its process group.
    const pid = blow.way.endsWith('alone') ? process : -process;
    if (blow.way === 'cut off') proxies.get(id)?.cut(blow.ms);
    if (blow.way === 'silenced') proxies.get(id)?.silence(blow.ms);
    if (FREEZES.has(blow.way) && !freeze([id, pid], blow.ms)) return undefined;
    if (KILLS.has(blow.way)) {
      if (!signalled(pid, 'SIGKILL')) return undefined;
      away.set(id, systemClock.monotonic() + blow.ms);
    }
    return id;
  }

  async function victimOf({ target, which }: Blow): Promise<Victim | undefined> {
    const living = [...(await crew.living())].filter(([id]) => !asleep.has(id));
    const leader = await field.leader().catch(() => undefined);
    const candidates = living.filter(([id]) => {
      if (target === 'leader' || target === 'host') return id === leader;
      if (target === 'standby' || target === 'other host') return roleOf(id) === 'manager' && id !== leader;
      return roleOf(id) === target;
    });
    return candidates[Math.floor(which * candidates.length)];
  }

  async function strikeDatabase({ way, ms }: Blow): Promise<string | undefined> {
    // One thing at a time: a server that starts on a full disk is not to be had back.
    if (down !== undefined || isFull) return undefined;
    if (way === 'full' && space !== undefined) {
      space.fill();
      isFull = true;
      systemClock.after(ms, emptied);
    } else {
      await server.kill();
      down = new Promise<void>((settle) => systemClock.after(ms, settle))
        .then(() => server.start())
        .catch((thrown: unknown) => {
          trouble = thrown;
        })
        .finally(() => {
          down = undefined;
        });
    }
    // What is measured is how long no manager could write.
    return field.ids[0];
  }

  function emptied(): void {
    if (isFull) space?.free();
    isFull = false;
  }

  function freeze([id, pid]: Victim, ms: number): boolean {
    if (!signalled(pid, 'SIGSTOP')) return false;
    asleep.set(id, pid);
    systemClock.after(ms, () => wake(id));
    return true;
  }

  function wake(id: string): void {
    const pid = asleep.get(id);
    asleep.delete(id);
    if (pid !== undefined) signalled(pid, 'SIGCONT');
  }

  function thaw(): void {
    for (const id of [...asleep.keys()]) wake(id);
    emptied();
  }

  return { mend, strike, thaw, dealt, settled: async () => down };
}
