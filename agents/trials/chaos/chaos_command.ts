/** `league chaos`: plays leagues of real processes while killing them, and checks that nothing is lost. */
import { systemEntropy } from '../../../SHARED/core/entropy.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { type Flags, Mistake } from '../../launcher/options.ts';
import { interruptible } from '../../launcher/processes/interruption.ts';
import { chaos } from './chaos.ts';
import { chaosText } from './figures.ts';

const KILLS = 20;
const PLAYERS = 8;

/** Ends with 1 when anything is wrong; the files of that league are kept then, and named. */
export async function chaosCommand(flags: Flags): Promise<number> {
  const kills = flags.number('kills', 1, 100_000) ?? KILLS;
  const players = flags.number('players', 2, 16) ?? PLAYERS;
  const seed = flags.number('seed', 0, 2 ** 31) ?? Buffer.from(systemEntropy.bytes(4)).readUInt32BE() >>> 1;
  if ((await nodeDisk().read(`/proc/${process.pid}/task/${process.pid}/children`)) === undefined)
    throw new Mistake('the kill test finds processes by /proc, and there is none on this system');
  progress(`0 of ${kills} kills`);
  const { figures, violations, kept } = await interruptible(({ isThere }) =>
    chaos({ kills, players, seed, tell: progress, isCalledOff: isThere }),
  ).finally(() => progress(''));
  const text = flags.has('json') ? `${JSON.stringify({ ...figures, violations }, null, 2)}\n` : chaosText(figures);
  process.stdout.write(text);
  if (kept === undefined) return 0;
  for (const { wrong, detail } of violations) process.stderr.write(`  ${wrong}: ${detail}\n`);
  throw new Mistake(`${violations.length} things are wrong; the files of that league are in ${kept}`);
}

/** One line that is written over and over on a terminal, and otherwise a line for every tenth kill. */
function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
  else if (/^\d*0 of/.test(line)) process.stderr.write(`${line}\n`);
}
