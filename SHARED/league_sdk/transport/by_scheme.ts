/** One transport made of several: the scheme of an address chooses which of them carries a text. */
import type { Clock } from '../../core/clock.ts';
import { err } from '../../core/result.ts';
import type { Address, Transport } from './transport.ts';

/** Sends and listens through the transport of the address's scheme (`http:`); another scheme is UNREACHABLE or INVALID_ADDRESS. */
export function byScheme(transports: { readonly [scheme: string]: Transport }, clock: Clock): Transport {
  const byName = new Map(Object.entries(transports));
  const choose = (address: Address): Transport | undefined => byName.get(address.slice(0, address.indexOf(':') + 1));
  const unknown = (address: Address): string => `no wire for ${address}; there is ${[...byName.keys()].join(', ')}`;
  return {
    async send(to, ...what) {
      const transport = choose(to);
      if (transport !== undefined) return transport.send(to, ...what);
      return err({ code: 'UNREACHABLE', detail: unknown(to), failedAt: clock.monotonic() });
    },
    async listen(at, answer, side) {
      return choose(at)?.listen(at, answer, side) ?? err({ code: 'INVALID_ADDRESS', detail: unknown(at) });
    },
    async knock(to, deadline) {
      const transport = choose(to);
      if (transport !== undefined) return transport.knock(to, deadline);
      return err({ code: 'UNREACHABLE', detail: unknown(to), failedAt: clock.monotonic() });
    },
    isRemote: (address) => choose(address)?.isRemote(address) ?? true,
    async close() {
      await Promise.all([...new Set(byName.values())].map((transport) => transport.close()));
    },
  };
}
