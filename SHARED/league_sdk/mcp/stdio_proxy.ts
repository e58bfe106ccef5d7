/** Passing MCP on over STDIO: to the client at the other end, the tools of many servers are those of one. */
import type { Readable, Writable } from 'node:stream';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { PROTOCOL_VERSION } from '../../contracts/fields.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Result } from '../../core/result.ts';
import type { ShownTool } from '../spec/tool_registry.ts';
import { type Listed, PASSED_ON, type PassedOn } from './remote_server.ts';

/** Why a request came to nothing. */
export interface ProxyFailure {
  readonly code: string;
  readonly detail: string;
  /** The number of a JSON-RPC error, where there is one. */
  readonly number?: number;
}

/** What is behind the door. Its promises never reject. */
export interface ProxiedServer {
  readonly instructions: string;
  tools(): readonly ShownTool[];
  /** Tells when what there is may be other than it was; gives how to stop that. */
  onChange(listener: (what: Listed) => void): () => void;
  call(name: string, given: JsonObject, signal: AbortSignal): Promise<Result<JsonObject, ProxyFailure>>;
  ask(method: PassedOn, params: JsonObject, signal: AbortSignal): Promise<Result<JsonObject, ProxyFailure>>;
}

export interface ProxyEnds {
  readonly input: Readable;
  readonly output: Writable;
}

/** A kind of thing that the manager lacks is an empty list; of a manager that is away the list is unknown. */
const NOTHING: { readonly [M in PassedOn]?: JsonObject } = {
  'resources/list': { resources: [] },
  'resources/templates/list': { resourceTemplates: [] },
  'prompts/list': { prompts: [] },
};
const INVALID_PARAMS = -32602;
const METHOD_NOT_FOUND = -32601;
const INTERNAL_ERROR = -32603;

/** Serves the client at the other end, in its own revision, until the returned function is called. */
export async function openStdioProxy(
  behind: ProxiedServer,
  { input, output }: ProxyEnds,
): Promise<() => Promise<void>> {
  const { McpServer, ProtocolError } = await import('@modelcontextprotocol/server');
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');

  function makeServer() {
    const capabilities = {
      ...{ tools: { listChanged: true }, resources: { listChanged: true }, prompts: { listChanged: true } },
      completions: {},
    };
    const mcp = new McpServer(
      { name: 'even-odd-league', title: 'Even/Odd League', version: PROTOCOL_VERSION },
      { capabilities, instructions: behind.instructions },
    );
    const { server } = mcp;
    server.setRequestHandler('tools/list', async () => ({ tools: behind.tools().map(listed) as never }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const { name, arguments: given = {} } = params;
      const called = await behind.call(name, given as JsonObject, mcpReq.signal);
      if (called.ok) return called.value as unknown as CallToolResult;
      const { code, detail, number } = called.error;
      if (number !== undefined) throw new ProtocolError(number, detail);
      if (code === 'UNKNOWN_TOOL' || code === 'AMBIGUOUS_TOOL') throw new ProtocolError(INVALID_PARAMS, detail);
      // Something a model can act upon: wait, or try again.
      return { content: [{ type: 'text', text: `${code}: ${detail}` }], isError: true };
    });
    for (const method of PASSED_ON) {
      server.setRequestHandler(method, async ({ params = {} }, { mcpReq }) => {
        const { _meta, ...asked } = params as JsonObject;
        const answered = await behind.ask(method, asked, mcpReq.signal);
        if (answered.ok) return answered.value as never;
        const { detail, number } = answered.error;
        const nothing = number === METHOD_NOT_FOUND ? NOTHING[method] : undefined;
        if (nothing !== undefined) return nothing as never;
        throw new ProtocolError(number ?? INTERNAL_ERROR, detail);
      });
    }
    const telling: { readonly [L in Listed]: () => Promise<void> } = {
      tools: () => server.sendToolListChanged(),
      resources: () => server.sendResourceListChanged(),
      prompts: () => server.sendPromptListChanged(),
    };
    const stop = behind.onChange((what) => {
      // A client that has just gone is not told.
      telling[what]().catch(() => stop());
    });
    server.onclose = stop;
    return mcp;
  }

  const handle = serveStdio(makeServer, { transport: new StdioServerTransport(input, output) });
  return () => handle.close();
}

function listed({ name, description, input, more, server: _, own: __ }: ShownTool): JsonObject {
  return { ...more, name, description, inputSchema: input };
}
