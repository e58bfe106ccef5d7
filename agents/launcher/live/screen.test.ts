import { expect, test } from 'vitest';
import { Terminal } from '../testing/terminal.ts';
import { isLive, LiveScreen } from './screen.ts';

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
