/** A client of the official library with a bridge between itself and one server, as tests and the conformance suite use it. */
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
  const closeProxy = await openStdioProxy(bridge, {
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
      await closeProxy();
      await bridge.close();
    },
  };
}

/** The order of the conformance suite to a client that it starts. */
export interface Asked {
  readonly url: string;
  readonly revision: string;
  /** JSON with the calls that it wants; absent: every tool is called. */
  readonly context?: string;
}

interface Context {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: { readonly [name: string]: unknown } }[];
}

/** Calls every tool of a server, or those that the suite names; gives what was refused, a line for each. */
export async function callAll({ url, revision, context = '{}' }: Asked): Promise<string> {
  const { toolCalls } = JSON.parse(context) as Context;
  const { client, close } = await bridgedClient(url, revision === '2026-07-28' ? 'auto' : 'legacy');
  const refusals: string[] = [];
  const { tools } = await client.listTools();
  // One tool of the suite wants to see the schema of the other.
  const schema = tools[0]?.inputSchema;
  const calls = toolCalls ?? tools.map(({ name }) => ({ name, arguments: { a: 5, b: 3, schema } }));
  for (const call of calls)
    await client
      .callTool({ ...call, arguments: { ...call.arguments } })
      .catch((refused: unknown) => refusals.push(`${call.name}: ${refused}\n`));
  await close();
  return refusals.join('');
}
