/** What the configuration says of the network, in the words of those who keep to it. */
import { hostname, networkInterfaces } from 'node:os';
import { type DoorLimits, shareOfOneAddress } from '../../../SHARED/core/limits.ts';
import type { SystemConfig } from '../../../SHARED/league_sdk/config_models.ts';
import type { HttpTransportOptions } from '../../../SHARED/league_sdk/transport/http/http.ts';
import type { HttpLimits } from '../../../SHARED/league_sdk/transport/http/limits.ts';
import { systemResolve } from '../../../SHARED/league_sdk/transport/http/reach.ts';
import { kindOf, namesOf, plainAddress } from '../../../SHARED/league_sdk/transport/net_address.ts';
import type { Network } from '../../league_manager/registration/name_pins.ts';

/** Where each setting goes. */
export interface NetworkSettings {
  /** For the transport of any agent. */
  readonly wire: Pick<HttpTransportOptions, 'hosts' | 'origins' | 'pins'> & { readonly limits: Partial<HttpLimits> };
  /** For a manager. */
  readonly network: Network;
  readonly rateLimits: { readonly limits: DoorLimits };
}

/** The settings of a process; `room` is how many files and connections the system lets it open, where that is known. */
export function networkSettings({ network, security }: SystemConfig, room = Number.POSITIVE_INFINITY): NetworkSettings {
  const pins = new Map<string, string>();
  const maxConnections = Math.min(network.max_connections, shareOf(room));
  return {
    wire: {
      hosts: [network.base_host, ...namesOf(hostname()), ...network.allowed_hosts],
      origins: network.allowed_origins,
      pins,
      limits: {
        maxConnections,
        maxConnectionsPerAddress: Math.min(network.max_connections_per_address, shareOfOneAddress(maxConnections)),
        maxPending: network.max_pending_requests,
        requestsPerSec: network.max_requests_per_sec_per_address,
        requestBurst: 4 * network.max_requests_per_sec_per_address,
      },
    },
    network: { resolve: systemResolve, machine: machineAddresses(), pins },
    rateLimits: {
      limits: {
        registrations: security.max_registrations_per_address,
        registrationsPerMin: security.max_registrations_per_min_per_address,
        wrongTokensPerMin: security.max_wrong_tokens_per_min_per_address,
      },
    },
  };
}

/** Files that are open at any time, with some to spare. */
const FILES = 100;
const LEAST = 16;

/** Half of what is left beside files is for those who call us; we call as many ourselves. */
function shareOf(room: number): number {
  return Math.max(LEAST, Math.floor((room - FILES) / 2));
}

const OPEN_FILES = /^Max open files\s+(\d+)/m;

/** How many files a process may have open, from what Linux says of its limits. */
export function roomIn(limits: string | undefined): number | undefined {
  const found = OPEN_FILES.exec(limits ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The addresses of this machine that other machines can call. */
export function machineAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses.map(({ address }) => plainAddress(address) ?? ''))
    .filter((address) => kindOf(address) === 'ordinary');
}
