/** `league chaos`: plays leagues of real processes while killing them, and checks that nothing is lost. */

import type { RecordsPolicy } from '../../../SHARED/contracts/files/system.ts';
import { systemEntropy } from '../../../SHARED/core/entropy.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { Flags, Mistake, usage } from '../../launcher/options.ts';
import { interruptible } from '../../launcher/processes/interruption.ts';
import { configOf, recordsOf } from '../../launcher/world/installation.ts';
import { aftermathOf } from './aftermath.ts';
import { battlefieldIn } from './battlefield.ts';
import { type CampaignOptions, campaign, KILLS_A_LEAGUE } from './campaign.ts';
import type { RemainsViolation } from './check.ts';
import { databaseChaos } from './database/database_chaos.ts';
import { databaseText } from './database/database_figures.ts';
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
  const ledger = flags.text('ledger') ?? 'files';
  if (ledger !== 'files' && ledger !== 'postgres') throw usage(`--ledger takes files or postgres, not "${ledger}"`);
  const byHand = flags.number('by-hand', 0, kills) ?? Math.ceil(kills / 3);
  // Elsewhere --ledger is an address.
  const keptFlags = new Flags(flags.kept(['records']));
  const { policy: records } = await recordsOf(keptFlags, configOf(flags), nodeDisk());
  const seed = flags.number('seed', 0, 2 ** 31) ?? Buffer.from(systemEntropy.bytes(4)).readUInt32BE() >>> 1;
  if ((await nodeDisk().read(`/proc/${process.pid}/task/${process.pid}/children`)) === undefined)
    throw new Mistake('the kill test finds processes by /proc, and there is none on this system');
  progress(`0 of ${kills} kills`);
  const { figures, text, violations, kept } = await interruptible(async ({ isThere }) => {
    const how = { kills, players, seed, tell: progress, isCalledOff: isThere };
    if (ledger === 'postgres') {
      const fought = await databaseChaos(how);
      return { ...fought, text: databaseText(fought.figures) };
    }
    const fought = await chaos({ ...how, byHand, records });
    return { ...fought, text: chaosText(fought.figures) };
  }).finally(() => progress(''));
  process.stdout.write(flags.has('json') ? `${JSON.stringify({ ...figures, violations }, null, 2)}\n` : text);
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

export interface ChaosOptions extends CampaignOptions {
  /** The number of them that hit leagues that were started by hand. */
  readonly byHand: number;
  readonly players: number;
  /** Of the plan; what the kills hit differs from run to run. */
  readonly seed: number;
  /** How matches and histories are kept; absent: in files. */
  readonly records?: RecordsPolicy;
}

export interface Chaos {
  readonly figures: ChaosFigures;
  readonly violations: readonly RemainsViolation[];
  /** The files of the league that is not whole; everything else is removed. */
  readonly kept: string | undefined;
}

/** Runs it; every process it started is gone when it resolves or rejects. A rejection names the files of its league. */
export async function chaos(options: ChaosOptions): Promise<Chaos> {
  const { kills, byHand, players, seed, records = 'files' } = options;
  const plan = killPlan(kills, seed);
  const { battles, seconds, kept } = await campaign<Battle>(options, async (home, { done, ...how }) => {
    const field = await battlefieldIn(home, players, { begins: done < byHand ? 'by hand' : 'run', records });
    const last = Math.min(done + KILLS_A_LEAGUE, done < byHand ? byHand : kills);
    const fought = await playUnderFire({ field, kills: plan.slice(done, last), ...how });
    return { begins: field.begins, fought, aftermath: await aftermathOf(field, fought, how.disk) };
  });
  const figures = figuresOf(battles, seed, seconds);
  return { figures, violations: battles.flatMap(({ aftermath }) => aftermath.violations), kept };
}
