/** A terminal for tests, and a program at a real one. */
import { spawn, spawnSync } from 'node:child_process';
import type { TerminalStream } from '../live/screen.ts';

/** A terminal that does what a program may ask of it here, and remembers what has scrolled away. */
export class Terminal implements TerminalStream {
  readonly isTTY = true;
  readonly lines: string[] = [''];
  isCursorShown = true;
  isWrapping = true;
  written = 0;
  /** How often something was drawn in place. */
  drawings = 0;
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
    } else if (part.startsWith('\u001b[?25')) {
      this.isCursorShown = part.endsWith('h');
      if (!this.isCursorShown) this.drawings++;
    } else if (part.startsWith('\u001b[?7')) this.isWrapping = part.endsWith('h');
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

/** Whether a program can be run at a terminal here; says so where it cannot. */
export function hasTerminals(): boolean {
  const isThere = spawnSync('python3', ['-c', 'import pty, fcntl, os; os.waitstatus_to_exitcode']).status === 0;
  if (!isThere) console.warn('no python3 with a pty here: commands are not tried at a real terminal');
  return isThere;
}

/** Runs a program at a terminal of its own; what is typed and how it is resized comes as lines of JSON. */
const AT_TERMINAL = `
import fcntl, json, os, pty, select, struct, sys, termios
columns, rows = int(sys.argv[1]), int(sys.argv[2])
def resize(fd, columns, rows):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
pid, fd = pty.fork()
if pid == 0:
    resize(0, columns, rows)
    os.execvp(sys.argv[3], sys.argv[3:])
while True:
    ready, _, _ = select.select([fd, 0], [], [])
    if 0 in ready:
        line = sys.stdin.readline()
        if line == '':
            os.kill(pid, 9)
            break
        asked = json.loads(line)
        if 'size' in asked: resize(fd, *asked['size'])
        if 'keys' in asked: os.write(fd, asked['keys'].encode())
    if fd in ready:
        try: text = os.read(fd, 65536)
        except OSError: break
        if not text: break
        os.write(1, text)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) & 255)
`;

export interface AtTerminal {
  readonly terminal: Terminal;
  resize(columns: number, rows: number): void;
  type(keys: string): void;
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>;
  kill(): void;
}

/** A program at a terminal of this size, by the pty of python3. */
export function atTerminal(columns: number, rows: number, words: readonly string[]): AtTerminal {
  const terminal = new Terminal(columns, rows);
  const env = { ...process.env, TERM: 'xterm-256color' };
  const child = spawn('python3', ['-uc', AT_TERMINAL, String(columns), String(rows), ...words], { env });
  child.stdout.setEncoding('utf8').on('data', (text: string) => terminal.write(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => terminal.write(text));
  const say = (what: object) => child.stdin.write(`${JSON.stringify(what)}\n`);
  return {
    terminal,
    resize(...size) {
      terminal.resize(...size);
      say({ size });
    },
    type: (keys) => void say({ keys }),
    ended: new Promise((resolve) => child.once('close', resolve)),
    kill: () => void child.stdin.end(),
  };
}
