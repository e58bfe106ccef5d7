/** Runs one command line of `league`: from its arguments to an exit code. */
import { DiskError } from '../../SHARED/league_sdk/disk/disk.ts';
import { COMMANDS } from './commands.ts';
import { helpOf, helpOfAll, Mistake, parseFlags, unknown, usage } from './options.ts';

/** The streams that lines for people go to. */
export interface Screen {
  out(text: string): void;
  err(text: string): void;
}

/** Runs a command. Mistakes are one line on stderr; 2 for what was typed wrong, 1 for what went wrong. */
export async function cli(args: readonly string[], screen: Screen): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    screen.out(helpOfAll(COMMANDS));
    return 0;
  }
  return guarded(screen, async () => {
    const command = COMMANDS.find((candidate) => candidate.name === name);
    if (command === undefined)
      throw usage(
        unknown(
          `command "${name}"`,
          name,
          COMMANDS.map((known) => known.name),
          'league --help',
        ),
      );
    if (rest.includes('--help') || rest.includes('-h')) {
      screen.out(helpOf(command));
      return 0;
    }
    const run = await command.load();
    return run(parseFlags(command, rest));
  });
}

/** Runs; a mistake becomes one line and its exit code. */
export async function guarded(screen: Screen, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (problem) {
    const mistake = problem instanceof DiskError ? new Mistake(`${problem.message}; choose another folder`) : problem;
    if (!(mistake instanceof Mistake)) throw problem;
    screen.err(`league: ${mistake.message}\n`);
    return mistake.exitCode;
  }
}
