/** The configuration files of clients of MCP: where each lies, and the entry of a server in it, all else kept as it is. */
import { posix, win32 } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';

/** A server that a client starts and speaks to over STDIO. */
export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: { readonly [name: string]: string };
}

/** The machine of a person, as far as the places of files depend on it. */
export interface UserOfMachine {
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly env: { readonly [name: string]: string | undefined };
}

export interface McpClient {
  readonly title: string;
  /** The file that it reads. */
  readonly file: (person: UserOfMachine) => string;
  /** Where its servers are in that file. */
  readonly key: 'mcpServers' | 'servers' | 'mcp_servers';
  readonly format: 'json' | 'toml';
  /** Whether an entry says that it is one of STDIO. */
  readonly isTyped?: true;
}

/** The clients that are known, by the names they are called by on the command line. */
export const MCP_CLIENTS: { readonly [name: string]: McpClient } = {
  'claude-desktop': {
    ...{ title: 'Claude Desktop', key: 'mcpServers', format: 'json' },
    file: (person) => ofApp(person, 'Claude', 'claude_desktop_config.json'),
  },
  'claude-code': {
    ...{ title: 'Claude Code', key: 'mcpServers', format: 'json', isTyped: true },
    file: (person) => ofHome(person, '.claude.json'),
  },
  cursor: {
    ...{ title: 'Cursor', key: 'mcpServers', format: 'json' },
    file: (person) => ofHome(person, '.cursor', 'mcp.json'),
  },
  vscode: {
    ...{ title: 'VS Code', key: 'servers', format: 'json', isTyped: true },
    file: (person) => ofApp(person, 'Code', 'User', 'mcp.json'),
  },
  codex: {
    ...{ title: 'Codex', key: 'mcp_servers', format: 'toml' },
    file: (person) => {
      const { CODEX_HOME } = person.env;
      return CODEX_HOME === undefined
        ? ofHome(person, '.codex', 'config.toml')
        : joined(person, CODEX_HOME, 'config.toml');
    },
  },
  gemini: {
    ...{ title: 'Gemini CLI', key: 'mcpServers', format: 'json' },
    file: (person) => ofHome(person, '.gemini', 'settings.json'),
  },
  windsurf: {
    ...{ title: 'Windsurf', key: 'mcpServers', format: 'json' },
    file: (person) => ofHome(person, '.codeium', 'windsurf', 'mcp_config.json'),
  },
};

/** The name that the league has among the servers of a client. */
export const SERVER_NAME = 'league';

function joined({ platform }: UserOfMachine, ...parts: string[]): string {
  return (platform === 'win32' ? win32 : posix).join(...parts);
}

function ofHome(person: UserOfMachine, ...parts: string[]): string {
  return joined(person, person.home, ...parts);
}

/** In the folder that a system has for the settings of programs. */
function ofApp(person: UserOfMachine, ...parts: string[]): string {
  const { platform, env } = person;
  if (platform === 'darwin') return ofHome(person, 'Library', 'Application Support', ...parts);
  if (platform === 'win32') return joined(person, env['APPDATA'] ?? ofHome(person, 'AppData', 'Roaming'), ...parts);
  return joined(person, env['XDG_CONFIG_HOME'] ?? ofHome(person, '.config'), ...parts);
}

/** The text of a file with the entry, or without one where it is undefined; the reason where that cannot be done safely. */
export async function edited(
  text: string,
  client: McpClient,
  entry: ServerEntry | undefined,
): Promise<Result<string, string>> {
  const { parse, change } = await (client.format === 'json' ? json() : toml());
  const given = entry && client.isTyped === true ? { type: 'stdio', ...entry } : entry;
  const before = parse(text);
  if (!before.ok) return before;
  const servers = before.value[client.key] ?? {};
  if (!isRecord(servers)) return err(`its ${client.key} is no ${client.format === 'json' ? 'object' : 'table'}`);
  if (isDeepStrictEqual(servers[SERVER_NAME], given)) return ok(text);
  const next = change(text, client.key, given);
  const after = parse(next);
  // Whatever a file may look like: nothing but the entry is other than before, or nothing is written.
  const others = (all: Table) => ({ ...all, [client.key]: { ...(all[client.key] ?? {}), [SERVER_NAME]: undefined } });
  const isSafe =
    after.ok &&
    isDeepStrictEqual(others(after.value), others(before.value)) &&
    isDeepStrictEqual((after.value[client.key] as Table | undefined)?.[SERVER_NAME], given);
  return isSafe ? ok(next) : err('it is written in a way that cannot be changed safely');
}

interface Table {
  readonly [key: string]: object | undefined;
}
interface Format {
  readonly parse: (text: string) => Result<Table, string>;
  readonly change: (text: string, key: string, entry: object | undefined) => string;
}

function isRecord(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON, with the comments and trailing commas that editors take. */
async function json(): Promise<Format> {
  const { applyEdits, modify, parse, printParseErrorCode } = await import('jsonc-parser');
  const MARK = '\uFEFF';
  const split = (text: string) => (text.startsWith(MARK) ? ([MARK, text.slice(1)] as const) : (['', text] as const));
  return {
    parse(text) {
      const body = split(text)[1];
      if (body.trim() === '') return ok({});
      const errors: Parameters<typeof parse>[1] & object = [];
      const value: unknown = parse(body, errors, { allowTrailingComma: true });
      const [first] = errors;
      if (first !== undefined) {
        const line = body.slice(0, first.offset).split('\n').length;
        return err(`it is no JSON: ${printParseErrorCode(first.error)} in line ${line}`);
      }
      return isRecord(value) ? ok(value) : err('it is no JSON object');
    },
    change(text, key, entry) {
      const [mark, body] = split(text);
      const start = body.trim() === '' ? '{}\n' : body;
      // The library would set neighbours anew as well: it says where and with which commas, and the lines are ours.
      const edits = modify(start, [key, SERVER_NAME], entry, {});
      return mark + applyEdits(start, entry === undefined ? edits : edits.map((edit) => inLines(edit, start)));
    },
  };
}

interface Edit {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

/** An insertion with the line ends and the indentation of the text that it goes into. */
function inLines(edit: Edit, text: string): Edit {
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  ';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const [, before = '', made = '', after = ''] = /^(,?)(.*?)(,?)$/s.exec(edit.content) ?? [];
  const isProperty = made.startsWith('"');
  const pretty = JSON.stringify(JSON.parse(isProperty ? `{${made}}` : made), null, indent).split('\n');
  const deeper = made.startsWith(`"${SERVER_NAME}"`) ? indent : '';
  const lines = isProperty
    ? pretty.slice(1, -1).map((line) => eol + deeper + line)
    : pretty.map((line, nth) => (nth === 0 ? line : eol + indent.repeat(2) + line));
  // An object that was empty ends on a line of its own.
  const rest = text.slice(edit.offset + edit.length);
  const end = isProperty && before === '' && rest.startsWith('}') ? eol + deeper : '';
  return { ...edit, content: before + lines.join('') + after + end };
}

const HEADER = /^[ \t]*\[/;

/** TOML: the entry is a table of its own, at the end. */
async function toml(): Promise<Format> {
  const { parse, stringify } = await import('smol-toml');
  return {
    parse(text) {
      try {
        // Its tables have no prototype, as ours have.
        return ok(structuredClone(parse(text)) as Table);
      } catch (thrown) {
        const [first = ''] = String((thrown as Error).message).split('\n');
        return err(`it is no TOML: ${first}`);
      }
    },
    change(text, key, entry) {
      const own = new RegExp(`^[ \\t]*\\[[ \\t]*${key}[ \\t]*\\.[ \\t]*["']?${SERVER_NAME}["']?[ \\t]*[.\\]]`);
      let isOwn = false;
      const kept = text.split(/(?<=\n)/).filter((line) => {
        if (HEADER.test(line)) isOwn = own.test(line);
        return !isOwn;
      });
      const rest = kept.join('');
      if (entry === undefined) return rest;
      const ended = rest === '' || rest.endsWith('\n') ? rest : `${rest}\n`;
      return `${ended}${ended.trim() === '' ? '' : '\n'}${stringify({ [key]: { [SERVER_NAME]: entry } })}`;
    },
  };
}
