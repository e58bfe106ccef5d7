/** A response of the web's kind, written to a connection: streams as they come, and no longer than somebody reads them. */
import type { ServerResponse } from 'node:http';
import type { Clock } from '../../core/clock.ts';

export interface WritingOptions {
  readonly clock: Clock;
  /** How long a client may take to read what is written to it. */
  readonly unreadMs: number;
  /** How long a stream may be silent before a line that says nothing shows whether its reader is still there. */
  readonly keepAliveMs: number;
}

const STREAM_TYPE = 'text/event-stream';
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
  // Who listens to a stream wants to know that it is there before anything happens.
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

/** Resolves when what was written is on its way; what nobody takes is not kept for ever. */
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
