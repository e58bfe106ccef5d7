import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import type { JsonObject } from '../../core/json.ts';
import { err, ok } from '../../core/result.ts';
import { type ToolCard, ToolRegistry } from '../spec/tool_registry.ts';
import type { Listed } from './remote_server.ts';
import { openStdioProxy, type ProxiedServer } from './stdio_proxy.ts';

const tool = (name: string): ToolCard => ({ name, description: `Does ${name}.`, input: { type: 'object' } });

const CAPABILITIES = {
  ...{ tools: { listChanged: true }, prompts: { listChanged: true } },
  resources: { listChanged: true, subscribe: true },
};

/** A proxy with a client of 2025 at its other end. */
async function opened(parts: Partial<ProxiedServer> = {}) {
  const registry = new ToolRegistry();
  registry.put('LM01', [tool('get_standings')]);
  const [input, output] = [new PassThrough(), new PassThrough()];
  const close = await openStdioProxy(
    {
      tools: () => registry.list(),
      onChange: (listener) => registry.onChange(() => listener('tools')),
      ...{ onUpdated: () => () => {}, onQuestion: () => {}, watch: async () => ok(undefined) },
      call: async (name) => ok({ content: [{ type: 'text', text: name }] }),
      ask: async (method) => ok(method === 'resources/list' ? { resources: [] } : {}),
      ...parts,
    },
    { input, output, greet: async () => 'Play.' },
  );
  const lines: JsonObject[] = [];
  let rest = '';
  output.on('data', (chunk: Buffer) => {
    const [last = '', ...whole] = (rest + chunk.toString()).split('\n').reverse();
    rest = last;
    lines.push(...whole.reverse().map((line) => JSON.parse(line) as JsonObject));
  });
  let lastId = 0;

  async function line(fits: (each: JsonObject) => boolean): Promise<JsonObject> {
    for (;;) {
      const found = lines.find(fits);
      if (found !== undefined) return found;
      await systemClock.poll();
    }
  }
  function ask(method: string, params: JsonObject = {}): Promise<JsonObject> {
    const id = ++lastId;
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return line((each) => each['id'] === id);
  }
  const hello = await ask('initialize', {
    ...{ protocolVersion: '2025-06-18', capabilities: {} },
    clientInfo: { name: 'a client', version: '1.0.0' },
  });
  input.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return { hello, ask, line, registry, close };
}

describe('a client at the door', () => {
  test('is told what a model should know, and sees every tool with its description and schema', async () => {
    const { hello, ask, close } = await opened();
    expect(hello).toMatchObject({ result: { instructions: 'Play.', capabilities: CAPABILITIES } });
    expect(await ask('tools/list')).toMatchObject({
      result: {
        tools: [{ name: 'get_standings', description: 'Does get_standings.', inputSchema: { type: 'object' } }],
      },
    });
    await close();
  });

  test('is told when there are other tools', async () => {
    const { line, registry, close } = await opened();
    registry.put('P01', [tool('get_player_state')]);
    await line(({ method }) => method === 'notifications/tools/list_changed');
    await close();
  });

  test.each(['resources', 'prompts'] as const)('is told when there are other %s', async (what) => {
    let tell: (what: Listed) => void = () => {};
    const onChange: ProxiedServer['onChange'] = (listener) => {
      tell = listener;
      return () => {};
    };
    const { line, close } = await opened({ onChange });
    tell(what);
    await line(({ method }) => method === `notifications/${what}/list_changed`);
    await close();
  });

  test.each([
    ['a tool that nobody has', { code: 'UNKNOWN_TOOL', detail: 'no' }, { error: { code: -32602, message: 'no' } }],
    ['a name that two have', { code: 'AMBIGUOUS_TOOL', detail: 'no' }, { error: { code: -32602 } }],
    ['an error of the server', { code: 'SAID_NO', detail: 'no', number: -32001 }, { error: { code: -32001 } }],
    ['no room', { code: 'E014', detail: 'busy' }, { result: { isError: true, content: [{ text: 'E014: busy' }] } }],
    ['a server that is away', { code: 'AWAY', detail: 'gone' }, { result: { isError: true } }],
  ])('hears of %s in the way that it can use', async (_, failure, heard) => {
    const { ask, close } = await opened({ call: async () => err(failure) });
    expect(await ask('tools/call', { name: 'fly', arguments: {} })).toMatchObject(heard);
    await close();
  });

  test.each([
    ['resources/list', { resources: [] }],
    ['resources/templates/list', { resourceTemplates: [] }],
    ['prompts/list', { prompts: [] }],
  ])('gets an empty list where there is none: %s', async (method, nothing) => {
    const none = await opened({ ask: async () => err({ code: 'SAID_NO', detail: 'no', number: -32601 }) });
    expect(await none.ask(method)).toMatchObject({ result: nothing });
    expect(await none.ask('resources/read', { uri: 'league://standings' })).toMatchObject({ error: { code: -32601 } });
    await none.close();
  });

  test.each(['resources/list', 'prompts/list'])(
    'is told that the manager is away, not that it has none: %s',
    async (method) => {
      const { ask, close } = await opened({ ask: async () => err({ code: 'AWAY', detail: 'LM01 is away' }) });
      expect(await ask(method)).toMatchObject({
        error: { code: -32603, message: expect.stringContaining('LM01 is away') },
      });
      await close();
    },
  );
});
