/**
 * Plays one match over HTTP in this process, and prints which production files were executed on the way: as JSON, by
 * steps. A step begins when the first request of its kind leaves; a file stands in the step in which it is first used.
 */
import { Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import { type Clock, sleep, systemClock } from '../../../SHARED/core/clock.ts';
import { isJsonObject, type Json, parseJson } from '../../../SHARED/core/json.ts';
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import { ROOT } from '../../launcher/world/installation.ts';
import { strategy } from '../../player_P01/strategy.ts';
import { scratchFolder } from '../scratch_folder.ts';
import { overHttpHere, playInProcess } from './rehearsal_in_process.ts';

const FIRST = 'START_LEAGUE';
const LAST = 'GAME_OVER';
/** The time without a message before play begins: what registration left to do is done by then. */
const QUIET_MS = 250;
const SEATS = 2;
/** The launcher is left out: it puts agents together, and what it does here is that of a league in one process. */
const PRODUCTION = /^(SHARED\/(?!tools\/)|agents\/(?!trials\/|launcher\/)).*\.ts$/;
const NOT_PRODUCTION = /(^|\/)testing\//;

/** The counter of function calls in this process, and the steps it was asked about. */
class Tracer {
  readonly #session = new Session();
  readonly #seen = new Set<string>();
  readonly steps: { readonly message: string; readonly files: string[] }[] = [];
  #told = 0;

  begin(): void {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }

  /** A request leaves: the first of its kind ends the step before it and begins one. */
  leaves(message: string): void {
    if (this.isOver || (message !== FIRST && this.steps.length === 0)) return;
    if (this.steps.some((step) => step.message === message)) return;
    this.#endStep();
    this.steps.push({ message, files: [] });
  }

  /** A request was answered: when all seats have answered the last one, the walk is over. */
  answered(message: string): void {
    if (message !== LAST || this.isOver) return;
    this.#told += 1;
    if (this.isOver) this.#endStep();
  }

  get isUnderWay(): boolean {
    return this.steps.length > 0 && !this.isOver;
  }

  get isOver(): boolean {
    return this.#told === SEATS;
  }

  /** Counts begin anew; what was called until now and never before belongs to the last step. */
  #endStep(): void {
    this.#session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
      const called = result.filter(({ functions }) =>
        // The function that begins with the file is the module itself, which is loaded and not called.
        functions.some(({ ranges: [whole] }) => (whole?.count ?? 0) > 0 && whole?.startOffset !== 0),
      );
      const files = called
        .map(({ url }) => (url.startsWith('file:') ? fileURLToPath(url) : ''))
        .filter((path) => path.startsWith(ROOT))
        .map((path) => path.slice(ROOT.length))
        .filter((path) => PRODUCTION.test(path) && !NOT_PRODUCTION.test(path) && !this.#seen.has(path));
      if (this.steps.length === 0) return;
      for (const path of files) this.#seen.add(path);
      this.steps.at(-1)?.files.push(...files.sort());
    });
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
const ended = Promise.withResolvers<void>();
let pending = 0;
let lastHeard = systemClock.monotonic();

/** The wire, with its requests noted; the second match waits until the first has ended. */
function traced(wire: Transport): Transport {
  return {
    ...wire,
    async send(to, text, deadline) {
      const { type, match } = messageIn(text);
      if (type === 'RUN_MATCH' && match !== 'R1M1') await ended.promise;
      if (type !== undefined) tracer.leaves(type);
      pending += 1;
      const sent = await wire.send(to, text, deadline);
      pending -= 1;
      lastHeard = systemClock.monotonic();
      if (type !== undefined) tracer.answered(type);
      if (tracer.isOver) ended.resolve();
      return sent;
    },
  };
}

/** A clock on which no timer goes off during the walk, but after it: what drives a match is its messages. */
const patient: Clock = {
  ...systemClock,
  after(ms, action) {
    let waits = true;
    const goOff = () => {
      if (waits) action();
    };
    const cancel = systemClock.after(ms, () => {
      if (tracer.isUnderWay) void ended.promise.then(goOff);
      else goOff();
    });
    return () => {
      waits = false;
      cancel();
    };
  },
};

async function quiet(): Promise<void> {
  while (pending > 0 || systemClock.monotonic() - lastHeard < QUIET_MS) await sleep(systemClock, QUIET_MS / 10);
}

const folder = await scratchFolder('walk-');
try {
  const world = {
    ...overHttpHere,
    effectsOf: (id: string) => {
      const effects = overHttpHere.effectsOf(id);
      return { ...effects, clock: patient, transport: traced(effects.transport) };
    },
  };
  const cast = {
    referees: [{ id: 'REF01', name: 'Referee REF01' }],
    players: ['P01', 'P02', 'P03', 'P04'].map((id) => ({ id, name: `Player ${id}`, strategy })),
  };
  tracer.begin();
  await playInProcess(folder.path, world, { cast, guests: quiet });
} finally {
  await folder.remove();
}
process.stdout.write(`${JSON.stringify(tracer.steps)}\n`);
