/** A response of the web's kind, written to a connection: streams as they come, and no longer than somebody reads them. */
import type { ServerResponse } from 'node:http';
import type { Clock } from '../core/clock.ts';

export interface WritingOptions {
  readonly clock: Clock;
  /** How long a client may take to read what is written to it. */
  readonly unreadMs: number;
}

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
  // Who listens to a stream wants to know that it is there before anything happens.
  if (from.headers.get('content-type') === 'text/event-stream') to.flushHeaders();
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
    if (!to.write(piece.value)) await drained(to, options);
  }
  to.end();
  if (to.writableLength > 0) await drained(to, options);
}

/** Resolves when what was written is on its way; what nobody takes is not kept for ever. */
function drained(response: ServerResponse, { clock, unreadMs }: WritingOptions): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (response.closed) resolve();
  const callOff = clock.after(unreadMs, () => response.destroy());
  for (const event of ['drain', 'finish', 'close']) response.once(event, resolve);
  return promise.finally(callOff);
}
