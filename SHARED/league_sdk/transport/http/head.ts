/** The head of an HTTP answer: what its status line and headers say about the body and the connection. */
import { err, ok, type Result } from '../../../core/result.ts';

/** All that matters of a head. */
export interface HttpHead {
  readonly status: number;
  /** Whether the server is willing to take another request on the connection. */
  readonly keepsAlive: boolean;
  /** How the end of the body is recognised. */
  readonly body: 'counted' | 'chunked' | 'until_close';
  /** Of a counted body. */
  readonly length: number;
}

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: |\r?\n|$)/;
const LENGTH = /^\d{1,15}$/;

/** Understands a head without its final empty line, or says what is wrong with it. */
export function readHead(head: string): Result<HttpHead, string> {
  const statusLine = STATUS_LINE.exec(head);
  if (statusLine === null) return err('the answer is not HTTP');
  const status = Number(statusLine[2]);
  let keepsAlive = statusLine[1] === '1';
  let length: number | undefined;
  let coding: string | undefined;

  for (let at = head.indexOf('\n') + 1; at > 0; at = head.indexOf('\n', at) + 1) {
    const colon = head.indexOf(':', at);
    const nameLength = colon - at;
    // Only three header fields concern us, and their lengths rule out most others at no cost.
    if (nameLength !== 10 && nameLength !== 14 && nameLength !== 17) continue;
    const lineEnd = head.indexOf('\n', at);
    const name = head.slice(at, colon).toLowerCase();
    const value = head.slice(colon + 1, lineEnd < 0 ? undefined : lineEnd).trim();
    if (name === 'connection') {
      const wish = value.toLowerCase();
      if (wish === 'close') keepsAlive = false;
      else if (wish === 'keep-alive') keepsAlive = true;
    } else if (name === 'content-length') {
      const known = length ?? Number(value);
      if (!LENGTH.test(value) || known !== Number(value)) return err('the answer has no valid length');
      length = known;
    } else if (name === 'transfer-encoding') {
      coding = coding === undefined ? value.toLowerCase() : `${coding}, ${value}`;
    }
  }

  if (status === 204 || status === 304) return ok({ status, keepsAlive, body: 'counted', length: 0 });
  if (coding !== undefined) {
    if (coding !== 'chunked') return err(`the answer is encoded as ${coding.slice(0, 50)}`);
    // With two ways to tell where it ends, nothing that follows can be trusted.
    return ok({ status, keepsAlive: keepsAlive && length === undefined, body: 'chunked', length: 0 });
  }
  if (length === undefined) return ok({ status, keepsAlive: false, body: 'until_close', length: 0 });
  return ok({ status, keepsAlive, body: 'counted', length });
}
