/** `league player --command`: a program of any language that reads and writes lines, put on the network. */
import { type ChildProcess, spawn } from 'node:child_process';
import { CONTRACTS } from '../../../SHARED/contracts/index.ts';
import { later, systemClock } from '../../../SHARED/core/clock.ts';
import { isJsonObject, type Json, type JsonObject, parseJson } from '../../../SHARED/core/json.ts';
import { errorEnvelope, openRequest } from '../../../SHARED/league_sdk/messaging/envelope.ts';
import { stdioHub } from '../../../SHARED/league_sdk/transport/pipe/hub.ts';
import type { Address, Answer, Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import { type Flags, Mistake, usage } from '../options.ts';
import { managerOfConfig } from '../world/addresses.ts';
import { configOf, endpointIn, need, networkOf, systemEffects } from '../world/installation.ts';
import { MANAGER_ON_PIPE } from '../world/stdio_home.ts';
import { interruptible } from './interruption.ts';

const IN_GROUPS = process.platform !== 'win32';
const PROGRAM = 'stdio:program';
/** Longer than any referee waits: whether an answer is late is for it to say. */
const PATIENCE_MS = 300_000;
/** A program that was told the end has so long to leave by itself. */
const LEAVING_MS = 3_000;
/** What the program decides itself. */
const ITS_OWN = ['strategy', 'seed', 'dialect', 'stdio', 'id', 'name', 'game'] as const;

/** Runs the program until it ends, or the league tells it to. It finds its address in LEAGUE_ENDPOINT. */
export async function playProgram(flags: Flags, command: string): Promise<number> {
  const foreign = ITS_OWN.find((name) => flags.has(name) || flags.text(name) !== undefined);
  if (foreign !== undefined)
    throw usage(`--${foreign} and --command contradict each other: the program registers and plays by itself`);
  const loader = configOf(flags);
  const { network } = need(await loader.loadSystem());
  const manager = endpointIn(flags.text('manager') ?? (await managerOfConfig(loader)), 'manager');
  const port = flags.number('port', 0, 65_535) ?? 0;
  const { transport } = systemEffects('agent', await networkOf(loader), manager);

  const hub = stdioHub({ clock: systemClock, warn: (line) => void process.stderr.write(`league: ${line}\n`) });
  const over = Promise.withResolvers<void>();
  const toProgram = passing(hub.transport, PROGRAM, ({ method }) => {
    if (method === CONTRACTS.SHUTDOWN_COMMAND.head.method) over.resolve();
  });
  const listener = need(await transport.listen(`http://${network.base_host}:${port}/mcp`, toProgram));
  need(
    await hub.transport.listen(
      MANAGER_ON_PIPE,
      passing(transport, manager, ({ method }, reply) => tell(method, reply)),
    ),
  );

  function tell(method: Json | undefined, { result }: JsonObject): void {
    if (method !== CONTRACTS.LEAGUE_REGISTER_REQUEST.head.method || !isJsonObject(result)) return;
    const { status, player_id, reason } = result;
    if (status === 'ACCEPTED')
      process.stdout.write(`Player ${player_id} is registered and plays at ${listener.address}.\n`);
    else process.stderr.write(`league: the program was not taken in: ${String(reason ?? JSON.stringify(result))}\n`);
  }

  return interruptible(async (interruption) => {
    const program = spawn(command, {
      shell: true,
      // A group of its own, so that what the shell has started ends with it.
      detached: IN_GROUPS,
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, LEAGUE_ENDPOINT: listener.address, LEAGUE_MANAGER: manager },
    });
    const gone = new Promise<string>((resolve) => {
      program.once('exit', (code, signal) => resolve(signal === null ? `with exit code ${code}` : `by ${signal}`));
      program.once('error', ({ message }) => resolve(message));
    });
    const line = hub.attach(
      'the program',
      { input: program.stdout, output: program.stdin },
      { at: PROGRAM, manager: MANAGER_ON_PIPE },
    );
    const ended = await Promise.race([gone, over.promise, interruption.promise]);
    line.hangUp();
    const kill = (signal: NodeJS.Signals) => () => void killGroup(program, signal);
    const callOffs = [
      systemClock.after(LEAVING_MS, kill('SIGTERM')),
      systemClock.after(2 * LEAVING_MS, kill('SIGKILL')),
    ];
    await gone;
    for (const callOff of callOffs) callOff();
    await listener.close();
    await transport.close();
    const isUnasked = ended !== undefined && ended !== 'interrupted';
    if (isUnasked) throw new Mistake(`the program ended ${ended}, before the league was over`);
    process.stdout.write('The program has ended.\n');
    return 0;
  });
}

function killGroup(program: ChildProcess, signal: NodeJS.Signals): void {
  if (!IN_GROUPS || program.pid === undefined) program.kill(signal);
  else process.kill(-program.pid, signal);
}

/** Answers as whoever is behind another wire does; `seen` hears of every request and its response. */
function passing(wire: Transport, to: Address, seen: (request: JsonObject, response: JsonObject) => void): Answer {
  return async (text) => {
    const sent = await wire.send(to, text, later(systemClock.monotonic(), PATIENCE_MS));
    const request = objectIn(text);
    if (sent.ok) {
      seen(request, objectIn(sent.value.text ?? '{}'));
      return sent.value.text;
    }
    const opened = openRequest(request);
    const id = opened.ok ? (opened.value.id ?? null) : null;
    return JSON.stringify(errorEnvelope(id, 'INTERNAL_ERROR', `${to} did not answer: ${sent.error.detail}`));
  };
}

function objectIn(text: string): JsonObject {
  const parsed = parseJson(text);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
}
