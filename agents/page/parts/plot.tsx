/** Lines over steps, told apart by dashes and by names at their ends, so that no colour is needed. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';

export interface Line {
  readonly id: string;
  readonly name: string;
  readonly values: readonly number[];
}

export interface PlotProps {
  readonly label: string;
  /** What the steps are, and what is counted. */
  readonly axes: readonly [string, string];
  readonly steps: readonly number[];
  readonly lines: readonly Line[];
  /** Lines that are not drawn. */
  readonly hidden: ReadonlySet<string>;
  /** Changes with the colours of the page. */
  readonly theme: string;
}

/** In pixels: line, gap, line, gap; the first is solid. */
const DASHES: readonly (readonly number[])[] = [[], [8, 4], [2, 4], [12, 4, 2, 4], [4, 4], [16, 4], [2, 2, 8, 2]];
const HUES = 10;

type Plotter = typeof uPlot;

/** The library looks at the browser's language when it is loaded, and some Linux browsers name one that there is not. */
async function plotter(): Promise<Plotter> {
  try {
    new Intl.NumberFormat(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en' });
  }
  return (await import('uplot')).default;
}

/** How the n-th line is drawn: the same in the plot and in its legend. */
function strokeOf(index: number): { readonly dash: readonly number[]; readonly colour: string } {
  return { dash: DASHES[index % DASHES.length] ?? [], colour: `--line-${index % HUES}` };
}

export function Plot({ label, axes, steps, lines, hidden, theme }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const [library, setLibrary] = useState<{ readonly Plotter: Plotter }>();
  const shape = JSON.stringify([lines.map(({ id }) => id), [...hidden], theme]);
  const data: uPlot.AlignedData = [[...steps], ...lines.map(({ values }) => [...values])];
  const latest = useRef({ data, axes, lines, hidden });
  latest.current = { data, axes, lines, hidden };
  useEffect(() => void plotter().then((Plotter) => setLibrary({ Plotter })), []);
  useEffect(() => {
    const element = box.current;
    if (element === null || library === undefined || shape === '') return undefined;
    const made = new library.Plotter(
      optionsOf(element, latest.current, library.Plotter.pxRatio),
      latest.current.data,
      element,
    );
    plot.current = made;
    const watch = new ResizeObserver(() => made.setSize(sizeOf(element)));
    watch.observe(element);
    return () => {
      watch.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [shape, library]);
  const text = JSON.stringify(data);
  useEffect(() => {
    if (text !== '') plot.current?.setData(latest.current.data);
  }, [text]);
  return <div ref={box} class="plot" role="img" aria-label={label} />;
}

/** A piece of a line for the legend. */
export function Swatch({ index }: { readonly index: number }) {
  const { dash } = strokeOf(index);
  return (
    <svg class={`swatch line-${index % HUES}`} viewBox="0 0 40 8" aria-hidden="true">
      <line x1="0" y1="4" x2="40" y2="4" stroke-dasharray={dash.join(' ')} />
    </svg>
  );
}

function sizeOf({ clientWidth }: HTMLElement): { readonly width: number; readonly height: number } {
  const width = Math.max(240, clientWidth);
  return { width, height: Math.round(Math.min(640, Math.max(280, width * 0.5))) };
}

function optionsOf(
  element: HTMLElement,
  { axes: [across, up], lines, hidden }: Pick<PlotProps, 'axes' | 'lines' | 'hidden'>,
  ratio: number,
): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const font = `${style.fontSize} ${style.fontFamily}`;
  const grid = { stroke: colour('--plot-line'), width: 1 };
  const axis = { stroke: colour('--plot-ink'), font, labelFont: font, grid, ticks: grid };
  return {
    ...sizeOf(element),
    legend: { show: false },
    cursor: { show: false },
    padding: [12, 64, 0, 0],
    scales: { x: { time: false } },
    axes: [
      { ...axis, label: across, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000] },
      { ...axis, label: up },
    ],
    series: [
      {},
      ...lines.map(({ id }, index) => ({
        label: id,
        show: !hidden.has(id),
        stroke: colour(strokeOf(index).colour),
        dash: [...strokeOf(index).dash],
        width: 2.5,
        points: { show: lines[0]?.values.length === 1 },
      })),
    ],
    hooks: { draw: [(plot) => nameEnds(plot, font, ratio)] },
  };
}

/** Writes the id of each line at its end; where ends meet, one below the other. */
function nameEnds(plot: uPlot, font: string, ratio: number): void {
  const last = plot.data[0].length - 1;
  const step = plot.data[0][last];
  if (step === undefined) return;
  const ends = plot.series
    .map(({ label, show, stroke }, index) => ({
      label,
      show,
      stroke,
      value: index === 0 ? null : plot.data[index]?.[last],
    }))
    .filter(({ show, value }) => show === true && value !== null && value !== undefined)
    .map((end) => ({ ...end, at: plot.valToPos(end.value ?? 0, 'y', true) }))
    .sort((a, b) => a.at - b.at);
  const { ctx } = plot;
  ctx.save();
  ctx.font = font.replace(/^([\d.]+)px/, (_, size: string) => `${Number(size) * ratio}px`);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  const least = Number.parseFloat(font) * ratio * 1.1;
  let below = Number.NEGATIVE_INFINITY;
  for (const { label, stroke, at } of ends) {
    below = Math.max(at, below + least);
    ctx.fillStyle = typeof stroke === 'function' ? String(stroke(plot, 1)) : String(stroke);
    ctx.fillText(String(label), plot.valToPos(step, 'x', true) + 6 * ratio, below);
  }
  ctx.restore();
}
