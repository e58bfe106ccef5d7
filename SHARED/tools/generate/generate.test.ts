import { Compile } from 'typebox/schema';
import { expect, test } from 'vitest';
import { apiDocument } from './api.ts';
import { filled } from './markdown.ts';
import { schemaFiles } from './schemas.ts';
import { protocolSpec } from './spec.ts';
import { STATE_TABLES, type StateTable, transitions } from './states.ts';

const ENDPOINTS = { league_manager: 'http://m/mcp', referee: 'http://r/mcp', player: 'http://p/mcp' };

test('a template that asks for what nobody makes is a bug', () => {
  for (const template of ['{{nonsense}}', 'a {{nonsense}} word', '{{nonsense with gaps}}'])
    expect(() => filled(template, {}, {})).toThrow('nonsense');
  expect(() => protocolSpec('{{chapter nonsense}}', String)).toThrow('nonsense');
  expect(() => apiDocument('{{methods operator}}', ENDPOINTS)).toThrow('operator');
  expect(protocolSpec('{{protocol}}, {{version}}\n', String)).toBe('league.v2, 2.1.0\n');
});

test('every event of a state table is told when it happens, and every transition has a row', () => {
  for (const machine of Object.values(STATE_TABLES) as StateTable[]) {
    const ways = Object.values(machine.table).flatMap((events) => Object.keys(events));
    const ends = Object.values(machine.table).filter((events) => Object.keys(events).length === 0);
    expect(transitions(machine).split('\n')).toHaveLength(2 + ways.length + ends.length);
    expect(new Set(ways)).toEqual(new Set(Object.keys(machine.events)));
  }
});

test('every published schema is one, with a name of its own', () => {
  const schemas = [...schemaFiles()].map(([, text]) => JSON.parse(text) as { readonly $id: string });
  for (const schema of schemas) expect(Compile(schema).Check(null)).toBe(false);
  expect(new Set(schemas.map(({ $id }) => $id)).size).toBe(schemas.length);
});
