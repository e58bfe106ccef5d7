/** The inspector of the MCP project reads and uses agents of every role: a client that is not of our making. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../SHARED/contracts/contract.ts';
import { toolsOf } from '../../SHARED/contracts/tools.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { documentFile } from '../../SHARED/league_sdk/ledger/file.ts';
import { ROOT } from '../launcher/world/installation.ts';
import { COMPILED_ONCE, league, type Program, until, watched } from './testing/rehearsal.ts';

const INSPECTOR = dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json'));
const CLI = join(INSPECTOR, 'clients', 'cli', 'build', 'index.js');
const LEAGUE = 'league_2025_even_odd';
/** How the inspector ends when a tool says that it failed. */
const TOOL_FAILED = 5;

let folder: string;
const programs: Program[] = [];
/** How the inspector is told where each role listens. */
const overHttp: { [R in Role]: readonly string[] } = { league_manager: [], referee: [], player: [] };

/** What the inspector prints and how it ends; whatever it keeps of its own, it keeps in the folder of this test. */
async function inspect(target: readonly string[], method: string, ...words: readonly string[]) {
  const home = join(folder, 'home');
  const args = [CLI, ...target, '--method', method, '--format', 'json', ...words];
  const own = { HOME: home, USERPROFILE: home, MCP_INSPECTOR_SECRET_STORE: 'memory' };
  const env = { PATH: process.env['PATH'], ...COMPILED_ONCE, ...own };
  const run = watched(spawn(process.execPath, args, { cwd: folder, detached: true, env }), `the inspector, ${method},`);
  try {
    const code = await run.ended();
    return { code, out: run.out(), err: run.err() };
  } finally {
    await run.end();
  }
}

/** The result it shows; whatever it does not understand, or what does not fit a tool's output schema, ends it with an error. */
async function shown(target: readonly string[], method: string, ...words: readonly string[]): Promise<JsonObject> {
  const { code, out, err } = await inspect(target, method, ...words);
  expect({ code, err }, `${method} ${words.join(' ')}`).toMatchObject({ code: 0 });
  return (JSON.parse(out) as { readonly result: JsonObject }).result;
}

/** What a tool answers, as data. */
async function called(target: readonly string[], tool: string, given: JsonObject = {}): Promise<unknown> {
  const words = ['--tool-name', tool, '--tool-args-json', JSON.stringify(given)];
  return (await shown(target, 'tools/call', ...words))['structuredContent'];
}

/** What a resource of the manager says. */
async function read(uri: string): Promise<JsonObject> {
  const { contents } = await shown(overHttp.league_manager, 'resources/read', '--uri', uri);
  const [{ text }] = contents as unknown as readonly [{ readonly text: string }];
  return JSON.parse(text) as JsonObject;
}

/** A league of two, started by the inspector, that has been played and is kept. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-'));
  const data = join(folder, 'data');
  const start = async (...words: readonly string[]) => {
    const started = league(...words, '--port', '0', '--data', data, '--logs', join(folder, 'logs'));
    programs.push(started);
    return [(await started.says(/ at (http:\S+\/mcp)/))[1] as string];
  };
  const [manager = ''] = await start('manager', '--keep');
  // The inspector calls no tool that it was not shown.
  overHttp.league_manager = [`${manager}?tools=all`];
  const to = ['--manager', manager];
  const agent = (role: string, id: string) => start(role, '--id', id, ...to);
  const agents = [agent('referee', 'REF01'), agent('player', 'P01'), agent('player', 'P02')] as const;
  [overHttp.referee, overHttp.player] = await Promise.all(agents);
  const auth_token = (await readFile(documentFile(data, LEAGUE, 'operator_token'), 'utf8')).trim();
  expect(await called(overHttp.league_manager, 'start_league', { league_id: LEAGUE, auth_token })).toMatchObject({
    message_type: 'LEAGUE_STATUS',
  });
  await until('the league to be over', async () =>
    (await read('league://status'))['status'] === 'completed' ? true : undefined,
  );
});

/** A file as desktop assistants have it: the client starts an agent, with a folder of its own, and speaks to it over its pipe. */
async function overStdio(role: Role): Promise<readonly string[]> {
  const piped = await mkdtemp(join(folder, 'piped-'));
  const command = [resolve(ROOT, 'SHARED', 'tools', 'start.mjs'), resolve(ROOT, 'agents', 'launcher', 'main.ts')];
  const words = [role.replace('league_', ''), '--stdio', '--data', piped, '--logs', piped];
  const path = join(piped, 'servers.json');
  const mcpServers = { agent: { command: process.execPath, args: [...command, ...words] } };
  await writeFile(path, JSON.stringify({ mcpServers }));
  return ['--config', path, '--server', 'agent'];
}

afterAll(async () => {
  await Promise.all(programs.map((program) => program.end()));
  await rm(folder, { recursive: true, force: true });
});

const ROLES = ['league_manager', 'referee', 'player'] as const;
const WIRES = [
  ['HTTP', async (role: Role) => overHttp[role]],
  ['STDIO', overStdio],
] as const;

describe.concurrent.each(WIRES)('over %s the inspector', (wire, targetOf) => {
  test.each(ROLES)('lists the tools of a %s without an objection', async (role) => {
    const { code, out, err } = await inspect(await targetOf(role), 'tools/list', '--strict', '--quiet');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { result, ...more } = JSON.parse(out) as { readonly result: { readonly tools: readonly JsonObject[] } };
    const own = toolsOf(role).map(({ name }) => name);
    expect(result.tools.map(({ name }) => name)).toEqual(expect.arrayContaining(own));
    expect(more).toEqual({});
  });

  test('calls a tool of each role', async () => {
    const [standings, state, player] = await Promise.all([
      called(await targetOf('league_manager'), 'get_standings', { limit: 1 }),
      called(await targetOf('referee'), 'get_match_state', { match_id: 'R1M1' }),
      called(await targetOf('player'), 'get_player_state'),
    ]);
    const played = wire === 'HTTP';
    expect(standings).toMatchObject({ league_id: LEAGUE, total: played ? 2 : 0 });
    expect(state).toMatchObject({ matches: played ? [{ match_id: 'R1M1' }] : [] });
    expect(player).toMatchObject(played ? { player_id: 'P01', record: { played: 1 } } : { state: 'UNREGISTERED' });
  });

  test('finds its way by the newest revision, which knows no handshake and no session', async () => {
    const words = ['--uri', 'league://status', '--protocol-era', 'modern'];
    const { contents } = await shown(await targetOf('league_manager'), 'resources/read', ...words);
    expect(contents).toMatchObject([{ uri: 'league://status', text: expect.stringContaining(LEAGUE) }]);
  });
});

describe.concurrent('at the manager the inspector', () => {
  test('is refused by a tool as anybody else would be, and sees why', async () => {
    const words = ['--tool-name', 'start_league', '--tool-arg', `league_id=${LEAGUE}`];
    const { code, out } = await inspect(overHttp.league_manager, 'tools/call', ...words);
    expect({ code, ...JSON.parse(out) }).toMatchObject({ code: TOOL_FAILED, result: { isError: true } });
    expect(out).toContain('E011 AUTH_TOKEN_MISSING');
  });

  test('lists the resources of the manager, and families of them', async () => {
    const { resources } = await shown(overHttp.league_manager, 'resources/list');
    const uris = (resources as readonly JsonObject[]).map(({ uri }) => uri);
    const fixed = ['status', 'standings', 'schedule', 'rounds', 'rules'].map((name) => `league://${name}`);
    expect(uris).toEqual([...fixed, 'league://matches/R1M1']);
    const { resourceTemplates } = await shown(overHttp.league_manager, 'resources/templates/list');
    expect((resourceTemplates as readonly JsonObject[]).map(({ uriTemplate }) => uriTemplate)).toEqual([
      'league://matches/{match_id}',
      'league://rounds/{round_id}',
    ]);
  });

  test('reads rules and the record of a match', async () => {
    expect(await read('league://rules')).toMatchObject({ game: { game_type: 'even_odd' }, scoring: { win_points: 3 } });
    expect(await read('league://matches/R1M1')).toMatchObject({
      status: 'DECIDED',
      record: { match_id: 'R1M1', referee_id: 'REF01' },
    });
    expect(await inspect(overHttp.league_manager, 'resources/read', '--uri', 'league://matches/R9M9')).toMatchObject({
      code: 1,
      err: expect.stringContaining('not found'),
    });
  });

  test('lists prompts and has one written', async () => {
    const { prompts } = await shown(overHttp.league_manager, 'prompts/list');
    expect((prompts as readonly JsonObject[]).map(({ name }) => name)).toContain('explain_loss');
    const prompt = ['--prompt-name', 'comment_match', '--prompt-args', 'match_id=R1M1'];
    const { messages } = await shown(overHttp.league_manager, 'prompts/get', ...prompt);
    expect(messages).toMatchObject([
      { role: 'user', content: { text: expect.stringContaining('Comment on match R1M1') } },
    ]);
  });
});
