/** An independent HTTP client for tests: posts any bytes with any headers, and reports the response and its time. */
import { Agent, type ClientRequest, request } from 'node:http';
import { systemClock } from '../core/clock.ts';

export interface Heard {
  readonly status: number;
  readonly body: string;
  readonly tookMs: number;
  /** Whether the direct way answered: Node's server says what becomes of the connection, the direct way offers another. */
  readonly isDirect: boolean;
}

export interface Poster {
  post(to: string, body: string | Buffer, headers?: { readonly [name: string]: string }): Promise<Heard>;
  /** Posts with the head that our own client writes, on a connection of its own. */
  postAsOurs(to: string, body: string | Buffer): Promise<Heard>;
  /** Lets go of its connections. */
  close(): void;
}

/** A client that keeps a few connections open between its requests. */
export function poster(): Poster {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  function send(asking: ClientRequest, body: string | Buffer): Promise<Heard> {
    const begun = systemClock.monotonic();
    const { promise, resolve, reject } = Promise.withResolvers<Heard>();
    asking.on('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(pieces).toString('utf8'),
          tookMs: systemClock.monotonic() - begun,
          isDirect: [undefined, 'upgrade'].includes(response.headers.connection),
        });
      });
    });
    asking.on('error', reject).end(body);
    return promise;
  }
  return {
    post(to, body, headers = {}) {
      const options = { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } };
      return send(request(to, options), body);
    },
    postAsOurs(to, body) {
      const headers = {
        host: new URL(to).host,
        accept: 'application/json',
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      };
      const asking = request(to, { method: 'POST', agent: false, headers });
      asking.removeHeader('connection');
      return send(asking, body);
    },
    close: () => agent.destroy(),
  };
}
