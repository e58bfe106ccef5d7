/** Starts one agent by its role, as `league <role>` does. */
import { cli, guarded } from './cli.ts';
import type { Identity } from './commands/player.ts';
import { COMMANDS } from './commands.ts';
import { type Command, parseFlags } from './options.ts';

const screen = {
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
};

/** Resolves with the exit code when the agent has ended. */
export function runRole(role: 'manager' | 'referee' | 'player', args: readonly string[]): Promise<number> {
  return cli([role, ...args], screen);
}

/** Starts the player of a folder of its own, with the options of `league player`. */
export function runPlayer(identity: Identity, args: readonly string[]): Promise<number> {
  const command = COMMANDS.find(({ name }) => name === 'player') as Command;
  return guarded(screen, async () => {
    const [{ playAs }, { settleProcess }] = await Promise.all([
      import('./commands/player.ts'),
      import('./world/installation.ts'),
    ]);
    const flags = parseFlags(command, args);
    await settleProcess(flags);
    return playAs(flags, identity);
  });
}
