/** Everything an agent does to the world, handed in by whoever starts it. */
import type { Rejection } from '../contracts/errors.ts';
import type { Clock } from '../core/clock.ts';
import type { Entropy } from '../core/entropy.ts';
import type { Disk } from './disk/disk.ts';
import type { Logs } from './logs/logs.ts';
import type { Address, Transport } from './transport/transport.ts';

export interface Effects {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly transport: Transport;
  readonly disk: Disk;
  /** How much goes to the logs of the process. */
  readonly logs: Logs;
}

/** Where an agent keeps its files. */
export interface Places {
  readonly data: string;
  readonly logs: string;
}

/** An agent that was started. */
export interface Running {
  readonly id: string;
  readonly address: Address;
  /** Ends it: files written, logs flushed. Safe to call twice. */
  stop(reason: string): Promise<void>;
  /** Resolves with the reason when it has ended, by itself or by `stop`. */
  readonly ended: Promise<string>;
}

/** Why an agent did not start: a local code that never crosses the wire, and one line for people. */
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
  /** Which of the known reasons the league manager gave, where it rejected the agent. */
  readonly rejection?: Rejection;
}
