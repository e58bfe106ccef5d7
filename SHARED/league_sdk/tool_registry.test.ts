import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ToolCard, ToolRegistry } from './tool_registry.ts';

const tool = (name: string, description = name): ToolCard => ({ name, description, input: { type: 'object' } });

function registry(servers: { readonly [server: string]: readonly string[] }): ToolRegistry {
  const made = new ToolRegistry();
  for (const [server, names] of Object.entries(servers))
    made.put(
      server,
      names.map((name) => tool(name)),
    );
  return made;
}

const shown = (of: ToolRegistry) => of.list().map(({ name, server, own }) => `${name} = ${server}:${own}`);

describe('names', () => {
  test('a tool that one server has is called by its own name or the qualified one', () => {
    const tools = registry({ LM01: ['get_standings', 'ping'], REF01: ['ping'] });
    expect(shown(tools)).toEqual([
      'get_standings = LM01:get_standings',
      'LM01.ping = LM01:ping',
      'REF01.ping = REF01:ping',
    ]);
    for (const name of ['get_standings', 'LM01.get_standings'])
      expect(tools.find(name)).toMatchObject({ ok: true, value: { server: 'LM01', own: 'get_standings' } });
  });

  test('one that several have is called by its qualified name alone, and is told so', () => {
    const tools = registry({ P01: ['get_player_state'], P02: ['get_player_state'] });
    expect(tools.find('P02.get_player_state')).toMatchObject({ value: { server: 'P02', own: 'get_player_state' } });
    expect(tools.find('get_player_state')).toEqual({
      ok: false,
      error: {
        code: 'AMBIGUOUS_TOOL',
        detail: '2 servers have a tool get_player_state: call one of P01.get_player_state, P02.get_player_state',
      },
    });
  });

  test('one that nobody has is unknown', () => {
    expect(registry({ LM01: ['a'] }).find('b')).toMatchObject({ error: { code: 'UNKNOWN_TOOL' } });
  });

  test('what a model is shown has the description and the schema of the server', () => {
    const tools = new ToolRegistry();
    tools.put('LM01', [{ ...tool('a', 'Does a.'), more: { title: 'A' } }]);
    expect(tools.list()).toEqual([
      { name: 'a', description: 'Does a.', input: { type: 'object' }, more: { title: 'A' }, server: 'LM01', own: 'a' },
    ]);
  });

  test('a server has a name without a dot, or qualified names would mean two things', () => {
    expect(() => new ToolRegistry().put('LM.01', [])).toThrow('not a name for a server');
  });
});

describe('changes', () => {
  test('are told, and a collision comes and goes with its server', () => {
    const tools = registry({ LM01: ['a'] });
    let changes = 0;
    const stop = tools.onChange(() => changes++);
    tools.put('REF01', [tool('a')]);
    expect(tools.find('a').ok).toBe(false);
    tools.remove('REF01');
    expect(tools.find('a').ok).toBe(true);
    expect(changes).toBe(2);
    tools.put('LM01', [tool('a')]);
    tools.remove('nobody');
    expect(changes).toBe(2);
    stop();
    tools.put('LM01', [tool('b')]);
    expect(changes).toBe(2);
    expect(shown(tools)).toEqual(['b = LM01:b']);
  });
});

test('law: every tool is shown once under a name that finds it and no other, and by its qualified name too', () => {
  const names = fc.constantFrom('a', 'b', 'c', 'A.a', 'B.a', 'A.A.a', 'a.a');
  const servers = fc.dictionary(fc.constantFrom('A', 'B', 'C'), fc.uniqueArray(names));
  fc.assert(
    fc.property(servers, (offered) => {
      const tools = registry(offered);
      const list = tools.list();
      expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
      const all = Object.entries(offered).flatMap(([server, own]) => own.map((name) => `${server}.${name}`));
      expect(list.map(({ server, own }) => `${server}.${own}`)).toEqual(all);
      for (const each of list) {
        expect(tools.find(each.name)).toEqual({ ok: true, value: each });
        expect(tools.find(`${each.server}.${each.own}`)).toEqual({ ok: true, value: each });
      }
    }),
  );
});
