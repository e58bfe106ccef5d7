/** `league plan`: what a run will take, before it is run, and the line on it that a long run begins with. */
import { availableParallelism } from 'node:os';
import { freeBytes } from '../../../SHARED/league_sdk/disk/people_files.ts';
import { type Flags, usage } from '../options.ts';
import { counted, print } from '../output/text.ts';
import {
  type Forecast,
  forecastOf,
  manyText,
  measure,
  type Prospect,
  prospectOf,
  sizeText,
  spanText,
} from '../processes/forecast.ts';
import { stageOf } from '../processes/stage.ts';
import { wireOf } from '../world/wires.ts';

const WITHIN_MIN = 60;

/** 0 when the run fits into time and disk, else 1. */
export async function planCommand(flags: Flags): Promise<number> {
  const within = flags.number('within', 1, 1_000_000) ?? WITHIN_MIN;
  const stage = await stageOf(flags);
  const prospect = prospectOf(stage);
  if (prospect.players < 2) throw usage('the players of this league come by themselves; say how many with --players N');
  const forecast = forecastOf(prospect, await measure(prospect));
  const free = await freeBytes(stage.places.data);
  await stage.effects.disk.close();
  const fit = fitOf(forecast, { seconds: 60 * within, ...(free === undefined ? {} : { disk: free }) });
  const { players, referees, wire } = prospect;
  const { startSeconds: start_seconds, ...foreseen } = forecast;
  const figures = { players, referees, transport: wireOf(wire).flag, cores: availableParallelism(), ...foreseen };
  print(
    flags,
    { ...figures, start_seconds, free_disk: free ?? null, ...fit },
    planText(prospect, { forecast, fit, free, within }),
  );
  return fit.fits ? 0 : 1;
}

/** Whether a run fits, and the rounds of it that would. */
export interface Fit {
  readonly fits: boolean;
  /** The most rounds that fit; null where all do. */
  readonly max_rounds: number | null;
}

/** The run held against the time and the disk there are. */
export function fitOf(forecast: Forecast, room: { readonly seconds: number; readonly disk?: number }): Fit {
  const { rounds, seconds, startSeconds, disk } = forecast;
  const inTime = (room.seconds - startSeconds) / ((seconds - startSeconds) / rounds);
  const onDisk = room.disk === undefined ? Number.POSITIVE_INFINITY : room.disk / (disk / rounds);
  const most = Math.max(0, Math.floor(Math.min(inTime, onDisk)));
  return most >= rounds ? { fits: true, max_rounds: null } : { fits: false, max_rounds: most };
}

interface Planned {
  readonly forecast: Forecast;
  readonly fit: Fit;
  readonly free: number | undefined;
  readonly within: number;
}

function planText({ players, referees, wire }: Prospect, { forecast, fit, free, within }: Planned): string {
  const { rounds, matches, messages, bytes, disk, seconds } = forecast;
  const onDisk = free === undefined ? '' : `, of ${sizeText(free)} that are free`;
  return [
    `${counted(players, 'player')}, ${counted(referees, 'referee')}, over ${wireOf(wire).flag} on ${counted(availableParallelism(), 'core')}\n`,
    `  ${manyText(matches, 'match')} in ${counted(rounds, 'round')}\n`,
    `  about ${manyText(messages, 'message')} with their answers, ${sizeText(bytes)}\n`,
    `  about ${sizeText(disk)} on disk${onDisk}\n`,
    `  about ${spanText(seconds)} on this machine, without the time that strategies think\n`,
    fit.fits ? '' : fitText(fit, within),
  ].join('');
}

function fitText({ max_rounds }: Fit, within: number): string {
  const what = `It does not fit into ${counted(within, 'minute')} (--within) and the disk`;
  if (max_rounds === null || max_rounds === 0) return `${what}, not even for one round.\n`;
  return `${what}; ${counted(max_rounds, 'round')} would: --max-rounds ${max_rounds}, or "max_rounds": ${max_rounds} in "schedule" of the league file.\n`;
}
