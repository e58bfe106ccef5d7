/** The address an agent tells of itself where it listens at all addresses of its machine: one that others can call. */

import { ok } from '../../../SHARED/core/result.ts';
import { isInNetwork, plainAddress } from '../../../SHARED/league_sdk/transport/net_address.ts';
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';

const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]']);

/** How this machine calls an agent of its own that listens at a host. */
export function hostFromHere(host: string): string {
  return EVERY_ADDRESS.has(host) ? 'localhost' : host;
}

/** How this machine calls an agent of its own that listens at an address. */
export function fromHere(address: string): string {
  const url = new URL(address);
  return `${url.protocol}//${hostFromHere(url.hostname)}:${url.port || '80'}${url.pathname}`;
}

/**
 * The host that others call an agent by. Of several addresses of the machine it is the one nearest to whom the agent
 * registers with, for a manager takes an endpoint at the address it is called from; a machine without any has itself.
 */
export function hostForOthers(host: string, machine: readonly string[], towards?: string): string {
  if (!EVERY_ADDRESS.has(host)) return host;
  const fit =
    host === '0.0.0.0' ? machine.filter(isV4) : [...machine].sort((a, b) => Number(isV4(b)) - Number(isV4(a)));
  const there = plainAddress(URL.parse(towards ?? '')?.hostname ?? '');
  const nearness = (address: string) => (there === undefined ? 0 : sharedBits(address, there));
  const [best] = [...fit].sort((a, b) => nearness(b) - nearness(a));
  if (best === undefined) return 'localhost';
  return isV4(best) ? best : `[${best}]`;
}

/** A transport whose listeners tell an address that others can call. `machine` is asked when somebody listens. */
export function tellingOwnAddress(transport: Transport, machine: () => readonly string[], towards?: string): Transport {
  return {
    ...transport,
    async listen(at, answer, guest) {
      const listened = await transport.listen(at, answer, guest);
      const url = listened.ok ? URL.parse(listened.value.address) : null;
      if (!listened.ok || url === null || !EVERY_ADDRESS.has(url.hostname)) return listened;
      const { close } = listened.value;
      const host = hostForOthers(url.hostname, machine(), towards);
      return ok({ address: `${url.protocol}//${host}:${url.port || '80'}${url.pathname}`, close });
    },
  };
}

function isV4(address: string): boolean {
  return !address.includes(':');
}

/** How many bits two addresses begin with in common. */
function sharedBits(address: string, other: string): number {
  let bits = isV4(other) ? 32 : 128;
  while (bits > 0 && !isInNetwork(address, `${other}/${bits}`)) bits -= 1;
  return bits;
}
