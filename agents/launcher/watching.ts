/** A league that is being played: watched to its end, and its end told. */
import { sleep, systemClock } from '../../SHARED/league_sdk/core/clock.ts';
import type { JsonObject } from '../../SHARED/league_sdk/core/json.ts';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import type { Places } from '../../SHARED/league_sdk/effects.ts';
import { JsonLogger } from '../../SHARED/league_sdk/logger.ts';
import { finalFiles, finalJson, finalText, shown, whereText } from './final.ts';
import { Mistake } from './mistake.ts';
import type { Operator } from './operator.ts';
import type { Flags } from './options.ts';
import { progressText, readinessText } from './screen.ts';

/** Where nobody watches live, progress takes so many lines at most. */
const LINES = 10;
/** The manager tells everybody the end before it goes; agents that do not answer are not waited for longer. */
const FAREWELL_MS = 5_000;
/** How often the manager is asked how far it is. */
const LOOK_EVERY_MS = 50;

export interface Started {
  readonly operator: Operator;
  /** Resolves when the manager has ended. */
  readonly over: Promise<void>;
  /** Resolves with one line when the league cannot go on. */
  readonly hopeless: Promise<string>;
  end(): Promise<void>;
}

export interface Watched {
  readonly flags: Flags;
  readonly places: Places;
  readonly league_id: string;
  readonly tell: (text: string) => void;
  /** What it was started with, for the log. */
  readonly about: JsonObject;
  /** Starts whoever takes part. */
  readonly start: () => Promise<Started>;
}

/** Where a command says what it has to say: beside the one JSON document, if that is asked for. */
export function tellOf(flags: Flags): (text: string) => void {
  const to = flags.has('json') ? process.stderr : process.stdout;
  return (text) => void to.write(text);
}

/** Starts a league, or what is missing of it, and stays with it until it is over; the exit code. */
export async function playToTheEnd({ flags, places, league_id, tell, about, start }: Watched): Promise<number> {
  const begun = systemClock.monotonic();
  const disk = nodeDisk();
  const log = new JsonLogger('orchestrator', { disk, clock: systemClock, root: places.logs });
  log.info('RUN_STARTED', { league_id, ...about });
  const interrupted = whenInterrupted();
  const resume = resumeCommand(flags);
  const started = await start();
  try {
    tell(readinessText({ ...(await started.operator.ask('START_LEAGUE', { league_id })) } as JsonObject));
    const hopeless = started.hopeless.then((line) => {
      throw new Mistake(`${line}; no referee is left, so the league cannot go on; go on with: ${resume}`);
    });
    const ended = await Promise.race([watch(started, tell).then(() => 'over' as const), interrupted.promise, hopeless]);
    if (ended === 'interrupted') {
      throw new Mistake(`interrupted; what was played is kept in ${shown(places.data)}; go on with: ${resume}`);
    }
    const seconds = (systemClock.monotonic() - begun) / 1_000;
    log.info('RUN_ENDED', { league_id, seconds: Math.round(seconds * 1_000) / 1_000 });
    const final = await finalFiles(disk, places.data, league_id, started.over);
    if (final === undefined) {
      throw new Mistake(`the manager was ended before ${league_id} was complete; go on with: ${resume}`);
    }
    if (flags.has('json')) process.stdout.write(finalJson(final, seconds));
    tell(finalText(final, seconds));
    tell(whereText(places, league_id));
    if (flags.has('keep')) {
      tell('The agents are still there; end them with Ctrl-C or: league stop\n');
      await Promise.race([started.over, interrupted.promise]);
    } else await Promise.race([started.over, interrupted.promise, sleep(systemClock, FAREWELL_MS)]);
    return 0;
  } finally {
    interrupted.forget();
    await started.end();
    await log.close();
    await disk.close();
  }
}

/** What a user types to go on where this command was interrupted, with the same league and the same folders. */
export function resumeCommand(flags: Flags): string {
  const words = flags
    .kept(['league', 'game', 'data', 'logs', 'config'])
    .flatMap(([name, value]) => [`--${name}`, quoted(String(value))]);
  return ['npx league resume', ...words].join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Shows progress until the league is over. */
async function watch({ operator, over }: Started, tell: (text: string) => void): Promise<void> {
  const live = process.stderr.isTTY;
  let gone = false;
  void over.then(() => {
    gone = true;
  });
  let told = -1;
  let completed = false;
  while (!gone && !completed) {
    await Promise.race([sleep(systemClock, LOOK_EVERY_MS), over]);
    const status = await operator.look('get_status').catch((): JsonObject | undefined => undefined);
    if (status === undefined) continue;
    const [done, total, round, rounds] = [
      status['matches_completed'],
      status['total_matches'],
      status['current_round'],
      status['total_rounds'],
    ] as [number, number, number, number];
    completed = status['status'] === 'completed';
    if (live) process.stderr.write(`\r${progressText(done, total, round, rounds)}`);
    else if (Math.floor((LINES * done) / total) > told) {
      told = Math.floor((LINES * done) / total);
      tell(`${progressText(done, total, round, rounds)}\n`);
    }
  }
  if (live) process.stderr.write('\r\u001b[K');
}

function whenInterrupted() {
  const { promise, resolve: interrupt } = Promise.withResolvers<'interrupted'>();
  const listener = () => interrupt('interrupted');
  process.on('SIGINT', listener);
  process.on('SIGTERM', listener);
  return { promise, forget: () => [process.off('SIGINT', listener), process.off('SIGTERM', listener)] };
}
