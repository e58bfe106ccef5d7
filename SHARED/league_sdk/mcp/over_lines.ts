/** MCP over a pipe: one conversation, each message a line. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { deserializeMessage } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type Json, parseJson, withoutMark } from '../../core/json.ts';
import { errorEnvelope } from '../messaging/envelope.ts';
import type { LineTalk } from '../transport/side_protocol.ts';
import type { Origin } from '../transport/transport.ts';
import type { Catalog } from './catalog.ts';
import { type Shown, serveMcp } from './serve_mcp.ts';
import { requestId, unknownName } from './validate_body.ts';

/** Begins a conversation in whichever revision its first message is. */
export function mcpOverLines(
  catalog: Catalog,
  send: (text: string) => void,
  shown: Shown & { readonly origin: Origin },
): LineTalk {
  const wire: Transport = {
    start: async () => undefined,
    send: async (message) => send(JSON.stringify(message)),
    close: async () => wire.onclose?.(),
  };
  const handle = serveStdio(
    ({ era }) => serveMcp(catalog, { ...shown, updates: era === 'modern' ? 'all' : 'subscribed' }),
    { transport: wire },
  );
  return {
    receive(text) {
      const message = readLine(text);
      if (message === undefined) {
        send(JSON.stringify(errorEnvelope(null, 'INVALID_REQUEST', 'not a message of MCP')));
        return;
      }
      const unknown = unknownName(message as Json);
      if (unknown === undefined) wire.onmessage?.(message);
      else
        send(
          JSON.stringify({ jsonrpc: '2.0', id: requestId(message as Json), error: { code: -32602, message: unknown } }),
        );
    },
    close: () => void handle.close(),
  };
}

function readLine(text: string): JSONRPCMessage | undefined {
  if (!parseJson(text).ok) return undefined;
  try {
    return deserializeMessage(withoutMark(text));
  } catch {
    // The SDK's own text about a wrong message is long and of no use to its sender.
    return undefined;
  }
}
