/** `league bench`: how fast the league is, beside a bare loop of the same messages. */
import { type Flags, usage } from '../../launcher/options.ts';
import { type Interruption, interruptible, unlessInterrupted } from '../../launcher/processes/interruption.ts';
import { scratchFolder } from '../scratch_folder.ts';
import { freePortBase } from '../testing/rehearsal.ts';
import { bench, type Figure } from './bench.ts';
import { WIRES } from './contest.ts';
import { READERS } from './readers.ts';

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

/** One JSON document: by wire, the figures of the biggest league, and of each by its number of players. */
export function figuresJson(figures: readonly Figure[]): string {
  const document = WIRES.map((wire) => {
    const mine = figures.filter((figure) => figure.wire === wire).sort((a, b) => a.players - b.players);
    const by_players = Object.fromEntries(mine.map((figure) => [figure.players, numbersOf(figure)]));
    return [wire, { ...numbersOf(mine.at(-1) as Figure), by_players }];
  });
  return `${JSON.stringify(Object.fromEntries(document), null, 2)}\n`;
}

function numbersOf({ league, bare, ratio, withMcp, readers }: Figure) {
  return {
    ...{ league: rounded(league, 1), bare: rounded(bare, 1), ratio: rounded(ratio, 3) },
    ...(withMcp === undefined ? {} : { with_mcp: rounded(withMcp, 3) }),
    ...(readers === undefined
      ? {}
      : {
          manager_cpu_ms: rounded(1_000 * readers.unread, 3),
          manager_cpu_ms_with_readers: rounded(1_000 * readers.read, 3),
          cost_of_readers: rounded(readers.cost, 3),
        }),
  };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

const HEADS = [
  'Wire',
  'Players',
  'League',
  'Bare loop',
  'Ratio',
  'With MCP',
  'Slices',
  'Round trips',
  'Bytes',
] as const;

/** A table: matches per second, and what one match sends. */
export function figuresText(figures: readonly Figure[]): string {
  const whole = (value: number) => Math.round(value).toLocaleString('en');
  const rows = figures.map(({ wire, players, league, bare, ratio, withMcp, slices, traffic }) => [
    wire,
    String(players),
    `${whole(league)}/s`,
    `${whole(bare)}/s`,
    ratio.toFixed(2),
    withMcp === undefined ? '–' : `${Math.round(100 * withMcp)} %`,
    String(slices),
    `${traffic.league.trips.toFixed(1)} | ${traffic.bare.trips.toFixed(1)}`,
    `${whole(traffic.league.bytes)} | ${whole(traffic.bare.bytes)}`,
  ]);
  const widths = HEADS.map((head, i) => Math.max(head.length, ...rows.map((row) => (row[i] as string).length)));
  const line = (row: readonly string[]) =>
    `  ${row.map((text, i) => (i === 0 ? text.padEnd(widths[i] as number) : text.padStart(widths[i] as number))).join('  ')}\n`;
  return `\n${[HEADS, ...rows].map(line).join('')}\n${readersText(figures)}${NOTE}`;
}

/** A line on what readers cost, where it was measured. */
function readersText(figures: readonly Figure[]): string {
  return figures
    .flatMap(({ players, readers }) => {
      if (readers === undefined) return [];
      const [unread, read] = [readers.unread, readers.read].map((seconds) => `${(1_000 * seconds).toFixed(2)} ms`);
      const cost = `${(100 * readers.cost).toFixed(1)} %`;
      return `${READERS} readers of the event stream cost the manager of ${players} players ${cost} of its CPU per match: ${read} instead of ${unread}.\n\n`;
    })
    .join('');
}

const NOTE = `Matches per second from the start of a league to its last result, medians of slices in turn. The bare loop sends
the same messages between as many processes in the same order, and does nothing else. With MCP: what is left of the
speed of agents that do not serve MCP. Round trips and bytes of the bodies are per match, of the league | of the
bare loop.
`;
