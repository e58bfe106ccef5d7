/** A catalog as a server of the official SDK: one for each conversation with a client. */
import {
  type CallToolResult,
  McpServer,
  type McpServerOptions,
  type ServerContext,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { errorBody, refusal } from '../../contracts/errors.ts';
import { check } from '../../contracts/read.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Origin } from '../transport/transport.ts';
import type { Catalog, Prompt, Tool, ToolAnswer, ToolCaller } from './catalog.ts';
import { failedAnswer } from './contract_tools.ts';
import { lineIn, originIn } from './conversation.ts';
import { addCompletion, addResources, FIXED, unlessBug } from './serve_resources.ts';

/** What a catalog has no words for: content that is no text, questions to the client. Only tests add any. */
export interface Extension {
  readonly options: Pick<McpServerOptions, 'requestState' | 'capabilities'>;
  add(server: McpServer): void;
}

/** What all servers of a catalog have in common. */
export interface Shown {
  readonly extension?: Extension | undefined;
  /** Is told of what threw: bugs of ours, of which clients learn nothing. */
  readonly onBug: (what: string, cause: unknown) => void;
}

export interface ServeOptions extends Shown {
  /** The client at the other end of a pipe; over HTTP every request brings its own origin. */
  readonly origin?: Origin;
  /** Which changes of resources the client is told of: those it asked about, or all, where the SDK chooses among them. */
  readonly updates: 'subscribed' | 'all' | 'none';
}

/** A server that is ready to be connected. Closing it lets go of the catalog. */
export function serveMcp(catalog: Catalog, options: ServeOptions): McpServer {
  const { name, title, version, instructions, tools, resources, prompts = [] } = catalog;
  const { capabilities: more, ...extended } = options.extension?.options ?? {};
  const capabilities = { tools: FIXED, prompts: FIXED, completions: {}, ...more };
  const server = new McpServer({ name, title, version }, { ...extended, capabilities, instructions });
  for (const tool of tools) addTool(server, tool, options);
  for (const prompt of prompts) addPrompt(server, prompt, options);
  if (resources !== undefined) addResources(server.server, resources, options);
  addCompletion(server.server, catalog);
  options.extension?.add(server);
  return server;
}

function addTool(server: McpServer, tool: Tool, { origin, onBug }: ServeOptions): void {
  const { name, title, description, input, output, readOnly, destructive = false, idempotent } = tool;
  const described = {
    title,
    description,
    inputSchema: spoken(input, tool.checksItself !== true),
    annotations: {
      ...{ title, readOnlyHint: readOnly, openWorldHint: false },
      // Unless told otherwise, clients take a tool that changes something for destructive.
      destructiveHint: destructive,
      ...(idempotent === undefined ? {} : { idempotentHint: idempotent }),
    },
    ...(output === undefined ? {} : { outputSchema: spoken(output, false) }),
  };
  server.registerTool(name, described, async (given, context) => {
    try {
      return written(await tool.run(given, callerOf(context, origin)));
    } catch (cause) {
      onBug(`tool ${name}`, cause);
      return written(INTERNAL_ERROR);
    }
  });
}

/** How long a call may take: client libraries give up after 60 s, and those that hear of progress may wait for long. */
const HOLD_MS = { silent: 50_000, told: 600_000 };

function callerOf({ http, mcpReq }: ServerContext, atPipe: Origin | undefined): ToolCaller {
  const { signal, notify, _meta } = mcpReq;
  const line = lineIn(http?.authInfo);
  const progressToken = line?.isStream === false ? undefined : _meta?.progressToken;
  const caller = {
    origin: originIn(http?.authInfo) ?? atPipe ?? NOWHERE,
    // A session outlives its connections, and a call in it would outlive its client.
    signal: line === undefined ? signal : AbortSignal.any([signal, line.hungUp]),
  };
  if (progressToken === undefined) return { ...caller, holdMs: HOLD_MS.silent };
  let progress = 0;
  return {
    ...caller,
    holdMs: HOLD_MS.told,
    progress(message) {
      progress += 1;
      // A client that cannot be told any more has gone, which its signal says.
      notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => undefined);
    },
  };
}

const INTERNAL_ERROR = failedAnswer(errorBody(refusal('E020', 'Internal error')));

/** A failure has its data as text alone: clients check structured content against the schema of a good answer. */
function written({ data, text, failed }: ToolAnswer): CallToolResult {
  const json = JSON.stringify(data);
  if (failed !== true) return { content: [{ type: 'text', text: text ?? json }], structuredContent: data };
  const said = text === undefined || text === json ? [json] : [text, json];
  return { content: said.map((each) => ({ type: 'text', text: each })), isError: true };
}

function addPrompt(server: McpServer, prompt: Prompt, { onBug }: ServeOptions): void {
  const { name, title, description, given } = prompt;
  const properties = Object.fromEntries(
    given.map((each) => [each.name, { type: 'string', description: each.description }]),
  );
  const required = given.filter((each) => each.required).map((each) => each.name);
  const argsSchema = spoken({ type: 'object', properties, required }, true) as StandardSchemaWithJSON<{
    [name: string]: string;
  }>;
  server.registerPrompt(name, { title, description, argsSchema }, async (args) => ({
    description,
    messages: [
      {
        role: 'user',
        content: { type: 'text', text: await unlessBug(`prompt ${name}`, () => prompt.write(args), onBug) },
      },
    ],
  }));
}

/** What clients can read of schemas that were shown before: the tools of a catalog are listed again and again. */
const shownAs = new WeakMap<JsonObject, JsonObject>();

function shown(schema: JsonObject): JsonObject {
  const known = shownAs.get(schema) ?? portable(schema);
  shownAs.set(schema, known);
  return known;
}

/** A JSON Schema as the SDK wants it; `isChecked` is false where the tool checks itself. */
function spoken(schema: JsonObject, isChecked: boolean): StandardSchemaWithJSON<JsonObject> {
  const json = () => ({ ...shown(schema) });
  return {
    '~standard': {
      version: 1,
      vendor: 'even-odd-league',
      validate(value: unknown) {
        const checked = isChecked ? check(schema as Parameters<typeof check>[0], value as Json) : undefined;
        if (checked?.ok === false) return { issues: [{ message: `${checked.error.code} ${checked.error.detail}` }] };
        return { value: isJsonObject(value) ? value : {} };
      },
      jsonSchema: { input: json, output: json },
    },
  };
}

const NOWHERE = { address: 'unknown', receivedAt: 0 } as Origin;

/** Words that describe a value and demand nothing of it. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples']);
const TYPES = ['string', 'number', 'boolean', 'object', 'array', 'null'];
/** One type at a time: a list of types is a spelling that some clients do not know. */
const ANYTHING: Json = TYPES.map((type) => ({ type }));

/** The same schema, accepting the same values, without a part that says nothing of what it accepts. */
export function portable(schema: JsonObject): JsonObject {
  if (isAnything(schema)) return { ...schema, anyOf: ANYTHING };
  const { patternProperties, ...rest } = schema;
  const isFree = isJsonObject(patternProperties) && Object.values(patternProperties).every(isAnything);
  if (isFree) return { ...portableParts(rest), additionalProperties: true };
  return portableParts(schema);
}

function portableParts(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([keyword, value]) => [keyword, portablePart(keyword, value)] as const);
  return Object.fromEntries(entries);
}

function portablePart(keyword: string, value: Json): Json {
  switch (keyword) {
    case 'properties':
    case 'patternProperties':
      return isJsonObject(value)
        ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, portableValue(part)]))
        : value;
    case 'anyOf':
      return isJsonArray(value) ? value.map(portableValue) : value;
    case 'items':
      return portableValue(value);
    default:
      return value;
  }
}

function portableValue(value: Json): Json {
  return isJsonObject(value) ? portable(value) : value;
}

function isAnything(schema: Json): boolean {
  return isJsonObject(schema) && Object.keys(schema).every((keyword) => ANNOTATIONS.has(keyword));
}
