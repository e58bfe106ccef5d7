/** The figures of a measurement, for programs and for people. */
import type { Figure } from './bench.ts';
import { WIRES } from './contest.ts';

/** One JSON document: by wire, the figures of the biggest league, and of each by its number of players. */
export function figuresJson(figures: readonly Figure[]): string {
  const document = WIRES.map((wire) => {
    const mine = figures.filter((figure) => figure.wire === wire).sort((a, b) => a.players - b.players);
    const by_players = Object.fromEntries(mine.map((figure) => [figure.players, numbersOf(figure)]));
    return [wire, { ...numbersOf(mine.at(-1) as Figure), by_players }];
  });
  return `${JSON.stringify(Object.fromEntries(document), null, 2)}\n`;
}

function numbersOf({ league, bare, ratio, withMcp }: Figure) {
  const numbers = { league: rounded(league, 1), bare: rounded(bare, 1), ratio: rounded(ratio, 3) };
  return withMcp === undefined ? numbers : { ...numbers, with_mcp: rounded(withMcp, 3) };
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
  return `\n${[HEADS, ...rows].map(line).join('')}\n${NOTE}`;
}

const NOTE = `Matches per second from the start of a league to its last result, medians of slices in turn. The bare loop sends
the same messages between as many processes in the same order, and does nothing else. With MCP: what is left of the
speed of agents that do not serve MCP. Round trips and bytes of the bodies are per match, of the league | of the
bare loop.
`;
