import { Compile } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import type { Contract } from '../contracts/contract.ts';
import { rpc } from '../contracts/dialects/rpc.ts';
import { CONTRACTS, contractByMethod, contractByType } from '../contracts/index.ts';
import { readMessage } from '../contracts/read.ts';
import { agentLife, refereePhases } from '../contracts/states.ts';
import type { JsonObject } from '../league_sdk/core/json.ts';
import { exampleFiles, examplePath } from './generate_examples.ts';
import { fieldRows, typeName } from './generate_fields.ts';
import { anchorOf, contentsOf, markdownTable } from './generate_markdown.ts';
import { schemaFiles } from './generate_schemas.ts';
import { protocolSpec } from './generate_spec.ts';
import { mermaid, transitions } from './generate_states.ts';

describe('a table of fields', () => {
  test('names nested fields by their path', () => {
    const rows = fieldRows({
      required: ['list'],
      properties: {
        list: { type: 'array', items: { type: 'object', required: ['a'], properties: { a: { type: 'number' } } } },
        map: { type: 'object', patternProperties: { '^.*$': { type: 'object', properties: { b: {} } } } },
        maybe: { anyOf: [{ type: 'object', description: 'inner', properties: { c: { const: 1 } } }, { type: 'null' }] },
      },
    });
    expect(rows.map(({ path, type, required, about }) => [path, type, required, about])).toEqual([
      ['list', 'list of objects', true, ''],
      ['list[].a', 'number', true, ''],
      ['map', 'map to object', false, ''],
      ['map{}.b', 'anything', false, ''],
      ['maybe', 'object or null', false, 'inner'],
      ['maybe.c', '`1`', false, ''],
    ]);
  });

  test.each([
    [{ type: 'string' }, 'string'],
    [{ type: 'string', minLength: 1 }, 'string, not empty'],
    [{ type: 'string', maxLength: 9 }, 'string of up to 9 characters'],
    [{ type: 'string', minLength: 1, maxLength: 9 }, 'string of 1 to 9 characters'],
    [{ type: 'string', pattern: '^x$' }, 'string like `^x$`'],
    [{ type: 'string', pattern: '^[0-9a-f]{64}$' }, '64 hex digits'],
    [{ type: 'integer', minimum: 1 }, 'integer from 1'],
    [{ type: 'number', maximum: 5 }, 'number up to 5'],
    [{ type: 'number', minimum: 0, maximum: 1 }, 'number from 0 to 1'],
    [{ enum: ['a', 2] }, '`"a"` or `2`'],
    [{ type: 'array', minItems: 2, maxItems: 2, items: { type: 'string' } }, 'list of 2 strings'],
    [{ type: 'array', maxItems: 3, items: { type: 'integer' } }, 'list of up to 3 integers'],
    [{ type: 'array', minItems: 1 }, 'list of at least 1 anything'],
    [{ type: 'object', properties: {}, additionalProperties: true }, 'object with room for more'],
  ])('%j is called %s', (schema, name) => {
    expect(typeName(schema)).toBe(name);
  });
});

describe('Markdown', () => {
  test('a bar in a cell is no border', () => {
    expect(markdownTable(['a', 'b'], [['x|y', 'z']])).toBe('| a | b |\n|---|---|\n| x\\|y | z |');
  });

  test('contents are the headings of two levels', () => {
    expect(contentsOf('# T\n## A b!\n### GAME_OVER\n#### no\n## C\n')).toBe(
      '- [A b!](#a-b)\n  - [GAME_OVER](#game_over)\n- [C](#c)',
    );
    expect(anchorOf('JSON-RPC errors')).toBe('json-rpc-errors');
  });

  test('a template that asks for what nobody makes is a bug', () => {
    expect(() => protocolSpec('{{nonsense}}')).toThrow('{{nonsense}}');
    expect(() => protocolSpec('a {{nonsense}} word')).toThrow('{{nonsense}}');
    expect(() => protocolSpec('{{chapter nonsense}}')).toThrow('nonsense');
    expect(protocolSpec('{{protocol}}, {{version}}\n')).toBe('league.v2, 2.1.0\n');
  });
});

describe('state tables', () => {
  test('as Mermaid have a beginning, every way, and an end where there is one', () => {
    const agent = mermaid(agentLife);
    expect(agent).toContain('  [*] --> INIT\n');
    expect(agent).toContain('  ACTIVE --> SHUTDOWN: league_end, error\n');
    expect(agent).toContain('  SHUTDOWN --> [*]\n');
    expect(mermaid(refereePhases)).not.toContain('--> [*]');
  });

  test('as tables have one row per transition', () => {
    const ways = Object.values(agentLife).flatMap((events) => Object.keys(events)).length;
    expect(transitions(agentLife).split('\n')).toHaveLength(2 + ways + 1);
  });
});

describe('examples', () => {
  const examples = [...exampleFiles()].map(([path, text]) => ({ path, example: JSON.parse(text) as JsonObject }));

  test('there is one for every message', () => {
    const paths = new Set(examples.map(({ path }) => path));
    expect(Object.values(CONTRACTS).filter((contract: Contract) => !paths.has(examplePath(contract)))).toEqual([]);
  });

  test.each(examples.filter(({ example }) => example['error'] === undefined))(
    '$path can be sent as it is',
    ({ example }) => {
      const message = (example['params'] ?? example['result']) as JsonObject;
      const contract = contractByType(message['message_type'] as string) as Contract;
      const { method } = example;
      if (method !== undefined) expect(contractByMethod(method as string)).toBe(contract);
      expect(example['id'] === undefined).toBe(method !== undefined && contract.head.reply === undefined);
      const missing = () => expect.fail('an example lacks nothing');
      const read = readMessage(contract, rpc.read(message), { timestamp: missing, conversation_id: missing });
      expect(read.ok && rpc.write(read.value)).toEqual(message);
    },
  );

  test('a request carries a token wherever one is needed', () => {
    const bare = examples.filter(({ example }) => {
      const params = example['params'] as JsonObject | undefined;
      return params !== undefined && params['auth_token'] === undefined;
    });
    expect(bare.map(({ path }) => path)).toEqual([
      'message_examples/registration/referee_register_request.json',
      'message_examples/registration/player_register_request.json',
    ]);
  });
});

test('every published schema is one, with a name of its own', () => {
  const schemas = [...schemaFiles()].map(([, text]) => JSON.parse(text) as { readonly $id: string });
  for (const schema of schemas) expect(Compile(schema).Check(null)).toBe(false);
  expect(new Set(schemas.map(({ $id }) => $id)).size).toBe(schemas.length);
});
