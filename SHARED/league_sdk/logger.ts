/** The loggers of spec 004, for components, agents and leagues: one JSON object per line. */
import {
  ComponentLogLine,
  LEAGUE_EVENTS,
  type LeagueEventType,
  LOG_LEVELS,
  type LogLevel,
} from '../contracts/files/logs.ts';
import { type Clock, timestamp } from '../core/clock.ts';
import type { Disk } from './disk/disk.ts';
import {
  type Details,
  fieldsText,
  type LineFile,
  type LineWriter,
  type LogLimits,
  logWriter,
  quoted,
} from './logs/log_file.ts';
import { logPaths } from './paths.ts';

export type { Details } from './logs/log_file.ts';

/** The disk, folder and level of logs. */
export interface LogStore {
  readonly disk: Disk;
  readonly clock: Clock;
  /** Such as SHARED/logs. */
  readonly root: string;
  /** The lowest level that is written; absent: INFO. */
  readonly level?: LogLevel;
  /** How large a log may become; absent: as usual. */
  readonly limits?: LogLimits;
  /** Called when lines of a log could not be written, with their number. */
  readonly onFailure?: (thrown: unknown, lines: number) => void;
  /** Where all lines go in place of files. */
  readonly file?: LineFile | undefined;
}

/** The event in the place of lines that could not be written. */
const MISSING = 'LOG_LINES_MISSING';

/** The common part of all loggers: a file, a threshold, an end. */
abstract class Log {
  readonly path: string;
  protected readonly clock: Clock;
  readonly #writer: LineWriter;
  readonly #written: ReadonlySet<LogLevel>;

  constructor(store: LogStore, path: string) {
    this.path = path;
    this.clock = store.clock;
    this.#written = new Set(LOG_LEVELS.slice(LOG_LEVELS.indexOf(store.level ?? 'INFO')));
    this.#writer = logWriter({ ...store, path, gap: (missing, reason) => this.gap({ missing, reason }) });
  }

  /** Whether events of this level are written at all: checked before details are made in vain. */
  writes(level: LogLevel): boolean {
    return this.#written.has(level);
  }

  /** Resolves when everything logged has been given to the disk. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  close(): Promise<void> {
    return this.#writer.close();
  }

  /** Takes a line; an error is on the disk at once, with all before it. */
  protected write(level: LogLevel, line: string): void {
    this.#writer.write(line, level === 'ERROR');
  }

  /** The line in the place of missing ones. */
  protected abstract gap(details: Details): string;
}

const COMPONENT_HEAD: ReadonlySet<string> = new Set(Object.keys(ComponentLogLine.properties));

/** The beginning of a line on an event. */
function eventHead(clock: Clock, component: string, event_type: string, level: LogLevel): string {
  const at = `{"timestamp":"${timestamp(clock)}","component":${quoted(component)}`;
  return `${at},"event_type":${quoted(event_type)},"level":"${level}"`;
}

/**
 * A component's log, details beside the event: `logs/league/<league_id>/<component>.log.jsonl`, or `logs/system/`.
 * Logging returns at once; `flush` and `close` wait for the disk.
 *
 * @example
 * const log = new JsonLogger('scheduler', { disk, clock, root: 'SHARED/logs' });
 * log.warning('ROUND_LATE', { round_id: 2 });
 * await log.close();
 */
export class JsonLogger extends Log {
  readonly component: string;

  constructor(component: string, store: LogStore, leagueId?: string) {
    super(store, logPaths(store.root).component(component, leagueId));
    this.component = component;
  }

  log(event_type: string, level: LogLevel = 'INFO', details: Details = {}): void {
    if (this.writes(level)) this.write(level, this.#line(event_type, level, details));
  }

  protected override gap(details: Details): string {
    return this.#line(MISSING, 'ERROR', details);
  }

  #line(event_type: string, level: LogLevel, details: Details): string {
    const said = fieldsText(details, COMPONENT_HEAD);
    return `${eventHead(this.clock, this.component, event_type, level)}${said === '' ? '' : ','}${said}}`;
  }

  debug(event_type: string, details?: Details): void {
    this.log(event_type, 'DEBUG', details);
  }

  info(event_type: string, details?: Details): void {
    this.log(event_type, 'INFO', details);
  }

  warning(event_type: string, details?: Details): void {
    this.log(event_type, 'WARNING', details);
  }

  error(event_type: string, details?: Details): void {
    this.log(event_type, 'ERROR', details);
  }

  logMessageSent(message_type: string, recipient: string, details: Details = {}): void {
    this.debug('MESSAGE_SENT', { message_type, recipient, ...details });
  }

  logMessageReceived(message_type: string, sender: string, details: Details = {}): void {
    this.debug('MESSAGE_RECEIVED', { message_type, sender, ...details });
  }
}

/** The piece of a line that says its level. */
const LEVELS = Object.fromEntries(LOG_LEVELS.map((level) => [level, `,"level":"${level}","peer":`])) as {
  readonly [L in LogLevel]: string;
};

/** Every message of one agent: `logs/agents/<agent_id>.log.jsonl`. */
export class AgentLogger extends Log {
  readonly agentId: string;
  /** The pieces of every line between its time and its type. */
  readonly #openings: { readonly [D in 'SENT' | 'RECEIVED']: string };

  constructor(agentId: string, store: LogStore) {
    super(store, logPaths(store.root).agent(agentId));
    this.agentId = agentId;
    const opening = (direction: string) => `","agent_id":${quoted(agentId)},"direction":"${direction}","message_type":`;
    this.#openings = { SENT: opening('SENT'), RECEIVED: opening('RECEIVED') };
  }

  log(
    direction: 'SENT' | 'RECEIVED',
    message: { readonly type: string; readonly peer: string },
    level: LogLevel,
    details: Details = {},
  ): void {
    if (this.writes(level)) this.write(level, this.#line(direction, message, level, details));
  }

  protected override gap(details: Details): string {
    return this.#line('RECEIVED', { type: MISSING, peer: 'unknown' }, 'ERROR', details);
  }

  // A line waits for the disk longer than anything else of a message lives: the fewer pieces, the less is kept with it.
  #line(
    direction: 'SENT' | 'RECEIVED',
    message: { readonly type: string; readonly peer: string },
    level: LogLevel,
    details: Details,
  ) {
    const from = `{"timestamp":"${timestamp(this.clock)}${this.#openings[direction]}${quoted(message.type)}`;
    return `${from}${LEVELS[level]}${quoted(message.peer)},"details":{${fieldsText(details)}}}`;
  }

  logSent(message_type: string, peer: string, details?: Details): void {
    this.log('SENT', { type: message_type, peer }, 'INFO', details);
  }

  logReceived(message_type: string, peer: string, details?: Details): void {
    this.log('RECEIVED', { type: message_type, peer }, 'INFO', details);
  }
}

/** The central log of a league: `logs/league/<league_id>/league.log.jsonl`. Levels are those of the table of events. */
export class LeagueLogger extends Log {
  constructor(leagueId: string, store: LogStore) {
    super(store, logPaths(store.root).league(leagueId));
  }

  log(
    component: string,
    event_type: LeagueEventType,
    details: Details = {},
    level: LogLevel = LEAGUE_EVENTS[event_type].level,
  ): void {
    if (this.writes(level)) this.write(level, this.#line(component, event_type, level, details));
  }

  protected override gap(details: Details): string {
    return this.#line('league_manager', MISSING, LEAGUE_EVENTS[MISSING].level, details);
  }

  #line(component: string, event_type: LeagueEventType, level: LogLevel, details: Details): string {
    return `${eventHead(this.clock, component, event_type, level)},"details":{${fieldsText(details)}}}`;
  }

  info(component: string, event_type: LeagueEventType, details?: Details): void {
    this.log(component, event_type, details, 'INFO');
  }

  error(component: string, event_type: LeagueEventType, details?: Details): void {
    this.log(component, event_type, details, 'ERROR');
  }
}
