/** What a server hears, message by message: the parts of a batch one after the other, each when it is its turn. */
import type { AuthInfo, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Origin } from '../transport/transport.ts';

/** The key under which a request carries who sent it. */
export const ORIGIN = 'origin';
const TURN = 'turn';

/** What travels with a request; `turn` is waited for before each of its messages, where there is more than one. */
export function about(origin: Origin, turn?: () => Promise<void>): AuthInfo {
  return {
    token: '',
    clientId: '',
    scopes: [],
    extra: { [ORIGIN]: origin, ...(turn === undefined ? {} : { [TURN]: turn }) },
  };
}

/** From now on a transport that is connected already keeps to the turns. */
export function hearInTurn(
  transport: WebStandardStreamableHTTPServerTransport,
  onBug: (what: string, cause: unknown) => void,
): void {
  const hear = transport.onmessage;
  transport.onmessage = (message, extra) => {
    const turn = extra?.authInfo?.extra?.[TURN] as (() => Promise<void>) | undefined;
    if (turn === undefined) hear?.(message, extra);
    else
      turn()
        .then(() => hear?.(message, extra))
        .catch((cause) => onBug('a batch', cause));
  };
}
