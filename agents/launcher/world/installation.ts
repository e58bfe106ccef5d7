/** This installation: where its files are, and the real world for its agents. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { systemEntropy } from '../../../SHARED/core/entropy.ts';
import { toHex } from '../../../SHARED/core/hash.ts';
import { NETWORK_LIMITS } from '../../../SHARED/core/limits.ts';
import type { Result } from '../../../SHARED/core/result.ts';
import { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import type { Effects, Places } from '../../../SHARED/league_sdk/effects.ts';
import { fileLedgerStore } from '../../../SHARED/league_sdk/ledger/file.ts';
import type { LedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { refusalText } from '../../../SHARED/league_sdk/messaging/envelope.ts';
import { httpTransport } from '../../../SHARED/league_sdk/transport/http/http.ts';
import { type Flags, Mistake, usage } from '../options.ts';
import { machineAddresses, type NetworkSettings, networkSettings, roomIn } from './network.ts';
import { tellingOwnAddress } from './own_address.ts';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Folders by flag, else by environment, else in the clone; what the user types is relative to where they stand. */
export function placesOf(flags: Flags): Places {
  return { data: folder(flags, 'data'), logs: folder(flags, 'logs') };
}

function folder(flags: Flags, name: 'data' | 'logs' | 'config'): string {
  return resolve(flags.text(name) ?? process.env[`LEAGUE_${name.toUpperCase()}`] ?? resolve(ROOT, 'SHARED', name));
}

/** The ledgers of this installation, and what is kept beside them. Which kind of store it is, is decided here alone. */
export function ledgersIn({ data }: Pick<Places, 'data'>, disk: Disk = nodeDisk()): LedgerStore {
  return fileLedgerStore(disk, data);
}

/** The configuration of this installation. */
export function configOf(flags: Flags, disk = nodeDisk()): ConfigLoader {
  return new ConfigLoader(disk, folder(flags, 'config'), process.env);
}

/** Lists that the manager sends may be long; whatever agents say to it is short. */
export const SIZES = {
  manager: {},
  agent: { maxRequestBytes: NETWORK_LIMITS.listBytes, maxReplyBytes: NETWORK_LIMITS.listBytes },
} as const;

/**
 * The machine's clock, chance, disk and network; without settings the network keeps to the usual limits. Whoever
 * listens at all addresses of the machine tells the one nearest to `towards`.
 */
export function systemEffects(of: keyof typeof SIZES, settings?: NetworkSettings, towards?: string): Effects {
  const { limits, ...wire } = settings?.wire ?? {};
  const http = httpTransport({ ...wire, clock: systemClock, limits: { ...limits, ...SIZES[of] }, refusalText });
  return {
    clock: systemClock,
    entropy: systemEntropy,
    disk: nodeDisk(),
    transport: tellingOwnAddress(http, machineAddresses, towards),
  };
}

/** What the configuration says of this process's network. */
export async function networkOf(loader: ConfigLoader): Promise<NetworkSettings> {
  const system = need(await loader.loadSystem());
  return networkSettings(system, roomIn(await nodeDisk().read('/proc/self/limits')));
}

/** The value, or the failure as a line for the user. */
export function need<T>(result: Result<T, { readonly code: string; readonly detail: string }>): T {
  if (result.ok) return result.value;
  const { code, detail } = result.error;
  if (code === 'INVALID_CONFIG') throw usage(detail);
  const hint = '; stop what runs there, or choose another with --port (league run: --port-base)';
  throw new Mistake(code === 'PORT_IN_USE' ? detail + hint : detail);
}

/** An http endpoint a user typed; a missing path is /mcp. */
export function endpointIn(text: string, flag: string): string {
  const url = URL.parse(/^[a-z]+:\/\//.test(text) ? text : `http://${text}`);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw usage(`--${flag} takes a URL such as http://localhost:8000/mcp, not "${text}"`);
  if (url.pathname === '/') url.pathname = '/mcp';
  return url.href;
}

/** A name for an agent that was given none: two of them on one machine are still two. */
export function nickname(): string {
  return toHex(systemEntropy.bytes(2));
}
