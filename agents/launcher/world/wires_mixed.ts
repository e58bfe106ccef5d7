/** Wires of a league in this process that one party of another process takes part in: memory inside, HTTP outside. */
import { MANAGER_ID } from '../../../SHARED/contracts/fields.ts';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { ok } from '../../../SHARED/core/result.ts';
import { byScheme } from '../../../SHARED/league_sdk/transport/by_scheme.ts';
import { memoryNetwork } from '../../../SHARED/league_sdk/transport/memory.ts';
import type { Address, Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import { type NetworkSettings, networkTransport, ownScheme } from './wires_http.ts';

const MEMORY = 'memory:';
/** The schemes of endpoints that such a league calls. */
export const MIXED_SCHEMES = ['http:', 'https:', MEMORY] as const;

export interface MixedWires {
  /** The wires of a party of this process; the manager is heard inside as well, wherever it listens. */
  transportOf(id: string): Transport;
  /** The address of a party that only this process can call. */
  inside(id: string): Address;
  /** An address that other processes can call; port 0 is any free one. */
  outside(port: number): Address;
  close(): Promise<void>;
}

/** The wires, on a host of the network. */
export function mixedWires(host: string, settings: NetworkSettings): MixedWires {
  const memory = memoryNetwork({ clock: systemClock });
  const networks: Transport[] = [];
  const inside = (id: string) => `${MEMORY}${id}`;
  return {
    transportOf(id) {
      const http = networkTransport(id === MANAGER_ID ? 'manager' : 'agent', settings);
      networks.push(http);
      const both = byScheme({ 'http:': http, 'https:': http, [MEMORY]: memory.transport(id) }, systemClock);
      return id === MANAGER_ID ? heardInside(both, inside(id)) : both;
    },
    inside,
    outside: (port) => `${ownScheme()}//${host}:${port}/mcp`,
    async close() {
      await Promise.all(networks.map((network) => network.close()));
    },
  };
}

function heardInside(transport: Transport, name: Address): Transport {
  const listen: Transport['listen'] = async (at, answer, side) => {
    const listened = await transport.listen(at, answer, side);
    if (!listened.ok) return listened;
    const inside = await transport.listen(name, answer);
    if (!inside.ok) return inside;
    const { address, close } = listened.value;
    return ok({ address, close: async () => void (await Promise.all([close(), inside.value.close()])) });
  };
  return { ...transport, listen };
}
