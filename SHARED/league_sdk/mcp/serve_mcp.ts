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
import { asksForAllTools, factsIn } from './request_facts.ts';
import { addCompletion, addResources, FIXED, unlessBug } from './serve_resources.ts';

/** Parts of a server that a catalog has no words for: content that is no text, questions to the client. Only tests add any. */
export interface Extension {
  readonly options: Pick<McpServerOptions, 'requestState' | 'capabilities'>;
  add(server: McpServer): void;
}

/** The options that all servers of a catalog have in common. */
export interface Shown {
  readonly extension?: Extension | undefined;
  /** Is told of what threw: bugs of ours, of which clients learn nothing. */
  readonly onBug: (what: string, cause: unknown) => void;
}

export interface ServeOptions extends Shown {
  /** The client at the other end of a pipe; over HTTP every request brings its own origin. */
  readonly origin?: Origin;
  /** Which changes of resources the client is told of: those it subscribed to, or all, where the SDK chooses among them. */
  readonly updates: 'subscribed' | 'all' | 'none';
}

/** A server that is ready to be connected. Closing it lets go of the catalog. */
export function serveMcp(catalog: Catalog, options: ServeOptions): McpServer {
  const { name, title, version, instructions, tools, resources, prompts = [] } = catalog;
  const { capabilities: more, ...extended } = options.extension?.options ?? {};
  const capabilities = { tools: FIXED, prompts: FIXED, completions: {}, ...more };
  const server = new McpServer({ name, title, version }, { ...extended, capabilities, instructions });
  for (const tool of tools) addTool(server, tool, options);
  if (options.extension === undefined && tools.some(({ isUnlisted }) => isUnlisted === true)) listTools(server, tools);
  for (const prompt of prompts) addPrompt(server, prompt, options);
  if (resources !== undefined) addResources(server.server, resources, options);
  addCompletion(server.server, catalog);
  options.extension?.add(server);
  return server;
}

/**
 * Lists what a client is meant to use, without the schemas of answers; all of it to a client that asks for it in its
 * address, and at the other end of a pipe, where the client has started the agent itself.
 */
function listTools({ server }: McpServer, tools: readonly Tool[]): void {
  server.setRequestHandler('tools/list', async (_request, { http }) => {
    const isWhole = http === undefined || asksForAllTools(http.authInfo);
    const listed = tools.filter(({ isUnlisted }) => isWhole || isUnlisted !== true);
    return {
      tools: listed.map((tool) => ({
        ...headOf(tool),
        inputSchema: shown(tool.input) as { type: 'object' },
        ...(isWhole && tool.output !== undefined ? { outputSchema: shown(tool.output) as { type: 'object' } } : {}),
      })),
    };
  });
}

/** What is said of a tool beside its schemas. */
function headOf({ name, title, description, readOnly, destructive = false, idempotent }: Tool) {
  const annotations = {
    ...{ readOnlyHint: readOnly, openWorldHint: false },
    // Unless told otherwise, clients take a tool that changes something for destructive.
    ...(readOnly ? {} : { destructiveHint: destructive }),
    ...(idempotent === undefined || readOnly ? {} : { idempotentHint: idempotent }),
  };
  return { name, title, description, annotations };
}

function addTool(server: McpServer, tool: Tool, { origin, onBug }: ServeOptions): void {
  const { input, output } = tool;
  const { name, ...head } = headOf(tool);
  const described = {
    ...head,
    inputSchema: spoken(input, tool.checksItself !== true),
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
  const facts = factsIn(http?.authInfo);
  const progressToken = facts?.isStream === false ? undefined : _meta?.progressToken;
  const caller = {
    origin: facts?.origin ?? atPipe ?? NOWHERE,
    // A session outlives its connections, and a call in it would outlive its client.
    signal: facts === undefined ? signal : AbortSignal.any([signal, facts.hungUp]),
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

/** A JSON Schema as the SDK wants it: as it is where values are checked by it; `isChecked` is false where the tool checks itself. */
function spoken(schema: JsonObject, isChecked: boolean): StandardSchemaWithJSON<JsonObject> {
  const json = () => ({ ...(isChecked ? schema : shown(schema)) });
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

/** What not every model API takes in the schema of a text; agents hold what they are given to it all the same. */
const LEFT_OUT: ReadonlySet<string> = new Set(['pattern', 'minLength', 'maxLength']);

/**
 * A schema of an object in what every client takes: one kind at each place, lists with their items. It accepts all that
 * the schema accepts; a member that may be of several kinds is told in words, where its object is described.
 */
export function portable(schema: JsonObject): JsonObject {
  const shown = ofOneKind(schema);
  if (shown === undefined) throw new TypeError(`no client is shown ${JSON.stringify(schema)}`);
  return shown;
}

/** The schema in one kind, or undefined where it has several. */
function ofOneKind(schema: Json | undefined): JsonObject | undefined {
  if (!isJsonObject(schema) || 'anyOf' in schema || 'oneOf' in schema || 'allOf' in schema) return undefined;
  const { const: only, ...rest } = schema;
  const entries = Object.entries(rest).filter(([word]) => !LEFT_OUT.has(word));
  const shown: JsonObject = { ...Object.fromEntries(entries), ...(only === undefined ? {} : { enum: [only] }) };
  const values = shown['enum'];
  const isOfTexts = isJsonArray(values) && values.every((each) => typeof each === 'string');
  const type = shown['type'] ?? (isOfTexts ? 'string' : undefined);
  if (typeof type !== 'string') return undefined;
  if (type === 'object') return membersOf(shown);
  if (type !== 'array') return { ...shown, type };
  const items = ofOneKind(shown['items']);
  return items === undefined ? undefined : { ...shown, items };
}

function membersOf({ properties = {}, patternProperties, required = [], ...rest }: JsonObject): JsonObject {
  const all = Object.entries(isJsonObject(properties) ? properties : {});
  const shown = all.flatMap(([name, part]) => {
    const one = ofOneKind(part);
    return one === undefined ? [] : [[name, one] as const];
  });
  const told = all.filter(([name]) => !shown.some(([known]) => known === name));
  const needed = isJsonArray(required) ? required.filter((name) => shown.some(([known]) => known === name)) : [];
  const description = [rest['description'], ...told.map(inWords)].filter((text) => text !== undefined).join(' ');
  const [others] = isJsonObject(patternProperties) ? Object.values(patternProperties) : [];
  return {
    ...rest,
    ...(description === '' ? {} : { description }),
    ...(all.length > 0 || others === undefined ? { properties: Object.fromEntries(shown) } : {}),
    ...(needed.length === 0 ? {} : { required: needed }),
    ...(told.length === 0 ? {} : { additionalProperties: true }),
    ...(others === undefined ? {} : { additionalProperties: ofOneKind(others) ?? true }),
  };
}

/** A member that a schema of one kind cannot show. */
function inWords([name, part]: readonly [string, Json]): string {
  const about = isJsonObject(part) ? part['description'] : undefined;
  return typeof about === 'string' ? `Also ${name}: ${about}` : `Also ${name}.`;
}
