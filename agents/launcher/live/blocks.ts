/** Blocks of lines one below the other on a screen that may be too short for all of them. */
import type { styleText } from 'node:util';
import { fitted } from '../output/columns.ts';

export type Style = Parameters<typeof styleText>[0];
/** Puts a text into a style, where there is colour. */
export type Paint = (style: Style, text: string) => string;

/** Lines under a title; those that do not fit are counted, with the `hidden` ones that were not even asked for. */
export interface Block {
  readonly title: string;
  /** The head of its table, where it is one. */
  readonly head?: string;
  readonly lines: readonly string[];
  readonly hidden: number;
  /** It is cut from its beginning, as its last lines are the ones to see: for each line whether the one before goes on in it. */
  readonly goesOn?: readonly boolean[];
}

const LEAST_LINES = 3;
/** On a screen this tall an empty line stands between two blocks. */
const AIRY_ROWS = 24;

/** The blocks one below the other in so many rows: each gets a few lines, and the first ones as many as are left. */
export function stacked(
  blocks: readonly Block[],
  rows: number,
  { columns, paint }: { readonly columns: number; readonly paint: Paint },
): readonly string[] {
  const air = rows >= AIRY_ROWS ? 1 : 0;
  const costs = blocks.map(({ head }) => air + 1 + (head === undefined ? 0 : 1));
  const given = blocks.map(() => 0);
  let room = rows;
  for (const most of [LEAST_LINES, Number.POSITIVE_INFINITY]) {
    blocks.forEach(({ lines, hidden }, i) => {
      const had = given[i] as number;
      const cost = had === 0 ? (costs[i] as number) : 0;
      const wanted = Math.min(most, lines.length + (hidden > 0 ? 1 : 0)) - had;
      const more = Math.min(wanted, room - cost);
      if (more <= 0) return;
      given[i] = had + more;
      room -= cost + more;
    });
  }
  return blocks.flatMap((block, i) => {
    const lines = cutTo(block, given[i] as number, columns);
    if (lines.length === 0) return [];
    const head = block.head === undefined ? [] : [paint('dim', block.head)];
    return [...(air === 1 ? [''] : []), paint('underline', fitted(block.title, columns)), ...head, ...lines];
  });
}

function cutTo({ lines, hidden, goesOn }: Block, rows: number, columns: number): readonly string[] {
  if (goesOn !== undefined) {
    const begun = goesOn.indexOf(false, Math.max(0, lines.length - rows));
    const from = begun === -1 ? goesOn.lastIndexOf(false) : begun;
    return lines.slice(from, from + rows);
  }
  if (lines.length + (hidden > 0 ? 1 : 0) <= rows) return hidden > 0 ? [...lines, more(hidden)] : lines;
  if (rows <= 1) return lines.slice(0, rows);
  return [...lines.slice(0, rows - 1), more(lines.length - rows + 1 + hidden)];

  function more(count: number): string {
    return fitted(`  … and ${count} more`, columns);
  }
}
