/** Tools of the conformance suite that need an answer of the client in between: several rounds of the newest revision. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequest,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** Seals what a tool wants to hear again in the next round. */
export const stateCodec = createRequestStateCodec<string>({ key: new Uint8Array(32).fill(7) });

const SHOWN = { description: 'Asks the client before it answers.' };
const said = (text: string) => ({ content: [{ type: 'text' as const, text }] });

function ask(message: string, field: string, type: 'string' | 'boolean' = 'string'): InputRequest {
  const value = type === 'string' ? { type } : { type };
  const requestedSchema = { type: 'object' as const, properties: { [field]: value }, required: [field] };
  return inputRequired.elicit({ message, requestedSchema });
}

function sample(text: string): InputRequest {
  return inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 });
}

/** The client's answer to one question, if it has the right form. */
function heard({ mcpReq }: ServerContext, key: string, field: string): unknown {
  const answer = inputResponse(mcpReq.inputResponses, key);
  return answer.kind === 'elicit' && answer.action === 'accept' ? answer.content?.[field] : undefined;
}

/** Registers them. */
export function addRounds(server: McpServer): void {
  server.registerTool('test_input_required_result_elicitation', SHOWN, async (context) => {
    const name = heard(context, 'user_name', 'name');
    if (typeof name === 'string') return said(`Hello, ${name}!`);
    return inputRequired({ inputRequests: { user_name: ask('What is your name?', 'name') } });
  });
  server.registerTool('test_input_required_result_sampling', SHOWN, async ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'capital_question');
    if (answer.kind === 'sampling') return said(JSON.stringify(answer.result.content));
    return inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?') } });
  });
  server.registerTool('test_input_required_result_list_roots', SHOWN, async ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'client_roots');
    if (answer.kind === 'roots') return said(answer.roots.map(({ uri }) => uri).join(', '));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  addStates(server);
  addCapabilities(server);
  server.registerPrompt('test_input_required_result_prompt', { description: 'Needs a context.' }, async (context) => {
    const given = heard(context, 'user_context', 'context');
    if (typeof given !== 'string') {
      return inputRequired({ inputRequests: { user_context: ask('What context should the prompt use?', 'context') } });
    }
    return { messages: [{ role: 'user', content: { type: 'text', text: `In the context of ${given}` } }] };
  });
}

function addStates(server: McpServer): void {
  for (const name of ['test_input_required_result_request_state', 'test_input_required_result_tampered_state']) {
    server.registerTool(name, SHOWN, async (context) => {
      if (context.mcpReq.requestState() !== undefined && heard(context, 'confirm', 'ok') !== undefined)
        return said('state-ok');
      const requestState = await stateCodec.mint('asked', context);
      return inputRequired({ inputRequests: { confirm: ask('Please confirm', 'ok', 'boolean') }, requestState });
    });
  }
  server.registerTool('test_input_required_result_multiple_inputs', SHOWN, async (context) => {
    const { inputResponses } = context.mcpReq;
    const keys = ['user_name', 'greeting', 'client_roots'];
    if (keys.every((key) => inputResponse(inputResponses, key).kind !== 'missing')) return said('All of it is here.');
    const inputRequests = {
      user_name: ask('What is your name?', 'name'),
      greeting: sample('Generate a greeting'),
      client_roots: inputRequired.listRoots(),
    };
    return inputRequired({ inputRequests, requestState: await stateCodec.mint('asked', context) });
  });
  server.registerTool('test_input_required_result_multi_round', SHOWN, async (context) => {
    const round = context.mcpReq.requestState<string>();
    if (round === 'second' && heard(context, 'step2', 'color') !== undefined) return said('Both steps are taken.');
    const isFirstDone = round === 'first' && heard(context, 'step1', 'name') !== undefined;
    const inputRequests: { [step: string]: InputRequest } = isFirstDone
      ? { step2: ask('Step 2: What is your favorite color?', 'color') }
      : { step1: ask('Step 1: What is your name?', 'name') };
    return inputRequired({
      inputRequests,
      requestState: await stateCodec.mint(isFirstDone ? 'second' : 'first', context),
    });
  });
}

function addCapabilities(server: McpServer): void {
  server.registerTool('test_input_required_result_capabilities', SHOWN, async ({ mcpReq }) => {
    const can = (mcpReq.envelope as { [key: string]: ClientCapabilities } | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
    return inputRequired({
      inputRequests: {
        ...(can?.sampling === undefined ? {} : { sampled: sample('Say something') }),
        ...(can?.elicitation === undefined ? {} : { asked: ask('Say something', 'word') }),
      },
    });
  });
  server.registerTool('test_missing_capability', SHOWN, async () =>
    inputRequired({ inputRequests: { sampled: sample('Say something') } }),
  );
  server.registerTool('test_streaming_elicitation', SHOWN, async () =>
    inputRequired({ inputRequests: { asked: ask('Say something', 'word') } }),
  );
}
