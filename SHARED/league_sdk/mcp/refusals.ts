/** What a client of MCP is told over HTTP when nobody works for it. */
import type { Json, JsonFault } from '../../core/json.ts';
import type { Overload } from '../../core/limits.ts';

const OVERLOADS = {
  caller: [429, 'Too much at once from your address; try again a little later'],
  here: [503, 'Too much to do at present; try again a little later'],
} as const satisfies { readonly [O in Overload]: readonly [number, string] };

/** A refusal as a response. */
export function refused(
  status: number,
  code: number,
  message: string,
  { id = null, headers = {} }: { readonly id?: Json; readonly headers?: Record<string, string> } = {},
): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id }, { status, headers });
}

const RETRY = { 'retry-after': '1' };

/** To whom asks too much. */
export function overloaded(overload: Overload): Response {
  const [status, message] = OVERLOADS[overload];
  return refused(status, -32000, message, { headers: RETRY });
}

/** The same for somebody who is not let in, ready to be written: this must cost next to nothing. */
export function atTheDoor(overload: Overload) {
  const [status, message] = OVERLOADS[overload];
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null });
  return {
    status,
    body,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...RETRY },
  };
}

/** To a text that nobody can read. */
export function unreadable({ kind, detail }: JsonFault): Response {
  return kind === 'syntax'
    ? refused(400, -32700, `Parse error: ${detail}`)
    : refused(400, -32600, `Invalid Request: ${detail}`);
}

/** To a request that is no request. */
export function invalid(why: string, id: Json = null): Response {
  return refused(400, -32600, `Invalid Request: ${why}`, { id });
}
