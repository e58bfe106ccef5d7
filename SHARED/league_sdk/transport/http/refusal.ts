/** What a server says to a request that nobody gets to read. */
import type { ServerResponse } from 'node:http';

/** The body of a refusal: a JSON text for whoever writes a client. */
export type RefusalText = (status: RefusalStatus, why: string) => string;

const WHY = {
  403: 'this is not for you',
  404: 'nobody listens here; post to /mcp',
  405: 'use POST',
  413: 'the body is too large',
  415: 'the body must be JSON: send it with content-type: application/json',
  429: 'too many requests or connections from your address; try again a little later',
  503: 'too much to do at present; try again a little later',
} as const;
export type RefusalStatus = keyof typeof WHY;

/** The words of a server that was given no others. */
export const plainRefusal: RefusalText = (_status, why) => JSON.stringify({ error: why });

export interface Refusing {
  readonly text: RefusalText;
  readonly why?: string | undefined;
  readonly headers?: { readonly [name: string]: string };
}

/** Answers with a status and its reason, unless something was answered before. */
export function refuse(response: ServerResponse, status: RefusalStatus, { text, why, headers }: Refusing): void {
  if (response.headersSent) return;
  const body = text(status, why ?? WHY[status]);
  const retry = status === 429 || status === 503 ? { 'retry-after': '1' } : undefined;
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...retry,
      ...headers,
    })
    .end(body);
}
