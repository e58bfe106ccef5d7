/** One party that can be reached at several addresses: a message to the first goes to the address that takes it. */
import type { Clock } from '../../core/clock.ts';
import type { Result } from '../../core/result.ts';
import type { Address, SendFailure, Transport } from './transport.ts';

/** The carrier's own words for: not here, or not now. */
const AWAY: ReadonlySet<number | undefined> = new Set([502, 503, 504]);

/**
 * A transport to a party at several addresses, such as the managers of one league: its first address stands for all. An
 * address that does not answer is left for the next at once, each being tried once as long as there is time; later texts
 * begin where the last one was taken. A text may so be heard twice, as one that is sent again.
 */
export function atSeveral(transport: Transport, addresses: readonly Address[], clock: Clock): Transport {
  const [first] = addresses;
  let current = 0;

  async function tried<T>(
    attempt: (at: Address) => Promise<Result<T, SendFailure>>,
    until: number,
  ): Promise<Result<T, SendFailure>> {
    for (let tries = 1; ; tries++) {
      const at = current;
      const done = await attempt(addresses[at] as Address);
      if (done.ok || !isAway(done.error)) return done;
      // Another text may have found the way meanwhile.
      if (current === at) current = (at + 1) % addresses.length;
      if (tries >= addresses.length || clock.monotonic() >= until) return done;
    }
  }

  if (addresses.length < 2) return transport;
  return {
    ...transport,
    send: (to, text, deadline, how) =>
      to === first
        ? tried((at) => transport.send(at, text, deadline, how), deadline)
        : transport.send(to, text, deadline, how),
    knock: (to, deadline) =>
      to === first ? tried((at) => transport.knock(at, deadline), deadline) : transport.knock(to, deadline),
  };
}

function isAway({ code, status }: SendFailure): boolean {
  return code === 'UNREACHABLE' || code === 'DEADLINE_PASSED' || (code === 'REFUSED' && AWAY.has(status));
}
