/** What a player is started with. */
import type { DialectName } from '../../SHARED/contracts/dialects/dialect.ts';
import type { LogLevel } from '../../SHARED/contracts/files/logs.ts';
import type { Effects, Places } from '../../SHARED/league_sdk/effects.ts';
import type { Patience } from '../../SHARED/league_sdk/joining/register.ts';
import type { Address } from '../../SHARED/league_sdk/transport/transport.ts';
import type { Strategy } from './strategy.ts';
import type { OnHeard } from './tap.ts';

export interface PlayerOptions {
  readonly effects: Effects;
  readonly places: Places;
  /** The id it would like to have; without one the manager gives it one, the same as before in the same run. */
  readonly id?: string;
  readonly display_name: string;
  /** The agent's own version. */
  readonly version?: string;
  readonly strategy: Strategy;
  readonly game_types: readonly string[];
  readonly listen: Address;
  readonly manager: Address;
  /** How it speaks to its manager; absent: rpc. */
  readonly dialect?: DialectName;
  /** Makes the chance of the strategy repeatable: it then depends on this, the player and the match alone. */
  readonly seed?: string;
  /** How long and how often registering is tried. */
  readonly registering?: Patience;
  /** Listening does not wait for it, registering does. */
  readonly beforeRegistering?: Promise<void>;
  /** Is told where it listens, before it registers. */
  readonly onListening?: (address: Address) => void;
  /** Is told of every message it takes in. */
  readonly onHeard?: OnHeard;
  /** The least that goes into its log; absent: INFO. */
  readonly level?: LogLevel;
}
