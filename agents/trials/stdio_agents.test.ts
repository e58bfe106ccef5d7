/** Agents on the pipe they are started with: any client that knows JSON-RPC or MCP, and no hub, at its other end. */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../SHARED/core/clock.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { httpTransport } from '../../SHARED/league_sdk/transport/http/http.ts';
import { ROOT } from '../launcher/world/installation.ts';
import { OwnStage } from './testing/own_stage.ts';
import { league, ran, until, watched } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const stage = new OwnStage();

const START = resolve(ROOT, 'SHARED', 'tools', 'start.mjs');
const MAIN = 'agents/launcher/main.ts';

/** `league` with these words and `--stdio`, on a pipe of the test's. */
function onPipe(...words: readonly string[]) {
  const args = [START, MAIN, ...words, '--stdio', ...stage.where];
  const child = spawn(process.execPath, args, { cwd: ROOT, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const program = watched(child, words.join(' '));
  stage.own(program);
  const answers = () =>
    program
      .out()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as JsonObject);
  return {
    program,
    answers,
    type: (line: string) => void child.stdin.write(`${line}\n`),
    /** The answer to a call without parameters. */
    async call(id: number, method: string): Promise<JsonObject> {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method })}\n`);
      return until(`an answer to ${method}`, () => answers().find((answer) => answer['id'] === id));
    },
    /** Ends the pipe; the exit code of the agent. */
    async hangUp(): Promise<number | null> {
      child.stdin.end();
      return program.ended();
    },
  };
}

async function managerOverHttp(): Promise<string> {
  const manager = league(
    'manager',
    '--port',
    '0',
    '--data',
    join(stage.folder, 'lm'),
    '--logs',
    join(stage.folder, 'lm_logs'),
  );
  stage.own(manager);
  const [, address = ''] = await manager.says(/listens at (http:\S+\/mcp)\./);
  return address;
}

describe('without a league', () => {
  test.each([
    ['player', 'get_player_state', { state: 'UNREGISTERED' }],
    ['referee', 'ping', { state: 'INIT' }],
    ['manager', 'get_status', { status: 'waiting' }],
  ])(
    'a %s answers JSON-RPC on its pipe, keeps what is for people on stderr, and ends with the pipe',
    async (role, method, result) => {
      const agent = onPipe(role);
      agent.type('what is this?');
      agent.type('');
      expect(await agent.call(1, method)).toMatchObject({ jsonrpc: '2.0', id: 1, result });
      expect(agent.answers().find(({ id }) => id === null)).toMatchObject({ error: { code: -32_700 } });
      expect(agent.answers()).toHaveLength(2);
      expect(await agent.hangUp()).toBe(0);
      expect(agent.program.err()).not.toBe('');
    },
  );

  test('whatever was asked before the end of the pipe is answered', async () => {
    const agent = onPipe('player');
    for (const id of [1, 2, 3]) agent.type(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }));
    expect(await agent.hangUp()).toBe(0);
    expect(agent.answers().map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  test.each([
    ['player', 'choose_parity'],
    ['referee', 'run_match'],
    ['manager', 'register_player'],
  ])('the tools of a %s are there for a client of MCP', async (role, tool) => {
    const args = [START, MAIN, role, '--stdio', ...stage.where];
    const transport = new StdioClientTransport({ command: process.execPath, args, cwd: ROOT, stderr: 'ignore' });
    const client = new Client({ name: 'a client', version: '1.0.0' });
    try {
      await client.connect(transport);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain(tool);
    } finally {
      await client.close();
    }
  });

  test('a strategy that prints does not disturb the pipe', async () => {
    const strategy = join(stage.folder, 'chatty.ts');
    await writeFile(
      strategy,
      `console.log('I am here'); process.stdout.write('and here'); export default () => 'even';\n`,
    );
    const agent = onPipe('player', '--strategy', strategy);
    expect(await agent.call(1, 'ping')).toMatchObject({ result: { status: 'ok' } });
    expect(agent.program.err()).toContain('I am here\nand here');
    expect(await agent.hangUp()).toBe(0);
  });
});

describe('with a league over HTTP', () => {
  test('a player joins it while its pipe is open to others, and leaves with the pipe', async () => {
    const manager = await managerOverHttp();
    const agent = onPipe('player', '--id', 'P01', '--port', '0', '--manager', manager);
    await until('the player to be registered', () => (/is registered/.test(agent.program.err()) ? true : undefined));
    expect(await agent.call(1, 'get_player_state')).toMatchObject({
      result: { player_id: 'P01', state: 'REGISTERED' },
    });
    const [, own = ''] = /at (http:\S+) and is registered/.exec(agent.program.err()) ?? [];
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const response = await fetch(own, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(await response.json()).toMatchObject({ result: { status: 'ok' } });
    expect(await agent.hangUp()).toBe(0);
    expect(agent.program.err()).toContain('Player P01 ended: its pipe has ended.');
  });

  test('a player whose pipe ends before a manager has answered says so', async () => {
    const silent = unwrap(
      await httpTransport({ clock: systemClock }).listen('http://127.0.0.1:0/mcp', () => new Promise(() => undefined)),
    );
    const agent = onPipe('player', '--id', 'P01', '--port', '0', '--manager', silent.address);
    expect(await agent.hangUp()).toBe(0);
    expect(agent.program.err()).toBe('Player ended: its pipe has ended before it was registered.\n');
    await silent.close();
  });

  test('a manager listens at its port and on its pipe', async () => {
    const agent = onPipe('manager', '--port', '0');
    const [, address = ''] = await until(
      'the manager to listen',
      () => /listens at (http:\S+\/mcp)\./.exec(agent.program.err()) ?? undefined,
    );
    const { code, out } = await typed('status', '--manager', address);
    expect([code, out]).toEqual([0, expect.stringContaining('league_2025_even_odd')]);
    expect(await agent.call(1, 'get_status')).toMatchObject({ result: { status: 'waiting' } });
    expect(await agent.hangUp()).toBe(0);
  });
});

describe('a user who mistypes is told in one line', () => {
  test.each([
    ['player --stdio --port 8101', /--port with --stdio needs --manager URL/],
    ['referee --stdio --port 8001', /--port with --stdio needs --manager URL/],
    ['player --stdio --manager ftp://x', /--manager takes a URL such as/],
    ['player --stdio=yes', /--stdio is a switch and takes no value/],
    ['run --transport pigeon', /--transport takes one of http, stdio, memory, not "pigeon"/],
    ['run --in-process --transport stdio', /--in-process and --transport stdio contradict each other/],
    ['run --in-process --transport http', /--in-process and --transport http contradict each other/],
  ])('%s', async (words, line) => {
    // In a process of its own: whoever takes stdin and stdout takes them for good.
    const { code, out, err } = await ran(...words.split(' '), ...stage.where);
    expect([code, out, err.trim().split('\n').length]).toEqual([2, '', 1]);
    expect(err).toMatch(line);
  });
});
