/** Passes MCP on over STDIO: to the client at the other end, the tools of many servers are those of one. */
import type { Readable, Writable } from 'node:stream';
import type { CallToolResult, Server, ServerContext, Transport } from '@modelcontextprotocol/server';
import { PROTOCOL_VERSION } from '../../contracts/fields.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Result } from '../../core/result.ts';
import type { ShownTool } from '../spec/tool_registry.ts';
import {
  type AskPerson,
  type Elicitation,
  type Listed,
  PASSED_ON,
  type PassedOn,
  type PassedWith,
} from './remote_server.ts';

/** Why a request came to nothing. */
export interface ProxyFailure {
  readonly code: string;
  readonly detail: string;
  /** The number of a JSON-RPC error, where there is one. */
  readonly number?: number;
}

/** The bridge to many servers, as the proxy sees it. Its promises never reject. */
export interface ProxiedServer {
  tools(): readonly ShownTool[];
  /** Tells when what there is may be other than it was; gives how to stop that. */
  onChange(listener: (what: Listed) => void): () => void;
  /** Tells when a watched resource may be other than it was; gives how to stop that. */
  onUpdated(listener: (uri: string) => void): () => void;
  /** Takes the one that is asked what servers ask of a person; it throws where it cannot be asked. */
  onQuestion(asked: AskPerson): void;
  call(name: string, given: JsonObject, how: PassedWith): Promise<Result<JsonObject, ProxyFailure>>;
  ask(method: PassedOn, params: JsonObject, how: PassedWith): Promise<Result<JsonObject, ProxyFailure>>;
  /** From now on changes of these resources are told, and of no others; a failure is that of any of them. */
  watch(uris: readonly string[]): Promise<Result<void, ProxyFailure>>;
}

export interface ProxyEnds {
  /**
   * Called when the client has introduced itself, with what its person can be asked in the midst of a call; gives what a
   * model should know, and the client waits for it.
   */
  readonly greet: (elicitation: Elicitation | undefined) => Promise<string>;
  readonly input: Readable;
  readonly output: Writable;
}

/** A kind of thing that the manager lacks is an empty list; of a manager that is away the list is unknown. */
const NOTHING: { readonly [M in PassedOn]?: JsonObject } = {
  'resources/list': { resources: [] },
  'resources/templates/list': { resourceTemplates: [] },
  'prompts/list': { prompts: [] },
};
/** The time a person may take to answer. */
const QUESTION_MS = 600_000;
const INVALID_PARAMS = -32602;
const METHOD_NOT_FOUND = -32601;
const INTERNAL_ERROR = -32603;

/** Serves the client at the other end, in its own revision, until the returned function is called. */
export async function openStdioProxy(
  behind: ProxiedServer,
  { input, output, greet }: ProxyEnds,
): Promise<() => Promise<void>> {
  const { McpServer, ProtocolError } = await import('@modelcontextprotocol/server');
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');

  /** What is watched, by the stream or the resource that it was asked for with. */
  const watched = new Map<Json, readonly string[]>();
  function watch(by: Json, uris: readonly string[]) {
    if (uris.length === 0) watched.delete(by);
    else watched.set(by, uris);
    return behind.watch([...new Set([...watched.values()].flat())]);
  }

  /** As the client said when it introduced itself; the newest revision has no way to be asked in the midst of a call. */
  let elicitation: Elicitation | undefined;

  async function makeServer() {
    const instructions = await greet(elicitation);
    const capabilities = {
      ...{ tools: { listChanged: true }, prompts: { listChanged: true }, completions: {} },
      resources: { listChanged: true, subscribe: true },
    };
    const mcp = new McpServer(
      { name: 'even-odd-league', title: 'Even/Odd League', version: PROTOCOL_VERSION },
      { capabilities, instructions },
    );
    const { server } = mcp;
    server.setRequestHandler('tools/list', async () => ({ tools: behind.tools().map(listed) as never }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const { name, arguments: given = {} } = params;
      const called = await behind.call(name, given as JsonObject, passing(server, mcpReq));
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
        const answered = await behind.ask(method, asked, passing(server, mcpReq));
        if (answered.ok) return answered.value as never;
        const { detail, number } = answered.error;
        const nothing = number === METHOD_NOT_FOUND ? NOTHING[method] : undefined;
        if (nothing !== undefined) return nothing as never;
        throw new ProtocolError(number ?? INTERNAL_ERROR, detail);
      });
    }
    server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
      const watched = await watch(uri, [uri]);
      if (watched.ok) return {};
      await watch(uri, []);
      throw new ProtocolError(watched.error.number ?? INTERNAL_ERROR, watched.error.detail);
    });
    server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
      await watch(uri, []);
      return {};
    });
    behind.onQuestion(
      async (question, signal) =>
        (await server.elicitInput(question as never, { signal, timeout: QUESTION_MS })) as JsonObject,
    );
    const telling: { readonly [L in Listed]: () => Promise<void> } = {
      tools: () => server.sendToolListChanged(),
      resources: () => server.sendResourceListChanged(),
      prompts: () => server.sendPromptListChanged(),
    };
    // A client that has just gone is not told.
    const stops = [
      behind.onChange((what) => telling[what]().catch(stop)),
      behind.onUpdated((uri) => server.sendResourceUpdated({ uri }).catch(stop)),
    ];
    function stop(): void {
      for (const each of stops) each();
    }
    server.onclose = stop;
    return mcp;
  }

  // The library keeps the streams of the newest revision to itself: what they are to tell of is read on the way.
  const transport = overheard(new StdioServerTransport(input, output), ({ id, method, params }) => {
    if (method === 'initialize' && isJsonObject(params)) elicitation = elicitationIn(params['capabilities']);
    if (method === 'subscriptions/listen' && id !== undefined) void watch(id, watchedIn(params));
    if (method === 'notifications/cancelled' && isJsonObject(params)) {
      const { requestId = null } = params;
      if (watched.has(requestId)) void watch(requestId, []);
    }
  });
  const handle = serveStdio(makeServer, { transport });
  return () => handle.close();
}

/** A transport of ours around one of the SDK's: `hear` has each message before the server that is connected to it. */
function overheard(wire: Transport, hear: (message: JsonObject) => void): Transport {
  const outer: Transport = {
    start: () => wire.start(),
    send: (message, options) => wire.send(message, options),
    close: () => wire.close(),
  };
  wire.onclose = () => outer.onclose?.();
  wire.onerror = (error) => outer.onerror?.(error);
  wire.onmessage = (message, extra) => {
    hear(message as JsonObject);
    outer.onmessage?.(message, extra);
  };
  return outer;
}

/** What a client can be asked, as it says itself; one that names no way takes forms. */
function elicitationIn(capabilities: Json | undefined): Elicitation | undefined {
  const can = isJsonObject(capabilities) ? capabilities['elicitation'] : undefined;
  if (!isJsonObject(can)) return undefined;
  const { form, url } = can;
  return {
    ...(form !== undefined || url === undefined ? { form: {} } : {}),
    ...(url === undefined ? {} : { url: {} }),
  };
}

/** The resources that a stream of changes is asked for. */
function watchedIn(params: Json | undefined): readonly string[] {
  const wanted = isJsonObject(params) ? params['notifications'] : undefined;
  const uris = isJsonObject(wanted) ? wanted['resourceSubscriptions'] : undefined;
  return isJsonArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [];
}

/** How a request is passed on: with its signal, its answers, and the progress its sender wants to hear of. */
function passing(server: Server, request: ServerContext['mcpReq']): PassedWith {
  const { signal, envelope, _meta, notify, inputResponses, requestState } = request;
  const said = (envelope as JsonObject | undefined)?.['io.modelcontextprotocol/clientCapabilities'];
  const can = said ?? (server.getClientCapabilities() as JsonObject | undefined);
  const progressToken = _meta?.progressToken;
  const state = requestState<string>();
  return {
    ...{ signal, elicitation: elicitationIn(can) },
    ...(progressToken === undefined
      ? {}
      : {
          onProgress: (progress) => {
            const params = { ...progress, progressToken };
            // A client that has just gone is not told.
            notify({ method: 'notifications/progress', params }).catch(() => undefined);
          },
        }),
    ...(inputResponses === undefined && state === undefined
      ? {}
      : {
          round: {
            ...(inputResponses === undefined ? {} : { inputResponses: inputResponses as JsonObject }),
            ...(state === undefined ? {} : { requestState: state }),
          },
        }),
  };
}

function listed({ name, description, input, more, server: _, own: __ }: ShownTool): JsonObject {
  return { ...more, name, description, inputSchema: input };
}
