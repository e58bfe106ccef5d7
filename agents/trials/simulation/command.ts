/**
 * `npm run simulate`: runs many seeds, prints a trace hash for each, one line for every failure, and how to see it
 * again.
 */
import { type Clock, later, systemClock } from '../../../SHARED/core/clock.ts';
import { sha256 } from '../../../SHARED/core/hash.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import type { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import type { Screen } from '../../launcher/cli.ts';
import { type Flags, usage } from '../../launcher/options.ts';
import { configOf } from '../../launcher/world/installation.ts';
import { IN_SEGMENTS, type Parts } from './parts.ts';
import { type Simulated, simulate } from './simulate.ts';
import { lineOf } from './trace.ts';

export interface SimulateTools {
  readonly loader: ConfigLoader;
  readonly clock: Clock;
  readonly screen: Screen;
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
  return simulateSeeds(flags, { loader: configOf(flags), clock: systemClock, screen });
}

/** Plays the seeds that are asked for and gives the exit code: 1 when an invariant does not hold. */
export async function simulateSeeds(flags: Flags, tools: SimulateTools): Promise<number> {
  const { loader, clock, screen } = tools;
  const parts = tools.parts ?? (flags.has('segments') ? IN_SEGMENTS : undefined);
  const { from, to } = seedsIn(flags);
  const players = flags.number('players', 2, 64) ?? 8;
  const referees = flags.number('referees', 1, 8) ?? 2;
  if (flags.has('trace') && from !== to) throw usage('--trace goes with --seed N');
  const config = unwrap(await loader.loadLeague(LEAGUE));
  const limits = unwrap(await loader.limits({ role: 'referee', leagueId: LEAGUE }));
  const isQuiet = flags.has('quiet');
  const isVerbose = flags.has('verbose') || (!isQuiet && to - from < FEW);
  const sums = new Sums();
  const begun = clock.monotonic();
  let next = later(begun, PROGRESS_MS);

  for (let seed = from; seed <= to; seed++) {
    const faults = !flags.has('calm');
    const simulated = await simulate({
      seed,
      players,
      referees,
      config,
      limits,
      faults,
      ...(parts === undefined ? {} : { parts }),
    });
    sums.add(simulated);
    if (flags.has('trace')) for (const event of simulated.events) screen.out(lineOf(event));
    if (isVerbose) screen.out(lineFor(simulated));
    else if (!isQuiet) screen.out(`seed ${seed} ${shortHash(simulated)}\n`);
    if (simulated.violation !== undefined) {
      const { invariant, detail } = simulated.violation;
      const again = `npx league simulate --seed ${seed} --players ${players} --referees ${referees}${faults ? '' : ' --calm'}${flags.has('segments') ? ' --segments' : ''} --trace`;
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

function shortHash({ hash }: Simulated): string {
  return hash.slice(0, 16);
}

function lineFor(simulated: Simulated): string {
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

  add({ hash, figures, faults }: Simulated): void {
    this.#hash = sha256(this.#hash + hash);
    this.#leagues += 1;
    this.#matches += figures.matches;
    this.#technicalLosses += figures.technicalLosses;
    for (const [fault, times] of faults) this.#faults.set(fault, (this.#faults.get(fault) ?? 0) + times);
  }

  text(ms: number): string {
    const faults = [...this.#faults].sort(([, a], [, b]) => b - a).map(([fault, times]) => `${fault} ${times}`);
    return [
      `${this.#leagues} leagues, ${this.#matches} matches, ${this.#technicalLosses} technical losses; I1 to I10 hold`,
      `${Math.round((this.#leagues * 60_000) / Math.max(ms, 1))} leagues a minute`,
      `faults: ${faults.join(', ') || 'none'}`,
      `all traces: ${this.#hash}`,
      '',
    ].join('\n');
  }
}
