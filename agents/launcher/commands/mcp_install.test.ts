import { lstat, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unwrap } from '../../../SHARED/core/result.ts';
import { scratchFolder } from '../../trials/scratch_folder.ts';
import { Flags, type FlagValue, Mistake } from '../options.ts';
import { edited, MCP_CLIENTS, type McpClient } from '../reports/client_configs.ts';
import { inviteCode } from './mcp.ts';
import { mcpInstallCommand } from './mcp_install.ts';

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
[mcp_servers.league.env]
A = "1"

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

  test('of TOML has the entry in place of an older one, whatever else is in it', async () => {
    await put('codex', CODEX);
    await typed('codex', yes);
    const written = await read('codex');
    expect(written).not.toContain('old');
    expect(written.startsWith(CODEX.slice(0, CODEX.indexOf('[mcp_servers.league]')))).toBe(true);
    expect(written).toContain("[tui]\ntheme = 'dark'\n\n[mcp_servers.league]\n");
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
