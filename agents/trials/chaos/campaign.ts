/** A kill test over as many leagues as it takes: one after the other, until all kills are done or one league is not whole. */
import { join } from 'node:path';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { reasonOf } from '../../../SHARED/core/result.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { Mistake } from '../../launcher/options.ts';
import { scratchOnDisk } from '../scratch_folder.ts';
import type { Aftermath } from './aftermath.ts';

export interface CampaignOptions {
  readonly kills: number;
  readonly tell: (line: string) => void;
  /** Whether the caller wants it to stop; it does then, and leaves no process behind. */
  readonly isCalledOff?: () => boolean;
}

/** What a league is played with. */
interface Round {
  /** The kills of the leagues before it. */
  readonly done: number;
  readonly disk: Disk;
  readonly onKill: () => void;
  readonly isCalledOff: () => boolean;
}

export interface Campaign<Battle> {
  readonly battles: readonly Battle[];
  readonly seconds: number;
  /** The files of the league that is not whole; everything else is removed. */
  readonly kept: string | undefined;
}

/** A league that is hit more often than this would hardly get to its end. */
export const KILLS_A_LEAGUE = 12;

/** Plays league after league, each in a folder of its own. A rejection names the files of its league. */
export async function campaign<Battle extends { readonly aftermath: Aftermath }>(
  { kills, tell, isCalledOff = () => false }: CampaignOptions,
  play: (home: string, round: Round) => Promise<Battle>,
): Promise<Campaign<Battle>> {
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
      const battle = await play(home, { done, disk, onKill, isCalledOff });
      battles.push(battle);
      if (battle.aftermath.violations.length > 0) break;
      kept = undefined;
      await scratch.remove(home);
    }
  } catch (problem) {
    if (isCalledOff()) kept = undefined;
    const where = kept === undefined ? '' : `; its files are in ${kept}`;
    throw new Mistake(`${reasonOf(problem)}${where}`);
  } finally {
    await disk.close();
    if (kept === undefined) await scratch.remove();
  }
  return { battles, seconds: (systemClock.monotonic() - begun) / 1_000, kept };
}
