import { Compile } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { apiDocument } from './api.ts';
import { fieldRows, typeName } from './fields.ts';
import { anchorOf, contentsOf, filled, markdownTable, readableJson } from './markdown.ts';
import { dialectDifferences } from './messages.ts';
import { schemaFiles } from './schemas.ts';
import { protocolSpec } from './spec.ts';
import { STATE_TABLES, type StateTable, transitions, waysOf } from './states.ts';

const ENDPOINTS = { league_manager: 'http://m/mcp', referee: 'http://r/mcp', player: 'http://p/mcp' };

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

describe('what a dialect does otherwise', () => {
  const field = (path: string, type: string, need: 'yes' | 'sent' | 'no') => ({ path, type, need, about: `${type}.` });
  const ours = [
    field('match_id', 'id', 'yes'),
    field('result', 'object', 'yes'),
    field('result.score', 'map', 'no'),
    field('result.winner', 'id', 'yes'),
    field('round_id', 'integer', 'no'),
  ];

  test('is nothing where the fields are the same', () => {
    expect(dialectDifferences(ours, ours)).toEqual([]);
  });

  test('is what is not there, what is elsewhere, what is new or of another type, and what is needed otherwise', () => {
    const theirs = [
      field('match_id', 'id', 'sent'),
      field('score', 'map', 'no'),
      field('winner', 'id or "DRAW"', 'yes'),
      field('round_id', 'string', 'no'),
    ];
    expect(dialectDifferences(ours, theirs)).toEqual([
      '- without: `result`',
      '- as in `result`, only where it applies: `score`',
      '- `winner`: id or "DRAW"; required. id or "DRAW".',
      '- `round_id`: string; only where it applies. string.',
      '- always sent, not required: `match_id`',
    ]);
  });
});

describe('Markdown', () => {
  test('a bar in a cell is no border', () => {
    expect(markdownTable(['a', 'b'], [['x|y', 'z']])).toBe('| a | b |\n|---|---|\n| x\\|y | z |');
  });

  test('contents are the headings of two levels, but for those in code', () => {
    expect(contentsOf('# T\n## A b!\n### GAME_OVER\n#### no\n## C\n```sh\n## no\n```\n')).toBe(
      '- [A b!](#a-b): [GAME_OVER](#game_over)\n- [C](#c)',
    );
    expect(anchorOf('JSON-RPC errors')).toBe('json-rpc-errors');
  });

  test('JSON stands in one line where it fits', () => {
    expect(readableJson({ a: [1, 2], b: {} })).toBe('{ "a": [1, 2], "b": {} }');
    const long = 'x'.repeat(60);
    expect(readableJson([long, { long }])).toBe(`[\n  "${long}",\n  { "long": "${long}" }\n]`);
    expect(readableJson({ a: long, b: long })).toBe(`{\n  "a": "${long}",\n  "b": "${long}"\n}`);
  });

  test('a template that asks for what nobody makes is a bug', () => {
    for (const template of ['{{nonsense}}', 'a {{nonsense}} word', '{{nonsense with gaps}}']) {
      expect(() => filled(template, {}, {})).toThrow('nonsense');
    }
    expect(() => protocolSpec('{{chapter nonsense}}', String)).toThrow('nonsense');
    expect(() => apiDocument('{{methods operator}}', ENDPOINTS)).toThrow('operator');
    expect(protocolSpec('{{protocol}}, {{version}}\n', String)).toBe('league.v2, 2.1.0\n');
  });
});

describe('state tables', () => {
  test('have one row per transition, and every event is told when it happens', () => {
    for (const machine of Object.values(STATE_TABLES) as StateTable[]) {
      const ways = Object.values(machine.table).flatMap((events) => Object.keys(events));
      const ends = Object.values(machine.table).filter((events) => Object.keys(events).length === 0);
      expect(transitions(machine).split('\n')).toHaveLength(2 + ways.length + ends.length);
      expect(new Set(ways)).toEqual(new Set(Object.keys(machine.events)));
    }
  });

  test('events that lead the same way go together', () => {
    expect(waysOf(STATE_TABLES.agent.table)).toContainEqual({
      from: 'ACTIVE',
      to: 'SHUTDOWN',
      events: ['league_end', 'error'],
    });
  });
});

test('every published schema is one, with a name of its own', () => {
  const schemas = [...schemaFiles()].map(([, text]) => JSON.parse(text) as { readonly $id: string });
  for (const schema of schemas) expect(Compile(schema).Check(null)).toBe(false);
  expect(new Set(schemas.map(({ $id }) => $id)).size).toBe(schemas.length);
});
