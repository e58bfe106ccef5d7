/** Sessions with servers of MCP by the official client, over HTTP, in the newest revision that both sides know. */
import type { Client, McpSubscription, RequestOptions } from '@modelcontextprotocol/client';
import { PROTOCOL_VERSION } from '../../contracts/fields.ts';
import type { JsonObject } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { ToolCard } from '../spec/tool_registry.ts';
import { isLocalhost, localhostAddress } from '../transport/net_address.ts';
import type {
  ConnectRemote,
  Listed,
  PassedOn,
  PassedWith,
  RemoteFailure,
  RemoteOptions,
  RemoteServer,
} from './remote_server.ts';

const CONNECT_MS = 5_000;
const HEARTBEAT_MS = 5_000;
/** A tool may wait for a turn in a match. */
const CALL_MS = 600_000;
/** HTTP's word for a session that is not there any more. */
const NO_SUCH_SESSION = 404;
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const NO_MCP = 'it answers, but serves no MCP';

/** Shakes hands: `server/discover` or `initialize`, as the server knows. The client costs a tenth of a second to load. */
export const connectRemote: ConnectRemote = async (options) => {
  const { url, code, onChanged, onUpdated, person } = options;
  const requestInit = code === undefined ? {} : { headers: { Authorization: `Bearer ${code}` } };
  const { Client, ProtocolError, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const telling = (what: Listed) => ({ autoRefresh: false, onChanged: () => onChanged(what) });
  const client = new Client(
    { name: 'even-odd-league', version: PROTOCOL_VERSION },
    {
      capabilities: person === undefined ? {} : { elicitation: { ...person.elicitation } },
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: CONNECT_MS } },
      // The hearer of a change asks for the new list.
      listChanged: { tools: telling('tools'), resources: telling('resources'), prompts: telling('prompts') },
    },
  );
  if (person !== undefined)
    client.setRequestHandler(
      'elicitation/create',
      async ({ params }, { mcpReq }) => (await person.answer(params as JsonObject, mcpReq.signal)) as never,
    );
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => onUpdated?.(params.uri));
  try {
    await client.connect(new StreamableHTTPClientTransport(withoutLookup(url), { requestInit }), {
      timeout: CONNECT_MS,
    });
  } catch (cause) {
    await client.close();
    if (cause instanceof ProtocolError) return err({ code: 'NO_MCP', detail: NO_MCP, final: false });
    return err({ code: 'UNREACHABLE', detail: reasonIn(cause), final: false });
  }
  return ok(remoteServer(client, options));
};

/** The official client would ask the machine for `localhost`, and call a stranger on ::1. A certificate keeps its name. */
function withoutLookup(text: string): URL {
  const url = new URL(text);
  const address = localhostAddress();
  if (url.protocol === 'http:' && isLocalhost(url.hostname))
    url.hostname = address.includes(':') ? `[${address}]` : address;
  return url;
}

function remoteServer(client: Client, { onDeaf }: RemoteOptions): RemoteServer {
  const isModern = client.getProtocolEra() === 'modern';
  // In the newest revision each request says what its sender can do.
  const extraOf = ({ round, elicitation }: PassedWith) => ({
    ...round,
    ...(isModern ? { _meta: { [CAPABILITIES]: elicitation === undefined ? {} : { elicitation } } } : {}),
  });
  const { resources, prompts, completions } = client.getServerCapabilities() ?? {};
  const has = { resources, prompts, completion: completions };
  const asking: {
    readonly [M in PassedOn]: (params: never, how: RequestOptions) => Promise<object>;
  } = {
    'resources/list': (params, how) => client.listResources(params, how),
    'resources/templates/list': (params, how) => client.listResourceTemplates(params, how),
    'resources/read': (params, how) => client.readResource(params, how),
    'prompts/list': (params, how) => client.listPrompts(params, how),
    'prompts/get': (params, how) => client.getPrompt(params, how),
    'completion/complete': (params, how) => client.complete(params, how),
  };
  return {
    name: client.getServerVersion()?.name ?? 'server',
    revision: client.getNegotiatedProtocolVersion() ?? '',
    instructions: client.getInstructions(),
    answers: (method) => has[method.split('/', 1)[0] as keyof typeof has] !== undefined,
    tools: () =>
      tried(async () => {
        const { tools } = await client.listTools({}, { cacheMode: 'refresh' });
        return tools.map((tool: object) => cardOf(tool as JsonObject));
      }),
    call: (name, given, how) =>
      tried(async () => {
        const options = { ...optionsOf(how), timeout: CALL_MS, resetTimeoutOnProgress: true };
        const params = { name, arguments: given, ...extraOf(how) };
        const called: object = await client.callTool(params, options);
        return called as JsonObject;
      }),
    ask: (method, params, how) =>
      tried(async () => (await asking[method]({ ...params, ...extraOf(how) } as never, optionsOf(how))) as JsonObject),
    watch: isModern ? listening(client, onDeaf) : subscribing(client),
    async heartbeat() {
      // The newest revision has no ping.
      const asked = await tried<unknown>(() =>
        isModern ? client.discover({ timeout: HEARTBEAT_MS }) : client.ping({ timeout: HEARTBEAT_MS }),
      );
      if (asked.ok || asked.error.code === 'SAID_NO') return 'alive';
      return asked.error.code === 'FORGOTTEN' ? 'stranger' : 'silent';
    },
    async close() {
      await tried(() => client.close());
    },
  };
}

/** What the server asks for before it answers is for the client at the other end, and not for us. */
function optionsOf({ signal, onProgress }: PassedWith): RequestOptions {
  return {
    ...{ signal, allowInputRequired: true },
    ...(onProgress === undefined ? {} : { onprogress: (progress) => onProgress({ ...progress } as JsonObject) }),
  };
}

/** The newest revision: one stream for all, which is opened anew when they are others. */
function listening(client: Client, onDeaf: RemoteOptions['onDeaf']): RemoteServer['watch'] {
  let now: McpSubscription | undefined;
  return (uris) =>
    tried(async () => {
      const before = now;
      now = uris.length === 0 ? undefined : await client.listen({ resourceSubscriptions: [...uris] });
      await before?.close();
      const opened = now;
      void opened?.closed.then((by) => {
        if (by !== 'local' && now === opened) onDeaf?.();
      });
    });
}

/** Before: each is asked for by itself. */
function subscribing(client: Client): RemoteServer['watch'] {
  const now = new Set<string>();
  return (uris) =>
    tried(async () => {
      for (const uri of [...now].filter((each) => !uris.includes(each))) {
        now.delete(uri);
        await client.unsubscribeResource({ uri });
      }
      const added = uris.filter((uri) => !now.has(uri));
      const asked = await Promise.allSettled(added.map((uri) => client.subscribeResource({ uri })));
      for (const [nth, { status }] of asked.entries()) if (status === 'fulfilled') now.add(added[nth] as string);
      const refused = asked.find((each) => each.status === 'rejected');
      if (refused !== undefined) throw refused.reason;
    });
}

/** A tool as its server lists it. */
function cardOf({ name, description, inputSchema, ...more }: JsonObject): ToolCard {
  return {
    name: String(name),
    description: typeof description === 'string' ? description : '',
    input: inputSchema as JsonObject,
    more,
  };
}

async function tried<T>(action: () => Promise<T>): Promise<Result<T, RemoteFailure>> {
  const { ProtocolError, SdkHttpError } = await import('@modelcontextprotocol/client');
  try {
    return ok(await action());
  } catch (cause) {
    const detail = reasonIn(cause);
    if (cause instanceof ProtocolError) return err({ code: 'SAID_NO', detail, number: cause.code });
    const isForgotten = cause instanceof SdkHttpError && cause.data.status === NO_SUCH_SESSION;
    return err({ code: isForgotten ? 'FORGOTTEN' : 'AWAY', detail });
  }
}

const UNTRUSTED =
  'its certificate is of an authority that is not trusted here; name the certificate of the authority with --tls-ca FILE';

/** What the codes of the network mean to a person. */
const IN_WORDS: { readonly [code: string]: string } = {
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  UND_ERR_SOCKET: 'the connection broke',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'there is no such host, or it cannot be looked up now',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that host',
  ETIMEDOUT: 'no answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'no answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  REQUEST_TIMEOUT: 'no answer in time',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
};

/** What went wrong, in one plain reason: the innermost that is known. */
function reasonIn(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown.cause !== undefined) return reasonIn(thrown.cause);
  const { code } = thrown as { readonly code?: unknown };
  return IN_WORDS[String(code)] ?? thrown.message;
}
