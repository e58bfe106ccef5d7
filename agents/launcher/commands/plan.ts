/** `league plan`: the size and the cost of a run, before it is run. */
import { type Flags, usage } from '../options.ts';
import { counted, print } from '../output/text.ts';
import { forecastOf, forecastText } from '../processes/forecast.ts';
import { stageOf } from '../processes/stage.ts';

/** 0 when the run fits on the disk, else 1. */
export async function planCommand(flags: Flags): Promise<number> {
  const moveSec = flags.number('move-sec', 0, 86_400);
  const stage = await stageOf(flags);
  const forecast = await forecastOf(stage, moveSec);
  await stage.effects.disk.close();
  const { players, referees, transport, fits } = forecast;
  if (players < 2) throw usage('the players of this league come by themselves; say how many with --players N');
  const agents = `${counted(players, 'player')}, ${counted(referees, 'referee')}, over ${transport}\n`;
  const { moveMs } = stage.settings.limits;
  const late = moveSec !== undefined && moveSec * 1_000 >= moveMs;
  const warning = late ? `  Such players lose: the limit for a move is ${counted(moveMs / 1_000, 'second')}.\n` : '';
  print(flags, forecast, agents + forecastText(forecast) + warning);
  return fits ? 0 : 1;
}
