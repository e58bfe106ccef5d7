/** The effects of an agent on the world outside, handed in at its start. */
import type { Rejection } from '../contracts/errors.ts';
import type { Clock } from '../core/clock.ts';
import type { Entropy } from '../core/entropy.ts';
import type { Disk } from './disk/disk.ts';
import type { Logs } from './logs/logs.ts';
import type { Records } from './records/records.ts';
import type { Address, Transport } from './transport/transport.ts';

/** Time, chance, network and disk of an agent. Code that is given other ones runs in memory and on virtual time. */
export interface Effects {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly transport: Transport;
  readonly disk: Disk;
  /** The level of the logs, and how many lines one party may cause. */
  readonly logs: Logs;
  /** How matches and histories are kept; absent: in files. All agents of a process share it. */
  readonly records?: Records | undefined;
}

/** The folders of an agent's files. */
export interface Places {
  readonly data: string;
  readonly logs: string;
}

/** An agent that was started; it runs until `stop`, or until it ends by itself. */
export interface Running {
  readonly id: string;
  readonly address: Address;
  /** Ends the agent; resolves when its files are written and its logs flushed. Safe to call twice. */
  stop(reason: string): Promise<void>;
  /** Resolves with the reason when it has ended, by itself or by `stop`. */
  readonly ended: Promise<string>;
}

/** A failed start of an agent: a local code that never crosses the wire, and one line for people. */
export interface StartFailure {
  readonly code:
    | 'PORT_IN_USE'
    | 'INVALID_ADDRESS'
    | 'INVALID_CONFIG'
    | 'DATA_INIT_FAILED'
    | 'GAME_RULES_LOAD_FAILED'
    | 'REGISTRATION_FAILED'
    | 'REGISTRATION_REJECTED';
  readonly detail: string;
  /** The league manager's reason, where it rejected the agent for a known one. */
  readonly rejection?: Rejection;
}
