/** The player's own log: one line for every message, in the words of the specification's files, and for what was odd. */
import type { Envelope } from '../../SHARED/contracts/contract.ts';
import type { LogLevel } from '../../SHARED/contracts/files_logs.ts';
import type { Clock } from '../../SHARED/league_sdk/core/clock.ts';
import { AgentLogger, type Details, type LogStore } from '../../SHARED/league_sdk/logger.ts';
import type { Observer, Sighting } from '../../SHARED/league_sdk/peer.ts';

/** What a line says of a message. */
export interface Line {
  readonly message_type: string;
  readonly level: LogLevel;
  readonly details: Details;
}

export interface Journal {
  /** Takes note of a message that was sent or received. */
  readonly observe: Observer;
  /** Takes note of what is odd about a message that was received. */
  warn(message: Envelope, peer: string, warning: string): void;
  /** Takes note of anything else. */
  note(what: string, peer: string, level: LogLevel, details: Details): void;
  /** Names the file, once the player's id is known; what came before is written first, with its own time. */
  open(agent_id: string): void;
  /** Resolves when every line has been given to the disk; lines lost to a failing disk stop nobody. */
  close(): Promise<void>;
}

export interface JournalOptions extends LogStore {
  /** Says what of a message goes into the log; never a token or a ticket. */
  readonly describe: (sighting: Sighting) => Line;
}

type Entry = (logger: AgentLogger) => void;

export function makeJournal({ describe, ...store }: JournalOptions): Journal {
  let logger: AgentLogger | undefined;
  let early: { readonly at: Date; readonly entry: Entry }[] = [];
  let replayed: Date | undefined;
  const clock: Clock = { ...store.clock, now: () => replayed ?? store.clock.now() };

  function write(entry: Entry): void {
    if (logger === undefined) early.push({ at: store.clock.now(), entry });
    else entry(logger);
  }

  return {
    observe: (sighting) =>
      write((log) => {
        const { message_type, level, details } = describe(sighting);
        log.log(sighting.direction, { type: message_type, peer: sighting.peer }, level, details);
      }),
    warn: ({ message_type, match_id }: Envelope & { readonly match_id?: unknown }, peer, warning) =>
      write((log) => {
        const about = typeof match_id === 'string' ? { match_id, warning } : { warning };
        log.log('RECEIVED', { type: message_type, peer }, 'WARNING', about);
      }),
    note: (what, peer, level, details) => write((log) => log.log('RECEIVED', { type: what, peer }, level, details)),
    open(agent_id) {
      if (logger?.agentId === agent_id) return;
      logger = new AgentLogger(agent_id, { ...store, clock });
      for (const { at, entry } of early) {
        replayed = at;
        entry(logger);
      }
      replayed = undefined;
      early = [];
    },
    close: async () => logger?.close().catch((thrown: unknown) => store.onFailure?.(thrown)),
  };
}
