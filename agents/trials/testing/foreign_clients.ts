/**
 * Clients of MCP that are not of our making, each used as its guide says and with a model of its own provider's API. A client
 * runs in a process of its own: `node foreign_clients.ts NAME MANAGER MODEL_URL` plays, and prints the model's last word.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { MCPServer } from '@openai/agents-core';
import type { ToolSet } from 'ai';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { poster } from '../../../SHARED/testing/http_client.ts';
import { COMPILED_ONCE, type Program, watched } from './rehearsal.ts';

/** Where a client plays; its name is its player's name, and the name of its model. */
interface Post {
  readonly name: string;
  readonly manager: string;
  readonly baseUrl: string;
}
type Play = (post: Post) => Promise<string | undefined>;

/** The whole prompt: all else a client has to tell its model is in the tools. */
const PROMPT = 'Join the league and play until it is over.';
/** Turns of a model, far more than a small league takes. */
const MOST_TURNS = 500;
const KEY = 'none-is-needed';
const PACKAGES = join(import.meta.dirname, '..', 'node_modules');

/** Every client by its name: how its model is asked is said beside it. */
export const FOREIGN_CLIENTS: { readonly [name: string]: Play } = {
  /** Anthropic messages. */
  async 'AI SDK'({ manager, baseUrl, name }) {
    const [{ createMCPClient }, { createAnthropic }, { generateText, isStepCount }] = await Promise.all([
      import('@ai-sdk/mcp'),
      import('@ai-sdk/anthropic'),
      import('ai'),
    ]);
    const client = await createMCPClient({ transport: { type: 'http', url: manager } });
    try {
      const model = createAnthropic({ baseURL: baseUrl, apiKey: KEY })(name);
      // Its packages are of two releases, and their types do not know each other.
      const tools = (await client.tools()) as ToolSet;
      const stopWhen = isStepCount(MOST_TURNS);
      return (await generateText({ model, tools, prompt: PROMPT, stopWhen, maxOutputTokens: 1_000 })).text;
    } finally {
      await client.close();
    }
  },

  /** Chat completions. */
  async LangChain({ manager, baseUrl, name }) {
    const [{ MultiServerMCPClient }, { ChatOpenAI }, { createAgent }] = await Promise.all([
      import('@langchain/mcp-adapters'),
      import('@langchain/openai'),
      import('langchain'),
    ]);
    const client = new MultiServerMCPClient({ league: { transport: 'http', url: manager } });
    try {
      const model = new ChatOpenAI({ model: name, apiKey: KEY, configuration: { baseURL: baseUrl } });
      const agent = createAgent({ model, tools: await client.getTools() });
      const prompt = { messages: [{ role: 'user', content: PROMPT }] };
      const { messages } = await agent.invoke(prompt, { recursionLimit: 2 * MOST_TURNS });
      return messages.at(-1)?.text;
    } finally {
      await client.close();
    }
  },

  /** Responses. */
  async 'OpenAI Agents'(post) {
    const { MCPServerStreamableHttp } = await import('@openai/agents-core');
    return openAiAgent(new MCPServerStreamableHttp({ url: post.manager, name: 'league' }), post, true);
  },

  /** A server over STDIO for clients that know no other, here an agent of OpenAI Agents; chat completions in streams. */
  async 'mcp-remote'(post) {
    const { MCPServerStdio } = await import('@openai/agents-core');
    const args = [join(PACKAGES, 'mcp-remote', 'dist', 'proxy.js'), post.manager, '--transport', 'http-only'];
    const env = process.env as { [name: string]: string };
    return openAiAgent(new MCPServerStdio({ name: 'league', command: process.execPath, args, env }), post, false);
  },

  /** A command for scripts of a shell: every step is a process of its own, and the model is asked by hand. */
  async mcporter({ manager, baseUrl, name }) {
    const run = async (...words: readonly string[]): Promise<string> => {
      const cli = join(PACKAGES, 'mcporter', 'dist', 'cli.js');
      const there = ['--http-url', manager, '--allow-http', '--name', 'league'];
      const child = watched(spawn(process.execPath, [cli, ...words, ...there]), 'mcporter');
      await child.ended();
      return child.out();
    };
    const { tools } = JSON.parse(await run('list', 'league', '--json')) as { readonly tools: readonly JsonObject[] };
    const shown = tools.map(({ inputSchema: parameters = {}, ...tool }) => ({
      ...{ type: 'function', function: { ...tool, parameters } },
    }));
    const messages: Json[] = [{ role: 'user', content: PROMPT }];
    const client = poster();
    for (;;) {
      const asked = JSON.stringify({ model: name, messages, tools: shown });
      const { body } = await client.post(`${baseUrl}/chat/completions`, asked);
      const { choices } = JSON.parse(body) as { readonly choices: readonly [{ readonly message: ChatMessage }] };
      const [{ message }] = choices;
      messages.push(message as unknown as Json);
      if (message.tool_calls === undefined) {
        client.close();
        return message.content ?? undefined;
      }
      for (const { id, function: called } of message.tool_calls) {
        const words = ['call', `league.${called.name}`, '--args', called.arguments, '--output', 'json'];
        messages.push({ role: 'tool', tool_call_id: id, content: await run(...words) });
      }
    }
  },
};

interface ChatMessage {
  readonly content: string | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

/** An agent of OpenAI Agents with one server; by responses, or by chat completions in streams. */
async function openAiAgent(server: MCPServer, { baseUrl, name }: Post, byResponses: boolean) {
  const [{ Agent, Runner }, { OpenAIProvider }] = await Promise.all([
    import('@openai/agents-core'),
    import('@openai/agents-openai'),
  ]);
  const modelProvider = new OpenAIProvider({ apiKey: KEY, baseURL: baseUrl, useResponses: byResponses });
  const runner = new Runner({ modelProvider, tracingDisabled: true });
  await server.connect();
  try {
    const agent = new Agent({ name, model: name, mcpServers: [server] });
    if (byResponses) return (await runner.run(agent, PROMPT, { maxTurns: MOST_TURNS })).finalOutput;
    const streamed = await runner.run(agent, PROMPT, { maxTurns: MOST_TURNS, stream: true });
    await streamed.completed;
    return streamed.finalOutput;
  } finally {
    await server.close();
  }
}

/** Starts a client in a process of its own; it keeps its files below a folder. */
export function startClient({ name, manager, baseUrl }: Post, folder: string): Program {
  const words = [import.meta.filename, name, manager, baseUrl];
  const own = { HOME: folder, USERPROFILE: folder, MCP_REMOTE_CONFIG_DIR: folder };
  const env = { PATH: process.env['PATH'], ...COMPILED_ONCE, ...own };
  return watched(spawn(process.execPath, words, { cwd: folder, detached: true, env }), name);
}

if (process.argv[1] === import.meta.filename) {
  const [name = '', manager = '', baseUrl = ''] = process.argv.slice(2);
  process.stdout.write(`${await FOREIGN_CLIENTS[name]?.({ name, manager, baseUrl })}\n`);
}
