/** Where the HTTP client may go: names are resolved here, and what was checked is what is connected to. */
import { ADDRCONFIG, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { err, ok, type Result } from '../../../core/result.ts';
import { type Guard, pinOf, usualGuard } from '../net_address.ts';

/** All addresses of a name, or why there are none. */
export type Resolve = (host: string) => Promise<Result<readonly string[], string>>;

export interface ReachRules {
  /** Without it, the usual one. */
  readonly guard?: Guard;
  /** Without it, the machine's own way. */
  readonly resolve?: Resolve;
  /** Names whose address at a port is settled (by `pinOf`): they are never looked up there. Read at every connection. */
  readonly pins?: ReadonlyMap<string, string>;
}

/** Asks the machine what a name stands for. */
export const systemResolve: Resolve = (host) =>
  new Promise((resolve) => {
    systemLookup(host, { all: true, hints: ADDRCONFIG }, (error, found) => {
      resolve(error ? err(error.message) : ok(found.map(({ address }) => address)));
    });
  });

/** Looks names up for connections to one place: those addresses of a name that may be called, or an error that says why none may. */
export function guardedLookup(
  place: URL,
  { guard = usualGuard, resolve = systemResolve, pins }: ReachRules,
): LookupFunction {
  const pin = pinOf(place);

  async function allowed(host: string): Promise<Result<readonly string[], string>> {
    const pinned = pins?.get(pin);
    const found = pinned === undefined ? await resolve(host) : ok([pinned]);
    if (!found.ok) return found;
    const objections = found.value.map((address) => guard(host, address));
    const good = found.value.filter((_, i) => objections[i] === undefined);
    return good.length > 0 ? ok(good) : err(objections[0] ?? `${host} has no address`);
  }

  return (host, options, callback) => {
    void allowed(host).then((found) => {
      const [first = ''] = found.ok ? found.value : [];
      if (!found.ok) callback(new Error(found.error), '', 0);
      else if (options.all === true)
        callback(
          null,
          found.value.map((address) => ({ address, family: familyOf(address) })),
        );
      else callback(null, first, familyOf(first));
    });
  };
}

function familyOf(address: string): 4 | 6 {
  return address.includes(':') ? 6 : 4;
}
