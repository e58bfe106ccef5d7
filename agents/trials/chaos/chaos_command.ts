/** `league chaos`: plays leagues of real processes while killing them, and checks that nothing is lost. */

import { join } from 'node:path';
import type { RecordsPolicy } from '../../../SHARED/contracts/files/system.ts';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { systemEntropy } from '../../../SHARED/core/entropy.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { type Flags, Mistake, usage } from '../../launcher/options.ts';
import { interruptible } from '../../launcher/processes/interruption.ts';
import { configOf, recordsOf } from '../../launcher/world/installation.ts';
import { scratchOnDisk } from '../scratch_folder.ts';
import { aftermathOf } from './aftermath.ts';
import { battlefieldIn } from './battlefield.ts';
import type { RemainsViolation } from './check.ts';
import { type Battle, type ChaosFigures, chaosText, figuresOf } from './figures.ts';
import { killPlan } from './kill_plan.ts';
import { starve, starveText } from './starve.ts';
import { playUnderFire } from './under_fire.ts';

const KILLS = 20;
const PLAYERS = 8;

/** Ends with 1 when anything is wrong; the files of that league are kept then, and named. */
export async function chaosCommand(flags: Flags): Promise<number> {
  const kills = flags.number('kills', 1, 100_000) ?? KILLS;
  if (flags.has('starve')) return starveCommand(flags);
  if (flags.text('matches') !== undefined) throw usage('--matches goes with --starve');
  const players = flags.number('players', 2, 16) ?? PLAYERS;
  const byHand = flags.number('by-hand', 0, kills) ?? Math.ceil(kills / 3);
  const { policy: records } = await recordsOf(flags, configOf(flags), nodeDisk());
  const seed = flags.number('seed', 0, 2 ** 31) ?? Buffer.from(systemEntropy.bytes(4)).readUInt32BE() >>> 1;
  if ((await nodeDisk().read(`/proc/${process.pid}/task/${process.pid}/children`)) === undefined)
    throw new Mistake('the kill test finds processes by /proc, and there is none on this system');
  progress(`0 of ${kills} kills`);
  const { figures, violations, kept } = await interruptible(({ isThere }) =>
    chaos({ kills, byHand, players, seed, records, tell: progress, isCalledOff: isThere }),
  ).finally(() => progress(''));
  const text = flags.has('json') ? `${JSON.stringify({ ...figures, violations }, null, 2)}\n` : chaosText(figures);
  process.stdout.write(text);
  if (kept === undefined) return 0;
  for (const { wrong, detail } of violations) process.stderr.write(`  ${wrong}: ${detail}\n`);
  throw new Mistake(`${violations.length} things are wrong; the files of that league are in ${kept}`);
}

const STARVED_MATCHES = 200;
const STARVED_PLAYERS = 10;

/** Ends with 1 when a healthy player lost by the hunger of a referee, or a league did not end. */
async function starveCommand(flags: Flags): Promise<number> {
  const other = ['kills', 'seed'].find((name) => flags.text(name) !== undefined);
  if (other !== undefined) throw usage(`--${other} does not go with --starve`);
  const matches = flags.number('matches', 1, 100_000) ?? STARVED_MATCHES;
  const players = flags.number('players', 2, 16) ?? STARVED_PLAYERS;
  const starved = await interruptible(({ isThere }) =>
    starve({ matches, players, by: 'group', tell: progress, isCalledOff: isThere }),
  ).finally(() => progress(''));
  process.stdout.write(flags.has('json') ? `${JSON.stringify(starved, null, 2)}\n` : starveText(starved));
  const { technical_losses, not_ended } = starved;
  if (technical_losses.length === 0 && not_ended === 0) return 0;
  for (const loss of technical_losses) process.stderr.write(`  ${loss}\n`);
  throw new Mistake(`${technical_losses.length} false losses, ${not_ended} leagues that did not end`);
}

/** One line that is written over and over on a terminal, and otherwise a line for every tenth kill. */
function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
  else if (/^\d*0 of|^no /.test(line)) process.stderr.write(`${line}\n`);
}

export interface ChaosOptions {
  readonly kills: number;
  /** The number of them that hit leagues that were started by hand. */
  readonly byHand: number;
  readonly players: number;
  /** Of the plan; what the kills hit differs from run to run. */
  readonly seed: number;
  /** How matches and histories are kept; absent: in files. */
  readonly records?: RecordsPolicy;
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
export async function chaos(options: ChaosOptions): Promise<Chaos> {
  const { kills, byHand, players, seed, records = 'files', tell, isCalledOff = () => false } = options;
  const plan = killPlan(kills, seed);
  const begun = systemClock.monotonic();
  const battles: Battle[] = [];
  const disk = nodeDisk();
  const scratch = await scratchOnDisk('league-chaos-');
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
      const field = await battlefieldIn(home, players, { begins: done < byHand ? 'by hand' : 'run', records });
      const last = Math.min(done + KILLS_A_LEAGUE, done < byHand ? byHand : kills);
      const fought = await playUnderFire({ field, disk, kills: plan.slice(done, last), onKill, isCalledOff });
      const aftermath = await aftermathOf(field, fought, disk);
      battles.push({ begins: field.begins, fought, aftermath });
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
