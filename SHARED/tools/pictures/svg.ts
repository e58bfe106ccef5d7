/** A small writer of SVG: boxes, lines with arrowheads, and texts whose width is known before they are drawn. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** Colours that can be told apart on the paper, which every picture brings along: it looks the same on a dark page. */
export const INK = {
  paper: '#ffffff',
  text: '#1f2933',
  faint: '#5f6c7b',
  line: '#334155',
  grid: '#cbd5e1',
  fill: '#f1f5f9',
  league: '#e0ecff',
  referee: '#fdecd3',
  player: '#ddf3e4',
  game: '#f9e4ee',
  other: '#ece7f8',
} as const;

/** For lines that run side by side. */
export const LINES: readonly string[] = ['#1d4ed8', '#b45309', '#15803d', '#9333ea', '#be123c', '#0e7490'];

/** Names are set in a fixed width, so that they end where they are expected to on every machine. */
const FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";
const ADVANCE = 0.61;

/** The width of a text. */
export function widthOf(text: string, size: number): number {
  return Math.ceil([...text].length * size * ADVANCE);
}

/** The widest of some texts. */
export function widest(texts: readonly string[], size: number): number {
  return Math.max(0, ...texts.map((text) => widthOf(text, size)));
}

export interface TextStyle {
  readonly size?: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly bold?: boolean;
  readonly ink?: string;
  /** Keeps lines that pass behind it away from the letters. */
  readonly halo?: string;
}

/** One line of text; `y` is its baseline. */
export function text({ x, y }: Point, words: string, style: TextStyle = {}): string {
  const { size = 12, anchor = 'start', bold = false, ink = INK.text, halo } = style;
  const look = [
    `x="${x}" y="${y}" font-size="${size}" fill="${ink}"`,
    anchor === 'start' ? '' : `text-anchor="${anchor}"`,
    bold ? 'font-weight="bold"' : '',
    halo === undefined ? '' : `stroke="${halo}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"`,
  ];
  return `<text ${look.filter((part) => part !== '').join(' ')}>${escaped(words)}</text>`;
}

export interface BoxStyle {
  readonly fill?: string;
  readonly ink?: string;
  readonly corner?: number;
  readonly dashed?: boolean;
  readonly thick?: number;
}

export function box({ x, y, width, height }: Box, style: BoxStyle = {}): string {
  const { fill = INK.fill, ink = INK.line, corner = 6, dashed = false, thick = 1.2 } = style;
  const dashes = dashed ? ' stroke-dasharray="5 4"' : '';
  const place = `x="${x}" y="${y}" width="${width}" height="${height}" rx="${corner}"`;
  return `<rect ${place} fill="${fill}" stroke="${ink}" stroke-width="${thick}"${dashes}/>`;
}

export interface LineStyle {
  readonly ink?: string;
  readonly arrow?: boolean;
  readonly dashed?: boolean;
  readonly thick?: number;
}

/** A line through points, with an arrowhead at its end when asked for. */
export function path(points: readonly Point[], style: LineStyle = {}): string {
  const { ink = INK.line, arrow = false, dashed = false, thick = 1.4 } = style;
  const course = points.map(({ x, y }, nth) => `${nth === 0 ? 'M' : 'L'}${x} ${y}`).join(' ');
  const dashes = dashed ? ' stroke-dasharray="5 4"' : '';
  const line = `<path d="${course}" fill="none" stroke="${ink}" stroke-width="${thick}"${dashes}/>`;
  return arrow ? `${line}\n${arrowhead(points.at(-2) as Point, points.at(-1) as Point, ink)}` : line;
}

/** A filled point, where lines meet or begin. */
export function dot({ x, y }: Point, ink: string = INK.line, radius = 3): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${ink}"/>`;
}

/** A triangle that points from one point to another, its tip at the second. */
export function arrowhead(from: Point, to: Point, ink: string = INK.line): string {
  const [dx, dy] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
  const [long, wide] = [8, 4];
  const corners = [-wide, wide].map((side) => `${to.x - dx * long + dy * side},${to.y - dy * long + dx * side}`);
  return `<polygon points="${to.x},${to.y} ${corners.join(' ')}" fill="${ink}"/>`;
}

/** A whole picture, with a name for readers who cannot see it. */
export function picture(
  size: { readonly width: number; readonly height: number },
  title: string,
  parts: readonly string[],
) {
  const { width, height } = size;
  const frame = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${frame} role="img" font-family="${FONT}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${INK.paper}"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
