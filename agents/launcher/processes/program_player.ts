/** `league player --command`: a program of any language that reads and writes lines, put on the network. */
import { type ChildProcess, spawn } from 'node:child_process';
import { CONTRACTS } from '../../../SHARED/contracts/index.ts';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../SHARED/core/json.ts';
import { type Flags, Mistake, usage } from '../options.ts';
import { hostTowards, managerFor } from '../world/addresses.ts';
import { configOf, need, networkOf } from '../world/installation.ts';
import { WIRE_SWITCHES } from '../world/wires.ts';
import { endpointIn } from '../world/wires_http.ts';
import { type ProgramWires, programWires } from '../world/wires_pipe.ts';
import { interruptible } from './interruption.ts';

const IN_GROUPS = process.platform !== 'win32';
/** A program that was told the end has this long to leave by itself. */
const LEAVING_MS = 3_000;
/** A program that has not registered by then is spoken of. */
const WORRY_MS = 5_000;
/** The choices that the program makes itself. */
const ITS_OWN = ['strategy', 'no-guard', 'seed', 'dialect', ...WIRE_SWITCHES, 'id', 'name', 'game'] as const;

/** Runs the program until it ends, or the league tells it to. It finds its address in LEAGUE_ENDPOINT. */
export async function playProgram(flags: Flags, command: string): Promise<number> {
  const foreign = ITS_OWN.find((name) => flags.has(name) || flags.text(name) !== undefined);
  if (foreign !== undefined)
    throw usage(`--${foreign} and --command contradict each other: the program registers and plays by itself`);
  const loader = configOf(flags);
  const { network } = need(await loader.loadSystem());
  const port = flags.number('port', 0, 65_535) ?? 0;
  const over = Promise.withResolvers<void>();
  const manager = flags.text('manager') ?? (await managerFor(flags, loader));
  const wires = need(
    await programWires({
      host: hostTowards(endpointIn(manager, 'manager'), network.base_host, flags.text('host')),
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
    if (status === 'ACCEPTED')
      process.stdout.write(`Player ${player_id} is registered and plays at ${wires.address}.\n`);
    else process.stderr.write(`league: the program was not taken in: ${String(reason ?? JSON.stringify(result))}\n`);
  }

  return interruptible(async (interruption) => {
    const program = startProgram(command, wires);
    const callOffWorry = systemClock.after(WORRY_MS, () => {
      if (!isHeard) process.stderr.write(`league: ${unregistered()}\n`);
    });
    const ended = await Promise.race([program.gone, over.promise, interruption.promise]);
    callOffWorry();
    await program.end();
    await wires.close();
    const isUnasked = ended !== undefined && ended !== 'interrupted';
    if (isUnasked) throw new Mistake(`the program ended ${ended}, before the league was over`);
    process.stdout.write('The program has ended.\n');
    return 0;
  });
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
  /** Closes its pipe, and ends it and what it started where it does not leave by itself. */
  end(): Promise<void>;
}

/**
 * Starts a program; it finds its address in LEAGUE_ENDPOINT, and its manager's in LEAGUE_MANAGER. What it writes on
 * stderr is for `hear`, or else for the terminal.
 */
export function startProgram(command: string, wires: ProgramWires, hear?: (words: string) => void): Program {
  const program = spawn(command, {
    shell: true,
    // A group of its own, so that what the shell has started ends with it.
    detached: IN_GROUPS,
    stdio: ['pipe', 'pipe', hear === undefined ? 'inherit' : 'pipe'],
    env: { ...process.env, LEAGUE_ENDPOINT: wires.address, LEAGUE_MANAGER: wires.manager },
  });
  const gone = new Promise<string>((resolve) => {
    program.once('exit', (code, signal) => resolve(signal === null ? `with exit code ${code}` : `by ${signal}`));
    program.once('error', ({ message }) => resolve(message));
  });
  const { stdin, stdout } = program;
  if (stdin === null || stdout === null) throw new TypeError('a program that was started has no pipe');
  program.stderr?.setEncoding('utf8').on('data', (words: string) => hear?.(words));
  const line = wires.attach({ input: stdout, output: stdin });
  return {
    gone,
    async end() {
      line.hangUp();
      const kill = (signal: NodeJS.Signals) => () => void killGroup(program, signal);
      const callOffs = [
        systemClock.after(LEAVING_MS, kill('SIGTERM')),
        systemClock.after(2 * LEAVING_MS, kill('SIGKILL')),
      ];
      await gone;
      for (const callOff of callOffs) callOff();
    },
  };
}

function killGroup(program: ChildProcess, signal: NodeJS.Signals): void {
  if (!IN_GROUPS || program.pid === undefined) program.kill(signal);
  else process.kill(-program.pid, signal);
}
