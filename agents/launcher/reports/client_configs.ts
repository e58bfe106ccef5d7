/** The configuration files of clients of MCP: where each lies, and the entry of a server in it, all else kept as it is. */
import { posix, win32 } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Node } from 'jsonc-parser';
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

/** The server called `league` in the text of a file, whosever it is; the reason where the file is not understood. */
export async function serverIn(text: string, client: McpClient): Promise<Result<object | undefined, string>> {
  const { parse } = await (client.format === 'json' ? json() : toml());
  const all = parse(text);
  if (!all.ok) return all;
  const servers = all.value[client.key] ?? {};
  if (!isRecord(servers)) return err(`its ${client.key} is no ${client.format === 'json' ? 'object' : 'table'}`);
  return ok(servers[SERVER_NAME] ?? undefined);
}

/** Whether a server starts `league mcp`, of this installation or of another. */
export function isOfTheLeague(server: object): boolean {
  const { command, args } = server as { readonly command?: unknown; readonly args?: unknown };
  const words = [command, ...(Array.isArray(args) ? args : [])].map(String);
  const starter = words[words.indexOf('mcp') - 1] ?? '';
  const isByNpx = words.some((word) => /(^|[\\/])npx(\.cmd)?$/.test(word));
  return /(^|[\\/])league\.mjs$|^even-odd-league(@.*)?$/.test(starter) || (isByNpx && starter === 'league');
}

/** The text of a file with the entry, or without one where it is undefined; the reason where that cannot be done safely. */
export async function edited(
  text: string,
  client: McpClient,
  entry: ServerEntry | undefined,
): Promise<Result<string, string>> {
  const { parse, change } = await (client.format === 'json' ? json() : toml());
  const given = entry && client.isTyped === true ? { type: 'stdio', ...entry } : entry;
  const [before, server] = [parse(text), await serverIn(text, client)];
  if (!before.ok) return before;
  if (!server.ok) return server;
  if (isDeepStrictEqual(server.value, given)) return ok(text);
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
  /** The text with the entry, in the place of an older one, or without; not a character outside is another. */
  readonly change: (text: string, key: string, entry: object | undefined) => string;
}

function isRecord(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** JSON, with the comments and trailing commas that editors take. */
async function json(): Promise<Format> {
  const { applyEdits, findNodeAtLocation, parse, parseTree, printParseErrorCode } = await import('jsonc-parser');
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
      const root = parseTree(start, [], { allowTrailingComma: true }) as Node;
      const servers = findNodeAtLocation(root, [key]);
      const old = findNodeAtLocation(root, [key, SERVER_NAME]);
      // The library would set neighbours anew and drop their comments: it says where things are, and the edits are ours.
      const edits = (): Edit[] => {
        if (entry === undefined) return old?.parent === undefined ? [] : removal(start, old.parent);
        if (old !== undefined) return [{ ...old, content: inLines(entry, 2, start) }];
        return servers === undefined
          ? insertion(start, root, 1, `"${key}": ${inLines({ [SERVER_NAME]: entry }, 1, start)}`)
          : insertion(start, servers, 2, `"${SERVER_NAME}": ${inLines(entry, 2, start)}`);
      };
      return mark + applyEdits(start, edits());
    },
  };
}

interface Edit {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}
const endOf = ({ offset, length }: Pick<Node, 'offset' | 'length'>): number => offset + length;

function indentOf(text: string): string {
  return /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  ';
}

/** A value with the line ends and the indentation of the text that it goes into. */
function inLines(value: object, depth: number, text: string): string {
  const indent = indentOf(text);
  return JSON.stringify(value, null, indent).replaceAll('\n', lineEndOf(text) + indent.repeat(depth));
}

/** Where what begins at a place and is of this kind ends; it may be nothing. */
function past(kind: RegExp, text: string, from: number): number {
  const sticky = new RegExp(kind, 'y');
  sticky.lastIndex = from;
  return from + (sticky.exec(text)?.[0].length ?? 0);
}
const BLANKS_AND_COMMENTS = /(?:\s|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/;
const COMMENTS_OF_THE_LINE = /(?:[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/))*/;

/** The property at the end of an object, below the comments that its last one has on its line. */
function insertion(text: string, object: Node, depth: number, property: string): Edit[] {
  const line = (deep: number) => lineEndOf(text) + indentOf(text).repeat(deep);
  const last = object.children?.at(-1);
  if (last === undefined) {
    const offset = text.slice(0, endOf(object) - 1).trimEnd().length;
    const isOnLine = !text.slice(offset, endOf(object)).includes('\n');
    return [{ offset, length: 0, content: line(depth) + property + (isOnLine ? line(depth - 1) : '') }];
  }
  const comma = past(BLANKS_AND_COMMENTS, text, endOf(last));
  const hasComma = text[comma] === ',';
  const offset = past(COMMENTS_OF_THE_LINE, text, hasComma ? comma + 1 : endOf(last));
  return [
    ...(hasComma ? [] : [{ offset: endOf(last), length: 0, content: ',' }]),
    { offset, length: 0, content: line(depth) + property + (hasComma ? ',' : '') },
  ];
}

/** The property and one comma go, and the line where nothing else is on it. */
function removal(text: string, property: Node): Edit[] {
  const gone = (offset: number, end: number): Edit => ({ offset, length: end - offset, content: '' });
  const siblings = property.parent?.children ?? [];
  const before = siblings[siblings.indexOf(property) - 1];
  const next = past(BLANKS_AND_COMMENTS, text, endOf(property));
  const comma = text[next] === ',' ? next : before && past(BLANKS_AND_COMMENTS, text, endOf(before));
  const isBeside = comma === endOf(property);
  const end = endOf(property) + (isBeside ? 1 : 0);
  const isAlone = /^[ \t]*(\r?\n|$)/.test(text.slice(end));
  const offset = isAlone ? text.slice(0, property.offset).replace(/\r?\n[ \t]*$/, '').length : property.offset;
  return [...(comma === undefined || isBeside ? [] : [gone(comma, comma + 1)]), gone(offset, end)];
}

const HEADER = /^[ \t]*\[/;
const BLANK_OR_COMMENT = /^\s*(#|$)/;

/** TOML: the entry is a table of its own, in the place of an older one or at the end. */
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
      const eol = lineEndOf(text);
      const made = entry && stringify({ [key]: { [SERVER_NAME]: entry } }).replaceAll('\n', eol);
      const kept: string[] = [];
      let [place, isOwn]: [number | undefined, boolean] = [undefined, false];
      // Comments and blank lines above a table are of that table.
      let above: string[] = [];
      for (const line of text.split(/(?<=\n)/)) {
        if (BLANK_OR_COMMENT.test(line)) {
          above.push(line);
          continue;
        }
        const isHeader = HEADER.test(line);
        const wasOwn = isOwn;
        if (isHeader) isOwn = own.test(line);
        if (!(wasOwn && isOwn)) kept.push(...above);
        above = [];
        if (isOwn) place ??= kept.length;
        else kept.push(line);
      }
      kept.push(...above);
      if (made === undefined) return kept.join('');
      if (place !== undefined) return kept.toSpliced(place, 0, made).join('');
      const rest = kept.join('');
      const ended = rest === '' || rest.endsWith('\n') ? rest : rest + eol;
      return ended + (/(^|\n\r?\n)$/.test(ended) ? '' : eol) + made;
    },
  };
}
