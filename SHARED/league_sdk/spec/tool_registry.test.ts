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
      'LM01__ping = LM01:ping',
      'REF01__ping = REF01:ping',
    ]);
    for (const name of ['get_standings', 'LM01__get_standings'])
      expect(tools.find(name)).toMatchObject({ ok: true, value: { server: 'LM01', own: 'get_standings' } });
  });

  test('one that several have is called by its qualified name alone, and is told so', () => {
    const tools = registry({ P01: ['get_player_state'], P02: ['get_player_state'] });
    expect(tools.find('P02__get_player_state')).toMatchObject({ value: { server: 'P02', own: 'get_player_state' } });
    expect(tools.find('get_player_state')).toEqual({
      ok: false,
      error: {
        code: 'AMBIGUOUS_TOOL',
        detail: '2 servers have a tool get_player_state: call one of P01__get_player_state, P02__get_player_state',
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

  test.each(['LM.01', 'A__B', 'A_', '', 'A'.repeat(33)])(
    'a server is not called %j, or qualified names would mean two things or be too long',
    (name) => {
      expect(() => new ToolRegistry().put(name, [])).toThrow('not a name for a server');
    },
  );

  test('a foreign name that assistants would refuse is shown as one they take, and called by its own', () => {
    const odd = ['get.standings', 'größe', 'a b', '', 'x'.repeat(64), 'y'.repeat(200), 'y'.repeat(201)];
    const tools = registry({ LM01: odd, P01: ['x'.repeat(64)] });
    const list = tools.list();
    for (const { name } of list) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(new Set(list.map(({ name }) => name)).size).toBe(8);
    expect(list.map(({ own }) => own)).toEqual([...odd, 'x'.repeat(64)]);
    expect(list[0]?.name).toMatch(/^LM01__get_standings_[0-9a-f]{8}$/);
    expect(tools.find('get.standings')).toEqual({ ok: true, value: list[0] });
    expect(shown(registry({ LM01: [...odd].reverse(), P01: ['x'.repeat(64)] })).sort()).toEqual(shown(tools).sort());
  });
});

describe('changes', () => {
  test('are told, and a collision comes and goes with its server', () => {
    const tools = registry({ LM01: ['a'] });
    let changes = 0;
    const stop = tools.onChange(() => changes++);
    tools.put('REF01', [tool('a')]);
    expect(tools.find('a').ok).toBe(false);
    tools.put('REF01', []);
    expect(tools.find('a').ok).toBe(true);
    expect(changes).toBe(2);
    tools.put('LM01', [tool('a')]);
    expect(changes).toBe(2);
    stop();
    tools.put('LM01', [tool('b')]);
    expect(changes).toBe(2);
    expect(shown(tools)).toEqual(['b = LM01:b']);
  });
});

test('law: every tool is shown once under a name that assistants take and that finds it and no other, and by its qualified name too', () => {
  const names = fc.constantFrom(
    'a',
    'b',
    'c',
    'A__a',
    'B__a',
    'A__A__a',
    '_a',
    'a.a',
    'a a',
    'A__a.a',
    'z'.repeat(63),
    'z'.repeat(70),
  );
  const servers = fc.dictionary(fc.constantFrom('A', 'B', 'C'), fc.uniqueArray(names));
  fc.assert(
    fc.property(servers, (offered) => {
      const tools = registry(offered);
      const list = tools.list();
      expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
      const all = Object.entries(offered).flatMap(([server, own]) => own.map((name) => `${server}__${name}`));
      expect(list.map(({ server, own }) => `${server}__${own}`)).toEqual(all);
      for (const each of list) {
        expect(each.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(tools.find(each.name)).toEqual({ ok: true, value: each });
        expect(tools.find(`${each.server}__${each.own}`)).toEqual({ ok: true, value: each });
      }
    }),
  );
});
