/** Reads what an address answers to a GET: for programs that look at a league, not for agents that speak. */
import type { Clock } from '../../../core/clock.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import { endpointOf, HttpConnection, httpUrl } from './connection.ts';
import { HTTP_LIMITS } from './limits.ts';
import type { Tls } from './tls.ts';

export interface Got {
  readonly status: number;
  readonly text: string;
}

export interface GetOptions {
  readonly clock: Clock;
  /** How long the whole answer may take. */
  readonly limitMs: number;
  /** The longest answer that is taken. */
  readonly maxBytes: number;
  /** The name that the reader gives itself; absent: none in particular. */
  readonly reader?: string | undefined;
  /** The TLS of this process. */
  readonly tls?: Tls | undefined;
}

/** A person has chosen the address. */
const guard = () => undefined;

/**
 * The answer of an http or https address, whatever its status; the error is one line. Redirects are not followed, and
 * `localhost` is the address that agents of this machine listen at: a stranger may have the other.
 */
export async function httpGet(
  address: string,
  { clock, limitMs, maxBytes, reader, tls }: GetOptions,
): Promise<Result<Got, string>> {
  const url = httpUrl(address);
  if (url === undefined) return err('it is not an http or https address');
  const limits = { ...HTTP_LIMITS, maxReplyBytes: maxBytes };
  const connection = new HttpConnection(endpointOf(url, { guard, tls }, clock), limits);
  const { promise, resolve } = Promise.withResolvers<Result<Got, string>>();
  const cancel = clock.after(limitMs, () => resolve(err('no answer in time')));
  const head = [
    `GET ${url.pathname}${url.search} HTTP/1.1`,
    `host: ${url.host}`,
    'accept: application/json',
    ...(reader === undefined ? [] : [`user-agent: ${reader}`]),
    'connection: close',
    '',
  ];
  connection.request(head.join('\r\n'), '', {
    onConnecting: () => undefined,
    onConnected: () => undefined,
    onSent: () => undefined,
    onReply: ({ status, text }) => resolve(ok({ status, text })),
    onFailure: ({ detail }) => resolve(err(detail)),
  });
  return promise.finally(() => {
    cancel();
    connection.destroy();
  });
}
