/** Reads what an address answers to a GET: for programs that look at a league, not for agents that speak. */
import type { Clock } from '../../../core/clock.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import { guardedLookup, openSocket, reasonOf } from './connection.ts';
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
 * The answer of an http or https address, whatever its status; why there is none, in a line. Redirects are not followed,
 * and `localhost` is the address that agents of this machine listen at: a stranger may have the other.
 */
export async function httpGet(
  address: string,
  { clock, limitMs, maxBytes, reader, tls }: GetOptions,
): Promise<Result<Got, string>> {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return err('it is not an http or https address');
  const secure = url.protocol === 'https:';
  const usualPort = secure ? 443 : 80;
  const place = {
    ...{ secure, tls, guard },
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? usualPort : Number(url.port),
    lookup: guardedLookup(url, { guard }),
  };
  const headers = { accept: 'application/json', ...(reader === undefined ? {} : { 'user-agent': reader }) };
  const { request } = process.getBuiltinModule('node:http');
  const { promise, resolve } = Promise.withResolvers<Result<Got, string>>();
  const asking = request(url, {
    // The connection is what is secure; to the request it is one like any other.
    protocol: 'http:',
    headers: { ...headers, host: url.host, connection: 'close' },
    createConnection: () => openSocket(place),
  });
  const callOff = clock.after(limitMs, () => void asking.destroy(new Error('no answer in time')));
  asking.once('error', (error) => resolve(err(reasonOf(error))));
  asking.once('response', (response) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    response
      .on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > maxBytes) asking.destroy(new Error(`its answer is longer than ${maxBytes} bytes`));
        else pieces.push(piece);
      })
      .once('error', (error) => resolve(err(reasonOf(error))))
      .once('end', () => {
        resolve(ok({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString('utf8') }));
      });
  });
  asking.end();
  return promise.finally(callOff);
}
