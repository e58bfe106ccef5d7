/** Requests and responses between node:http and the SDK, which speaks in those of the web. */
import type { ServerResponse } from 'node:http';
import type { Clock } from '../../core/clock.ts';
import type { McpLimits } from './admission.ts';

/** The part of a request that is looked at here. */
interface RequestHead {
  readonly method?: string | undefined;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
}

const STREAM_TYPE = 'text/event-stream';
const MCP_HEADERS = /^(accept|content-type|last-event-id|mcp-.+)$/;

/** Whether a client says that it can read a stream. */
export function canTakeStream({ headers: { accept } }: RequestHead): boolean {
  return accept?.includes(STREAM_TYPE) === true;
}

/** The head of a request as the SDK gets it: without tokens, and with the `Accept` that the SDK wants of every POST. */
export function headOf({ method = 'GET', headers }: RequestHead, signal: AbortSignal): Request {
  const known = Object.entries(headers).filter(([name]) => MCP_HEADERS.test(name));
  const head = new Headers(known.map(([name, value]) => [name, String(value)]));
  if (method === 'POST') head.set('accept', `application/json, ${STREAM_TYPE}`);
  return new Request('http://localhost/', { method, headers: head, signal });
}

interface WritingOptions {
  readonly clock: Clock;
  readonly limits: Pick<McpLimits, 'unreadMs'>;
}

const ENDS_OF_WAITING = ['drain', 'finish', 'close'];

/** Resolves when all is written or the client has gone, which ends the stream at its source. */
export async function writeResponse(from: Response, to: ServerResponse, options: WritingOptions): Promise<void> {
  const reader = from.body?.getReader();
  if (to.destroyed) {
    await reader?.cancel();
    return;
  }
  to.once('close', () => void reader?.cancel());
  // How long a connection lives is for the server to say.
  to.writeHead(from.status, Object.fromEntries([...from.headers].filter(([name]) => name !== 'connection')));
  // A client of a stream wants to know that it is there before anything happens.
  if (from.headers.get('content-type') === STREAM_TYPE) to.flushHeaders();
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
    if (!to.write(piece.value)) await drained(to, options);
  }
  to.end();
  if (to.writableLength > 0) await drained(to, options);
}

/** Resolves when the client has taken what was written; a client that does not in time is cut off. */
function drained(response: ServerResponse, { clock, limits }: WritingOptions): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (response.closed) resolve();
  const cancel = clock.after(limits.unreadMs, () => response.destroy());
  for (const event of ENDS_OF_WAITING) response.once(event, resolve);
  return promise.finally(() => {
    cancel();
    for (const event of ENDS_OF_WAITING) response.off(event, resolve);
  });
}
