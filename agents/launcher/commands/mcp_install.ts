/** `league mcp install`: the league among the servers of a client of MCP, written into that client's own file. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { didYouMean } from '../../../SHARED/core/did_you_mean.ts';
import { DiskError } from '../../../SHARED/league_sdk/disk/disk.ts';
import { readText, replaceText } from '../../../SHARED/league_sdk/disk/people_files.ts';
import { type Flags, Mistake, usage } from '../options.ts';
import { printable, table } from '../output/columns.ts';
import {
  edited,
  isOfTheLeague,
  MCP_CLIENTS,
  type McpClient,
  SERVER_NAME,
  type ServerEntry,
  serverIn,
  type UserOfMachine,
} from '../reports/client_configs.ts';
import { managerFor } from '../world/addresses.ts';
import { CODE_EXTENSION, configOf, ROOT } from '../world/installation.ts';
import { endpointIn } from '../world/wires_http.ts';
import { alsoIn, CODE_VARIABLE, inviteCode } from './mcp.ts';

const KNOWN = Object.keys(MCP_CLIENTS);

/** The person who typed the command, and how it is asked and told. */
export interface Asker {
  readonly person: UserOfMachine;
  /** The answer to a question, or undefined where there is none. */
  readonly ask: (question: string) => Promise<string | undefined>;
  readonly out: (text: string) => void;
}

const SYSTEM: Asker = {
  person: { home: homedir(), platform: process.platform, env: process.env },
  async ask(question) {
    process.stderr.write(question);
    const lines = createInterface({ input: process.stdin });
    for await (const line of lines) return line;
    return undefined;
  },
  out: (text) => process.stdout.write(text),
};

export async function mcpInstallCommand(flags: Flags, asker: Asker = SYSTEM): Promise<number> {
  const name = flags.text('CLIENT');
  if (name === undefined) {
    const idle = ['remove', 'yes', 'print'].find((flag) => flags.has(flag));
    if (idle !== undefined) throw usage(`--${idle} needs a client: npx league mcp install CLIENT --${idle}`);
    return listClients(asker);
  }
  const client = MCP_CLIENTS[name];
  if (client === undefined || !KNOWN.includes(name)) {
    const meant = didYouMean(name, KNOWN);
    throw usage(
      `unknown client "${name}"; ${meant === undefined ? `known are ${KNOWN.join(', ')}` : `did you mean ${meant}?`}`,
    );
  }
  const isGoing = flags.has('remove');
  const entry = isGoing ? undefined : await entryFor(flags, asker.person);
  if (flags.has('print')) return print(client, entry, asker);
  return write(name, client, entry, { ...asker, isAsked: !flags.has('yes') });
}

/** What a client is to start, and what it is to be told. */
async function entryFor(flags: Flags, { env }: UserOfMachine): Promise<ServerEntry> {
  const url = endpointIn(flags.text('manager') ?? (await managerFor(flags, configOf(flags))), 'manager');
  const { endpoint, code } = inviteCode(url, flags.text('code') ?? env[CODE_VARIABLE]);
  const also = flags.text('also');
  if (also !== undefined) alsoIn(also);
  const { command, args } = startOf({
    root: resolve(ROOT, CODE_EXTENSION === '.ts' ? '.' : '..'),
    ...{ node: process.execPath, npmNode: process.env['npm_node_execpath'], platform: process.platform },
  });
  return {
    command,
    args: [...args, 'mcp', '--manager', endpoint, ...(also === undefined ? [] : ['--also', also])],
    ...(code === undefined ? {} : { env: { [CODE_VARIABLE]: code } }),
  };
}

interface Installed {
  /** The folder of the clone or of the package. */
  readonly root: string;
  /** The Node that runs this, and the one that npm itself runs in. */
  readonly node: string;
  readonly npmNode: string | undefined;
  readonly platform: NodeJS.Platform;
}

/** In the folder that a clone, this or another, keeps its own in. */
const FETCHED_NODE = /[\\/]\.node[\\/][^\\/]+[\\/](bin[\\/])?node(\.exe)?$/;

/**
 * How this `league` is started by a program that may have no `PATH`: by whole paths, as far as those stay. The cache of npx
 * is cleared, so npx is to look for the package again; a Node that the clone has fetched makes room for the next one.
 */
export function startOf({ root, node, npmNode, platform }: Installed): Pick<ServerEntry, 'command' | 'args'> {
  const npx = ['npx', '-y', 'even-odd-league'];
  if (/[\\/]_npx[\\/]/.test(root))
    return platform === 'win32' ? { command: 'cmd', args: ['/c', ...npx] } : { command: 'npx', args: npx.slice(1) };
  const lasting = [node, npmNode].find((path) => path !== undefined && !FETCHED_NODE.test(path));
  return { command: lasting ?? 'node', args: [join(root, 'SHARED', 'tools', 'league.mjs')] };
}

async function listClients({ person, out }: Asker): Promise<number> {
  const rows = KNOWN.map(async (name) => {
    const client = MCP_CLIENTS[name] as McpClient;
    const path = client.file(person);
    return [name, client.title, await stateOf(path, client), path];
  });
  out(table(['client', 'name', 'here', 'file'], await Promise.all(rows)));
  out('Write the league into one of them with: npx league mcp install CLIENT\n');
  return 0;
}

async function stateOf(path: string, client: McpClient): Promise<string> {
  const text = await readText(path).catch((thrown: unknown) => {
    if (thrown instanceof DiskError) return thrown;
    throw thrown;
  });
  if (text === undefined) return 'no file';
  const server = text instanceof DiskError ? undefined : await serverIn(text, client);
  if (server?.ok !== true) return 'unreadable';
  if (server.value === undefined) return 'found';
  return isOfTheLeague(server.value) ? 'has the league' : `has another "${SERVER_NAME}"`;
}

/** The file is where its client looks for it: there is no other to choose. */
function notOnDisk(thrown: unknown): never {
  throw thrown instanceof DiskError ? new Mistake(thrown.detail) : thrown;
}

/** The entry as it would stand in an empty file. */
async function print(client: McpClient, entry: ServerEntry | undefined, { person, out }: Asker): Promise<number> {
  if (entry === undefined)
    throw usage('--print shows what would be written, and --remove writes nothing new; choose one');
  const alone = await edited('', client, entry);
  if (!alone.ok) throw new Error(alone.error);
  process.stderr.write(`For ${client.title}, in ${client.file(person)}:\n`);
  out(alone.value);
  return 0;
}

async function write(
  name: string,
  client: McpClient,
  entry: ServerEntry | undefined,
  { person, ask, out, isAsked }: Asker & { readonly isAsked: boolean },
): Promise<number> {
  const path = client.file(person);
  // Made anew after the question: the client may have written meanwhile.
  const change = async () => {
    const before = await readText(path).catch(notOnDisk);
    if (before === undefined && entry === undefined) return undefined;
    const server = await serverIn(before ?? '', client);
    const after = server.ok ? await edited(before ?? '', client, entry) : server;
    if (!after.ok)
      throw new Mistake(
        `${path} stays as it is: ${after.error}; see npx league mcp install ${name} --print for what belongs there`,
      );
    if (after.value === before) return undefined;
    const found = server.ok ? server.value : undefined;
    return { text: after.value, other: found && !isOfTheLeague(found) ? found : undefined };
  };
  const first = await change();
  if (first === undefined) {
    const state = entry === undefined ? 'does not have the league' : 'has the league already, as it should be';
    out(`${client.title} ${state}: ${path}\n`);
    return 0;
  }
  const other =
    first.other && `the server "${SERVER_NAME}" that ${printable(sortOf(first.other))}, and is not of this league,`;
  if (other !== undefined && !isAsked)
    throw new Mistake(`${path} stays as it is: ${other} would be lost; without --yes you are asked whether it may be`);
  const writing = other === undefined ? `Write ${SERVER_NAME} into` : `Replace ${other} in`;
  const doing = entry === undefined ? `Take ${other ?? SERVER_NAME} out of` : writing;
  if (isAsked) {
    const answer = await ask(`${doing} ${path} for ${client.title}? [y/N] `);
    if (!/^\s*y(es)?\s*$/i.test(answer ?? '')) {
      out('Nothing was written.\n');
      return 1;
    }
  }
  const last = await change();
  if (last !== undefined && !isDeepStrictEqual(last.other ?? first.other, first.other))
    throw new Mistake(`${path} stays as it is: it has another server "${SERVER_NAME}" since you were asked`);
  if (last !== undefined) await replaceText(path, last.text).catch(notOnDisk);
  out(
    `${entry === undefined ? 'Took the league out of' : 'Wrote the league into'} ${path}. Start ${client.title} anew to see it.\n`,
  );
  return 0;
}

/** What a server is, for a question: arguments, headers and variables may be secret. */
function sortOf(server: object): string {
  const { command, url } = server as { readonly command?: unknown; readonly url?: unknown };
  if (typeof command === 'string') return `starts ${command}`;
  const at = typeof url === 'string' ? URL.parse(url) : null;
  return at === null ? 'is of another kind' : `is at ${at.origin}`;
}
