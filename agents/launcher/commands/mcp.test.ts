/** `league mcp` as a desktop assistant starts it: by the official client, over its pipe, in front of agents that run elsewhere. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { scratchFolder } from '../../trials/scratch_folder.ts';
import { openHouse } from '../../trials/testing/open_house.ts';
import { freePortBase, league, type Program, until } from '../../trials/testing/rehearsal.ts';
import { typed } from '../../trials/testing/rehearsal_in_process.ts';
import { ROOT } from '../world/installation.ts';
import { mcpLayer } from '../world/mcp_catalogs.ts';
import { alsoIn } from './mcp.ts';

const START = [resolve(ROOT, 'SHARED', 'tools', 'start.mjs'), resolve(ROOT, 'agents', 'launcher', 'main.ts'), 'mcp'];

/** An assistant that has started `league mcp` with these words. */
async function assistant(mode: 'legacy' | 'auto', ...words: readonly string[]) {
  const transport = new StdioClientTransport({ command: process.execPath, args: [...START, ...words], stderr: 'pipe' });
  let err = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  let changes = 0;
  const onChanged = () => {
    changes++;
  };
  const client = new Client(
    { name: 'an assistant', version: '1.0.0' },
    { versionNegotiation: { mode }, listChanged: { tools: { autoRefresh: false, onChanged } } },
  );
  await client.connect(transport);
  return {
    client,
    err: () => err,
    changes: () => changes,
    names: async () => (await client.listTools({}, { cacheMode: 'refresh' })).tools.map(({ name }) => name),
    call: async (name: string) => client.callTool({ name, arguments: {} }),
  };
}
type Assistant = Awaited<ReturnType<typeof assistant>>;

describe('in front of a manager, a referee and a player', () => {
  let house: Awaited<ReturnType<typeof openHouse>>;
  beforeAll(async () => {
    const roles = { L: 'league_manager', R: 'referee', P: 'player' } as const;
    house = await openHouse((effects, id) => mcpLayer(roles[id[0] as keyof typeof roles], effects));
  });
  afterAll(() => house.close());

  test.each([
    ['a client of 2025', 'legacy', '2025-11-25'],
    ['one of the newest revision', 'auto', '2026-07-28'],
  ] as const)('%s sees all tools in one list and calls them', async (_, mode, revision) => {
    const [manager, referee, player] = ['LM01', 'REF01', 'P01'].map(house.addressOf) as [string, string, string];
    const also = `REF01=${referee},P01=${player},X=${player}`;
    const { client, names, call, err } = await assistant(mode, '--manager', manager, '--also', also);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    // Whoever takes longer than the first word waits is in the list later.
    const all = ['get_standings', 'get_match_state', 'P01__get_player_state', 'X__get_player_state'];
    await until('all tools', async () => {
      const listed = await names();
      return all.every((name) => listed.includes(name)) ? true : undefined;
    });
    const listed = await names();
    for (const name of listed) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(listed).not.toContain('get_player_state');
    expect(await call('get_standings')).toMatchObject({ structuredContent: { league_id: 'league_2025_even_odd' } });
    expect(await call('LM01__get_status')).toMatchObject({ structuredContent: { players: 1, referees: 1 } });
    expect(await call('get_match_state')).toMatchObject({ structuredContent: { referee_id: 'REF01' } });
    expect(await call('X__get_player_state')).toMatchObject({ structuredContent: { player_id: 'P01' } });
    await expect(call('get_player_state')).rejects.toThrow('call one of P01__get_player_state, X__get_player_state');
    await expect(call('fly')).rejects.toMatchObject({ code: -32602 });
    expect((await client.listResources()).resources).toEqual([]);
    await client.close();
    expect(err()).toContain('league mcp: ready');
  });
});

describe('when the manager', () => {
  let folder: string;
  const programs: Program[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'league-mcp-'));
  });
  afterEach(async () => {
    await Promise.all(programs.splice(0).map((program) => program.end()));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function manager(port: string): Promise<{ readonly program: Program; readonly url: string }> {
    const program = league('manager', '--port', port, '--data', join(folder, 'data'), '--logs', join(folder, 'logs'));
    programs.push(program);
    return { program, url: (await program.says(/ at (http:\S+\/mcp)/))[1] as string };
  }

  const tools = (of: Assistant) =>
    until('tools', async () => ((await of.names()).includes('get_standings') ? true : undefined));

  test('is killed and comes back on its port, it is found again; while it is away, a call says so', async () => {
    const first = await manager('0');
    const { port } = new URL(first.url);
    const user = await assistant('legacy', '--manager', `${first.url}?tools=all`);
    await tools(user);
    const { resources } = await user.client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('league://standings');
    const read = await user.client.readResource({ uri: 'league://standings' });
    expect(read.contents).toMatchObject([{ uri: 'league://standings' }]);
    expect((await user.client.listPrompts()).prompts.length).toBeGreaterThan(0);

    await first.program.end();
    expect(await user.call('start_league')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining(`LM01 does not answer at ${first.url}`) }],
    });
    // It waits in line until there is a manager again.
    const waiting = user.call('get_standings');
    await manager(port);
    expect(await waiting).toMatchObject({ structuredContent: { league_id: 'league_2025_even_odd' } });
    await user.client.close();
  });

  test('is not there yet, it is waited for, and its tools are told of when they are there', async () => {
    const port = await freePortBase(0, 0);
    const url = `http://localhost:${port}/mcp`;
    const user = await assistant('auto', '--manager', url);
    expect(await user.names()).toEqual([]);
    expect(await user.call('get_standings')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining(`LM01 at ${url} is still looked for`) }],
    });
    await until('a line about it', () =>
      user.err().includes(`LM01 at ${url} is not connected: nobody listens there.`) ? true : undefined,
    );
    await manager(String(port));
    await until('the list to change', () => (user.changes() > 0 ? true : undefined));
    await tools(user);
    await user.client.close();
  });
});

test('the invite code of a class league takes its seat, and no line of ours shows it', async () => {
  const { path: folder, remove } = await scratchFolder('league-mcp-class-');
  const dir = join(folder, 'class');
  await writeFile(join(folder, 'names.txt'), 'Ada Lovelace\n');
  expect((await typed('class', 'new', dir)).code).toBe(0);
  const { out } = await typed('class', 'roster', join(folder, 'names.txt'), '--class', dir, '--json');
  const [{ code }] = JSON.parse(out) as [{ readonly code: string }];
  const program = league('manager', '--class', dir, '--port', '0');
  try {
    const url = (await program.says(/ at (http:\S+\/mcp)/))[1] as string;
    const joined = async (...words: readonly string[]) => {
      const user = await assistant('auto', ...words);
      await until('tools', async () => ((await user.names()).includes('join_league') ? true : undefined));
      const answer = await user.client.callTool({ name: 'join_league', arguments: { display_name: 'Ada' } });
      await user.client.close();
      return { answer, err: user.err() };
    };
    expect((await joined('--manager', url)).answer).toMatchObject({ isError: true });
    const { answer, err } = await joined('--manager', `${url}?code=${code}`);
    expect(answer).toMatchObject({ structuredContent: { seat_token: expect.any(String) } });
    expect(err).toContain('is connected');
    expect(err).not.toContain(code);
  } finally {
    await program.end();
    await remove();
  }
});

test('with nobody at its pipe it ends, and has called no server on behalf of nobody', async () => {
  const silent = createServer(() => {});
  let calls = 0;
  silent.on('connection', () => calls++);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const program = league('mcp', '--manager', `http://127.0.0.1:${port}/mcp`);
  expect(await program.ended()).toBe(0);
  expect(program.err()).toBe('league mcp: ready; it connects when its client introduces itself.\n');
  expect(calls).toBe(0);
  await new Promise((resolve) => silent.close(resolve));
});

test('a server that hangs does not hold up the first answer', async () => {
  const hanging = createServer(() => {});
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  const { port } = hanging.address() as AddressInfo;
  const user = await assistant('legacy', '--manager', `http://127.0.0.1:${port}/mcp`);
  expect(user.client.getInstructions()).toContain('The league is not running');
  expect(await user.names()).toEqual([]);
  await user.client.close();
  hanging.closeAllConnections();
  await new Promise((resolve) => hanging.close(resolve));
});

test('--also takes URLs, with names or without, and each name once', () => {
  expect(alsoIn('http://localhost:8101/mcp,REF01=localhost:8001')).toEqual([
    { name: 'A1', url: 'http://localhost:8101/mcp' },
    { name: 'REF01', url: 'http://localhost:8001/mcp' },
  ]);
  expect(() => alsoIn('P01=localhost:1,P01=localhost:2')).toThrow('P01 again');
  expect(() => alsoIn('LM01=localhost:1')).toThrow('LM01 again');
  expect(() => alsoIn('A__B=localhost:1')).toThrow('not A__B');
});
