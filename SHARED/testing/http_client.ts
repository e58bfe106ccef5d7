/** An independent HTTP client for tests: posts any bytes with any headers, and reports the response and its time. */
import { Agent, request } from 'node:http';
import { systemClock } from '../core/clock.ts';

export interface Heard {
  readonly status: number;
  readonly body: string;
  readonly tookMs: number;
}

export interface Poster {
  post(to: string, body: string | Buffer, headers?: { readonly [name: string]: string }): Promise<Heard>;
  /** Lets go of its connections. */
  close(): void;
}

/** A client that keeps a few connections open between its requests. */
export function poster(): Poster {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  return {
    post(to, body, headers = {}) {
      const options = { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } };
      const begun = systemClock.monotonic();
      const { promise, resolve, reject } = Promise.withResolvers<Heard>();
      const asking = request(to, options, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => {
          const text = Buffer.concat(pieces).toString('utf8');
          resolve({ status: response.statusCode ?? 0, body: text, tookMs: systemClock.monotonic() - begun });
        });
      });
      asking.on('error', reject).end(body);
      return promise;
    },
    close: () => agent.destroy(),
  };
}
