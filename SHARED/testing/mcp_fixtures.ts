/** The tools, resources and prompts that the official conformance suite of MCP expects of a server, for tests alone. */
import type { Catalog, Prompt, Resources, Tool } from '../league_sdk/mcp/catalog.ts';
import type { Extension } from '../league_sdk/mcp/serve_mcp.ts';
import { addContent, PIXEL } from './mcp_fixtures_content.ts';
import { addRounds, stateCodec } from './mcp_fixtures_rounds.ts';
import { addTalk } from './mcp_fixtures_talk.ts';

const NO_INPUT = { type: 'object', properties: {} };

/** A catalog's own tools, resources and prompts, and the fixtures beside them. */
export function fixturesBeside({ tools = [], prompts = [], resources }: FixturesHost) {
  return {
    tools: [...tools, simpleText, headers, anySchema],
    prompts: [...prompts, simplePrompt, promptWithArguments],
    resources: resources === undefined ? fixtureResources : both(resources, fixtureResources),
  };
}
type FixturesHost = Partial<Pick<Catalog, 'tools' | 'prompts' | 'resources'>>;

/** The resources of both; a name belongs to the second when its scheme is that of the fixtures. */
function both(first: Resources, second: Resources): Resources {
  return {
    list: () => [...first.list(), ...second.list()],
    get families() {
      return [...first.families, ...second.families];
    },
    read: (uri) => (uri.startsWith('test:') ? second : first).read(uri),
    onChange: first.onChange,
  };
}

/** Everything else the suite asks for, in the SDK's own words. */
export function fixtureExtension(): Extension {
  return {
    options: {
      requestState: { verify: (state, context) => stateCodec.verify(state, context) },
      // No agent logs to its clients; the fixtures do.
      capabilities: { logging: {} },
    },
    add(server) {
      addContent(server);
      addTalk(server);
      addRounds(server);
    },
  };
}

const simpleText: Tool = {
  name: 'test_simple_text',
  title: 'Simple text',
  description: 'Says one sentence.',
  input: NO_INPUT,
  readOnly: true,
  run: async () => ({ data: {}, text: 'This is a simple text response for testing.' }),
};

const headers: Tool = {
  name: 'test_headers',
  title: 'Headers',
  description: 'Has one argument that also travels as a header.',
  input: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } },
  readOnly: true,
  run: async (given) => ({ data: given }),
};

/** Uses every word of JSON Schema 2020-12 that has to reach the client unharmed. */
const anySchema: Tool = {
  name: 'json_schema_2020_12_tool',
  title: 'A rich schema',
  description: 'Tool with JSON Schema 2020-12 features',
  input: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: it is a word of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
  readOnly: true,
  run: async (given) => ({ data: given }),
};

const simplePrompt: Prompt = {
  name: 'test_simple_prompt',
  title: 'Simple prompt',
  description: 'Says one sentence.',
  given: [],
  write: async () => 'This is a simple prompt for testing.',
};

const promptWithArguments: Prompt = {
  name: 'test_prompt_with_arguments',
  title: 'Prompt with arguments',
  description: 'Says what it was given.',
  given: [
    { name: 'arg1', description: 'First test argument', required: true },
    { name: 'arg2', description: 'Second test argument', required: true },
  ],
  write: async ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
};

const about = (uri: string, mimeType: string) => ({
  uri,
  mimeType,
  name: uri,
  title: uri,
  description: `Shows ${mimeType}.`,
});
const OF_FAMILY = /^test:\/\/template\/([^/]+)\/data$/;

const fixtureResources: Resources = {
  list: () => [
    about('test://static-text', 'text/plain'),
    about('test://static-binary', 'image/png'),
    about('test://watched-resource', 'text/plain'),
  ],
  families: [
    {
      uriTemplate: 'test://template/{id}/data',
      name: 'template',
      title: 'Template',
      description: 'Shows the id it was asked for.',
      mimeType: 'application/json',
      complete: () => ['123'],
    },
  ],
  async read(uri) {
    if (uri === 'test://static-text') return 'This is the content of the static text resource.';
    if (uri === 'test://static-binary') return Buffer.from(PIXEL, 'base64');
    if (uri === 'test://watched-resource') return 'Watched.';
    const id = OF_FAMILY.exec(uri)?.[1];
    return id === undefined ? undefined : JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  },
  onChange: () => () => undefined,
};
