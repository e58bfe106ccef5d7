/** Requests and responses between node:http and the SDK, which speaks in those of the web: heads, batches, streams that are kept alive. */
import type { ServerResponse } from 'node:http';
import type { Clock } from '../../core/clock.ts';

/** As much of a request as is looked at here. */
interface Asked {
  readonly method?: string | undefined;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
}

const STREAM_TYPE = 'text/event-stream';
const MCP_HEADERS = /^(accept|content-type|last-event-id|mcp-.+)$/;

/** Whether a client says that it can read a stream. */
export function canTakeStream({ headers: { accept } }: Asked): boolean {
  return accept?.includes(STREAM_TYPE) === true;
}

/** As much of a request as MCP is about: its body is read already, and there is no token in it and nothing a stranger made up. */
export function headOf({ method = 'GET', headers }: Asked, takesStream: boolean, signal: AbortSignal): Request {
  const known = Object.entries(headers).filter(([name]) => MCP_HEADERS.test(name));
  const head = new Headers(known.map(([name, value]) => [name, String(value)]));
  // Plain clients leave it out.
  if (method === 'POST' && !takesStream) head.set('accept', `application/json, ${STREAM_TYPE}`);
  return new Request('http://localhost/', { method, headers: head, signal });
}

/** The SDK answers a batch with one answer as if it were none. */
export async function asBatch(response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  const text = await response.text();
  return new Response(text.startsWith('[') ? text : `[${text}]`, { headers: response.headers });
}

interface WritingOptions {
  readonly clock: Clock;
  /** How long a client may take to read what is written to it. */
  readonly unreadMs: number;
  /** How long a stream may be silent before a line that says nothing shows whether its reader is still there. */
  readonly keepAliveMs: number;
}

/** A comment, which every reader of a stream skips. */
const STILL_HERE = ': still here\n\n';
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
  const isStream = from.headers.get('content-type') === STREAM_TYPE;
  // A client of a stream wants to know that it is there before anything happens.
  if (isStream) to.flushHeaders();
  const next = async () => {
    const stop = isStream ? keepAlive(to, options) : undefined;
    const piece = await reader?.read();
    stop?.();
    return piece;
  };
  for (let piece = await next(); piece?.done === false; piece = await next()) {
    if (!to.write(piece.value)) await drained(to, options);
  }
  to.end();
  if (to.writableLength > 0) await drained(to, options);
}

/** Says again and again that nothing happens, until it is stopped. */
function keepAlive(to: ServerResponse, { clock, keepAliveMs }: WritingOptions): () => void {
  let stop = clock.after(keepAliveMs, say);
  function say(): void {
    to.write(STILL_HERE);
    stop = clock.after(keepAliveMs, say);
  }
  return () => stop();
}

/** Resolves when what was written is on its way; what is not taken is not kept for ever. */
function drained(response: ServerResponse, { clock, unreadMs }: WritingOptions): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (response.closed) resolve();
  const callOff = clock.after(unreadMs, () => response.destroy());
  for (const event of ENDS_OF_WAITING) response.once(event, resolve);
  return promise.finally(() => {
    callOff();
    for (const event of ENDS_OF_WAITING) response.off(event, resolve);
  });
}
