/**
 * An agent's own log: one line for every message it sends or receives, and for every oddity; from before it has an id.
 */
import type { Envelope } from '../../contracts/contract.ts';
import type { LogLevel } from '../../contracts/files/logs.ts';
import type { Clock } from '../../core/clock.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { AgentLogger, type Details, type LogStore } from '../logger.ts';
import type { LoggedMessage, Observer } from '../messaging/peer.ts';

/** A message as a line of the log describes it. */
export interface Line {
  readonly message_type: string;
  readonly level: LogLevel;
  readonly details: Details;
}

export interface MessageLog {
  /** Takes note of a message that was sent or received. */
  readonly observe: Observer;
  /** Takes note of what is odd about a message that was received. */
  warn(message: Envelope, peer: string, warning: string): void;
  /** Takes note of anything else. */
  note(what: string, peer: string, level: LogLevel, details: Details): void;
  /** Names the file, once the agent's id is known; what came before is written first, with its own time. */
  open(agent_id: string): void;
  /** Resolves when every line has been given to the disk; rejects when lines were lost. */
  close(): Promise<void>;
}

export interface MessageLogOptions extends LogStore {
  /** Write the messages of one match and one round in so many, and all warnings and errors; absent: all messages. */
  readonly sample?: number;
  /** Says what of a message goes into the log of an agent; never a token or a ticket. */
  readonly describe: (logged: LoggedMessage, me: string) => Line;
}

type Entry = (logger: AgentLogger) => void;

/** A message log; lines from before `open` are kept in memory, where there are never many. */
export function makeMessageLog({ describe, sample = 1, ...store }: MessageLogOptions): MessageLog {
  let logger: AgentLogger | undefined;
  /** The files of ids that the agent had before, on their way to the disk. */
  const earlier: Promise<void>[] = [];
  let early: { readonly at: Date; readonly entry: Entry }[] = [];
  let replayed: Date | undefined;
  const clock: Clock = { ...store.clock, now: () => replayed ?? store.clock.now() };

  function write(entry: Entry): void {
    if (logger === undefined) early.push({ at: store.clock.now(), entry });
    else entry(logger);
  }

  function told(log: AgentLogger, logged: LoggedMessage): void {
    const { message_type, level, details } = describe(logged, log.agentId);
    if (sample > 1 && !isSampled(logged.message, sample) && (level === 'INFO' || level === 'DEBUG')) return;
    log.log(logged.direction, { type: message_type, peer: logged.peer }, level, details);
  }

  return {
    observe(logged) {
      if (logger === undefined) write((log) => told(log, logged));
      else told(logger, logged);
    },
    warn: ({ message_type, match_id }: Envelope & { readonly match_id?: unknown }, peer, warning) =>
      write((log) => {
        const about = typeof match_id === 'string' ? { match_id, warning } : { warning };
        log.log('RECEIVED', { type: message_type, peer }, 'WARNING', about);
      }),
    note: (what, peer, level, details) => write((log) => log.log('RECEIVED', { type: what, peer }, level, details)),
    open(agent_id) {
      if (logger?.agentId === agent_id) return;
      const closing = logger?.close();
      // A failure is told when the log is closed.
      closing?.catch(() => undefined);
      if (closing !== undefined) earlier.push(closing);
      logger = new AgentLogger(agent_id, { ...store, clock });
      for (const { at, entry } of early) {
        replayed = at;
        entry(logger);
      }
      replayed = undefined;
      early = [];
    },
    close: async () => void (await Promise.all([...earlier, logger?.close()])),
  };
}

/**
 * Whether a message belongs to a sampled match, or else to a sampled round. A hash of the id decides, so that all agents
 * write the same matches. A message of neither is always written.
 */
function isSampled({ match_id, round_id }: JsonObject, sample: number): boolean {
  const id = match_id ?? round_id;
  if (id === undefined) return true;
  let hash = 0;
  for (const character of String(id)) hash = (hash * 31 + character.charCodeAt(0)) % 1_000_003;
  return hash % sample === 0;
}

/** The named fields of a message that have a value: a list, so that tokens, tickets, seeds and choices cannot slip in. */
export function fieldsOf(message: JsonObject, names: readonly string[]): Details {
  const details: { [name: string]: Json } = {};
  for (const name of names) {
    const value = message[name];
    if (value !== undefined && value !== null) details[name] = value;
  }
  return details;
}
