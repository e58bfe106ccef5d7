import { lstat, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unwrap } from '../../../SHARED/core/result.ts';
import { scratchFolder } from '../../trials/scratch_folder.ts';
import { Flags, type FlagValue, Mistake } from '../options.ts';
import { edited, MCP_CLIENTS, type McpClient } from '../reports/client_configs.ts';
import { inviteCode } from './mcp.ts';
import { mcpInstallCommand, startOf } from './mcp_install.ts';

let home: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ path: home, remove } = await scratchFolder('league-install-'));
});
afterEach(() => remove());

const MANAGER = 'http://localhost:8000/mcp';

/** The command as a person types it who answers every question so. */
async function typed(client: string | undefined, more: { [flag: string]: FlagValue } = {}, answer?: string) {
  const questions: string[] = [];
  let out = '';
  const named: [string, FlagValue][] = client === undefined ? [] : [['CLIENT', client]];
  const code = await mcpInstallCommand(new Flags([['manager', MANAGER], ...named, ...Object.entries(more)]), {
    person: { home, platform: 'linux', env: {} },
    async ask(question) {
      questions.push(question);
      return answer;
    },
    out: (text) => {
      out += text;
    },
  });
  return { code, out, questions };
}

const fileOf = (name: string) => (MCP_CLIENTS[name] as McpClient).file({ home, platform: 'linux', env: {} });
const read = (name: string) => readFile(fileOf(name), 'utf8');
async function put(name: string, text: string): Promise<void> {
  await mkdir(dirname(fileOf(name)), { recursive: true });
  await writeFile(fileOf(name), text);
}
const yes = { yes: true };

test.each(Object.entries(MCP_CLIENTS))(
  '%s has the league in its own file, once, and not after --remove',
  async (name, client) => {
    expect(await typed(name, yes)).toMatchObject({ code: 0 });
    const written = await read(name);
    const args = ['mcp', '--manager', MANAGER];
    const entry = client.format === 'json' ? JSON.parse(written)[client.key].league : undefined;
    if (client.format === 'json')
      expect(entry).toMatchObject({ args: [expect.stringMatching(/league\.mjs$/), ...args] });
    else expect(written).toContain('[mcp_servers.league]\ncommand = ');
    expect((await typed(name, yes)).out).toContain('has the league already');
    expect(await read(name)).toBe(written);
    expect((await typed(undefined)).out).toMatch(new RegExp(`${name} .*has the league`));
    expect(await typed(name, { ...yes, remove: true })).toMatchObject({ code: 0 });
    expect(await read(name)).not.toContain('league');
  },
);

describe('a file that is there', () => {
  const VSCODE = `{
\t// What I use.
\t"inputs": [],
\t"servers": {
\t\t"other":   { "command": "x", "args": [ 1,2 ] }, // do not touch
\t},
}
`;
  const CODEX = `model = "gpt-5"   # mine

[mcp_servers.other]
command = "x"

[mcp_servers.league]
command = "old"
args = ["/old/league.mjs", "mcp"]
[mcp_servers.league.env]
A = "1"

# How it looks,
# at night
[tui]
theme = 'dark'`;

  test('keeps everything else to the byte, also its comments', async () => {
    await put('vscode', VSCODE);
    await typed('vscode', yes);
    const written = await read('vscode');
    const [before = '', after = ''] = VSCODE.split('"args": [ 1,2 ] }');
    expect(written.startsWith(`${before}"args": [ 1,2 ] }`) && written.endsWith(after.slice(after.indexOf('\n')))).toBe(
      true,
    );
    expect(written).toContain('// do not touch');
    expect(written).toMatch(/\n\t\t"league": \{\n\t\t\t"type": "stdio"/);
  });

  test('of TOML has the entry in the place of an older one, and every other line as it was', async () => {
    await put('codex', CODEX);
    await typed('codex', yes);
    const written = await read('codex');
    const [before, after] = [
      CODEX.slice(0, CODEX.indexOf('[mcp_servers.league]')),
      CODEX.slice(CODEX.indexOf('\n# How')),
    ];
    expect(written).not.toContain('old');
    expect(written.startsWith(`${before}[mcp_servers.league]\n`) && written.endsWith(after)).toBe(true);
    await typed('codex', { ...yes, remove: true });
    expect(await read('codex')).toBe(before + after);
  });

  test.each([
    ['vscode', VSCODE],
    ['cursor', '{\n  "mcpServers": {\n    "a": {"command": "x"} // mine\n    // and this\n  }\n}\n'],
    ['cursor', '{\r\n  "mcpServers": {\r\n    "a": {"command": "x"}, /* mine */ // too\r\n  }\r\n}'],
    ['cursor', '{\n  "mcpServers": {\n    // nothing yet\n  }\n}\n'],
    ['codex', 'model = "m" # mine\n\n# The last word.\n\n'],
    ['codex', '[mcp_servers.other]\r\ncommand = "x"\r\n\r\n'],
  ])('is to the byte as it was when the league was put in and taken out: %s with %j', async (name, text) => {
    await put(name, text);
    await typed(name, yes);
    const written = await read(name);
    expect(written).toContain('league.mjs');
    if (text.includes('\r')) expect(written.replaceAll('\r\n', '')).not.toContain('\n');
    await typed(name, { ...yes, manager: 'http://localhost:9000/mcp' });
    await typed(name, { ...yes, remove: true });
    expect(await read(name)).toBe(text);
  });

  test.each([
    [
      '{"mcpServers": {"league": {"command": "league.mjs", "args": ["mcp"]}, /* b’s */ "b": {}}}',
      '{"mcpServers": { /* b’s */ "b": {}}}',
    ],
    [
      '{"mcpServers": {"b": {} /* b’s */, "league": {"command": "league.mjs", "args": ["mcp"]}}}',
      '{"mcpServers": {"b": {} /* b’s */ }}',
    ],
    [
      '{"mcpServers": {\n  "b": {}, // b’s\n  "league": {"command": "league.mjs", "args": ["mcp"]} // ?\n}}',
      '{"mcpServers": {\n  "b": {} // b’s\n   // ?\n}}',
    ],
  ])('loses no comment with the league: %j', async (text, without) => {
    await put('cursor', text);
    await typed('cursor', { ...yes, remove: true });
    expect(await read('cursor')).toBe(without);
  });

  test.each([
    ['cursor', '{ "mcpServers": ', 'it is no JSON: ValueExpected in line 1'],
    ['cursor', '[1]', 'it is no JSON object'],
    ['cursor', '{ "mcpServers": ["a"] }', 'its mcpServers is no object'],
    ['codex', 'model = ', 'it is no TOML'],
    ['codex', 'mcp_servers = 3', 'its mcp_servers is no table'],
    ['codex', 'mcp_servers = { league = { command = "x" } }', 'cannot be changed safely'],
    ['cursor', '{ "mcpServers": {}, "mcpServers": {"a": {"command": "x"}} }', 'cannot be changed safely'],
  ])('that is not understood stays as it is: %s with %s', async (name, text, why) => {
    await put(name, text);
    const refused = typed(name, yes);
    await expect(refused).rejects.toThrow(Mistake);
    await expect(refused).rejects.toThrow(why);
    expect(await read(name)).toBe(text);
    expect((await typed(undefined)).code).toBe(0);
  });

  test('stays readable for its owner alone, and a link stays a link', async () => {
    const elsewhere = join(home, 'dotfiles.json');
    await writeFile(elsewhere, '{}', { mode: 0o640 });
    await mkdir(dirname(fileOf('cursor')), { recursive: true });
    await symlink(elsewhere, fileOf('cursor'));
    await typed('cursor', yes);
    expect((await lstat(fileOf('cursor'))).isSymbolicLink()).toBe(true);
    expect((await stat(elsewhere)).mode & 0o777).toBe(0o640);
    expect(await read('cursor')).toContain('"league"');
    await typed('gemini', yes);
    expect((await stat(fileOf('gemini'))).mode & 0o777).toBe(0o600);
  });
});

describe('a server of somebody else that is called league', () => {
  const OTHER = '{"mcpServers":{"league":{"command":"my-\\u001bthing","args":["mcp"],"env":{"T":"secret"}}}}';
  const named = 'the server "league" that starts my-�thing, and is not of this league,';

  test.each([{}, { remove: true }])('stays where a person was not asked: %j', async (more) => {
    await put('cursor', OTHER);
    await expect(typed('cursor', { ...yes, ...more })).rejects.toThrow(`${named} would be lost`);
    expect(await read('cursor')).toBe(OTHER);
    expect((await typed(undefined)).out).toMatch(/cursor .*has another "league"/);
  });

  test.each([
    [{}, 'Replace', 'in'],
    [{ remove: true }, 'Take', 'out of'],
  ])('is named in the question: %j', async (more, doing, where) => {
    await put('cursor', OTHER);
    const { questions } = await typed('cursor', more, 'n');
    expect(questions).toEqual([`${doing} ${named} ${where} ${fileOf('cursor')} for Cursor? [y/N] `]);
    expect(await read('cursor')).toBe(OTHER);
    await typed('cursor', more, 'y');
    expect(await read('cursor')).not.toContain('secret');
  });

  test.each([
    [{ url: 'https://example.org/mcp?key=secret' }, 'is at https://example.org'],
    [{ serverUrl: 'x' }, 'is of another kind'],
    [{ command: 'league', args: ['serve'] }, 'starts league'],
    [{ command: 'other', args: ['league', 'mcp'] }, 'starts other'],
  ])('is one whatever it looks like, and no secret of it is shown: %j', async (server, shown) => {
    await put('cursor', JSON.stringify({ mcpServers: { league: server } }));
    const { questions } = await typed('cursor', {}, 'n');
    expect(questions[0]).toContain(shown);
    expect(questions[0]).not.toContain('secret');
  });

  test.each([
    { command: 'npx', args: ['--prefix', '/a', 'league', 'mcp', '--manager', 'x'] },
    { command: 'cmd', args: ['/c', 'npx', '-y', 'even-odd-league@0.3.0', 'mcp'] },
    { command: 'C:\\node.exe', args: ['C:\\a\\SHARED\\tools\\league.mjs', 'mcp'] },
  ])('is none that starts league mcp: %j', async (server) => {
    await put('cursor', JSON.stringify({ mcpServers: { league: server } }));
    expect(await typed('cursor', yes)).toMatchObject({ code: 0 });
  });

  test('that came while the question was open is not replaced by its answer', async () => {
    const asker = { person: { home, platform: 'linux' as const, env: {} }, out: () => {} };
    const flags = new Flags([
      ['manager', MANAGER],
      ['CLIENT', 'cursor'],
    ]);
    const ask = async () => {
      await put('cursor', OTHER);
      return 'y';
    };
    await expect(mcpInstallCommand(flags, { ...asker, ask })).rejects.toThrow('since you were asked');
    expect(await read('cursor')).toBe(OTHER);
  });
});

test('a file that cannot be read is one line of the list, and no other client is kept from it', async () => {
  await mkdir(dirname(fileOf('cursor')), { recursive: true });
  await writeFile(fileOf('cursor'), Buffer.from([0x7b, 0xff, 0x7d]));
  await mkdir(fileOf('gemini'), { recursive: true });
  await typed('codex', yes);
  const { code, out } = await typed(undefined);
  expect(code).toBe(0);
  expect(out).toMatch(/cursor .*unreadable/);
  expect(out).toMatch(/gemini .*unreadable/);
  expect(out).toMatch(/codex .*has the league/);
  const refused = await typed('gemini', yes).catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(Mistake);
  expect(String(refused)).toContain(`cannot read ${fileOf('gemini')}: a folder is where a file should be`);
});

test.each([
  ['/h/clone', '/usr/bin/node', ['/usr/bin/node', '/h/clone/SHARED/tools/league.mjs']],
  ['/h/clone', '/h/clone/.node/1/bin/node', ['/npm/node', '/h/clone/SHARED/tools/league.mjs']],
  ['/h/clone', '/h/other/.node/1/bin/node', ['/npm/node', '/h/clone/SHARED/tools/league.mjs']],
  ['/lib/node_modules/league', '/b/node', ['/b/node', '/lib/node_modules/league/SHARED/tools/league.mjs']],
  ['/h/.npm/_npx/1f/node_modules/even-odd-league', '/b/node', ['npx', '-y', 'even-odd-league']],
])('a client starts the league by what stays: in %s, run by %s', (root, node, words) => {
  const { command, args } = startOf({ root, node, npmNode: '/npm/node', platform: 'linux' });
  expect([command, ...args]).toEqual(words);
});

test('where npm is not known either, a client looks for Node; npx is started by the shell of Windows', () => {
  const clone = { root: '/c', node: '/c/.node/1/bin/node', npmNode: undefined, platform: 'linux' } as const;
  expect(startOf(clone)).toMatchObject({ command: 'node' });
  const cache = { root: 'C:\\npm\\_npx\\1\\node_modules\\x', node: 'n', npmNode: 'n', platform: 'win32' } as const;
  expect(startOf(cache)).toEqual({ command: 'cmd', args: ['/c', 'npx', '-y', 'even-odd-league'] });
});

describe('a person', () => {
  test.each(['y', 'Yes '])('who says "%s" is asked once, and it is written', async (answer) => {
    const { code, questions } = await typed('cursor', {}, answer);
    expect([code, questions]).toEqual([0, [`Write league into ${fileOf('cursor')} for Cursor? [y/N] `]]);
    expect(await read('cursor')).toContain('"league"');
  });

  test.each(['', 'n', 'yellow', undefined])('who says "%s" has no file written', async (answer) => {
    expect(await typed('cursor', {}, answer)).toMatchObject({ code: 1, out: 'Nothing was written.\n' });
    await expect(read('cursor')).rejects.toThrow('ENOENT');
  });

  test('is shown what would be written', async () => {
    const { out, questions } = await typed('cursor', { print: true });
    expect([JSON.parse(out).mcpServers.league.args.at(-1), questions]).toEqual([MANAGER, []]);
    await expect(read('cursor')).rejects.toThrow('ENOENT');
  });

  test('who names no known client hears which there are, on one line', async () => {
    await expect(typed('emacs')).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('codex, gemini'),
    });
    await expect(typed('cusor')).rejects.toThrow('did you mean cursor?');
    await expect(typed('constructor')).rejects.toMatchObject({ exitCode: 2 });
  });

  test.each(['remove', 'yes', 'print'])('who types --%s without a client hears that one is missing', async (flag) => {
    await expect(typed(undefined, { [flag]: true })).rejects.toMatchObject({ exitCode: 2 });
  });

  test('who takes out what is not there hears that it is not', async () => {
    const { code, out } = await typed('cursor', { ...yes, remove: true });
    expect([code, out]).toEqual([0, `Cursor does not have the league: ${fileOf('cursor')}\n`]);
  });

  test('has the invite code of the environment in the entry, which the client would not find there', async () => {
    const asker = { person: { home, platform: 'linux' as const, env: { LEAGUE_INVITE_CODE: 'abc' } } };
    const flags = new Flags(Object.entries({ CLIENT: 'cursor', manager: MANAGER, ...yes }));
    await mcpInstallCommand(flags, { ...asker, ask: async () => undefined, out: () => {} });
    expect(JSON.parse(await read('cursor')).mcpServers.league.env).toEqual({ LEAGUE_INVITE_CODE: 'abc' });
  });

  test('has the invite code where no list of processes shows it', async () => {
    await typed('cursor', { ...yes, manager: `${MANAGER}?code=abc` });
    const { league } = JSON.parse(await read('cursor')).mcpServers;
    expect([league.args.at(-1), league.env]).toEqual([MANAGER, { LEAGUE_INVITE_CODE: 'abc' }]);
  });
});

test('each system has its own places', () => {
  const at = (name: string, platform: NodeJS.Platform, env: { [name: string]: string } = {}) =>
    (MCP_CLIENTS[name] as McpClient).file({ home: platform === 'win32' ? 'C:\\Users\\a' : '/h/a', platform, env });
  expect(at('claude-desktop', 'darwin')).toBe('/h/a/Library/Application Support/Claude/claude_desktop_config.json');
  expect(at('claude-desktop', 'win32', { APPDATA: 'D:\\Roaming' })).toBe(
    'D:\\Roaming\\Claude\\claude_desktop_config.json',
  );
  expect(at('vscode', 'linux', { XDG_CONFIG_HOME: '/cfg' })).toBe('/cfg/Code/User/mcp.json');
  expect(at('codex', 'linux', { CODEX_HOME: '/codex' })).toBe('/codex/config.toml');
  expect(at('windsurf', 'win32')).toBe('C:\\Users\\a\\.codeium\\windsurf\\mcp_config.json');
});

test('a mark at the beginning and Windows line ends are kept', async () => {
  const text = '\uFEFF{\r\n    "a": 1\r\n}\r\n';
  const next = unwrap(await edited(text, MCP_CLIENTS['cursor'] as McpClient, { command: 'x', args: [] }));
  expect(next).toMatch(/^\uFEFF\{\r\n {4}"a": 1,\r\n {4}"mcpServers"/);
  expect(next.replaceAll('\r\n', '')).not.toContain('\n');
});

test('a code is taken from the URL or the command line, and shown in no URL', () => {
  expect(inviteCode(`${MANAGER}?code=abc&tools=all`)).toEqual({ endpoint: `${MANAGER}?tools=all`, code: 'abc' });
  expect(inviteCode(MANAGER, 'xyz')).toEqual({ endpoint: MANAGER, code: 'xyz' });
  expect(inviteCode(MANAGER)).toEqual({ endpoint: MANAGER });
  expect(() => inviteCode(MANAGER, 'a b')).toThrow('no blanks');
});
