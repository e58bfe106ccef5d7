/** The APIs of model providers, read and written by hand: OpenAI chat completions and responses, Anthropic messages. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../core/json.ts';

/** A request to a model, the same for all APIs; what a tool answered has the role `tool`. */
export interface ModelRequest {
  readonly api: 'chat' | 'responses' | 'messages';
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  readonly tools: readonly { readonly name: string; readonly description: string; readonly schema: JsonObject }[];
  /** What the answer has to fit: the format that is asked for, or the parameters of the one tool that must be called. */
  readonly schema?: JsonObject;
  readonly raw: JsonObject;
}

/** The words of a model: a text, or calls of tools. */
export type Said =
  | { readonly text: string }
  | { readonly calls: readonly { readonly name: string; readonly arguments: JsonObject }[] };

interface Api {
  /** How the path of a request ends. */
  readonly path: string;
  read(raw: JsonObject): Omit<ModelRequest, 'api' | 'model' | 'raw'>;
  /** The body of an answer; `nth` makes its ids. */
  write(said: Said, asked: ModelRequest, nth: number): JsonObject;
  /** The same answer as events of a stream, in order. */
  stream(whole: JsonObject, asked: ModelRequest): readonly JsonObject[];
  failed(status: number): JsonObject;
}

const objects = (value: Json | undefined): readonly JsonObject[] =>
  isJsonArray(value) ? value.filter(isJsonObject) : [];
const object = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
/** The text of a content, which every API writes as a string or as a list of parts. */
const textOf = (content: Json | undefined): string =>
  text(content) ||
  objects(content)
    .map((part) => text(part['text']))
    .join('\n');
const listOfTools = (tools: readonly JsonObject[], schema: 'parameters' | 'input_schema') =>
  tools.map((tool) => ({
    ...{ name: text(tool['name']), description: text(tool['description']), schema: object(tool[schema]) },
  }));
const schemaIn = (format: Json | undefined) => {
  const { schema } = object(format);
  return isJsonObject(schema) ? { schema } : {};
};
/** About four characters are a token, as in life. */
const tokens = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4);
const failedOpenAi = (status: number): JsonObject => ({
  error: { message: `the model answers with ${status}`, type: 'error', param: null, code: String(status) },
});

const CHAT: Api = {
  path: '/chat/completions',
  read: (raw) => ({
    messages: objects(raw['messages']).map((each) => ({ role: text(each['role']), text: textOf(each['content']) })),
    tools: listOfTools(
      objects(raw['tools']).map((tool) => object(tool['function'])),
      'parameters',
    ),
    ...schemaIn(object(raw['response_format'])['json_schema']),
  }),
  write(said, { model, messages }, nth) {
    const [prompt_tokens, completion_tokens] = [tokens(messages), tokens(said)];
    const spoken =
      'text' in said
        ? { content: said.text }
        : {
            content: null,
            tool_calls: said.calls.map((call, index) => ({
              ...{ id: `call_${nth}_${index}`, type: 'function' },
              function: { name: call.name, arguments: JSON.stringify(call.arguments) },
            })),
          };
    const finish_reason = 'text' in said ? 'stop' : 'tool_calls';
    return {
      ...{ id: `chatcmpl-${nth}`, object: 'chat.completion', created: 0, model },
      choices: [{ index: 0, message: { role: 'assistant', ...spoken }, logprobs: null, finish_reason }],
      usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
    };
  },
  stream({ choices, usage = null, ...whole }, { raw }) {
    const [{ message, finish_reason = null } = {}] = objects(choices);
    const { tool_calls, ...delta } = object(message);
    const calls = objects(tool_calls).map((call, index) => ({ index, ...call }));
    const chunk = (more: JsonObject) => ({ ...whole, object: 'chat.completion.chunk', ...more });
    const choice = (given: JsonObject, finish: Json = null) =>
      chunk({ choices: [{ index: 0, delta: given, finish_reason: finish }] });
    return [
      choice(delta),
      ...calls.map((call) => choice({ tool_calls: [call] })),
      choice({}, finish_reason),
      ...(object(raw['stream_options'])['include_usage'] === true ? [chunk({ choices: [], usage })] : []),
    ];
  },
  failed: failedOpenAi,
};

const RESPONSES: Api = {
  path: '/responses',
  read(raw) {
    const { input, instructions } = raw;
    const said = typeof input === 'string' ? [{ role: 'user', text: input }] : objects(input).map(itemOf);
    return {
      messages: [...(typeof instructions === 'string' ? [{ role: 'system', text: instructions }] : []), ...said],
      tools: listOfTools(objects(raw['tools']), 'parameters'),
      ...schemaIn(object(raw['text'])['format']),
    };
  },
  write(said, { model, messages }, nth) {
    const [input_tokens, output_tokens] = [tokens(messages), tokens(said)];
    const status = 'completed';
    const output =
      'text' in said
        ? [
            {
              ...{ type: 'message', id: `msg_${nth}`, status, role: 'assistant' },
              content: [{ type: 'output_text', text: said.text, annotations: [] }],
            },
          ]
        : said.calls.map((call, index) => ({
            ...{ type: 'function_call', id: `fc_${nth}_${index}`, call_id: `call_${nth}_${index}`, status },
            ...{ name: call.name, arguments: JSON.stringify(call.arguments) },
          }));
    return {
      ...{ id: `resp_${nth}`, object: 'response', created_at: 0, status, model, output },
      ...{ error: null, incomplete_details: null, instructions: null, metadata: {}, parallel_tool_calls: true },
      ...{ temperature: 1, top_p: 1, tool_choice: 'auto', tools: [] },
      usage: {
        ...{ input_tokens, output_tokens, total_tokens: input_tokens + output_tokens },
        input_tokens_details: { cached_tokens: 0 },
        output_tokens_details: { reasoning_tokens: 0 },
      },
    };
  },
  stream(response) {
    const begun = { ...response, status: 'in_progress', output: [], usage: null };
    const items = objects(response['output']).flatMap((item, output_index) => {
      const at = { item_id: item['id'] ?? '', output_index };
      const [part] = objects(item['content']);
      const said = { delta: part?.['text'] ?? '', content_index: 0, logprobs: [] };
      const pieces =
        part === undefined
          ? [{ type: 'response.function_call_arguments.delta', ...at, delta: item['arguments'] ?? '' }]
          : [{ type: 'response.output_text.delta', ...at, ...said }];
      const empty = part === undefined ? { ...item, arguments: '' } : { ...item, content: [] };
      return [
        { type: 'response.output_item.added', output_index, item: { ...empty, status: 'in_progress' } },
        ...pieces,
        { type: 'response.output_item.done', output_index, item },
      ];
    });
    const events = [{ type: 'response.created', response: begun }, ...items, { type: 'response.completed', response }];
    return events.map((event, sequence_number) => ({ ...event, sequence_number }));
  },
  failed: failedOpenAi,
};

function itemOf(item: JsonObject): ModelRequest['messages'][number] {
  if (item['type'] === 'function_call_output') return { role: 'tool', text: textOf(item['output']) };
  return { role: text(item['role']) || 'assistant', text: textOf(item['content']) };
}

const MESSAGES: Api = {
  path: '/messages',
  read(raw) {
    const system = textOf(raw['system']);
    const format = object(raw['output_config'])['format'] ?? raw['output_format'];
    const said = objects(raw['messages']).flatMap(({ role, content }) => {
      const answers = objects(content).filter(({ type }) => type === 'tool_result');
      if (answers.length === 0) return [{ role: text(role), text: textOf(content) }];
      return answers.map((answer) => ({ role: 'tool', text: textOf(answer['content']) }));
    });
    return {
      messages: [...(system === '' ? [] : [{ role: 'system', text: system }]), ...said],
      tools: listOfTools(objects(raw['tools']), 'input_schema'),
      ...schemaIn(format),
    };
  },
  write(said, { model, messages }, nth) {
    const content =
      'text' in said
        ? [{ type: 'text', text: said.text }]
        : said.calls.map(({ name, arguments: input }, index) => ({
            ...{ type: 'tool_use', id: `toolu_${nth}_${index}`, name, input },
          }));
    const stop_reason = 'text' in said ? 'end_turn' : 'tool_use';
    return {
      ...{ id: `msg_${nth}`, type: 'message', role: 'assistant', model, content, stop_reason, stop_sequence: null },
      usage: { input_tokens: tokens(messages), output_tokens: tokens(said) },
    };
  },
  stream(message) {
    const { content, stop_reason = null, stop_sequence = null, usage } = message;
    const blocks = objects(content).flatMap((block, index) => {
      const isText = block['type'] === 'text';
      const delta = isText
        ? { type: 'text_delta', text: block['text'] ?? '' }
        : { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) };
      const content_block = isText ? { ...block, text: '' } : { ...block, input: {} };
      return [
        { type: 'content_block_start', index, content_block },
        { type: 'content_block_delta', index, delta },
        { type: 'content_block_stop', index },
      ];
    });
    const begun = { ...message, content: [], stop_reason: null, usage: { ...object(usage), output_tokens: 0 } };
    return [
      { type: 'message_start', message: begun },
      ...blocks,
      { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage: object(usage) },
      { type: 'message_stop' },
    ];
  },
  failed: (status) => ({
    type: 'error',
    error: { type: 'api_error', message: `the model answers with ${status}` },
  }),
};

/** Every API by its name. */
export const MODEL_APIS: { readonly [A in ModelRequest['api']]: Api } = {
  chat: CHAT,
  responses: RESPONSES,
  messages: MESSAGES,
};

/** A request as a client of an API sent it. */
export function readRequest(api: ModelRequest['api'], raw: JsonObject): ModelRequest {
  const read = MODEL_APIS[api].read(raw);
  const forced = read.tools.find(({ name }) => name === forcedTool(raw));
  return { api, model: text(raw['model']), raw, ...(forced === undefined ? {} : { schema: forced.schema }), ...read };
}

/** The words of a model as the client wants them: where one tool must be called, a JSON text is a call of it. */
export function asWanted(said: Said, { raw }: ModelRequest): Said {
  const name = forcedTool(raw);
  if (name === undefined || !('text' in said)) return said;
  try {
    return { calls: [{ name, arguments: object(JSON.parse(said.text) as Json) }] };
  } catch {
    // No JSON: a model that was told to call a tool can still say nonsense.
    return said;
  }
}

/** The name of the one tool that must be called. */
function forcedTool({ tool_choice }: JsonObject): string | undefined {
  const { name, function: called } = object(tool_choice);
  const forced = text(name) || text(object(called)['name']);
  return forced === '' ? undefined : forced;
}
