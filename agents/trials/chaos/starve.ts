/** Leagues of real processes whose referees get hardly any time to run: no player may lose by that. */
import { join } from 'node:path';
import { sleep, systemClock } from '../../../SHARED/core/clock.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { ledgersIn, systemEffects } from '../../launcher/world/installation.ts';
import { operatorOf, tokenIn } from '../../launcher/world/operator.ts';
import type { LeagueEvent, MatchDecided } from '../../league_manager/league/events.ts';
import { controlGroup, scratchOnDisk } from '../scratch_folder.ts';
import { type Battlefield, battlefieldIn, roleOf } from './battlefield.ts';
import { makeCrew, signalled } from './crew.ts';

export interface StarveOptions {
  /** The least number of matches, in as many whole leagues as it takes. */
  readonly matches: number;
  readonly players: number;
  /** A control group at 1 % of a core, where the machine allows; or signals that stop and continue, in milliseconds. */
  readonly by: 'group' | { readonly stopMs: number; readonly runMs: number };
  readonly tell: (line: string) => void;
  readonly isCalledOff?: () => boolean;
}

export interface Starved {
  readonly by: string;
  readonly leagues: number;
  readonly matches: number;
  /** Every player is healthy, so that each of these is a false one: who, in which match, by what. */
  readonly technical_losses: readonly string[];
  /** Runs that came to nothing, or were taken away. */
  readonly reassigned: number;
  /** Leagues that paused or stood still. */
  readonly not_ended: number;
  readonly seconds: number;
}

const SHARE = 0.01;
/** Without a control group the same share by signals. */
const USUAL_SIGNALS = { stopMs: 990, runMs: 10 };
const LOOK_MS = 250;
/** A league in which nothing is decided for so long does not end. */
const PATIENCE_MS = 300_000;
const LAST_WORDS_MS = 20_000;

/** A second for everything, as strict as can be; all else as it is shipped. */
const TERRAIN = {
  timeouts: { game_join_timeout_sec: 1, move_timeout_sec: 1, generic_response_timeout_sec: 10 },
  managerWords: ['--strict'],
};

/** Holds processes down from now on until the returned function is called. */
type Hold = (pids: readonly number[]) => Promise<() => Promise<void>>;

/** Plays leagues with starved referees; every process it started is gone when it resolves or rejects. */
export async function starve(options: StarveOptions): Promise<Starved> {
  const { matches, players, tell, isCalledOff = () => false } = options;
  const begun = systemClock.monotonic();
  const ofLeague = (players * (players - 1)) / 2;
  const planned = Math.ceil(matches / ofLeague) * ofLeague;
  const disk = nodeDisk();
  const scratch = await scratchOnDisk('league-starve-');
  const { by, hold } = await holdOf(options, tell);
  const all: League[] = [];
  const count = (of: (league: League) => number) => all.reduce((sum, league) => sum + of(league), 0);
  try {
    while (count(({ decided }) => decided.length) < matches && all.every(({ ended }) => ended)) {
      const before = count(({ decided }) => decided.length);
      const field = await battlefieldIn(join(scratch.path, `league_${all.length + 1}`), players, TERRAIN);
      const onMatch = (n: number) => tell(`${before + n} of ${planned} matches, league ${all.length + 1}`);
      all.push(await oneLeague({ field, disk, hold, onMatch, isCalledOff }));
    }
  } finally {
    await disk.close();
    await scratch.remove();
  }
  return {
    by,
    leagues: all.length,
    matches: count(({ decided }) => decided.length),
    technical_losses: all.flatMap(({ decided }) => decided.flatMap(lossesIn)),
    reassigned: count((league) => league.reassigned),
    not_ended: count(({ ended }) => (ended ? 0 : 1)),
    seconds: Math.round((systemClock.monotonic() - begun) / 1_000),
  };
}

function lossesIn({ match_id, result }: MatchDecided): readonly string[] {
  return result.details.faults.map(({ player_id, cause, evidence }) => {
    return `${player_id} in ${match_id} by ${cause}: ${JSON.stringify(evidence)}`;
  });
}

async function holdOf({ by }: StarveOptions, tell: StarveOptions['tell']): Promise<{ by: string; hold: Hold }> {
  if (by !== 'group') return { by: `signals: ${by.stopMs} ms stopped, ${by.runMs} ms running`, hold: dutyCycle(by) };
  const group = await controlGroup(`league-starve-${process.pid}`, SHARE);
  if (!group.ok) {
    tell(`no control group on this machine (${group.error}): referees are stopped and continued by signals`);
    return holdOf({ by: USUAL_SIGNALS } as StarveOptions, tell);
  }
  await group.value.remove();
  const hold: Hold = async (pids) => {
    const own = await controlGroup(`league-starve-${process.pid}`, SHARE);
    if (!own.ok) throw new Error(own.error);
    for (const pid of pids) await own.value.hold(pid);
    return own.value.remove;
  };
  return { by: 'a control group at 1 % of a core', hold };
}

/** Stops and continues each of them, out of step with each other. */
function dutyCycle({ stopMs, runMs }: { readonly stopMs: number; readonly runMs: number }): Hold {
  return async (pids) => {
    const cancels = new Map<number, () => void>();
    const stop = (pid: number): void => {
      if (signalled(pid, 'SIGSTOP'))
        cancels.set(
          pid,
          systemClock.after(stopMs, () => run(pid)),
        );
    };
    const run = (pid: number): void => {
      if (signalled(pid, 'SIGCONT'))
        cancels.set(
          pid,
          systemClock.after(runMs, () => stop(pid)),
        );
    };
    for (const [i, pid] of pids.entries())
      cancels.set(
        pid,
        systemClock.after((i * stopMs) / pids.length, () => stop(pid)),
      );
    return async () => {
      for (const [pid, cancel] of cancels) {
        cancel();
        signalled(pid, 'SIGCONT');
      }
    };
  };
}

interface League {
  readonly decided: readonly MatchDecided[];
  readonly reassigned: number;
  readonly ended: boolean;
}

interface LeagueOptions {
  readonly field: Battlefield;
  readonly disk: Disk;
  readonly hold: Hold;
  readonly onMatch: (decided: number) => void;
  readonly isCalledOff: () => boolean;
}

/** Plays one league by hand: its referees are held from before the start until its end. */
async function oneLeague({ field, disk, hold, onMatch, isCalledOff }: LeagueOptions): Promise<League> {
  const crew = makeCrew(field, disk);
  const store = ledgersIn(field, disk);
  const { league_id } = field;
  let letGo = async (): Promise<void> => undefined;
  try {
    const [manager, ...others] = field.ids as [string, ...string[]];
    await crew.start(manager).says(/listens at/);
    await Promise.all(others.map((id) => crew.start(id).says(/is registered/)));
    const living = await crew.living();
    letGo = await hold([...living].flatMap(([id, pid]) => (roleOf(id) === 'referee' ? [pid] : [])));
    const effects = systemEffects('agent');
    await operatorOf(effects, field.manager, () => tokenIn(store, league_id)).ask('START_LEAGUE', { league_id });
    await effects.transport.close();
    let events = await eventsIn();
    for (let quiet = systemClock.monotonic(); !isTold(events); ) {
      if (isCalledOff()) throw new Error('interrupted');
      if (systemClock.monotonic() - quiet > PATIENCE_MS) break;
      await sleep(systemClock, LOOK_MS);
      const now = await eventsIn();
      if (now.length > events.length) quiet = systemClock.monotonic();
      if (decidedIn(now).length > decidedIn(events).length) onMatch(decidedIn(now).length);
      events = now;
    }
    await letGo();
    await crew.end(isTold(events) ? LAST_WORDS_MS : 0, (ms) => sleep(systemClock, ms));
    const reassigned = events.filter(({ type }) => type === 'match_reassigned').length;
    return { decided: decidedIn(events), reassigned, ended: isTold(events) };
  } finally {
    await letGo().catch(() => undefined);
    await crew.end(0, (ms) => sleep(systemClock, ms));
  }

  async function eventsIn(): Promise<readonly LeagueEvent[]> {
    const read = await store.read<LeagueEvent>(league_id);
    return read.ok ? (read.value?.lines.flat() ?? []) : [];
  }
}

function decidedIn(events: readonly LeagueEvent[]): readonly MatchDecided[] {
  return events.filter((event) => event.type === 'match_decided');
}

/** A league is over for a manager once all is decided; agents that are held hear of it late. */
function isTold(events: readonly LeagueEvent[]): boolean {
  return events.some(({ type }) => type === 'league_closed');
}

/** For people. */
export function starveText({
  by,
  leagues,
  matches,
  technical_losses,
  reassigned,
  not_ended,
  seconds,
}: Starved): string {
  const rows: readonly (readonly [string, string | number])[] = [
    ['referees held by', by],
    ['leagues', leagues],
    ['matches', matches],
    ['technical losses among healthy players', technical_losses.length],
    ['matches given out again', reassigned],
    ['leagues that did not end', not_ended],
    ['seconds', seconds],
  ];
  return rows.map(([name, value]) => `  ${name.padEnd(48)}${value}\n`).join('');
}
