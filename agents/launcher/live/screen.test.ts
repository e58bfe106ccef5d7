import { expect, test } from 'vitest';
import { isLive, LiveScreen, type TerminalStream } from './screen.ts';

/** A terminal that does what a program may ask of it here, and remembers what has scrolled away. */
class Terminal implements TerminalStream {
  readonly isTTY = true;
  readonly lines: string[] = [''];
  isCursorShown = true;
  isWrapping = true;
  written = 0;
  columns: number;
  rows: number;
  #row = 0;
  #column = 0;
  readonly #listeners = new Set<() => void>();

  constructor(columns: number, rows: number) {
    this.columns = columns;
    this.rows = rows;
  }

  on(_: 'resize', hear: () => void): void {
    this.#listeners.add(hear);
  }

  off(_: 'resize', hear: () => void): void {
    this.#listeners.delete(hear);
  }

  write(text: string, done?: () => void): boolean {
    this.written += text.length;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    for (const [part] of text.matchAll(/\u001b\[(\??)(\d*)([A-Za-z])|[\s\S]/g)) this.#take(part);
    done?.();
    return true;
  }

  /** As terminals do it: lines that are too long now are broken, and the cursor stays where it was in the text. */
  resize(columns: number, rows: number): void {
    [this.columns, this.rows] = [columns, rows];
    const before = this.lines.splice(0);
    before.forEach((line, i) => {
      if (i === this.#row) this.#row = this.lines.length;
      for (let at = 0; at === 0 || at < line.length; at += columns) this.lines.push(line.slice(at, at + columns));
    });
    for (const hear of this.#listeners) hear();
  }

  get text(): string {
    return this.lines.join('\n').trimEnd();
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  #take(part: string): void {
    const line = this.lines[this.#row] ?? '';
    if (part === '\n') {
      this.#row++;
      if (this.#row === this.lines.length) this.lines.push('');
      this.#column = 0;
    } else if (part === '\r') this.#column = 0;
    else if (part.endsWith('A') && part.length > 1)
      this.#row = Math.max(0, this.lines.length - this.rows, this.#row - Number(part.slice(2, -1)));
    // A cursor behind the last column stands on it.
    else if (part === '\u001b[K') this.lines[this.#row] = line.slice(0, Math.min(this.#column, this.columns - 1));
    else if (part === '\u001b[J') {
      this.lines[this.#row] = line.slice(0, this.#column);
      this.lines.length = this.#row + 1;
    } else if (part.startsWith('\u001b[?25')) this.isCursorShown = part.endsWith('h');
    else if (part.startsWith('\u001b[?7')) this.isWrapping = part.endsWith('h');
    else if (!part.startsWith('\u001b')) this.#put(part);
  }

  #put(letter: string): void {
    if (this.#column === this.columns) {
      if (!this.isWrapping) return;
      this.#take('\n');
    }
    const line = (this.lines[this.#row] ?? '').padEnd(this.#column);
    this.lines[this.#row] = line.slice(0, this.#column) + letter + line.slice(this.#column + 1);
    this.#column++;
  }
}

function opened(columns = 40, rows = 10) {
  const terminal = new Terminal(columns, rows);
  terminal.write('$ league run\n');
  const shown = { lines: ['one', 'two'] as readonly string[] };
  const screen = new LiveScreen(terminal, () => shown.lines);
  screen.draw();
  return { terminal, shown, screen };
}

test('a drawing replaces the one before, whether it is longer or shorter', () => {
  const { terminal, shown, screen } = opened();
  expect(terminal.text).toBe('$ league run\none\ntwo');
  shown.lines = ['1', '2', '3'];
  screen.draw();
  expect(terminal.text).toBe('$ league run\n1\n2\n3');
  shown.lines = ['a'];
  screen.draw();
  expect(terminal.text).toBe('$ league run\na');
});

test('nothing is written while nothing has changed', () => {
  const { terminal, screen } = opened();
  const before = terminal.written;
  screen.draw();
  expect(terminal.written).toBe(before);
});

test('a line that is written meanwhile stands above the drawing and stays', () => {
  const { terminal, shown, screen } = opened(12);
  terminal.write('league: a player was refused\n');
  shown.lines = ['three'];
  screen.draw();
  expect(terminal.text).toBe('$ league run\nleague: a pl\nayer was ref\nused\nthree');
});

test('a line that is written in pieces is shown once it is whole', () => {
  const { terminal, screen } = opened();
  terminal.write('half a ');
  expect(terminal.text).toBe('$ league run\none\ntwo');
  terminal.write('line\nand ');
  expect(terminal.text).toBe('$ league run\nhalf a line\none\ntwo');
  screen.close('erased');
  expect(terminal.text).toBe('$ league run\nhalf a line\nand');
});

test('a writer hears that its line is written, and bytes are text', async () => {
  const { terminal } = opened();
  await new Promise<void>((done) => terminal.write(Buffer.from('bytes\n') as unknown as string, done));
  expect(terminal.text).toContain('bytes\none');
});

test('between two drawings the cursor is shown and lines wrap, so that nothing has to be restored', () => {
  const { terminal } = opened();
  expect([terminal.isCursorShown, terminal.isWrapping]).toEqual([true, true]);
});

test('a line that a terminal takes for longer than it is does not go on below', () => {
  const { terminal, shown, screen } = opened(10);
  shown.lines = ['longer than the screen', 'next'];
  screen.draw();
  expect(terminal.text).toBe('$ league r\nun\nlonger tha\nnext');
});

test('a line that fills the screen is seen to its end, drawn or written above', () => {
  const { terminal, shown, screen } = opened(20);
  shown.lines = ['x'.repeat(20), 'y'];
  screen.draw();
  terminal.write(`${'z'.repeat(20)}\n`);
  expect(terminal.text).toBe(`$ league run\n${'z'.repeat(20)}\n${'x'.repeat(20)}\ny`);
});

test('a screen that becomes narrower or wider is drawn anew over the old drawing', () => {
  const terminal = new Terminal(30, 10);
  terminal.write('$ league run\n');
  const screen = new LiveScreen(terminal, ({ columns }) => ['-'.repeat(columns), `${columns} columns`]);
  screen.draw();
  for (const columns of [15, 40, 20]) {
    terminal.resize(columns, 10);
    expect(terminal.text).toBe(`$ league run\n${'-'.repeat(columns)}\n${columns} columns`);
  }
  screen.close('left');
  expect(terminal.text).toContain('20 columns');
});

test('a drawing that is to be taller than the screen is told how tall it may be', () => {
  const terminal = new Terminal(30, 6);
  const screen = new LiveScreen(terminal, ({ rows }) => Array.from({ length: rows }, (_, i) => `line ${i + 1}`));
  screen.draw();
  expect(terminal.lines).toEqual(['line 1', 'line 2', 'line 3', 'line 4', 'line 5', '']);
});

test('a screen that is closed is as it was, and the streams are their own again', () => {
  const { terminal, screen } = opened();
  screen.close('erased');
  expect(terminal.text).toBe('$ league run');
  terminal.write('Champion');
  screen.draw();
  screen.close('erased');
  expect(terminal.text).toBe('$ league run\nChampion');
  expect(terminal.listeners).toBe(0);
});

test('a pipe and a dumb terminal are not drawn on', () => {
  expect(isLive({ isTTY: true }, { TERM: 'xterm' })).toBe(true);
  expect(isLive({ isTTY: true }, { TERM: 'dumb' })).toBe(false);
  expect(isLive({}, { TERM: 'xterm' })).toBe(false);
});
