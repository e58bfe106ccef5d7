/** `league mcp`: the league for a desktop assistant, which speaks MCP over STDIO to one program. */
import { MANAGER_ID } from '../../../SHARED/contracts/fields.ts';
import { sleep, systemClock } from '../../../SHARED/core/clock.ts';
import { systemEntropy } from '../../../SHARED/core/entropy.ts';
import { connectRemote } from '../../../SHARED/league_sdk/mcp/remote.ts';
import { openStdioProxy } from '../../../SHARED/league_sdk/mcp/stdio_proxy.ts';
import { isServerName } from '../../../SHARED/league_sdk/spec/tool_registry.ts';
import { makeBridge, type Upstream } from '../../bridge/bridge.ts';
import { type Flags, usage } from '../options.ts';
import { managerFor } from '../world/addresses.ts';
import { configOf } from '../world/installation.ts';
import { endpointIn } from '../world/wires_http.ts';
import { takeStdio } from '../world/wires_pipe.ts';

const NAMED = /^([A-Za-z0-9_-]+)=(.+)$/;
const QUALIFIED =
  'A tool that several agents have is called by the name of the agent, two underscores, and its own: P01__get_player_state.';
/** The first answer to an assistant waits this long for agents that are there. */
const FIRST_LOOK_MS = 1_000;
const NOBODY = 'The league is not running, or not where it is looked for; its tools are here as soon as it is.';

/** `--also` as agents: each a URL, or a name for its tools and a URL; without a name they are A1, A2, … */
export function alsoIn(text: string): readonly Upstream[] {
  const others = text.split(',').map((each, nth): Upstream => {
    const [, name = `A${nth + 1}`, url = each] = NAMED.exec(each.trim()) ?? [];
    if (!isServerName(name))
      throw usage(`--also takes names of at most 32 letters, digits, - and single _ within: not ${name}`);
    return { name, url: endpointIn(url.trim(), 'also') };
  });
  const names = [MANAGER_ID, ...others.map(({ name }) => name)];
  const twice = names.find((name, nth) => names.indexOf(name) !== nth);
  if (twice !== undefined)
    throw usage(`--also takes each name once, and ${MANAGER_ID} is the manager’s: not ${twice} again`);
  return others;
}

/** Where an invite code is handed in without being typed. */
export const CODE_VARIABLE = 'LEAGUE_INVITE_CODE';

/** A manager's URL without the code it may have been given with, and that code, or the one that was typed. */
export function inviteCode(url: string, typed?: string): { readonly endpoint: string; readonly code?: string } {
  const endpoint = new URL(url);
  // A field that was left empty is none.
  const code = typed || endpoint.searchParams.get('code') || undefined;
  if (code !== undefined && !/^[\x21-\x7e]{1,200}$/.test(code))
    throw usage('an invite code has up to 200 letters, digits and signs, and no blanks');
  endpoint.searchParams.delete('code');
  return { endpoint: endpoint.href, ...(code === undefined ? {} : { code }) };
}

export async function mcpCommand(flags: Flags): Promise<number> {
  const asked = endpointIn(flags.text('manager') ?? (await managerFor(flags, configOf(flags))), 'manager');
  const { endpoint: url, code } = inviteCode(asked, flags.text('code') ?? process.env[CODE_VARIABLE]);
  const also = flags.text('also');
  const ends = takeStdio();
  const ended = untilAsked(ends.input);
  const bridge = makeBridge({
    clock: systemClock,
    entropy: systemEntropy,
    connect: connectRemote,
    servers: [
      { name: MANAGER_ID, url, ...(code === undefined ? {} : { code }) },
      ...(also === undefined ? [] : alsoIn(also)),
    ],
    say: (line) => process.stderr.write(`league mcp: ${line}\n`),
  });
  let looked: Promise<unknown> | undefined;
  const closeProxy = await openStdioProxy(bridge, {
    ...ends,
    // Some assistants ask for the tools only once: the first answer waits for agents that are there, and no longer for those that hang.
    async greet(elicitation) {
      looked ??= Promise.race([bridge.open(elicitation), ended, sleep(systemClock, FIRST_LOOK_MS)]);
      await looked;
      return `${bridge.instructions() ?? NOBODY}\n\n${QUALIFIED}`;
    },
  });
  process.stderr.write('league mcp: ready; it connects when its client introduces itself.\n');
  await ended;
  await closeProxy();
  await bridge.close();
  return 0;
}

/** Resolves when the assistant has hung up, or the process is asked to end. */
function untilAsked(input: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve());
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}
