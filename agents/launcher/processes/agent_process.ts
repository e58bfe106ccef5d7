/** A player or a referee as a process: its world, its way to a manager, and its life until somebody ends it. */
import type { Result } from '../../../SHARED/core/result.ts';
import type { Effects, Running, StartFailure } from '../../../SHARED/league_sdk/effects.ts';
import type { PipeEnds } from '../../../SHARED/league_sdk/transport/pipe/lines.ts';
import type { Flags } from '../options.ts';
import { listenAt, managerOfConfig } from '../world/addresses.ts';
import { configOf, need, networkOf, nickname, systemEffects } from '../world/installation.ts';
import { speakingMcp } from '../world/mcp_catalogs.ts';
import { homeOf, MANAGER_ON_PIPE, managerOf, unlessEnded, unregistered } from '../world/stdio_home.ts';
import { childOfLauncher, untilEnded } from './child.ts';

/** What an agent is started with, whatever its role. */
export interface StartContext {
  readonly effects: Effects;
  readonly listen: string;
  readonly manager: string;
  readonly beforeRegistering: Promise<void>;
  readonly onListening: (address: string) => void;
}

export interface AgentSpec<A extends Running> {
  readonly role: 'player' | 'referee';
  readonly id: string | undefined;
  /** Its pipe, taken before anything of the user's was loaded that might print. */
  readonly ends: PipeEnds | undefined;
  /** Where the agents file puts it, if it knows it. */
  readonly endpoint: string | undefined;
  /** Whether it registers by itself, with no launcher to tell it to; it does unless said otherwise. */
  readonly registers?: boolean;
  readonly start: (circumstances: StartContext) => Promise<Result<A, StartFailure>>;
  /** What a user is told when it is registered. */
  readonly introduced: (agent: A) => string;
}

const NEVER = new Promise<never>(() => {});

/** Runs one agent until it ends; resolves with the exit code. */
export async function runAgentProcess<A extends Running>(flags: Flags, vocation: AgentSpec<A>): Promise<number> {
  const { role, id, ends, endpoint, registers = true, start, introduced } = vocation;
  const loader = configOf(flags);
  const { network } = need(await loader.loadSystem());
  const manager = managerOf(flags, await managerOfConfig(loader));
  const world = systemEffects('agent', await networkOf(loader), manager);
  const home = homeOf({
    ends,
    of: 'agent',
    network: world.transport,
    http:
      manager === MANAGER_ON_PIPE ? undefined : listenAt(endpoint, network.base_host, flags.number('port', 0, 65_535)),
    onPipe: `stdio:${id ?? nickname()}`,
  });
  const effects = speakingMcp({ ...world, transport: home.transport }, role, {}, network);
  const child = childOfLauncher();
  const isWaiting = !registers && !child.launched;
  const title = role === 'player' ? 'Player' : 'Referee';
  const starting = start({
    effects,
    listen: home.listen,
    manager,
    beforeRegistering: home.ready.then(() => (isWaiting ? NEVER : child.turn)),
    onListening: (address) => {
      child.say({ said: 'listening', address });
      if (home.isAlone()) process.stdout.write(unregistered(title));
      else if (isWaiting)
        process.stdout.write(`${title} listens at ${address} and has joined no league: auto_register is false.\n`);
    },
  });
  const started = await unlessEnded(starting, home);
  if (started === undefined) {
    // Who was never to join a league has nothing to explain.
    if (!child.launched && !home.isAlone())
      process.stdout.write(`${title} ended: its pipe has ended before it was registered.\n`);
    return 0;
  }
  const agent = need(started);
  child.say({ said: 'registered', id: agent.id });
  if (!child.launched) process.stdout.write(`${introduced(agent)}\n`);
  await untilEnded([agent], home.ended);
  if (!child.launched) process.stdout.write(`${title} ${agent.id} ended: ${await agent.ended}.\n`);
  await home.close();
  await effects.disk.close();
  return 0;
}
