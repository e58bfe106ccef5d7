/**
 * A client of the official library with a bridge between itself and one server. As a program, started by the conformance
 * suite with the server's URL as its last word, it calls every tool, or those that the suite names.
 */
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { systemEntropy } from '../../../SHARED/core/entropy.ts';
import { connectRemote } from '../../../SHARED/league_sdk/mcp/remote.ts';
import { openStdioProxy } from '../../../SHARED/league_sdk/mcp/stdio_proxy.ts';
import { makeBridge } from '../../bridge/bridge.ts';

interface Behind {
  readonly canBeAsked?: boolean;
  /** Agents beside the manager: A1, A2, … */
  readonly also?: readonly string[];
  readonly onAsked?: (message: string) => void;
}

/** A client that is connected; to questions it answers Alice where it must, and what they propose where it may. */
export async function bridgedClient(
  url: string,
  mode: 'auto' | 'legacy',
  { canBeAsked = true, also = [], onAsked = () => {} }: Behind = {},
) {
  const bridge = makeBridge({
    ...{ clock: systemClock, entropy: systemEntropy, connect: connectRemote, say: () => undefined },
    servers: [{ name: 'LM01', url }, ...also.map((each, nth) => ({ name: `A${nth + 1}`, url: each }))],
  });
  const [there, back] = [new PassThrough(), new PassThrough()];
  const closeDoor = await openStdioProxy(bridge, {
    ...{ input: there, output: back },
    async greet(elicitation) {
      await bridge.open(elicitation);
      return 'Play.';
    },
  });
  const client = new Client(
    { name: 'a client', version: '1.0.0' },
    {
      capabilities: canBeAsked ? { elicitation: { form: { applyDefaults: true } } } : {},
      versionNegotiation: { mode },
    },
  );
  if (canBeAsked)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      onAsked(params.message);
      const { required = [] } = 'requestedSchema' in params ? params.requestedSchema : {};
      return { action: 'accept', content: Object.fromEntries(required.map((name) => [name, 'Alice'])) };
    });
  // The transport of lines is the same at both ends of a pipe.
  await client.connect(new StdioServerTransport(back, there));
  return {
    client,
    async close(): Promise<void> {
      await client.close();
      await closeDoor();
      await bridge.close();
    },
  };
}

interface Asked {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: { readonly [name: string]: unknown } }[];
}

async function callAll(): Promise<void> {
  const { toolCalls } = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Asked;
  const isModern = process.env['MCP_CONFORMANCE_PROTOCOL_VERSION'] === '2026-07-28';
  const { client, close } = await bridgedClient(process.argv.at(-1) ?? '', isModern ? 'auto' : 'legacy');
  const { tools } = await client.listTools();
  // One tool of the suite wants to see the schema of the other.
  const schema = tools[0]?.inputSchema;
  const calls = toolCalls ?? tools.map(({ name }) => ({ name, arguments: { a: 5, b: 3, schema } }));
  for (const call of calls)
    await client
      .callTool({ ...call, arguments: { ...call.arguments } })
      .catch((refused: unknown) => process.stderr.write(`${call.name}: ${refused}\n`));
  await close();
}

if (import.meta.main) await callAll();
