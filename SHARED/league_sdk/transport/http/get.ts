/** Reads what an address answers to a GET: for programs that look at a league, not for agents that speak. */
import type { Clock } from '../../../core/clock.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import { isLocalhost, localhostAddress } from '../net_address.ts';
import { reasonOf } from './connection.ts';

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
}

/** The answer of an http or https address, whatever its status; why there is none, in a line. Redirects are not followed. */
export async function httpGet(
  url: string,
  { clock, limitMs, maxBytes, reader }: GetOptions,
): Promise<Result<Got, string>> {
  const giveUp = new AbortController();
  const callOff = clock.after(limitMs, () => giveUp.abort(new Error('no answer in time')));
  try {
    const headers = { accept: 'application/json', ...(reader === undefined ? {} : { 'user-agent': reader }) };
    const response = await fetch(ofThisMachine(url), { headers, redirect: 'manual', signal: giveUp.signal });
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of response.body ?? []) {
      bytes += piece.length;
      // To leave the loop is to close the connection.
      if (bytes > maxBytes) return err(`its answer is longer than ${maxBytes} bytes`);
      pieces.push(piece);
    }
    return ok({ status: response.status, text: Buffer.concat(pieces).toString('utf8') });
  } catch (problem) {
    // What fetch throws says that it failed; its cause says why.
    const cause = problem instanceof Error && problem.cause instanceof Error ? problem.cause : problem;
    return err(cause instanceof Error ? reasonOf(cause) : String(cause));
  } finally {
    callOff();
  }
}

/** An address at `localhost` by the one that agents of this machine listen at: a stranger may have the other. */
function ofThisMachine(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !isLocalhost(parsed.hostname)) return url;
  const own = localhostAddress();
  parsed.hostname = own.includes(':') ? `[${own}]` : own;
  return parsed.href;
}
