/** `league bench`: how fast the league is, beside a bare loop of the same messages. */
import { type Flags, usage } from '../../launcher/options.ts';
import { type Interruption, interruptible, unlessInterrupted } from '../../launcher/processes/interruption.ts';
import { scratchFolder } from '../scratch_folder.ts';
import { freePortBase } from '../testing/rehearsal.ts';
import { bench } from './bench.ts';
import { figuresJson, figuresText } from './bench_figures.ts';

const PLAYERS = [10, 50];
const IN_FULL = { budgetMs: 75_000, rounds: Number.MAX_SAFE_INTEGER, matchesInMemory: 300 };
/** For a user with some twenty seconds. */
const QUICK = { budgetMs: 10_000, rounds: 8, matchesInMemory: 80 };

export function benchCommand(flags: Flags): Promise<number> {
  return interruptible((interruption) => measured(flags, interruption));
}

async function measured(flags: Flags, interruption: Interruption): Promise<number> {
  const players = playersIn(flags.text('players'));
  const scratch = await scratchFolder('league-bench-');
  try {
    const options = {
      players,
      ...(flags.has('quick') ? QUICK : IN_FULL),
      portBase: await freePortBase(2, Math.min(100, Math.max(...players))),
      folder: scratch.path,
      emptied: scratch.remove,
      tell: (line: string) => void process.stderr.write(`  ${line}\n`),
      isCalledOff: interruption.isThere,
    };
    const measure = () => bench(options);
    const figures = await unlessInterrupted(interruption, measure, () => 'interrupted');
    process.stdout.write(flags.has('json') ? figuresJson(figures) : figuresText(figures));
    return 0;
  } finally {
    await scratch.remove();
  }
}

/** Numbers of players, each once, from small to big. */
function playersIn(text: string | undefined): readonly number[] {
  if (text === undefined) return PLAYERS;
  const counts = text.split(',').map((word) => (/^\d+$/.test(word.trim()) ? Number(word) : 0));
  if (counts.some((count) => count < 2 || count > 1_000))
    throw usage(`--players takes whole numbers from 2 to 1000, separated by commas, not "${text}"`);
  return [...new Set(counts)].sort((a, b) => a - b);
}
