/** MCP on the address of an agent: which messages are MCP's, and the server that answers them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../core/clock.ts';
import type { Entropy } from '../../core/entropy.ts';
import { ok } from '../../core/result.ts';
import type { HttpAsked, LineTalk, SideProtocol } from '../transport/side_protocol.ts';
import type { Answer, Transport } from '../transport/transport.ts';
import { MCP_LIMITS, type McpLimits } from './admission.ts';
import type { Catalog } from './catalog.ts';
import { isForMcp } from './is_mcp.ts';
import type { McpOverHttp } from './over_http.ts';
import type { Extension } from './serve_mcp.ts';

export interface McpOptions {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly limits?: Partial<McpLimits>;
  /** What a catalog has no words for; only tests add any. */
  readonly extension?: Extension;
  /** Is told of what threw: bugs of ours. */
  readonly onBug: (what: string, cause: unknown) => void;
}

/** The side protocol that shows a catalog. The SDK takes a tenth of a second to load, and most agents never meet a client of MCP. */
export function mcpBeside(catalog: Catalog, { limits, ...given }: McpOptions): SideProtocol {
  const options = { ...given, limits: { ...MCP_LIMITS, ...limits } };
  let overHttp: Promise<McpOverHttp> | undefined;
  const talks = new Set<LineTalk>();

  async function openHttp(): Promise<McpOverHttp> {
    const { McpOverHttp } = await import('./over_http.ts');
    return new McpOverHttp(catalog, options);
  }

  return {
    wants: isForMcp,
    async http(
      request: IncomingMessage,
      response: ServerResponse,
      text: string | undefined,
      { origin, settled }: HttpAsked,
    ) {
      try {
        overHttp ??= openHttp();
        const mcp = await overHttp;
        await mcp.answer(request, response, text, { origin, settled });
      } catch (cause) {
        given.onBug('an MCP request', cause);
        response.destroy();
      }
    },
    lines(send, origin) {
      const open = async () => {
        const { mcpOverLines } = await import('./over_lines.ts');
        return mcpOverLines(catalog, send, { ...given, origin });
      };
      const talk = patientTalk(open, (cause) => given.onBug('a conversation by MCP', cause));
      talks.add(talk);
      return {
        receive: talk.receive,
        close() {
          talks.delete(talk);
          talk.close();
        },
      };
    },
    async close() {
      for (const talk of talks) talk.close();
      talks.clear();
      await (await overHttp)?.close();
    },
  };
}

/** A conversation that keeps what it is told until it can begin. */
function patientTalk(open: () => Promise<LineTalk>, failed: (cause: unknown) => void): LineTalk {
  let opening: Promise<LineTalk> | undefined;
  let isClosed = false;
  return {
    receive(text) {
      opening ??= open();
      opening
        .then((talk) => {
          if (!isClosed) talk.receive(text);
        })
        .catch(failed);
    },
    close() {
      isClosed = true;
      opening?.then((talk) => talk.close()).catch(failed);
    },
  };
}

/** Shows a catalog at every address listened at; agents need not know. Their messages are carried as before. */
export function withMcp(transport: Transport, catalogOf: (answer: Answer) => Catalog, options: McpOptions): Transport {
  return {
    send: (...what) => transport.send(...what),
    knock: (...what) => transport.knock(...what),
    isRemote: (address) => transport.isRemote(address),
    close: () => transport.close(),
    async listen(at, answer) {
      const side = mcpBeside(catalogOf(answer), options);
      const listened = await transport.listen(at, answer, side);
      if (!listened.ok) return listened;
      const { address, close } = listened.value;
      return ok({
        address,
        async close() {
          // No new request comes in; streams, which stay open as long as their clients like, are not waited for.
          const closing = close();
          await side.close();
          await closing;
        },
      });
    },
  };
}
