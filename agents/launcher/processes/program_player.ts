/** `league player --command`: a program of any language that reads and writes lines, put on the network. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { PassThrough, type Readable } from 'node:stream';
import { CONTRACTS } from '../../../SHARED/contracts/index.ts';
import { later, systemClock } from '../../../SHARED/core/clock.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../SHARED/core/json.ts';
import type { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import { makePeer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { type Flags, Mistake, usage } from '../options.ts';
import { hostTowards, managerFor } from '../world/addresses.ts';
import { configOf, logsOf, machine, need, networkOf, placesOf } from '../world/installation.ts';
import { WIRE_SWITCHES } from '../world/wires.ts';
import { managersIn, networkTransport } from '../world/wires_http.ts';
import { type ProgramWires, programWires } from '../world/wires_pipe.ts';
import { childOfLauncher, isLaunched, note } from './child.ts';
import { interruptible } from './interruption.ts';
import { type StrategyOutput, strategyOutput } from './strategy_output.ts';

const IN_GROUPS = process.platform !== 'win32';
/** A program that was told the end has this long to leave by itself. */
const LEAVING_MS = 3_000;
/** And this long when it was told by a signal; a launcher gives its agents more. */
const OBEYING_MS = 2_000;
/** A program that has not registered by then is spoken of. */
const WORRY_MS = 5_000;
/** The choices that the program makes itself; of the others under a launcher it is told in its environment. */
const ITS_OWN = ['strategy', 'no-guard', 'seed', 'dialect', ...WIRE_SWITCHES] as const;
const TOLD = { id: 'LEAGUE_PLAYER_ID', name: 'LEAGUE_PLAYER_NAME', game: 'LEAGUE_GAME' } as const;

/** Runs the program until it ends, or the league tells it to. It finds its address in LEAGUE_ENDPOINT. Under a launcher it begins in its turn. */
export async function playProgram(flags: Flags, command: string): Promise<number> {
  const forbidden = isLaunched() ? ITS_OWN : [...ITS_OWN, ...Object.keys(TOLD)];
  const foreign = forbidden.find((name) => flags.has(name) || flags.text(name) !== undefined);
  if (foreign !== undefined)
    throw usage(`--${foreign} and --command contradict each other: the program registers and plays by itself`);
  const loader = configOf(flags);
  const { network } = need(await loader.loadSystem());
  const port = flags.number('port', 0, 65_535) ?? 0;
  const over = Promise.withResolvers<void>();
  const manager = flags.text('manager') ?? (await managerFor(flags, loader));
  const wires = need(
    await programWires({
      host: hostTowards(managersIn(manager)[0], network.base_host, flags.text('host')),
      port,
      manager,
      settings: await networkOf(loader),
      warn: (line) => void process.stderr.write(`league: ${line}\n`),
      onAsked: ({ method }) => {
        if (method === CONTRACTS.SHUTDOWN_COMMAND.head.method) over.resolve();
      },
      onAsking: ({ method }, reply) => tell(method, reply),
    }),
  );

  let isHeard = false;
  function tell(method: Json | undefined, { result }: JsonObject): void {
    if (method !== CONTRACTS.LEAGUE_REGISTER_REQUEST.head.method || !isJsonObject(result)) return;
    isHeard = true;
    const { status, player_id, reason } = result;
    if (status === 'ACCEPTED') {
      child.say({ said: 'registered', id: String(player_id) });
      process.stdout.write(`Player ${player_id} is registered and plays at ${wires.address}.\n`);
    } else note(`league: the program was not taken in: ${String(reason ?? JSON.stringify(result))}`);
  }

  const child = childOfLauncher();
  const said: string[] = [];
  const output = child.launched ? await outputIn(flags, loader) : undefined;
  const hear = (words: string) => {
    said.push(words);
    if (said.length > LAST_WORDS) said.shift();
    output?.during(() => process.stderr.write(words));
  };
  return interruptible(async (interruption) => {
    child.say({ said: 'listening', address: wires.address });
    // A program registers as soon as it runs, so that it waits for its turn.
    if ((await Promise.race([child.turn, interruption.promise])) !== undefined) return 0;
    const told = Object.entries(TOLD).map(([name, key]) => [key, flags.text(name)] as const);
    const heard = output === undefined ? {} : { hear, hearOutput: hear };
    const program = startProgram(command, wires, { ...heard, env: Object.fromEntries(told) });
    const callOffWorry = systemClock.after(WORRY_MS, () => {
      if (!isHeard && !child.launched) process.stderr.write(`league: ${unregistered()}\n`);
    });
    const ended = await Promise.race([program.gone, over.promise, interruption.promise]);
    callOffWorry();
    // A launcher that ends, or is gone, has no time to wait for it.
    await program.end(child.launched && ended === 'interrupted' ? 0 : LEAVING_MS);
    await wires.close();
    await output?.close();
    const isUnasked = ended !== undefined && ended !== 'interrupted';
    // A program that serves hears of the end by itself, and leaves in order.
    if (isUnasked && !(ended === IN_ORDER && (await isOver(wires.manager))))
      throw new Mistake(`the program ended ${ended}, before the league was over${lastOf(said)}`);
    process.stdout.write('The program has ended.\n');
    return 0;
  });
}

const IN_ORDER = 'with exit code 0';
const LOOK_MS = 1_000;

/** Whether the league of a manager is over, or the manager gone. */
async function isOver(manager: string): Promise<boolean> {
  const transport = networkTransport('agent');
  const peer = makePeer({ transport, clock: systemClock, sender: () => 'launcher' });
  const seen = await peer.look(manager, 'get_status', {}, later(systemClock.monotonic(), LOOK_MS));
  await transport.close();
  return !seen.ok || !isJsonObject(seen.value) || seen.value['status'] === 'completed';
}

/** What a program prints is the player's, as what a strategy prints is. */
async function outputIn(flags: Flags, loader: ConfigLoader): Promise<StrategyOutput> {
  const { limits } = (await logsOf(flags, loader)).player;
  return strategyOutput({ ...machine(), id: flags.text('id') ?? '', tell: note, folder: placesOf(flags).logs, limits });
}

const LAST_WORDS = 300;

/** The end of what a program wrote on stderr. */
export function lastOf(said: readonly string[]): string {
  const words = said.join('').trim().replace(/\s+/g, ' ').slice(-LAST_WORDS);
  return words === '' ? '' : `; it said last: ${words}`;
}

/** What a program that keeps silent may not know. */
function unregistered(): string {
  const { method } = CONTRACTS.LEAGUE_REGISTER_REQUEST.head;
  return `the program has not registered in ${WORRY_MS / 1_000} s: it has to write a line of JSON-RPC with the method ${method} to its stdout, and to flush it (Python: print(…, flush=True)); what it says to people belongs on stderr`;
}

/** A program of any language that was started on the wires of a player. */
export interface Program {
  /** Resolves with how it ended. */
  readonly gone: Promise<string>;
  /** Closes its pipe, and ends it and what it started where it does not leave by itself in this time (default 3 s). */
  end(patienceMs?: number): Promise<void>;
}

/** The listeners and surroundings of a program; without any, it has those of this process. */
export interface ProgramSurroundings {
  /** Hears what it writes on stderr. */
  readonly hear?: (words: string) => void;
  /** Hears what it writes on stdout that is no message; absent: that is warned of. */
  readonly hearOutput?: (words: string) => void;
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts a program; it finds its address in LEAGUE_ENDPOINT, and its manager's in LEAGUE_MANAGER. */
export function startProgram(
  command: string,
  wires: ProgramWires,
  { hear, hearOutput, env = {} }: ProgramSurroundings = {},
): Program {
  const program = spawn(command, {
    shell: true,
    // A group of its own, so that what the shell has started ends with it.
    detached: IN_GROUPS,
    stdio: ['pipe', 'pipe', hear === undefined ? 'inherit' : 'pipe'],
    env: { ...process.env, ...env, LEAGUE_ENDPOINT: wires.address, LEAGUE_MANAGER: wires.manager },
  });
  const gone = new Promise<string>((resolve) => {
    program.once('exit', (code, signal) => resolve(signal === null ? `with exit code ${code}` : `by ${signal}`));
    program.once('error', ({ message }) => resolve(message));
  });
  const { stdin, stdout } = program;
  if (stdin === null || stdout === null) throw new TypeError('a program that was started has no pipe');
  program.stderr?.setEncoding('utf8').on('data', (words: string) => hear?.(words));
  const input = hearOutput === undefined ? stdout : messagesOf(stdout, hearOutput);
  const line = wires.attach({ input, output: stdin });
  return {
    gone,
    async end(patienceMs = LEAVING_MS) {
      line.hangUp();
      const kill = (signal: NodeJS.Signals) => () => void killGroup(program, signal);
      const callOffs = [
        systemClock.after(patienceMs, kill('SIGTERM')),
        systemClock.after(patienceMs + OBEYING_MS, kill('SIGKILL')),
      ];
      await gone;
      for (const callOff of callOffs) callOff();
    },
  };
}

/** The lines of a stream that may be messages; a program that serves may print what it likes. */
function messagesOf(output: Readable, hear: (words: string) => void): Readable {
  const messages = new PassThrough();
  createInterface({ input: output })
    .on('line', (line) => (line.trimStart().startsWith('{') ? messages.write(`${line}\n`) : hear(`${line}\n`)))
    .on('close', () => messages.end());
  return messages;
}

function killGroup(program: ChildProcess, signal: NodeJS.Signals): void {
  if (!IN_GROUPS || program.pid === undefined) program.kill(signal);
  else process.kill(-program.pid, signal);
}
