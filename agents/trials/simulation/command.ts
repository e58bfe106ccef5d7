/**
 * `npm run simulate`: runs many seeds, prints a trace hash for each, one line for every failure, and how to see it
 * again.
 */
import { availableParallelism } from 'node:os';
import { type Clock, later, systemClock } from '../../../SHARED/core/clock.ts';
import { sha256 } from '../../../SHARED/core/hash.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import type { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import type { Screen } from '../../launcher/cli.ts';
import { type Flags, usage } from '../../launcher/options.ts';
import { startThread } from '../../launcher/processes/threads.ts';
import { configOf, typedRecords } from '../../launcher/world/installation.ts';
import type { Parts } from './parts.ts';
import { type Outcome, type Simulated, type SimulationOptions, simulate } from './simulate.ts';
import { lineOf } from './trace.ts';

export interface SimulateTools {
  readonly loader: ConfigLoader;
  readonly clock: Clock;
  readonly screen: Screen;
  /** How many threads play, where it is not typed; absent: this one alone. */
  readonly threads?: number;
  /** The parts that tests simulate in place of the production code. */
  readonly parts?: Parts;
}

const LEAGUE = 'league_2025_even_odd';
const FEW = 20;
const PROGRESS_MS = 5_000;

/** `league simulate` on this machine's clock, with the configuration that is named. */
export function simulateCommand(flags: Flags): Promise<number> {
  const screen = {
    out: (text: string) => void process.stdout.write(text),
    err: (text: string) => void process.stderr.write(text),
  };
  return simulateSeeds(flags, { loader: configOf(flags), clock: systemClock, screen, threads: availableParallelism() });
}

/** Plays the seeds that are asked for and gives the exit code: 1 when an invariant does not hold. */
export async function simulateSeeds(flags: Flags, tools: SimulateTools): Promise<number> {
  const { loader, clock, screen, parts } = tools;
  const threads = flags.number('threads', 1, 256) ?? tools.threads ?? 1;
  const { from, to } = seedsIn(flags);
  const players = flags.number('players', 2, 64) ?? 8;
  const referees = flags.number('referees', 1, 8) ?? 2;
  if (flags.has('trace') && from !== to) throw usage('--trace goes with --seed N');
  const config = unwrap(await loader.loadLeague(LEAGUE));
  const limits = unwrap(await loader.limits({ role: 'referee', leagueId: LEAGUE }));
  const records = typedRecords(flags) ?? 'files';
  const ledger = ledgerIn(flags);
  const isQuiet = flags.has('quiet');
  const isVerbose = flags.has('verbose') || (!isQuiet && to - from < FEW);
  const sums = new Sums(ledger === 'files' ? 'I10' : 'I11');
  const begun = clock.monotonic();
  let next = later(begun, PROGRESS_MS);

  const faults = !flags.has('calm');
  const segmented = flags.has('segments');
  const options = { players, referees, config, limits, faults, records, segmented, ledger };
  const isHere = flags.has('trace') || parts !== undefined || threads < 2 || to - from < 2 * BATCH;
  const all = isHere
    ? oneByOne({ ...options, ...(parts === undefined ? {} : { parts }) }, from, to)
    : inThreads(options, { from, to, threads });
  for await (const simulated of all) {
    const { seed } = simulated;
    sums.add(simulated);
    for (const event of flags.has('trace') ? (simulated.events ?? []) : []) screen.out(lineOf(event));
    if (isVerbose) screen.out(lineFor(simulated));
    else if (!isQuiet) screen.out(`seed ${seed} ${shortHash(simulated)}\n`);
    if (simulated.violation !== undefined) {
      const { invariant, detail } = simulated.violation;
      const again = `npx league simulate --seed ${seed} --players ${players} --referees ${referees}${faults ? '' : ' --calm'}${records === 'files' ? '' : ` --records ${records}`}${segmented ? ' --segments' : ''}${ledger === 'files' ? '' : ` --ledger ${ledger}`} --trace`;
      screen.err(
        `seed ${seed}: ${invariant} does not hold: ${detail}\n  faults: ${simulated.classes.join(', ') || 'none'}\n  see it again: ${again}\n`,
      );
      return 1;
    }
    if (isQuiet && clock.monotonic() >= next) {
      screen.out(`${seed - from + 1} of ${to - from + 1} seeds\n`);
      next = later(clock.monotonic(), PROGRESS_MS);
    }
  }
  screen.out(sums.text(clock.monotonic() - begun));
  return 0;
}

/** An outcome, with its trace where it was played in this thread. */
type Played = Outcome & Partial<Pick<Simulated, 'events'>>;

async function* oneByOne(
  options: Omit<SimulationOptions, 'seed'>,
  from: number,
  to: number,
): AsyncGenerator<Played, void> {
  for (let seed = from; seed <= to; seed++) yield simulate({ ...options, seed });
}

/** The number of seeds a thread is given at a time. */
const BATCH = 4;

/** The same outcomes in the same order, played on several threads, each of which is a little ahead. */
async function* inThreads(
  options: Omit<SimulationOptions, 'seed'>,
  { from, to, threads }: { readonly from: number; readonly to: number; readonly threads: number },
): AsyncGenerator<Played, void> {
  const pool = Array.from({ length: threads }, () =>
    startThread<readonly number[], readonly Outcome[]>('agents/trials/simulation/simulation_main.ts', options),
  );
  const batches = Array.from({ length: Math.ceil((to - from + 1) / BATCH) }, (_, at) => from + at * BATCH);
  const played = batches.map(() => Promise.withResolvers<readonly Outcome[]>());
  let next = 0;
  const play = async (thread: (typeof pool)[number]) => {
    for (let at = next++; at < batches.length; at = next++) {
      const first = batches[at] as number;
      const seeds = Array.from({ length: Math.min(BATCH, to - first + 1) }, (_, i) => first + i);
      played[at]?.resolve(await thread.ask(seeds));
    }
  };
  for (const thread of pool) play(thread).catch((thrown: unknown) => played.map(({ reject }) => reject(thrown)));
  for (const { promise } of played) promise.catch(() => undefined);
  try {
    for (const { promise } of played) yield* await promise;
  } finally {
    await Promise.all(pool.map((thread) => thread.end()));
  }
}

function ledgerIn(flags: Flags): NonNullable<SimulationOptions['ledger']> {
  const typed = flags.text('ledger') ?? 'files';
  if (typed !== 'files' && typed !== 'postgres') throw usage(`--ledger is files or postgres here, not "${typed}"`);
  return typed;
}

function seedsIn(flags: Flags): { readonly from: number; readonly to: number } {
  const one = flags.number('seed', 0, 2 ** 31);
  if (one !== undefined && flags.text('seeds') !== undefined) throw usage('--seed and --seeds do not go together');
  if (one !== undefined) return { from: one, to: one };
  const text = flags.text('seeds') ?? '1..100';
  const [, from, to] = /^(\d{1,10})\.\.(\d{1,10})$/.exec(text) ?? [];
  if (from === undefined || to === undefined || Number(from) > Number(to))
    throw usage(`--seeds takes two whole numbers such as 1..1000, not "${text}"`);
  return { from: Number(from), to: Number(to) };
}

function shortHash({ hash }: Outcome): string {
  return hash.slice(0, 16);
}

function lineFor(simulated: Outcome): string {
  const { seed, figures, virtualMs, classes } = simulated;
  const { matches, technicalLosses, texts } = figures;
  const said = [
    `${matches} matches`,
    `${technicalLosses} technical losses`,
    `${texts} texts`,
    `${Math.round(virtualMs / 1_000)} s`,
  ];
  return `seed ${seed} ${shortHash(simulated)} ${said.join(', ')}${classes.length === 0 ? '' : `; ${classes.join(', ')}`}\n`;
}

/** The sums over all seeds. */
class Sums {
  #hash = '';
  #leagues = 0;
  #matches = 0;
  #technicalLosses = 0;
  readonly #faults = new Map<string, number>();
  readonly #newest: string;

  constructor(newest: string) {
    this.#newest = newest;
  }

  add({ hash, figures, faults }: Outcome): void {
    this.#hash = sha256(this.#hash + hash);
    this.#leagues += 1;
    this.#matches += figures.matches;
    this.#technicalLosses += figures.technicalLosses;
    for (const [fault, times] of faults) this.#faults.set(fault, (this.#faults.get(fault) ?? 0) + times);
  }

  text(ms: number): string {
    const faults = [...this.#faults].sort(([, a], [, b]) => b - a).map(([fault, times]) => `${fault} ${times}`);
    return [
      `${this.#leagues} leagues, ${this.#matches} matches, ${this.#technicalLosses} technical losses; I1 to ${this.#newest} hold`,
      `${Math.round((this.#leagues * 60_000) / Math.max(ms, 1))} leagues a minute`,
      `faults: ${faults.join(', ') || 'none'}`,
      `all traces: ${this.#hash}`,
      '',
    ].join('\n');
  }
}
