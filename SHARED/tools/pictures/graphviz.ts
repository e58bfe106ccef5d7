/** Pictures by Graphviz: a graph in its language becomes an SVG in our colours. */
import { instance } from '@viz-js/viz';

const viz = await instance();

/** Graphviz knows the widths of Courier; a page shows the fixed width that it has. */
const FONT = 'Courier';

/** Colours that stand out on white paper, which every picture brings along for dark pages. */
export const INK = {
  faint: '#5f6c7b',
  line: '#334155',
  fill: '#f1f5f9',
  league: '#e0ecff',
  referee: '#fdecd3',
  player: '#ddf3e4',
  game: '#f9e4ee',
  other: '#ece7f8',
} as const;

const LOOK = `
  graph [fontname=${FONT} fontsize=15 bgcolor=white color="#cbd5e1" style=rounded labeljust=l pad=0.2]
  node [fontname=${FONT} fontsize=12 color="${INK.line}" fillcolor="${INK.fill}" shape=box style="rounded,filled" margin="0.14,0.07"]
  edge [fontname=${FONT} fontsize=11 color="${INK.line}" arrowsize=0.7]`;

/** Draw a directed graph from the statements of its body; the same statements give the same text. */
export function picture(statements: readonly string[]): string {
  const svg = viz.renderString(`digraph {${LOOK}\n${statements.join('\n')}\n}`, { format: 'svg', engine: 'dot' });
  return svg.replaceAll(`"${FONT},monospace"`, '"monospace"');
}

/** Quote lines for a label, each of which begins at the left; a blank keeps the letters off the line beside them. */
export function quoted(lines: readonly string[]): string {
  return `"${lines.map((line) => ` ${line.replaceAll('\\', '\\\\').replaceAll('"', '\\"')} \\l`).join('')}"`;
}
