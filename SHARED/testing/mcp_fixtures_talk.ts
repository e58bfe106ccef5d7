/** Tools of the conformance suite that speak to the client while they run: logs, progress, questions of 2025 clients. */
import type { ElicitRequestFormParams, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { fromJsonSchema } from '@modelcontextprotocol/server';
import { sleep, systemClock } from '../core/clock.ts';

const MOMENT_MS = 20;
const moment = () => sleep(systemClock, MOMENT_MS);
const SHOWN = { description: 'Asks the client before it answers.' };
const said = (text: string) => ({ content: [{ type: 'text' as const, text }] });
const needs = (name: string) =>
  fromJsonSchema<{ [name: string]: string }>({
    type: 'object',
    properties: { [name]: { type: 'string' } },
    required: [name],
  });

/** Registers them. */
export function addTalk(server: McpServer): void {
  for (const name of ['test_tool_with_logging', 'test_logging_tool']) {
    server.registerTool(name, { description: 'Logs.' }, async ({ mcpReq }) => {
      await mcpReq.log('info', 'Tool execution started');
      await moment();
      await mcpReq.log('info', 'Tool processing data');
      await moment();
      await mcpReq.log('info', 'Tool execution completed');
      return said('It has logged.');
    });
  }
  server.registerTool('test_tool_with_progress', { description: 'Tells how far it is.' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progress > 0) await moment();
      if (progressToken === undefined) continue;
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
    }
    return said('It has come to its end.');
  });
  server.registerTool(
    'test_reconnection',
    { description: 'Closes its stream, and answers on another.' },
    async ({ http }) => {
      http?.closeSSE?.();
      await moment();
      return said('It goes on.');
    },
  );
  addQuestions(server);
}

function addQuestions(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { ...SHOWN, inputSchema: needs('prompt') },
    async ({ prompt = '' }, { mcpReq }) => {
      const { content } = await mcpReq.requestSampling({
        messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
        maxTokens: 100,
      });
      const block = Array.isArray(content) ? content[0] : content;
      return said(`LLM response: ${block?.type === 'text' ? block.text : ''}`);
    },
  );
  server.registerTool(
    'test_elicitation',
    { ...SHOWN, inputSchema: needs('message') },
    async ({ message = '' }, { mcpReq }) => {
      const properties = {
        username: { type: 'string' as const, description: 'User’s response' },
        email: { type: 'string' as const, description: 'User’s email address' },
      };
      const requestedSchema = { type: 'object' as const, properties, required: ['username', 'email'] };
      const { action, content } = await mcpReq.elicitInput({ message, requestedSchema });
      return said(`User response: action: ${action}, content: ${JSON.stringify(content ?? {})}`);
    },
  );
  server.registerTool('test_elicitation_sep1034_defaults', SHOWN, (context) => elicit(context, DEFAULTS));
  server.registerTool('test_elicitation_sep1330_enums', SHOWN, (context) => elicit(context, CHOICES));
}

type Properties = ElicitRequestFormParams['requestedSchema']['properties'];

async function elicit({ mcpReq }: ServerContext, properties: Properties) {
  const requestedSchema = { type: 'object' as const, properties };
  const { action, content } = await mcpReq.elicitInput({ message: 'Please choose', requestedSchema });
  return said(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`);
}

const DEFAULTS: Properties = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};

const options = ['option1', 'option2', 'option3'];
const titled = [1, 2, 3].map((each) => ({ const: `value${each}`, title: `Option ${each}` }));

const CHOICES: Properties = {
  untitledSingle: { type: 'string', enum: options },
  titledSingle: { type: 'string', oneOf: titled },
  legacyEnum: { type: 'string', enum: options, enumNames: ['Option One', 'Option Two', 'Option Three'] },
  untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
  titledMulti: { type: 'array', items: { anyOf: titled } },
};
