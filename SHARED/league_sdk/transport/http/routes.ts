/** What the system knows of other hosts: the addresses of their names, and the way there. */
import { ADDRCONFIG, lookup as systemLookup } from 'node:dns';
import { err, ok, type Result } from '../../../core/result.ts';
import { familyOf, plainAddress } from '../net_address.ts';

/** All addresses of a name, or why there are none. */
export type Resolve = (host: string) => Promise<Result<readonly string[], string>>;

/** Asks the machine what a name stands for. */
export const systemResolve: Resolve = (host) =>
  new Promise((resolve) => {
    systemLookup(host, { all: true, hints: ADDRCONFIG }, (error, found) => {
      resolve(error ? err(error.message) : ok(found.map(({ address }) => address)));
    });
  });

/**
 * The address of this machine from which another host is reached, as the system routes it; undefined where it cannot be
 * known. Nothing is sent.
 */
export async function localAddressFor(host: string, resolve: Resolve = systemResolve): Promise<string | undefined> {
  const literal = plainAddress(host);
  const found = literal === undefined ? await resolve(host) : ok([literal]);
  const [to] = found.ok ? [...found.value].sort((a, b) => familyOf(a) - familyOf(b)) : [];
  if (to === undefined) return undefined;
  const socket = process.getBuiltinModule('node:dgram').createSocket(familyOf(to) === 6 ? 'udp6' : 'udp4');
  return new Promise((settle) => {
    const close = (address: string | undefined) => {
      socket.close();
      settle(address);
    };
    socket.once('error', () => close(undefined));
    socket.connect(ANY_PORT, to, () => close(plainAddress(socket.address().address)));
  });
}

/** A route depends on the host alone. */
const ANY_PORT = 9;
