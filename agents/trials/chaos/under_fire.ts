/** One league of real processes that is hit again and again, mended each time, and then left to end. */
import { sleep, systemClock } from '../../../SHARED/core/clock.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { ledgersIn, systemEffects } from '../../launcher/world/installation.ts';
import { operatorOf, tokenIn } from '../../launcher/world/operator.ts';
import type { MatchDecided } from '../../league_manager/league/events.ts';
import type { Battlefield } from './battlefield.ts';
import { type Crew, isLiving, type Launch, type Moment, makeCrew } from './crew.ts';
import { type FireOptions, makeFire, type Struck } from './fire.ts';
import { type LeagueProgress, watchLedger } from './ledger_watch.ts';

/** A league as it was played to its end, or until no patience was left. */
export interface Played {
  readonly starts: readonly Moment[];
  /** The players that a launcher started. */
  readonly usurpers: readonly string[];
  readonly ended: boolean;
  readonly seen: ReadonlyMap<string, MatchDecided>;
  readonly launches: readonly Launch[];
}

export interface Fought extends Played {
  readonly struck: readonly Struck[];
  /** The players that went down with their manager. */
  readonly blackedOut: readonly Moment[];
  readonly frozen: number;
}

/** The fire that a league is under while it is played. */
export interface Fire {
  /** Starts what is missing and has been away long enough. */
  mend(): Promise<void>;
  /** Strikes if the time has come; whether it did. */
  strike(course: LeagueProgress): Promise<boolean>;
  /** Ends whatever of it still lasts. */
  thaw(): void;
}

interface PlayedOptions {
  readonly field: Battlefield;
  readonly disk: Disk;
  /** Whether the caller wants it to stop, with kills left or not. */
  readonly isCalledOff: () => boolean;
}

export type PlayOptions = FireOptions & PlayedOptions;

const LOOK_MS = 40;
/** The time a league may take to begin, and to end once no kills are left; much less than I10 allows. */
const PATIENCE_MS = 90_000;
const LAST_WORDS_MS = 5_000;
/** An agent says so when it is registered, a second manager when it knows the first, a host when it is there. */
const READY = /is registered|stands by|Host listens/;

/** Plays a league and kills as planned, as long as it lasts; every process it started is gone when it resolves. */
export async function playUnderFire(options: PlayOptions): Promise<Fought> {
  const { fire, ...played } = await playStruck(options, (crew, isOver) => makeFire({ ...options, isOver }, crew));
  return { ...played, struck: fire.struck, blackedOut: fire.blackedOut, frozen: fire.frozen() };
}

/** Plays a league while a fire strikes it; every process it started is gone when it resolves. */
export async function playStruck<F extends Fire>(
  options: PlayedOptions,
  light: (crew: Crew, isOver: () => Promise<boolean>) => F,
): Promise<Played & { readonly fire: F }> {
  const { field, disk } = options;
  const crew = makeCrew(field, disk);
  const ledger = watchLedger(ledgersIn(field, disk), field.league_id);
  const fire = light(crew, ledger.isOver);
  try {
    await begin(options, crew, async () => (await ledger.look()).started);
    let quiet = systemClock.monotonic();
    let course = await ledger.look();
    while (!course.told && systemClock.monotonic() - quiet < PATIENCE_MS) {
      if (options.isCalledOff()) throw new Error('interrupted');
      await fire.mend();
      if (await fire.strike(course)) quiet = systemClock.monotonic();
      await sleep(systemClock, LOOK_MS);
      course = await ledger.look();
    }
    fire.thaw();
    await crew.end(course.told ? LAST_WORDS_MS : 0, (ms) => sleep(systemClock, ms));
    return {
      fire,
      starts: crew.starts,
      usurpers: crew.usurpers(),
      ended: course.told,
      seen: ledger.seen,
      launches: crew.launches(),
    };
  } finally {
    fire.thaw();
    await crew.end(0, (ms) => sleep(systemClock, ms));
  }
}

async function begin(
  { field, disk, isCalledOff }: PlayedOptions,
  crew: Crew,
  isStarted: () => Promise<boolean>,
): Promise<void> {
  if (field.begins === 'run') {
    const run = crew.launch('run');
    for (let waited = 0; !(await isStarted()); waited += LOOK_MS) {
      if (isCalledOff()) throw new Error('interrupted');
      if (!isLiving(run) || waited > PATIENCE_MS) throw new Error(`the league did not begin: ${run.err()}`);
      await sleep(systemClock, LOOK_MS);
    }
    return;
  }
  const [manager, ...others] = field.ids as [string, ...string[]];
  await crew.start(manager).says(/listens at/);
  await Promise.all(others.map((id) => crew.start(id).says(READY)));
  const { league_id } = field;
  const store = ledgersIn(field, disk);
  const effects = systemEffects('agent');
  const operator = operatorOf(effects, field.manager, () => tokenIn(store, league_id));
  await operator.ask('START_LEAGUE', { league_id });
  await effects.transport.close();
}
