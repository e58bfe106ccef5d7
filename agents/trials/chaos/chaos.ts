/** A kill test: league after league under fire until the plan is used up, or until one of them is not whole. */
import { join } from 'node:path';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { Mistake } from '../../launcher/options.ts';
import { scratchFolder } from '../scratch_folder.ts';
import { aftermathOf } from './aftermath.ts';
import { battlefieldIn } from './battlefield.ts';
import type { RemainsViolation } from './check.ts';
import { type Battle, type ChaosFigures, figuresOf } from './figures.ts';
import { killPlan } from './kill_plan.ts';
import { playUnderFire } from './under_fire.ts';

export interface ChaosOptions {
  readonly kills: number;
  readonly players: number;
  /** Of the plan; what the kills hit differs from run to run. */
  readonly seed: number;
  readonly tell: (line: string) => void;
  /** Whether the caller wants it to stop; it does then, and leaves no process behind. */
  readonly isCalledOff?: () => boolean;
}

export interface Chaos {
  readonly figures: ChaosFigures;
  readonly violations: readonly RemainsViolation[];
  /** The files of the league that is not whole; everything else is removed. */
  readonly kept: string | undefined;
}

/** A league that is hit more often than this would hardly get to its end. */
const KILLS_A_LEAGUE = 12;

/** Runs it; every process it started is gone when it resolves or rejects. What rejects names the files it left. */
export async function chaos({ kills, players, seed, tell, isCalledOff = () => false }: ChaosOptions): Promise<Chaos> {
  const plan = killPlan(kills, seed);
  const begun = systemClock.monotonic();
  const battles: Battle[] = [];
  const disk = nodeDisk();
  const scratch = await scratchFolder('league-chaos-');
  let done = 0;
  let kept: string | undefined;
  const onKill = () => {
    done += 1;
    tell(`${done} of ${kills} kills, league ${battles.length + 1}`);
  };
  try {
    while (done < kills && kept === undefined) {
      const home = join(scratch.path, `league_${battles.length + 1}`);
      kept = home;
      const field = await battlefieldIn(home, players);
      const begins = battles.length % 2 === 0 ? 'run' : 'by hand';
      const shots = plan.slice(done, done + KILLS_A_LEAGUE);
      const fought = await playUnderFire({ field, disk, kills: shots, begins, onKill, isCalledOff });
      const aftermath = await aftermathOf(field, fought, disk);
      battles.push({ fought, aftermath });
      if (aftermath.violations.length > 0) break;
      kept = undefined;
      await scratch.remove(home);
    }
  } catch (problem) {
    if (isCalledOff()) kept = undefined;
    const where = kept === undefined ? '' : `; its files are in ${kept}`;
    throw new Mistake(`${problem instanceof Error ? problem.message : problem}${where}`);
  } finally {
    await disk.close();
    if (kept === undefined) await scratch.remove();
  }
  const figures = figuresOf(battles, seed, (systemClock.monotonic() - begun) / 1_000);
  return { figures, violations: battles.flatMap(({ aftermath }) => aftermath.violations), kept };
}
