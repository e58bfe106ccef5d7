import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { later, systemClock } from '../../../SHARED/core/clock.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { withoutComments } from '../../../SHARED/tools/gates/code_scan.ts';
import { readSources, type Source } from '../../../SHARED/tools/gates/sources.ts';
import { Flags } from '../options.ts';
import { ROOT } from './installation.ts';
import { agentChoice, type Layer, managerChoice, runChoice, WIRES, type WireName, wireOf } from './wires.ts';

const NAMES = Object.keys(WIRES) as WireName[];
const typed = (text: string) =>
  new Flags(
    text
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => word.replace('--', '').split('='))
      .map(([name = '', value = true]) => [name, value] as const),
  );
const soon = () => later(systemClock.monotonic(), 2_000);

describe('how a process speaks', () => {
  test.each(NAMES.filter((name) => name !== 'pipe'))(
    '%s leads from an agent to itself, through its layers',
    async (name) => {
      const passed: string[] = [];
      const layer =
        (mark: string): Layer =>
        (inner) => ({
          ...inner,
          send: (...what) => {
            passed.push(mark);
            return inner.send(...what);
          },
        });
      const wires = wireOf(name).open({ of: 'agent', id: 'P01', at: 'http://localhost:0/mcp' });
      const transport = wires.through(layer('inner'), layer('outer'));
      const listener = unwrap(await transport.listen(wires.addressOf('P01'), async (text) => `heard ${text}`));
      expect(unwrap(await transport.send(listener.address, 'a word', soon())).text).toBe('heard a word');
      expect(passed).toEqual(['outer', 'inner']);
      expect(wireOf(name).schemes).toContain(new URL(listener.address).protocol);
      expect(wires.isAlone()).toBe(false);
      await wires.ready;
      await listener.close();
      await wires.close();
      await transport.close();
    },
  );

  test.each(NAMES)('%s has its agents, its manager and its seats at addresses of its own schemes', (name) => {
    const { schemes, processes, flag } = wireOf(name);
    const own = (address: string) => schemes.includes(new URL(address).protocol);
    const run = processes?.lay({ manager: 'http://0.0.0.0:8000/mcp', warn: expect.unreachable });
    const found = run?.addressOf({ id: 'P01', address: 'http://0.0.0.0:8101/mcp/P01' });
    for (const address of [run?.manager, found]) if (address !== undefined) expect(own(address)).toBe(true);
    expect(found ?? '').not.toContain('0.0.0.0');
    expect(run?.name ?? name).toBe(name);
    expect(runChoice(typed(`--transport=${flag}`))).toBe(name);
    run?.close();
  });

  test('of many agents in one process each has an address of its own', () => {
    const places = new Map(['P01', 'P02'].map((id) => [id, `http://localhost:8101/mcp/${id}`]));
    const wires = wireOf('http').open({ of: 'agent', id: 'players', at: 'http://localhost:8101/mcp', places });
    expect([wires.addressOf('P01'), wires.addressOf('P02')]).toEqual([
      'http://localhost:8101/mcp/P01',
      'http://localhost:8101/mcp/P02',
    ]);
  });
});

describe('what is typed', () => {
  test.each([
    ['', 'http'],
    ['--transport=http', 'http'],
    ['--transport=stdio', 'pipe'],
    ['--transport=memory', 'memory'],
    ['--in-process', 'memory'],
    ['--in-process --transport=memory', 'memory'],
    ['--transport=http --keep', 'http'],
  ])('%j has a run speak by %s', (text, name) => {
    expect(runChoice(typed(text))).toBe(name);
  });

  test.each([
    ['--transport=pigeon', '--transport takes one of http, stdio, memory, not "pigeon"'],
    ['--transport=pipe', '--transport takes one of http, stdio, memory, not "pipe"'],
    ['--in-process --transport=stdio', '--in-process and --transport stdio contradict each other'],
    ['--in-process --keep', '--keep leaves agents running'],
  ])('%j is a mistake: %s', (text, why) => {
    expect(() => runChoice(typed(text))).toThrow(why);
  });

  test('an agent and a manager speak over the network unless they are given a pipe', () => {
    expect(agentChoice(typed('--port=8101'))).toEqual({ name: 'http', schemes: ['http:', 'https:'], ends: undefined });
    expect(managerChoice(typed(''))).toEqual({ name: 'http', schemes: ['http:', 'https:'], ends: undefined });
    expect(() => agentChoice(typed('--stdio --port=8101'))).toThrow('--port with --stdio needs --manager URL');
  });
});

/** What only the table may say: names of wires and their schemes as values, and the modules they are made of. */
const QUESTIONS = [
  /(['"`])(?:--)?(?:https?|stdio|pipe|memory)(?::|\1)/g,
  /\bWIRES\b/g,
  /transport\/(?:http|pipe)\/|transport\/memory\.ts/g,
];
/** The door of a host speaks HTTP and nothing else. */
const TABLE = /^agents\/launcher\/(world\/(wires(_http|_pipe|_mixed)?|addresses)|commands|hosting\/front_door)\.ts$/;
/** Other words of the same letters: a child's streams, the type of an entry in a client's file, what a process may hold. */
const STREAMS = /\bstdio: \[[^\]]*\]|\btype: 'stdio'|flags\.number\('memory'/g;

function questions(source: Source): readonly string[] {
  const { path } = source;
  if (!path.startsWith('agents/launcher/') || path.endsWith('.test.ts') || TABLE.test(path)) return [];
  const code = withoutComments(source).replace(STREAMS, '');
  return QUESTIONS.flatMap((question) => [...code.matchAll(question)].map(([found]) => `${path}: ${found}`));
}

describe('how a process speaks is asked nowhere else in the launcher', () => {
  // Kits are programs of their own: they know one wire each, and are not the launcher.
  const sources = readSources(ROOT).filter(({ path }) => /^agents\/launcher\/(?!kits\/)/.test(path));

  test('than in the table and the options', () => {
    expect(sources.length).toBeGreaterThan(20);
    expect(sources.filter(({ path }) => TABLE.test(path))).toHaveLength(7);
    expect(sources.flatMap(questions)).toEqual([]);
  });

  test.each([
    "if (transport === 'http') tellThem();",
    "const isOnPipe = door === 'stdio:';",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a text about templates is not one
    'const at = `http://${host}:${port}/mcp`;',
    "args.push('--stdio');",
    "if (flags.has('stdio')) tellThem();",
    "if (wire === 'pipe') tellThem();",
    'const wires = WIRES.memory.open(options);',
    "import { stdioHub } from '../../../SHARED/league_sdk/transport/pipe/hub.ts';",
    "import { memoryNetwork } from '../../../SHARED/league_sdk/transport/memory.ts';",
  ])('and is found where it is: %s', (line) => {
    const path = 'agents/launcher/commands/run.ts';
    const text = `${readFileSync(resolve(ROOT, path), 'utf8')}\n${line}\n`;
    expect(questions({ path, text })).toHaveLength(1);
    expect(questions({ path: 'agents/launcher/world/wires.ts', text })).toEqual([]);
  });

  test('a comment and the streams of a child process are none', () => {
    const text = "// 'http' or 'stdio'\nspawn(command, { stdio: ['pipe', 'pipe', 'inherit'] });\n";
    expect(questions({ path: 'agents/launcher/processes/spawn.ts', text })).toEqual([]);
  });
});
