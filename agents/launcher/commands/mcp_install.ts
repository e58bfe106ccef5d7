/** `league mcp install`: the league among the servers of a client of MCP, written into that client's own file. */
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { didYouMean } from '../../../SHARED/core/did_you_mean.ts';
import { readText, replaceText } from '../../../SHARED/league_sdk/disk/people_files.ts';
import { type Flags, Mistake, usage } from '../options.ts';
import { table } from '../output/columns.ts';
import {
  edited,
  MCP_CLIENTS,
  type McpClient,
  SERVER_NAME,
  type ServerEntry,
  type UserOfMachine,
} from '../reports/client_configs.ts';
import { managerFor } from '../world/addresses.ts';
import { CODE_EXTENSION, configOf, ROOT } from '../world/installation.ts';
import { endpointIn } from '../world/wires_http.ts';
import { alsoIn, CODE_VARIABLE, inviteCode } from './mcp.ts';

const KNOWN = Object.keys(MCP_CLIENTS);

/** What the command needs of the person who typed it. */
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
  if (name === undefined) return listClients(asker);
  const client = MCP_CLIENTS[name];
  if (client === undefined || !KNOWN.includes(name)) {
    const meant = didYouMean(name, KNOWN);
    throw usage(
      `unknown client "${name}"; ${meant === undefined ? `known are ${KNOWN.join(', ')}` : `did you mean ${meant}?`}`,
    );
  }
  const isGoing = flags.has('remove');
  const entry = isGoing ? undefined : await entryFor(flags);
  if (flags.has('print')) return print(client, entry, asker);
  return write(name, client, entry, { ...asker, isAsked: !flags.has('yes') });
}

/** What a client is to start: this `league`, by this Node, which programs of the desktop would not find by themselves. */
async function entryFor(flags: Flags): Promise<ServerEntry> {
  const url = endpointIn(flags.text('manager') ?? (await managerFor(flags, configOf(flags))), 'manager');
  const { endpoint, code } = inviteCode(url, flags.text('code'));
  const also = flags.text('also');
  if (also !== undefined) alsoIn(also);
  const league = resolve(ROOT, CODE_EXTENSION === '.ts' ? '.' : '..', 'SHARED', 'tools', 'league.mjs');
  return {
    command: process.execPath,
    args: [league, 'mcp', '--manager', endpoint, ...(also === undefined ? [] : ['--also', also])],
    ...(code === undefined ? {} : { env: { [CODE_VARIABLE]: code } }),
  };
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
  const text = await readText(path);
  if (text === undefined) return 'no file';
  const without = await edited(text, client, undefined);
  if (!without.ok) return 'unreadable';
  return without.value === text ? 'found' : 'has the league';
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
    const before = await readText(path);
    if (before === undefined && entry === undefined) return undefined;
    const after = await edited(before ?? '', client, entry);
    if (!after.ok)
      throw new Mistake(
        `${path} stays as it is: ${after.error}; see npx league mcp install ${name} --print for what belongs there`,
      );
    return after.value === before ? undefined : after.value;
  };
  if ((await change()) === undefined) {
    out(
      `${client.title} ${entry === undefined ? 'does not have' : 'has'} the league already, as it should be: ${path}\n`,
    );
    return 0;
  }
  const doing = entry === undefined ? `Take ${SERVER_NAME} out of` : `Write ${SERVER_NAME} into`;
  if (isAsked) {
    const answer = await ask(`${doing} ${path} for ${client.title}? [y/N] `);
    if (!/^\s*y(es)?\s*$/i.test(answer ?? '')) {
      out('Nothing was written.\n');
      return 1;
    }
  }
  const text = await change();
  if (text !== undefined) await replaceText(path, text);
  out(
    `${entry === undefined ? 'Took the league out of' : 'Wrote the league into'} ${path}. Start ${client.title} anew to see it.\n`,
  );
  return 0;
}
