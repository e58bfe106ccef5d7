/**
 * `traced_walk.ts match` plays one match over HTTP in this process; `traced_walk.ts registration` registers a player of
 * another process with a manager in this one. Prints as JSON which functions of this process were called on the way.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Clock, sleep, systemClock } from '../../../SHARED/core/clock.ts';
import { isJsonObject, type Json, parseJson } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import { ledgersIn, ROOT } from '../../launcher/world/installation.ts';
import { startManager } from '../../league_manager/manager.ts';
import { strategy } from '../../player_P01/strategy.ts';
import { scratchFolder } from '../scratch_folder.ts';
import { overHttpHere, playInProcess, shippedSettings } from './rehearsal_in_process.ts';

/** A function as V8 tells it: the position of its first and behind its last character. */
export interface CalledFunction {
  readonly path: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** A step begins when the first request of its kind leaves; a function stands in the step that calls it first. */
export interface Step {
  readonly message: string;
  readonly functions: readonly CalledFunction[];
}

export interface Walk {
  readonly steps: readonly Step[];
  /** The number of functions called of each package. */
  readonly packages: { readonly [name: string]: number };
}

const FIRST_MESSAGE = 'START_LEAGUE';
const LAST_MESSAGE = 'GAME_OVER';
/** The time without a message before play begins: what registration left to do is done by then. */
const QUIET_MS = 250;
const SEATS = 2;
/** The launcher is left out: it puts agents together, and what it does here is that of a league in one process. */
const PRODUCTION = /^(SHARED\/(?!tools\/)|agents\/(?!trials\/|launcher\/))(?!.*\/testing\/).*\.ts$/;
const PACKAGE = /(?:.*\/node_modules|^SHARED\/tools\/built)\/((?:@[^/]+\/)?[^/]+)/;

/** Counts the calls of every function of this process, from the first step to the last. */
class Tracer {
  readonly #session = new Session();
  readonly #seen = new Set<string>();
  readonly #steps: { readonly message: string; readonly functions: CalledFunction[] }[] = [];
  readonly #packages: Record<string, number> = {};
  readonly #over = Promise.withResolvers<void>();
  readonly over = this.#over.promise;
  isOver = false;

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }

  get isUnderWay(): boolean {
    return this.#steps.length > 0 && !this.isOver;
  }

  get walk(): Walk {
    return { steps: this.#steps, packages: this.#packages };
  }

  /** Begins a step, unless there was one of this name. */
  begin(message: string): void {
    if (this.isOver || this.#steps.some((step) => step.message === message)) return;
    this.#collect();
    this.#steps.push({ message, functions: [] });
  }

  end(): void {
    this.#collect();
    this.isOver = true;
    this.#over.resolve();
  }

  /** Adds the functions called since the last time to the last step, if there is one; V8 counts anew. */
  #collect(): void {
    this.#session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
      const step = this.#steps.at(-1);
      if (step === undefined) return;
      for (const { scriptId, url, functions } of result)
        for (const { functionName: name, ranges } of functions) {
          const [{ count, startOffset: start, endOffset: end } = { count: 0, startOffset: 0, endOffset: 0 }] = ranges;
          const key = `${scriptId}:${start}:${end}`;
          // The function that begins with the file is the module itself, which is loaded and not called.
          if (count === 0 || start === 0 || this.#seen.has(key)) continue;
          this.#seen.add(key);
          this.#add(step.functions, url, { name, start, end });
        }
    });
  }

  #add(functions: CalledFunction[], url: string, called: Omit<CalledFunction, 'path'>): void {
    const path = url.startsWith('file:') ? fileURLToPath(url).replace(ROOT, '') : url;
    const owner = url === '' ? 'code made at run time' : PACKAGE.exec(path)?.[1];
    if (owner !== undefined) this.#packages[owner] = (this.#packages[owner] ?? 0) + 1;
    else if (PRODUCTION.test(path)) functions.push({ path, ...called });
  }
}

/** The type of the message in a request, and of which match it is. */
function messageIn(text: string): { readonly type: string | undefined; readonly match: Json | undefined } {
  const parsed = parseJson(text);
  const params = parsed.ok && isJsonObject(parsed.value) ? parsed.value['params'] : undefined;
  if (params === undefined || !isJsonObject(params)) return { type: undefined, match: undefined };
  const type = params['message_type'];
  return { type: typeof type === 'string' ? type : undefined, match: params['match_id'] };
}

const tracer = new Tracer();

/** A clock on which no timer goes off during the walk, but after it: so every walk calls the same functions. */
const patientClock: Clock = {
  ...systemClock,
  after(ms, action) {
    let waits = true;
    const goOff = () => {
      if (waits) action();
    };
    const cancel = systemClock.after(ms, () => {
      if (tracer.isUnderWay) void tracer.over.then(goOff);
      else goOff();
    });
    return () => {
      waits = false;
      cancel();
    };
  },
};

/** Chance that is the same in every run: a match that is drawn calls other functions than one that is won. */
function repeatableBytes(seed: string, outputLength: number): Uint8Array {
  return createHash('shake256', { outputLength }).update(seed).digest();
}

async function traceMatch(folder: string): Promise<void> {
  let pending = 0;
  let told = 0;
  let draws = 0;
  let lastAnswerAt = systemClock.monotonic();
  /** The transport, with its requests noted; the second match waits until the first has ended. */
  const tracedTransport = (transport: Transport): Transport => ({
    ...transport,
    async send(to, text, deadline) {
      const { type, match } = messageIn(text);
      if (type === 'RUN_MATCH' && match !== 'R1M1') await tracer.over;
      if (type !== undefined && (type === FIRST_MESSAGE || tracer.isUnderWay)) tracer.begin(type);
      pending += 1;
      const sent = await transport.send(to, text, deadline);
      pending -= 1;
      lastAnswerAt = systemClock.monotonic();
      if (type === LAST_MESSAGE && ++told === SEATS) tracer.end();
      return sent;
    },
  });
  const world = {
    ...overHttpHere,
    effectsOf: (id: string) => {
      const effects = overHttpHere.effectsOf(id);
      const entropy = { bytes: (length: number) => repeatableBytes(`${id} ${++draws}`, length) };
      return { ...effects, entropy, clock: patientClock, transport: tracedTransport(effects.transport) };
    },
  };
  const cast = {
    referees: [{ id: 'REF01', name: 'Referee REF01' }],
    players: ['P01', 'P02', 'P03', 'P04'].map((id) => ({ id, name: `Player ${id}`, strategy })),
  };
  await playInProcess(folder, world, {
    cast,
    async guests() {
      while (pending > 0 || systemClock.monotonic() - lastAnswerAt < QUIET_MS) await sleep(systemClock, QUIET_MS / 10);
    },
  });
}

async function traceRegistration(folder: string): Promise<void> {
  const settings = await shippedSettings(['http:']);
  const effects = { ...overHttpHere.effectsOf('LM01'), clock: patientClock };
  const places = { data: join(folder, 'data'), logs: join(folder, 'logs') };
  const options = { effects, places, settings, judge, ledgers: ledgersIn(places, effects.disk) };
  const manager = unwrap(await startManager({ ...options, listen: 'http://localhost:0/mcp' }));
  tracer.begin('LEAGUE_REGISTER_REQUEST');
  const words = ['player', '--id', 'P01', '--port', '0', '--manager', manager.address];
  const player = spawn(
    process.execPath,
    ['SHARED/tools/start.mjs', 'agents/launcher/main.ts', ...words, '--data', folder, '--logs', folder],
    {
      cwd: ROOT,
      env: { ...process.env, LEAGUE_PARENT_PID: String(process.pid) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  for await (const text of player.stdout) if (/is registered/.test(String(text))) break;
  tracer.end();
  player.kill();
  await manager.stop('the walk is over');
  await effects.transport.close();
}

const folder = await scratchFolder('walk-');
try {
  await (process.argv[2] === 'match' ? traceMatch : traceRegistration)(folder.path);
} finally {
  await folder.remove();
}
process.stdout.write(`${JSON.stringify(tracer.walk)}\n`);
