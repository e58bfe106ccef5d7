/**
 * A player or a referee as a process of its own: its wires, its registration with a manager, and its life until it is
 * ended.
 */
import type { Result } from '../../../SHARED/core/result.ts';
import type { Effects, Running, StartFailure } from '../../../SHARED/league_sdk/effects.ts';
import type { WaitForManager } from '../../../SHARED/league_sdk/joining/register.ts';
import type { Flags } from '../options.ts';
import { hostTowards, listenAt, managerFor, movedPort } from '../world/addresses.ts';
import { configOf, logsOf, machine, need, networkOf, nickname, recordsOf } from '../world/installation.ts';
import { mcpLayer } from '../world/mcp_catalogs.ts';
import { type Choice, type Wires, wireOf } from '../world/wires.ts';
import { managersIn } from '../world/wires_http.ts';
import { childOfLauncher, untilEnded } from './child.ts';

/** The options an agent of either role is started with. */
export interface StartContext {
  readonly effects: Effects;
  readonly listen: string;
  readonly manager: string;
  /** Its further addresses. */
  readonly alsoAt: readonly string[];
  readonly beforeRegistering: Promise<void>;
  readonly onListening: (address: string) => void;
  /** Takes lines on messages that cannot be read; absent: a launcher has the terminal. */
  readonly onUnreadable?: (line: string) => void;
  /** A manager that is not there yet, or not again, is waited for; absent: a launcher looks after it. */
  readonly waiting?: WaitForManager;
}

/** An agent that can finish what it has begun. */
export interface Draining extends Running {
  /** Begins nothing new; resolves when what is under way is over, or the time is. */
  drain(withinMs: number): Promise<void>;
}

export interface AgentSpec<A extends Draining> {
  readonly role: 'player' | 'referee';
  readonly id: string | undefined;
  /** The wires it was told to speak over. */
  readonly wire: Choice;
  /** Its address in the agents file, if the file knows it. */
  readonly endpoint: string | undefined;
  /** Whether it registers by itself, with no launcher to tell it to; it does unless said otherwise. */
  readonly registers?: boolean;
  readonly start: (context: StartContext) => Promise<Result<A, StartFailure>>;
  /** The line a user is told when it is registered. */
  readonly introduced: (agent: A) => string;
}

/** A day. */
const LONGEST_DRAIN = 86_400;
const NEVER = new Promise<never>(() => {});

/** The time an agent that is asked to end may take for its matches under way. */
export function drainSecondsOf(flags: Flags, maxMatchMs: number): number {
  return flags.number('drain-seconds', 0, LONGEST_DRAIN) ?? maxMatchMs / 1_000;
}

/** Runs one agent until it ends; resolves with the exit code. */
export async function runAgentProcess<A extends Draining>(flags: Flags, spec: AgentSpec<A>): Promise<number> {
  const { role, id = nickname(), wire, endpoint, registers = true, start, introduced } = spec;
  const loader = configOf(flags);
  const { network } = need(await loader.loadSystem());
  const { registrationMs, maxMatchMs } = need(await loader.limits({ role }));
  const drainSeconds = drainSecondsOf(flags, maxMatchMs);
  const manager = flags.text('manager') ?? (await managerFor(flags, loader));
  const host = hostTowards(managersIn(manager)[0], network.base_host, flags.text('host'));
  const wires = wireOf(wire.name).open({
    of: 'agent',
    id,
    at: listenAt(endpoint, host, flags.number('port', 0, 65_535) ?? (await movedPort(flags, loader, endpoint))),
    manager,
    settings: await networkOf(loader),
    ends: wire.ends,
  });
  const here = machine();
  const records = await recordsOf(flags, loader, here.disk);
  const world = { ...here, logs: (await logsOf(flags, loader))[role], records };
  const effects = { ...world, transport: wires.through(mcpLayer(role, { ...world, network })) };
  const child = childOfLauncher();
  const isWaiting = !registers && !child.launched;
  const title = role === 'player' ? 'Player' : 'Referee';
  const starting = start({
    effects,
    listen: wires.addressOf(id),
    ...{ manager: wires.manager, alsoAt: wires.alsoAt },
    beforeRegistering: wires.ready.then(() => (isWaiting ? NEVER : child.turn)),
    onListening: (address) => {
      child.say({ said: 'listening', address });
      if (wires.isAlone()) process.stdout.write(unregistered(title));
      else if (isWaiting)
        process.stdout.write(`${title} listens at ${address} and has joined no league: auto_register is false.\n`);
    },
    ...(child.launched
      ? {}
      : {
          onUnreadable: (line) => void process.stderr.write(`league: ${line}\n`),
          waiting: { ms: registrationMs, tell: (line) => void process.stdout.write(`${title}: ${line}.\n`) },
        }),
  });
  const started = await unlessEnded(starting, wires);
  if (started === undefined) {
    // An agent that was never to join a league has nothing to explain.
    if (!child.launched && !wires.isAlone())
      process.stdout.write(`${title} ended: its pipe has ended before it was registered.\n`);
    return 0;
  }
  const agent = need(started);
  child.say({ said: 'registered', id: agent.id });
  if (!child.launched) process.stdout.write(`${introduced(agent)}\n`);
  // A launcher that ends its agents ends the league, and all of it goes on from there.
  await untilEnded([agent], wires.ended, child.launched ? undefined : drain);
  const why = await agent.ended;
  if (!child.launched) process.stdout.write(`${title} ${agent.id} ended: ${why}.\n`);
  await wires.close();
  await effects.disk.close();
  return 0;

  function drain(): Promise<void> {
    process.stdout.write(`${title} ${agent.id} ends when its matches under way are over, within ${drainSeconds} s.\n`);
    return agent.drain(drainSeconds * 1_000);
  }
}

/** The result of a start on wires; undefined when the wires end before. */
function unlessEnded<T>(starting: Promise<T>, { ended }: Wires): Promise<T | undefined> {
  return Promise.race([starting, ended.then(() => undefined)]);
}

/** For people: an agent that has no way to a league. */
function unregistered(role: string): string {
  return `${role} answers JSON-RPC and MCP on its pipe and has joined no league; name one with --manager URL.\n`;
}
