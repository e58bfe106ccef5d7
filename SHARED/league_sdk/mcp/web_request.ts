/** Requests over HTTP in the words of the web, which are those of the SDK, and what is put right about its responses. */

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
