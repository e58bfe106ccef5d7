/** Runs one command line of `league`: from its arguments to an exit code. */

import manifest from '../../package.json' with { type: 'json' };
import { DiskError } from '../../SHARED/league_sdk/disk/disk.ts';
import { StoreError } from '../../SHARED/league_sdk/ledger/ledger.ts';
import { COMMANDS, GROUPS } from './commands.ts';
import { type Command, type CommandGroup, helpOf, helpOfAll, Mistake, parseFlags, unknown, usage } from './options.ts';

/** The streams that lines for people go to. */
export interface Screen {
  out(text: string): void;
  err(text: string): void;
  /** How wide the terminal is; absent where it is none. */
  readonly columns?: number | undefined;
}

/** Runs a command. Mistakes are one line on stderr; 2 for what was typed wrong, 1 for what went wrong. */
export async function cli(args: readonly string[], screen: Screen): Promise<number> {
  const [first, ...others] = args;
  const { columns } = screen;
  if (first === undefined || HELP.has(first)) {
    return guarded(screen, async () => {
      const several = others.length === 1 ? under(others[0] ?? '') : [];
      if (several.length > 0) screen.out(several.map((command) => helpOf(command, columns)).join('\n'));
      else
        screen.out(
          others.length === 0
            ? helpOfAll(IS_CLONE ? GROUPS : GROUPS.map(withoutClone), columns)
            : helpOf(named(others).command, columns),
        );
      return 0;
    });
  }
  if (first === '--version') {
    screen.out(`${manifest.version}\n`);
    return 0;
  }
  return guarded(screen, async () => {
    const { command, rest } = named(args);
    if (rest.includes('--help') || rest.includes('-h')) {
      screen.out(helpOf(command, columns));
      return 0;
    }
    if (command.isOfClone === true && !IS_CLONE)
      throw usage(`league ${command.name} tries the system itself, with files of its repository; run it in a clone`);
    const kept = keptByNpm(command, rest, process.env);
    if (kept !== undefined) throw usage(kept);
    const run = await command.load();
    const flags = parseFlags(command, rest);
    if (flags.text('class') !== undefined) await (await import('./world/installation.ts')).checkClassFolder(flags);
    if (command.options['tls-ca'] !== undefined) await (await import('./world/installation.ts')).settleProcess(flags);
    return run(flags);
  });
}

/** The advice where npm took options of `npm start` for its own, since no -- stood before them: what to type. */
export function keptByNpm(
  { name, options }: Command,
  rest: readonly string[],
  env: NodeJS.ProcessEnv,
): string | undefined {
  if (name !== 'run' || env['npm_lifecycle_event'] !== 'start') return undefined;
  const given = (flag: string) => env[`npm_config_${flag.replaceAll('-', '_')}`];
  // npm has a --json too, which its own configuration may set.
  const kept = Object.keys(options).filter((flag) => flag !== 'json' && given(flag) !== undefined);
  const words = kept.map((flag) => {
    const { value } = options[flag] ?? {};
    if (value === undefined) return `--${flag}`;
    // Of a value after a blank npm passes on the value alone.
    const alone = kept.length === 1 ? rest[0] : undefined;
    return `--${flag} ${given(flag) === 'true' ? (alone ?? value) : given(flag)}`;
  });
  if (words.length === 0) return undefined;
  return `npm takes options for its own unless -- stands before them; type: npm start -- ${words.join(' ')}`;
}

/** The package is built, and its files are no TypeScript any more. */
const IS_CLONE = import.meta.url.endsWith('.ts');
const HELP: ReadonlySet<string> = new Set(['help', '--help', '-h']);
/** A command that ends a league is typed in full: nothing is guessed towards it. */
const GUESSED = COMMANDS.flatMap(({ name }) => [name, name.split(' ')[0] ?? name]).filter((name) => name !== 'stop');

/** A group as the package has it. */
function withoutClone({ title, commands }: CommandGroup): CommandGroup {
  return { title, commands: commands.filter(({ isOfClone }) => isOfClone !== true) };
}

/** The commands of two words that begin with a word, which is no command by itself. */
function under(word: string): readonly Command[] {
  if (COMMANDS.some(({ name }) => name === word)) return [];
  return COMMANDS.filter(({ name }) => name.startsWith(`${word} `));
}

/** The command that the first word names, or the first two, and the words after it. */
function named(words: readonly string[]): { readonly command: Command; readonly rest: readonly string[] } {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = COMMANDS.find((candidate) => candidate.name === name);
    if (command !== undefined) return { command, rest: words.slice(length) };
  }
  const [first = ''] = words;
  const several = under(first).map(({ name }) => name);
  if (several.length > 0) throw usage(`league ${first} needs another word: ${several.join(', ')}`);
  throw usage(unknown(`command "${first}"`, first, GUESSED, 'npx league --help'));
}

/** Runs; a mistake becomes one line and its exit code. */
export async function guarded(screen: Screen, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (problem) {
    const mistake = asMistake(problem);
    if (!(mistake instanceof Mistake)) throw problem;
    screen.err(`league: ${mistake.message}\n`);
    await (await import('./processes/child.ts')).sayFailed(mistake.message);
    return mistake.exitCode;
  }
}

function asMistake(problem: unknown): unknown {
  if (problem instanceof DiskError) return new Mistake(`${problem.message}; choose another folder`);
  return problem instanceof StoreError ? new Mistake(problem.message) : problem;
}
