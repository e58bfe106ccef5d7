/** Follows a run from the first registration to the final table, and says so when the manager falls silent. */
import { type Clock, type Monotonic, sleep, systemClock } from '../../../SHARED/core/clock.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import type { Places } from '../../../SHARED/league_sdk/effects.ts';
import { type Logs, openLogs } from '../../../SHARED/league_sdk/logs/logs.ts';
import { openPage } from '../live/open_page.ts';
import { type LeagueReader, pageOf, readerAt } from '../live/reader.ts';
import { isLive } from '../live/screen.ts';
import { type Show, type ShowOptions, showLeague } from '../live/show.ts';
import { clockText } from '../live/view.ts';
import { type Flags, Mistake } from '../options.ts';
import { redrawn } from '../output/columns.ts';
import { finalFiles, finalJson, finalText, shown, whereText } from '../output/results_text.ts';
import { RollNews } from '../output/roll_news.ts';
import { logLossText, pausedText, progressText, quoted, readinessText } from '../output/text.ts';
import { type LedgerPlace, ledgersIn, placeText, typedAgain } from '../world/installation.ts';
import type { Operator } from '../world/operator.ts';
import { addressesForOthers, portOf, RUN_READER } from '../world/wires_http.ts';
import { type Interruption, unlessInterrupted } from './interruption.ts';

/** Where the output is no terminal, progress takes this many lines at most. */
const LINES = 10;
/** The manager tells all agents the end before it goes; agents that do not answer are not waited for longer. */
const FAREWELL_MS = 5_000;
/** How often the manager is asked how far it is. */
const LOOK_EVERY_MS = 50;

export interface Started {
  readonly operator: Operator;
  /** The manager's address, where another command can reach it. */
  readonly manager?: string;
  /** Reads the league of a manager that is in this process. */
  readonly reader?: () => LeagueReader;
  /** Whether the manager stays for the clients of its seats until it ends by itself. */
  isLingering?(): boolean;
  /** Resolves when the manager has ended. */
  readonly over: Promise<void>;
  /** Resolves with one line when the league cannot go on. */
  readonly hopeless: Promise<string>;
  /** Why the manager could not go on, once it has ended. */
  failure?(): string | undefined;
  end(): Promise<void>;
}

export interface Watched {
  readonly flags: Flags;
  readonly places: Places & LedgerPlace;
  readonly league_id: string;
  readonly tell: (text: string) => void;
  /** The options it was started with, for the log. */
  readonly about: JsonObject;
  readonly interruption: Interruption;
  /** The log policy of this command. */
  readonly logs: Logs;
  /** Whether other processes find the agents, so that another command can end them. */
  readonly isOpen: boolean;
  /** The number of matches decided before this run; none unless said. */
  readonly decidedBefore?: number;
  /** Whether play begins, or goes on, without the agents that are missing; absent: it does. Otherwise the roll call says when. */
  readonly startsPlay?: boolean;
  /** How long a league that goes on waits for its players, where this command decides that. */
  readonly waitMs?: number;
  /** The address of an agent of a league that goes on. */
  readonly addressOf?: (agent_id: string) => string | undefined;
  /** How long a manager may be silent; as usual unless said. */
  readonly patience?: ManagerPatience;
  /** Starts the agents of the run; if it is called off on the way, no process is left when it rejects. */
  readonly start: (calledOff: Promise<never>) => Promise<Started>;
}

/** The writer of a command's lines: stderr where stdout carries the one JSON document; --quiet leaves those of the result. */
export function tellOf(flags: Flags, kind: 'news' | 'result' = 'news'): (text: string) => void {
  if (flags.has('quiet') && kind === 'news') return () => undefined;
  return (text) => void linesOf(flags).write(text);
}

/** How wide the terminal of a command's lines is; undefined where it is none. */
export function columnsOf(flags: Flags): number | undefined {
  const { isTTY, columns } = linesOf(flags);
  return isTTY ? columns || undefined : undefined;
}

function linesOf(flags: Flags): NodeJS.WriteStream {
  return flags.has('json') ? process.stderr : process.stdout;
}

/** Shows a line between those of the progress; stdout is not touched. */
export function showLine(line: string): void {
  process.stderr.write(`${process.stderr.isTTY ? redrawn('') : ''}${line}\n`);
}

/** Starts a league, or what is missing of it, and stays with it until it is over; the exit code. */
export function playToTheEnd(watched: Watched): Promise<number> {
  return unlessInterrupted(
    watched.interruption,
    (calledOff) => play(watched, calledOff),
    () => interruptedLine(watched),
  );
}

async function play(watched: Watched, calledOff: Promise<never>): Promise<number> {
  const {
    flags,
    places,
    league_id,
    tell,
    about,
    interruption,
    start,
    decidedBefore = 0,
    startsPlay = true,
    patience = MANAGER_PATIENCE,
  } = watched;
  const begun = systemClock.monotonic();
  const disk = nodeDisk();
  let isLossy = false;
  const onLoss = (line: string): void => {
    isLossy = true;
    watched.logs.onLoss?.(line);
  };
  const logs = { ...watched.logs, onLoss };
  const log = openLogs({ disk, clock: systemClock, logs }, places.logs).component('orchestrator');
  log.info('RUN_STARTED', { league_id, ...about });
  const resume = resumeLine(flags);
  let started: Started | undefined;
  try {
    started = await start(calledOff);
    const page = pageOf(started.manager);
    if (page !== undefined) tell(pageText(page, !startsPlay));
    if (flags.has('open')) openPage(page, showLine);
    if (startsPlay) tell(await Promise.race([begunText(started, league_id, systemClock), calledOff]));
    else if (isWaiting(await started.operator.look('get_status')))
      tell(
        `Players register now; when all are there, begin in another terminal with: ${operatorLine('start', flags, undefined)}\n`,
      );
    const hopeless = started.hopeless.then((line) => {
      throw new Mistake(`${line}; no referee is left, so the league cannot go on; go on with: ${resume}`);
    });
    const silence = new ManagerSilence(systemClock, patience);
    const at = started.manager;
    const go = (command: string) => operatorLine(command, flags, at);
    const roll = new RollNews({ ...watched, go: go('start') });
    const reader = started.reader?.() ?? (page === undefined ? undefined : readerAt(page, RUN_READER));
    const isDrawn = isLive(linesOf(flags));
    // Lines of progress say how far it is; what they do not say is trouble.
    const told = { tell: (line: string) => tell(`${line}\n`), isTroubleOnly: true };
    const show = reader && showRun(flags, { reader, page, go, ...(isDrawn ? {} : told) });
    const isShown = show !== undefined && isDrawn;
    const behind = await Promise.race([
      watch(started, { tell, onLoss, silence, resume, roll, go: go('unpause'), isShown }),
      calledOff,
      hopeless,
    ]).finally(show?.end);
    // Drawn or told, the launcher has seen the end: the manager need not stay for it.
    if (isShown) await reader?.read('league');
    const seconds = (systemClock.monotonic() - begun) / 1_000;
    log.info('RUN_ENDED', { league_id, seconds: Math.round(seconds * 1_000) / 1_000 });
    const final = await finalFiles(disk, places.data, league_id, started.over);
    if (final === undefined) {
      const why = started.failure?.() ?? `the manager was ended before ${league_id} was complete`;
      throw new Mistake(`${why}; go on with: ${resume}`);
    }
    tell(behind);
    if (flags.has('json')) process.stdout.write(finalJson(final, seconds));
    tellOf(flags, 'result')(finalText(final, { seconds, decidedBefore }, columnsOf(flags)));
    tell(await whereText(places, league_id, await replayLine(flags, places, league_id), isLossy));
    if (flags.has('keep')) {
      tell(
        `${page === undefined ? 'The agents' : `The page ${page} and the agents`} stay; end them with Ctrl-C${watched.isOpen ? ` or: ${operatorLine('stop', flags, started.manager)}` : ''}\n`,
      );
      await Promise.race([started.over, interruption.promise]);
    } else await Promise.race([parted(started, systemClock), interruption.promise]);
    return 0;
  } finally {
    await started?.end();
    // Lines that were lost have been told.
    await log.close().catch(() => undefined);
    await disk.close();
  }
}

/**
 * What the manager says to a start; nothing where it has begun by itself, because the time of registration was over, and
 * has ended since: its files say how.
 */
export async function begunText(
  { operator, over }: Pick<Started, 'operator' | 'over'>,
  league_id: string,
  clock: Clock,
): Promise<string> {
  try {
    return readinessText({ ...(await operator.ask('START_LEAGUE', { league_id })) } as JsonObject);
  } catch (problem) {
    const isThere = await operator.look('ping').then(
      () => true,
      () => false,
    );
    const late = sleep(clock, FAREWELL_MS).then(() => 'late');
    if (isThere || (await Promise.race([over, late])) === 'late') throw problem;
    return '';
  }
}

/** Resolves when the manager of a league that is over has ended, or has had its time: it stays as long as it likes for clients. */
export async function parted(
  { over, isLingering }: Pick<Started, 'over' | 'isLingering'>,
  clock: Clock,
): Promise<void> {
  const late = sleep(clock, FAREWELL_MS).then(() => (isLingering?.() === true ? over : undefined));
  await Promise.race([over, late]);
}

async function interruptedLine({ flags, places, league_id }: Watched): Promise<string> {
  const begun = await ledgersIn(places).leagues();
  return begun.includes(league_id)
    ? `interrupted; what was played is kept in ${placeText({ ...places, data: shown(places.data) })}; go on with: ${resumeLine(flags)}`
    : `interrupted; nothing of ${league_id} was begun`;
}

/** The command line that goes on where this command was interrupted, with the same league and the same folders. */
export function resumeLine(flags: Flags): string {
  const words = flags.kept(['league', 'game', 'data', 'logs', 'config', 'class', 'ledger']).flatMap(typedAgain);
  return ['npx league resume', ...words].join(' ');
}

function isWaiting({ status }: JsonObject): boolean {
  return status === 'waiting';
}

/** Where a league can be looked at, from here and, if others take part, from their machines. */
export function pageText(page: string, isForOthers: boolean): string {
  const others = addressesForOthers(portOf(page)).flatMap((address) => pageOf(address) ?? []);
  return `Look at ${[page, ...(isForOthers ? others : [])].join('\n     or ')}\n`;
}

/** Shows the league of a command while it is played: drawn on a terminal, else by lines where it takes them. */
export function showRun(flags: Flags, options: Omit<ShowOptions, 'clock' | 'stream' | 'beside'>): Show | undefined {
  const stream = linesOf(flags);
  if (flags.has('quiet') || (options.tell === undefined && !isLive(stream))) return undefined;
  return showLeague({ ...options, clock: systemClock, stream, beside: [process.stdout, process.stderr] });
}

interface Watching {
  readonly tell: (text: string) => void;
  readonly onLoss: (line: string) => void;
  readonly silence: ManagerSilence;
  /** The command that goes on where this one fails. */
  readonly resume: string;
  readonly roll: RollNews;
  /** The command that ends a pause. */
  readonly go: string;
  /** Its progress is to be seen already. */
  readonly isShown: boolean;
}

/** A command of an operator about this league, as it can be pasted: where its manager listens, and its folders. */
export function operatorLine(command: string, flags: Flags, manager: string | undefined): string {
  const words = flags.kept(['data', 'config', 'class', 'ledger', 'tls-cert', 'tls-key', 'tls-ca']).flatMap(typedAgain);
  return [`npx league ${command}`, ...(manager === undefined ? [] : ['--manager', manager]), ...words].join(' ');
}

/** The command that shows the page of a league of this data folder again; it names the league where there are others. */
export async function replayLine(flags: Flags, places: LedgerPlace, league_id: string): Promise<string> {
  const there = await ledgersIn(places, nodeDisk()).leagues();
  const line = operatorLine('replay', flags, undefined);
  return there.length > 1 && !flags.has('class') ? `${line} --league ${quoted(league_id)}` : line;
}

/**
 * Shows progress until the league is over; a Mistake when its manager has been silent for too long. The last line of
 * progress is returned where the manager ended before it could be asked for it.
 */
async function watch({ operator, over }: Started, watching: Watching): Promise<string> {
  const { tell, onLoss, silence, resume, roll, go, isShown } = watching;
  const live = process.stderr.isTTY;
  let gone = false;
  void over.then(() => {
    gone = true;
  });
  let told = -1;
  let last = '';
  let first: { readonly done: number; readonly at: Monotonic } | undefined;
  let pause = '';
  let completed = false;
  while (!gone && !completed) {
    await Promise.race([sleep(systemClock, LOOK_EVERY_MS), over]);
    const status = await operator.look('get_status').catch((): JsonObject | undefined => undefined);
    if (status === undefined) {
      const { verdict, seconds } = silence.missed();
      if (verdict === 'worrying') process.stderr.write(`league: the manager has not answered for ${seconds} s\n`);
      if (verdict === 'hopeless')
        throw new Mistake(`the manager has not answered for ${seconds} s, so it is given up; go on with: ${resume}`);
      continue;
    }
    silence.heard();
    const [done, total, round, rounds] = [
      status['matches_completed'],
      status['total_matches'],
      status['current_round'],
      status['total_rounds'],
    ] as [number, number, number, number];
    completed = status['status'] === 'completed';
    if (pausedText(status, go) !== pause) {
      pause = pausedText(status, go);
      if (pause !== '') process.stderr.write(`league: ${pause}`);
    }
    if (status['log_lines_missing'] !== undefined) onLoss(logLossText(status).trim());
    const waiting = status['waiting_for'];
    const news = roll.hear(waiting, systemClock.monotonic(), pause !== '');
    if (news !== '') tell(news);
    if (waiting !== undefined || isShown) continue;
    const at = systemClock.monotonic();
    first ??= { done, at };
    const left = leftText({ done: done - first.done, ms: at - first.at, left: total - done });
    last = `${progressText(total, total, rounds, rounds)}\n`;
    if (live)
      process.stderr.write(redrawn(`${progressText(done, total, round, rounds)}${left}`, process.stderr.columns));
    else if (Math.floor((LINES * done) / total) > told) {
      told = Math.floor((LINES * done) / total);
      tell(`${progressText(done, total, round, rounds)}${left}\n`);
    }
  }
  if (live && !isShown) process.stderr.write(redrawn(''));
  return live || told >= LINES ? '' : last;
}

/** Less is over before it is read. */
const WORTH_TELLING_SEC = 10;

/** How long the matches that are left may take, by the pace so far; empty where that is nothing to speak of. */
export function leftText({
  done,
  ms,
  left,
}: {
  readonly done: number;
  readonly ms: number;
  readonly left: number;
}): string {
  const seconds = done === 0 ? 0 : (left * ms) / done / 1_000;
  return seconds < WORTH_TELLING_SEC ? '' : `, about ${clockText(seconds)} left`;
}

/** When its silence is told, and when it is given up. */
interface ManagerPatience {
  readonly worryMs: number;
  readonly endMs: number;
  /**
   * The least number of pings in a row without an answer, so that a launcher that was itself asleep blames no manager.
   */
  readonly looks: number;
}

/** Far more than a manager of thousands of players has ever needed for a look, on however busy a machine. */
export const MANAGER_PATIENCE: ManagerPatience = { worryMs: 20_000, endMs: 60_000, looks: 2 };

/** One silence after another: each is told once. */
export class ManagerSilence {
  readonly #clock: Clock;
  readonly #patience: ManagerPatience;
  #heardAt: Monotonic;
  #missed = 0;
  #isTold = false;

  constructor(clock: Clock, patience: ManagerPatience) {
    this.#clock = clock;
    this.#patience = patience;
    this.#heardAt = clock.monotonic();
  }

  heard(): void {
    this.#heardAt = this.#clock.monotonic();
    this.#missed = 0;
    this.#isTold = false;
  }

  /** Once more there was no answer: what to make of it, and how long there has been none. */
  missed(): { readonly verdict: 'patient' | 'worrying' | 'hopeless'; readonly seconds: number } {
    const { worryMs, endMs, looks } = this.#patience;
    const silentMs = this.#clock.monotonic() - this.#heardAt;
    const seconds = Math.round(silentMs / 1_000);
    this.#missed++;
    if (this.#missed < looks || silentMs < worryMs) return { verdict: 'patient', seconds };
    if (silentMs >= endMs && this.#isTold) return { verdict: 'hopeless', seconds };
    if (this.#isTold) return { verdict: 'patient', seconds };
    this.#isTold = true;
    return { verdict: 'worrying', seconds };
  }
}
