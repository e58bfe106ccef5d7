/** The part of a terminal that is drawn anew in place, below everything else that is written to it. */
import { terminalWidth } from '../output/columns.ts';
import type { ScreenSize } from './view.ts';

/** A stream of a terminal, as Node has it. */
export interface TerminalStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string, done?: () => void): boolean;
  hasColors?(): boolean;
  on(event: 'resize', hear: () => void): unknown;
  off(event: 'resize', hear: () => void): unknown;
}

const ESC = '\u001b[';
/** Shown at once where a terminal knows that, and without a cursor that jumps. */
const [BEGIN, END] = [`${ESC}?2026h${ESC}?25l`, `${ESC}?25h${ESC}?2026l`];
/** In between no line goes on below, even where a terminal takes its characters for wider than they are. */
const [CLIPPED, WRAPPED] = [`${ESC}?7l`, `${ESC}?7h`];
const TO_END = `${ESC}K`;
const BELOW = `${ESC}J`;
/** A terminal that tells no size. */
const USUAL = { columns: 80, rows: 24 };

/** Whether lines can be drawn in place there: on a terminal that is not a dumb one. */
export function isLive({ isTTY }: Pick<TerminalStream, 'isTTY'>, env: NodeJS.ProcessEnv = process.env): boolean {
  return isTTY === true && env['TERM'] !== 'dumb';
}

/**
 * Draws lines at the end of a terminal. Between two drawings the cursor is shown and nothing is switched off, so however
 * the process ends there is nothing to restore. While it is open, everything that is written to the streams `beside` it
 * appears above the drawing and stays.
 */
export class LiveScreen {
  readonly #stream: TerminalStream;
  readonly #write: TerminalStream['write'];
  readonly #restore: () => void;
  readonly #paint: (size: ScreenSize) => readonly string[];
  #drawn: readonly string[] = [];
  /** The beginning of a line above that has no end yet. */
  #unfinished = '';
  #isOpen = true;

  /** `paint` gives the lines for a size; it is asked again whenever the size has changed. */
  constructor(
    stream: TerminalStream,
    paint: (size: ScreenSize) => readonly string[],
    beside: readonly TerminalStream[] = [stream],
  ) {
    this.#stream = stream;
    this.#paint = paint;
    this.#write = stream.write.bind(stream);
    const put = beside
      .filter((each) => isLive(each))
      .map((each) => {
        const { write } = each;
        each.write = (text: string | Uint8Array, ...rest: readonly unknown[]) => this.#above(text, rest);
        return () => {
          each.write = write;
        };
      });
    const redraw = () => this.draw();
    stream.on('resize', redraw);
    this.#restore = () => {
      stream.off('resize', redraw);
      for (const back of put) back();
    };
  }

  /** Draws what is to be seen now; nothing is written where that is there already. */
  draw(): void {
    if (!this.#isOpen) return;
    const lines = this.#lines();
    if (lines.length === this.#drawn.length && lines.every((line, i) => line === this.#drawn[i])) return;
    this.#write(`${BEGIN}${this.#toTop()}${this.#textOf(lines)}${BELOW}${END}`);
    this.#drawn = lines;
  }

  /** Takes the drawing away, or leaves it as the last thing on the screen. */
  close(how: 'erased' | 'left'): void {
    if (!this.#isOpen) return;
    this.#write(`${how === 'erased' ? `${this.#toTop()}${BELOW}` : ''}${this.#unfinished}`);
    this.#isOpen = false;
    this.#restore();
  }

  get #size(): ScreenSize {
    const { columns = 0, rows = 0 } = this.#stream;
    const colour = this.#stream.hasColors?.() ?? false;
    return { columns: columns || USUAL.columns, rows: rows || USUAL.rows, colour };
  }

  /** The cursor has a line of its own below them. */
  #lines(): readonly string[] {
    const { columns, rows, colour } = this.#size;
    return this.#paint({ columns, rows: Math.max(1, rows - 1), colour });
  }

  /** From the cursor to the first line of the drawing. A terminal that became narrower has broken long lines in two. */
  #toTop(): string {
    const { columns } = this.#size;
    const height = this.#drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(terminalWidth(line) / columns)), 0);
    return `\r${height === 0 ? '' : `${ESC}${height}A`}`;
  }

  #above(text: string | Uint8Array, rest: readonly unknown[]): boolean {
    const said = this.#unfinished + (typeof text === 'string' ? text : Buffer.from(text).toString());
    const end = said.lastIndexOf('\n') + 1;
    this.#unfinished = said.slice(end);
    // Whole lines alone: the drawing begins in the first column.
    const whole = said.slice(0, end);
    const done = rest.find((each): each is () => void => typeof each === 'function');
    return this.#write(
      end === 0 ? '' : `${BEGIN}${this.#toTop()}${BELOW}${whole}${this.#textOf(this.#drawn)}${END}`,
      done,
    );
  }

  #textOf(lines: readonly string[]): string {
    const { columns } = this.#size;
    // A cursor that has no column left stands on the last one, and would erase it.
    const text = lines.map((line) => `${line}${terminalWidth(line) < columns ? TO_END : ''}\n`);
    return `${CLIPPED}${text.join('')}${WRAPPED}`;
  }
}
