/** Pictures by Graphviz: a graph in its language comes back as SVG in our colours. */
import { instance } from '@viz-js/viz';
import { INK, type Point } from './svg.ts';

const viz = await instance();

/** Graphviz measures this one; on a page it is one of the fixed widths that stand in for it. */
const MEASURED = 'Courier';

/** The attributes of every node and edge of a picture. */
const LOOK = `
  graph [fontname=${MEASURED} fontsize=15 fontcolor="${INK.text}" bgcolor=transparent pad=0.05]
  node [fontname=${MEASURED} fontsize=12 fontcolor="${INK.text}" color="${INK.line}" fillcolor="${INK.fill}" shape=box style="rounded,filled" margin="0.14,0.07"]
  edge [fontname=${MEASURED} fontsize=11 fontcolor="${INK.text}" color="${INK.line}" arrowsize=0.7]`;

/** A drawn graph: its inside, and how large that is. */
export interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly inside: string;
}

/** A directed graph, drawn, from the statements of its body. The same statements give the same drawing. */
export function drawn(statements: readonly string[]): Drawn {
  const svg = viz.renderString(`digraph {${LOOK}\n${statements.join('\n')}\n}`, { format: 'svg', engine: 'dot' });
  const [, width, height] = /viewBox="0.00 0.00 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const inside = svg
    .slice(svg.indexOf('<g id="graph0"'), svg.lastIndexOf('</svg>'))
    .replaceAll(/ id="\w+" class="\w+"/g, '')
    .replaceAll(`font-family="${MEASURED},monospace" `, '')
    .replaceAll(/<!--.*?-->\n/gs, '')
    .replaceAll(/<title>[^<]*<\/title>\n/g, '');
  return { width: Number(width), height: Number(height), inside };
}

/** A drawing at its place in a picture. */
export function placed({ width, height, inside }: Drawn, { x, y }: Point): string {
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n${inside}</svg>`;
}

/** A text as Graphviz quotes it; every line of it is centred, or begins at the left. */
export function quoted(lines: readonly string[], end: '\\n' | '\\l' = '\\n'): string {
  const text = lines.map((line) => line.replaceAll('\\', '\\\\').replaceAll('"', '\\"')).join(end);
  return `"${text}${end === '\\l' ? end : ''}"`;
}

/** A text as it stands in a label of HTML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
