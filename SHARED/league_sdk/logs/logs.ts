/**
 * The log policy of a process, and its loggers: each is opened here and keeps to the level and budgets of the policy.
 */
import type { LogLevel } from '../../contracts/files/logs.ts';
import type { Clock } from '../../core/clock.ts';
import { reasonOf } from '../../core/result.ts';
import { LogBudget, MESSAGES_LOGGED, type Rate, REFUSALS_LOGGED, STRANGERS_LOGGED } from '../flow/token_bucket.ts';
import { JsonLogger, LeagueLogger, type LogStore } from '../logger.ts';
import { type LineFile, LOG_LIMITS, type LogLimits } from './log_file.ts';
import { type MessageLog, type MessageLogOptions, makeMessageLog } from './message_log.ts';

/** The policy of all logs of a process. */
export interface Logs {
  /** How large each of them may become. */
  readonly limits: LogLimits;
  /** Called whenever lines could not be written, with one line for people; absent: the logs alone say so. */
  readonly onLoss?: (line: string) => void;
  /** The least that is written. */
  readonly level: LogLevel;
  /** Where all lines go; absent: to a file for each log. */
  readonly file?: LineFile | undefined;
  /** Write the messages of one match and one round in so many, and all warnings and errors; absent: all messages. */
  readonly sample?: number;
  /** The most lines of each kind that one party may cause. */
  readonly budgets: {
    /** Of what it did wrong. */
    readonly refusals: Rate;
    /** Of messages of one player. */
    readonly messages: Rate;
    /** Of messages of all parties that are not registered yet. */
    readonly strangers: Rate;
  };
}

/** The policy of a process whose configuration says nothing else. */
export const USUAL_LOGS: Logs = {
  limits: LOG_LIMITS,
  level: 'INFO',
  budgets: { refusals: REFUSALS_LOGGED, messages: MESSAGES_LOGGED, strangers: STRANGERS_LOGGED },
};

/** The loggers of one agent; all keep to the policy of its process. */
export interface Loggers {
  /** A logger of one component, in the folder of a league or of the system. */
  component(name: string, league_id?: string): JsonLogger;
  /** The central log of a league. */
  league(league_id: string): LeagueLogger;
  /** Every message of one agent; `describe` says what of each. */
  messages(describe: MessageLogOptions['describe']): MessageLog;
  /** A fresh count of the lines of one kind, party by party. */
  budget(kind: keyof Logs['budgets']): LogBudget;
  /** The number of lines so far that could not be written. */
  lost(): number;
}

/** Opens loggers below a folder such as SHARED/logs. */
export function openLogs(world: LogWorld, root: string): Loggers {
  const { disk, clock, logs } = world;
  const { level, limits, onLoss, sample = 1, file } = logs;
  let lost = 0;
  function onFailure(thrown: unknown, lines: number): void {
    lost += lines;
    onLoss?.(
      `lines of the log are lost: ${reasonOf(thrown)}; nothing else waits for it, and the log will say how many`,
    );
  }
  const store: LogStore = { disk, clock, root, level, limits, onFailure, file };
  return {
    component: (name, league_id) => new JsonLogger(name, store, league_id),
    league: (league_id) => new LeagueLogger(league_id, store),
    messages: (describe) => makeMessageLog({ ...store, sample, describe }),
    budget: logBudgets(clock, logs),
    lost: () => lost,
  };
}

/** The effects that loggers are opened with; those of an agent have all of them. */
export interface LogWorld extends Pick<LogStore, 'disk' | 'clock'> {
  readonly logs: Logs;
}

/** The counts alone, for a service whose lines are written elsewhere. */
export function logBudgets(clock: Clock, { budgets }: Logs = USUAL_LOGS): Loggers['budget'] {
  return (kind) => new LogBudget(budgets[kind], clock);
}
