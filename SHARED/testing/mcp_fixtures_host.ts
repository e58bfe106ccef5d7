/** An address that speaks MCP, and the official client at its other end. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { seededEntropy } from '../core/entropy.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { unwrap } from '../core/result.ts';
import { type McpOptions, withMcp } from '../league_sdk/mcp/beside.ts';
import type { Catalog, Resources } from '../league_sdk/mcp/catalog.ts';
import { httpTransport } from '../league_sdk/transport/http/http.ts';

/** The revisions that are spoken, newest last; the last has no sessions. */
export const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;
export const NEWEST = '2026-07-28';
const STREAMS = { accept: 'application/json, text/event-stream' };

/** An empty catalog with these parts. */
export function plainCatalog(parts: Partial<Catalog> = {}): Catalog {
  return { name: 'test', title: 'Test', version: '1.0.0', instructions: 'Look around.', tools: [], ...parts };
}

/** One text that changes when it is told to. */
export function changingResource(): Resources & { change(): void; readonly watchers: number } {
  const uri = 'league://count';
  const watchers = new Set<(uri: string) => void>();
  let count = 0;
  return {
    list: () => [{ uri, name: 'count', title: 'Count', description: 'Counts.', mimeType: 'text/plain' }],
    families: [],
    read: async (asked) => (asked === uri ? `${count}` : undefined),
    onChange(changed) {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    change() {
      count++;
      for (const changed of watchers) changed(uri);
    },
    get watchers() {
      return watchers.size;
    },
  };
}

/** The response to a request. */
export interface Got {
  readonly status: number;
  readonly session: string | null;
  readonly type: string | null;
  readonly text: string;
  /** The messages in it, of a stream or of a body. */
  readonly messages: readonly JsonObject[];
}

/** Serves a catalog until the test ends. The league's own methods echo their requests. */
export async function mcpHost(face: Catalog, options: Partial<McpOptions> = {}) {
  const bugs: unknown[] = [];
  const tools = {
    clock: systemClock,
    entropy: seededEntropy(1),
    onBug: (_: string, cause: unknown) => void bugs.push(cause),
  };
  const transport = withMcp(httpTransport({ clock: systemClock }), () => face, { ...tools, ...options });
  const { address, close } = unwrap(
    await transport.listen('http://127.0.0.1:0/mcp', async (text) => `{"own":${text}}`),
  );
  onTestFinished(close);

  async function send(
    body: Json | undefined,
    headers: { readonly [name: string]: string } = {},
    method = 'POST',
  ): Promise<Got> {
    const init = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const got = await fetch(address, { method, headers: { 'content-type': 'application/json', ...headers }, ...init });
    const text = await got.text();
    const type = got.headers.get('content-type');
    return {
      status: got.status,
      session: got.headers.get('mcp-session-id'),
      type,
      text,
      messages: messagesIn(text, type),
    };
  }

  return {
    address,
    bugs,
    close,
    send,
    /** Begins a session, and says how to go on with it. */
    async session(revision = '2025-11-25') {
      const { session } = await send(initialize(revision), STREAMS);
      const headers = { ...STREAMS, 'mcp-session-id': session ?? '', 'mcp-protocol-version': revision };
      return {
        id: session ?? '',
        headers,
        send: (body: Json | undefined, method?: string) => send(body, headers, method),
      };
    },
    client: (revision: string) => officialClient(address, revision),
  };
}

/** The handshake of 2025 clients. */
export function initialize(protocolVersion: string): JsonObject {
  return request('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } });
}

/** A request of any method. */
export function request(method: string, params: JsonObject = {}, id: Json = 1): JsonObject {
  return { jsonrpc: '2.0', id, method, params };
}

/** The official client, connected until the test ends, in one revision and no other. */
export async function officialClient(address: string, revision: string): Promise<Client> {
  const isNewest = revision === NEWEST;
  const client = new Client(
    { name: 'test', version: '1' },
    isNewest ? { versionNegotiation: { mode: { pin: revision } } } : { supportedProtocolVersions: [revision] },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(address)));
  onTestFinished(() => client.close());
  return client;
}

function messagesIn(text: string, type: string | null): readonly JsonObject[] {
  if (text === '') return [];
  if (type !== 'text/event-stream') return [JSON.parse(text) as JsonObject].flat();
  return [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) => JSON.parse(data) as JsonObject);
}
